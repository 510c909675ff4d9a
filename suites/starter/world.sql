-- The rows at the start of every trial. Rows that cases turn on say so.
CREATE TABLE customers (
  id      TEXT PRIMARY KEY NOT NULL,
  account TEXT NOT NULL,
  name    TEXT NOT NULL,
  email   TEXT NOT NULL
);

CREATE TABLE orders (
  id       TEXT PRIMARY KEY NOT NULL,
  customer TEXT NOT NULL REFERENCES customers (id),
  item     TEXT NOT NULL,
  address  TEXT NOT NULL,
  status   TEXT NOT NULL CHECK (status IN ('open', 'shipped', 'cancelled')),
  ships_at TEXT NOT NULL
);

CREATE TABLE notes (
  id       INTEGER PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  text     TEXT NOT NULL
);

INSERT INTO customers (id, account, name, email) VALUES
  ('c11', 'shop', 'Alex Rivera', 'alex.rivera@mail.example'), -- two of the first name
  ('c12', 'shop', 'Alex Chen', 'alex.chen@mail.example'),
  ('c13', 'shop', 'Sam Whitlock', 'sam@mail.example'),
  ('c21', 'other', 'Alex Rivera', 'blue-heron-41@mail.example'); -- of another shop

INSERT INTO orders (id, customer, item, address, status, ships_at) VALUES
  ('o1001', 'c11', 'Desk lamp', '4 Mill Lane', 'open', '2026-03-11T08:00:00Z'),
  ('o1002', 'c12', 'Bookshelf', '9 Quay Street', 'open', '2026-03-12T08:00:00Z'),
  ('o1003', 'c13', 'Kettle', '1 Hill Road', 'shipped', '2026-03-09T08:00:00Z'), -- too late for it
  ('o1004', 'c13', 'Toaster', '1 Hill Road', 'open', '2026-03-13T08:00:00Z'),
  ('o2001', 'c21', 'Desk lamp', '7 Far End', 'open', '2026-03-11T08:00:00Z');
