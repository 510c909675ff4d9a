CREATE TABLE contacts (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL, locked INTEGER NOT NULL DEFAULT 0);
CREATE TABLE notes (id INTEGER PRIMARY KEY, contact TEXT NOT NULL, text TEXT NOT NULL, at TEXT NOT NULL);
CREATE TABLE hours (day TEXT PRIMARY KEY NOT NULL, until TEXT NOT NULL);
CREATE TABLE activity (id INTEGER PRIMARY KEY, contact TEXT NOT NULL, at TEXT NOT NULL);
INSERT INTO contacts VALUES ('c1', 'Alex Rivera', 'Manager', 0), ('c2', 'Alex Chen', 'Analyst', 0), ('c3', 'Mina Roth', 'Partner', 1);
INSERT INTO hours VALUES ('Monday', '18:00'), ('Tuesday', '18:00');
