CREATE TABLE answers (id TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL);
INSERT INTO answers VALUES ('simple', 'This is a simple text response for testing.');
