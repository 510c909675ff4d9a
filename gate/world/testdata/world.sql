-- A small world: every kind of key, and every way in which one change makes
-- another.
CREATE TABLE companies (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE contacts (
  id TEXT PRIMARY KEY NOT NULL,
  account TEXT NOT NULL REFERENCES companies (id),
  name TEXT NOT NULL,
  mail TEXT UNIQUE,
  title TEXT,
  score REAL,
  updated_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX contacts_by_account ON contacts (account, name);

CREATE TABLE memberships (
  contact TEXT NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  team INTEGER NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('member', 'lead')),
  PRIMARY KEY (contact, team)
);

CREATE TABLE notices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  contact TEXT NOT NULL,
  kind TEXT NOT NULL,
  at TEXT NOT NULL
);

CREATE TABLE settings (
  account TEXT NOT NULL,
  name TEXT NOT NULL,
  value,
  PRIMARY KEY (account, name)
) WITHOUT ROWID;

CREATE VIEW leads AS
  SELECT c.id, c.name, m.team FROM contacts c JOIN memberships m ON m.contact = c.id WHERE m.role = 'lead';

INSERT INTO companies VALUES ('northwind', 'Northwind'), ('contoso', 'Contoso; Ltd');
INSERT INTO contacts (id, account, name, mail, title, score, updated_at) VALUES
  ('c1', 'northwind', 'Alex Rivera', 'alex.rivera@northwind.example', 'Manager', 0.5, '2026-01-01T00:00:00Z'),
  ('c2', 'northwind', 'Alex Chen', 'alex.chen@northwind.example', NULL, NULL, '2026-01-01T00:00:00Z'),
  ('c3', 'contoso', 'Þóra Ægisdóttir', 'thora@contoso.example', 'Director', 12.25, '2026-01-01T00:00:00Z');
INSERT INTO memberships VALUES ('c1', 1, 'member'), ('c1', 2, 'lead'), ('c2', 1, 'member'), ('c3', 9, 'lead');
INSERT INTO notices (contact, kind, at) VALUES ('c3', 'welcome', '2026-01-02T00:00:00Z');
INSERT INTO settings VALUES ('northwind', 'limit', 25), ('contoso', 'limit', 12.5);
