CREATE TABLE contacts (id TEXT NOT NULL PRIMARY KEY, account TEXT, name TEXT, title TEXT, email TEXT, points INTEGER, updated_at TEXT);
CREATE TABLE permissions (id TEXT NOT NULL PRIMARY KEY, contact_id TEXT, role TEXT);
CREATE TABLE notices (id TEXT NOT NULL PRIMARY KEY, contact_id TEXT, kind TEXT, body TEXT);
CREATE TABLE appointments (id TEXT NOT NULL PRIMARY KEY, patient_id TEXT, start TEXT, room TEXT);
CREATE TABLE activity (id TEXT NOT NULL PRIMARY KEY, contact_id TEXT, kind TEXT);
INSERT INTO contacts VALUES
  ('c204', 'northwind', 'Alex Rivera', 'Manager', 'alex.rivera@northwind.example', 10, '2025-01-01T00:00:00Z'),
  ('c117', 'northwind', 'Alex Chen', 'Engineer', 'alex.chen@northwind.example', 0, '2025-01-01T00:00:00Z'),
  ('c900', 'contoso', 'Mia Lindqvist', 'Buyer', 'mia@contoso.example', 5, '2025-01-01T00:00:00Z');
INSERT INTO permissions VALUES ('p1', 'c204', 'reader');
INSERT INTO appointments VALUES ('a1', 'p7', '2026-03-04T14:30:00Z', '2');
