CREATE TABLE goods (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, price INTEGER NOT NULL, stock INTEGER NOT NULL);
INSERT INTO goods VALUES ('g1', 'Tea', 9, 1), ('g2', 'Honey', 9, 2), ('g3', 'Cheese', 9, 3), ('g4', 'Bread', 9, 4), ('g5', 'Jam', 9, 5), ('g6', 'Oil', 9, 6);
