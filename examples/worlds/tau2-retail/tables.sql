-- The books of the shop. Amounts are in cents; lists and options are JSON.

CREATE TABLE users (
  id         TEXT PRIMARY KEY NOT NULL,
  first_name TEXT NOT NULL,
  last_name  TEXT NOT NULL,
  email      TEXT NOT NULL,
  address1   TEXT NOT NULL,
  address2   TEXT NOT NULL,
  city       TEXT NOT NULL,
  state      TEXT NOT NULL,
  country    TEXT NOT NULL,
  zip        TEXT NOT NULL
);

CREATE INDEX users_name ON users (last_name, zip);

CREATE TABLE payment_methods (
  id        TEXT PRIMARY KEY NOT NULL,
  user_id   TEXT NOT NULL REFERENCES users (id),
  source    TEXT NOT NULL CHECK (source IN ('credit_card', 'gift_card', 'paypal')),
  brand     TEXT,
  last_four TEXT
);

CREATE INDEX payment_methods_user ON payment_methods (user_id);

-- What was put on a gift card, and taken off it. The balance is their sum.
CREATE TABLE card_entries (
  id       INTEGER PRIMARY KEY,
  method   TEXT NOT NULL REFERENCES payment_methods (id),
  order_id TEXT,
  amount   INTEGER NOT NULL
);

CREATE INDEX card_entries_method ON card_entries (method);

CREATE TABLE products (
  id   TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL
);

CREATE TABLE items (
  id         TEXT PRIMARY KEY NOT NULL,
  product_id TEXT NOT NULL REFERENCES products (id),
  options    TEXT NOT NULL,
  available  INTEGER NOT NULL CHECK (available IN (0, 1)),
  price      INTEGER NOT NULL CHECK (price >= 0)
);

CREATE INDEX items_product ON items (product_id);

CREATE TABLE orders (
  id                  TEXT PRIMARY KEY NOT NULL,
  user_id             TEXT NOT NULL REFERENCES users (id),
  status              TEXT NOT NULL,
  address1            TEXT NOT NULL,
  address2            TEXT NOT NULL,
  city                TEXT NOT NULL,
  state               TEXT NOT NULL,
  country             TEXT NOT NULL,
  zip                 TEXT NOT NULL,
  paid_with           TEXT NOT NULL REFERENCES payment_methods (id),
  cancel_reason       TEXT,
  return_items        TEXT,
  return_to           TEXT REFERENCES payment_methods (id),
  exchange_items      TEXT,
  exchange_new_items  TEXT,
  exchange_with       TEXT REFERENCES payment_methods (id),
  exchange_difference INTEGER -- to be paid; less than 0: to be paid back
);

CREATE INDEX orders_user ON orders (user_id);

CREATE TABLE order_items (
  order_id   TEXT NOT NULL REFERENCES orders (id),
  position   INTEGER NOT NULL,
  product_id TEXT NOT NULL REFERENCES products (id),
  name       TEXT NOT NULL,
  item_id    TEXT NOT NULL REFERENCES items (id),
  price      INTEGER NOT NULL, -- paid for it
  options    TEXT NOT NULL,
  PRIMARY KEY (order_id, position)
);

CREATE TABLE parcels (
  order_id TEXT NOT NULL REFERENCES orders (id),
  position INTEGER NOT NULL,
  tracking TEXT NOT NULL,
  items    TEXT NOT NULL,
  PRIMARY KEY (order_id, position)
);

CREATE TABLE payments (
  order_id TEXT NOT NULL REFERENCES orders (id),
  position INTEGER NOT NULL,
  kind     TEXT NOT NULL CHECK (kind IN ('payment', 'refund')),
  amount   INTEGER NOT NULL CHECK (amount >= 0),
  method   TEXT NOT NULL REFERENCES payment_methods (id),
  PRIMARY KEY (order_id, position)
);
