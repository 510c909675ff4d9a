CREATE TABLE tools (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, shelf INTEGER NOT NULL, note TEXT);
CREATE TABLE loans (id INTEGER PRIMARY KEY, tool TEXT NOT NULL REFERENCES tools (id), who TEXT NOT NULL, due TEXT NOT NULL);
INSERT INTO tools VALUES ('t2', 'Drill', 2, 'the big one'), ('t3', 'Saw', 1, NULL);
INSERT INTO loans VALUES (1, 't3', 'Mira', '2026-03-09');
