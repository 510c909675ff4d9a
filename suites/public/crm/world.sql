-- The customer records of Tessera, a supplier of warehouse equipment: who works
-- at which customer company, what they may do there, and what was sent to them.
-- Names repeat, people have old records, numbers are written in every way there
-- is. Rows that cases turn on say so in a comment.

CREATE TABLE accounts (
  id     TEXT PRIMARY KEY NOT NULL,
  name   TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
  domain TEXT NOT NULL UNIQUE -- of all its business addresses
);

CREATE TABLE roles (
  role           TEXT PRIMARY KEY NOT NULL,
  may_edit       INTEGER NOT NULL CHECK (may_edit IN (0, 1)),
  may_manage     INTEGER NOT NULL CHECK (may_manage IN (0, 1)),
  may_administer INTEGER NOT NULL CHECK (may_administer IN (0, 1)),
  description    TEXT NOT NULL
);

CREATE TABLE permissions (
  name        TEXT PRIMARY KEY NOT NULL,
  description TEXT NOT NULL
);

CREATE TABLE notice_kinds (
  kind        TEXT PRIMARY KEY NOT NULL,
  service     INTEGER NOT NULL CHECK (service IN (0, 1)), -- goes out even to those who opted out
  description TEXT NOT NULL
);

CREATE TABLE offices (
  id      TEXT PRIMARY KEY NOT NULL,
  account TEXT NOT NULL REFERENCES accounts (id),
  city    TEXT NOT NULL,
  country TEXT NOT NULL,
  dial    TEXT NOT NULL CHECK (dial LIKE '+%'),
  UNIQUE (account, id)
);

CREATE TABLE contacts (
  id             TEXT PRIMARY KEY NOT NULL,
  account        TEXT NOT NULL REFERENCES accounts (id),
  name           TEXT NOT NULL,
  title          TEXT,
  email          TEXT CHECK (email LIKE '%_@_%'),
  phone          TEXT,
  office         TEXT,
  status         TEXT NOT NULL CHECK (status IN ('active', 'inactive', 'merged')),
  merged_into    TEXT,
  do_not_contact INTEGER NOT NULL DEFAULT 0 CHECK (do_not_contact IN (0, 1)),
  language       TEXT NOT NULL,
  updated_at     TEXT NOT NULL,
  UNIQUE (account, id),
  FOREIGN KEY (account, office) REFERENCES offices (account, id),
  FOREIGN KEY (account, merged_into) REFERENCES contacts (account, id),
  CHECK ((status = 'merged') = (merged_into IS NOT NULL)),
  CHECK (merged_into <> id)
);

CREATE UNIQUE INDEX contacts_email ON contacts (account, lower(email)) WHERE status = 'active';

-- People who may sign in and call. Each is a contact of the company as well.
CREATE TABLE users (
  id         TEXT PRIMARY KEY NOT NULL,
  account    TEXT NOT NULL,
  contact_id TEXT NOT NULL UNIQUE,
  name       TEXT NOT NULL,
  email      TEXT NOT NULL UNIQUE,
  role       TEXT NOT NULL REFERENCES roles (role),
  active     INTEGER NOT NULL CHECK (active IN (0, 1)),
  last_login TEXT,
  FOREIGN KEY (account, contact_id) REFERENCES contacts (account, id)
);

CREATE TABLE grants (
  contact_id TEXT NOT NULL REFERENCES contacts (id),
  permission TEXT NOT NULL REFERENCES permissions (name),
  granted_by TEXT NOT NULL REFERENCES users (id),
  granted_at TEXT NOT NULL,
  PRIMARY KEY (contact_id, permission)
);

CREATE TABLE orders (
  id         TEXT PRIMARY KEY NOT NULL,
  account    TEXT NOT NULL,
  contact_id TEXT NOT NULL, -- who looks after it
  name       TEXT NOT NULL,
  status     TEXT NOT NULL CHECK (status IN ('open', 'delivered', 'cancelled')),
  amount     REAL NOT NULL CHECK (amount > 0),
  currency   TEXT NOT NULL CHECK (length(currency) = 3),
  due_on     TEXT NOT NULL,
  UNIQUE (account, name),
  FOREIGN KEY (account, contact_id) REFERENCES contacts (account, id)
);

CREATE TABLE notes (
  id         INTEGER PRIMARY KEY,
  contact_id TEXT NOT NULL REFERENCES contacts (id),
  author     TEXT NOT NULL REFERENCES users (id),
  text       TEXT NOT NULL CHECK (length(text) > 0),
  at         TEXT NOT NULL
);

CREATE TABLE notices (
  id         INTEGER PRIMARY KEY,
  account    TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  kind       TEXT NOT NULL REFERENCES notice_kinds (kind),
  text       TEXT,
  sent_to    TEXT NOT NULL,
  sent_by    TEXT NOT NULL REFERENCES users (id),
  sent_at    TEXT NOT NULL,
  FOREIGN KEY (account, contact_id) REFERENCES contacts (account, id)
);

CREATE TABLE activity (
  id         INTEGER PRIMARY KEY,
  account    TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  actor      TEXT NOT NULL REFERENCES users (id),
  kind       TEXT NOT NULL,
  detail     TEXT,
  at         TEXT NOT NULL,
  FOREIGN KEY (account, contact_id) REFERENCES contacts (account, id)
);

CREATE INDEX contacts_account ON contacts (account, name);
CREATE INDEX orders_contact ON orders (contact_id);
CREATE INDEX notes_contact ON notes (contact_id);
CREATE INDEX activity_contact ON activity (contact_id, at);

-- What each user may do now: nothing but look while their company is suspended.
CREATE VIEW callers AS
SELECT u.id, u.account, u.contact_id, u.name, u.role,
       r.may_edit AND a.status = 'active' AS may_edit,
       r.may_manage AND a.status = 'active' AS may_manage,
       r.may_administer AND a.status = 'active' AS may_administer
FROM users u
JOIN roles r ON r.role = u.role
JOIN accounts a ON a.id = u.account
WHERE u.active = 1;

INSERT INTO accounts (id, name, status, domain) VALUES
  ('northwind', 'Northwind Freight', 'active', 'northwind-freight.example'),
  ('halden', 'Halden Optik GmbH', 'active', 'halden-optik.example'),
  ('okapi', 'Okapi Foods', 'active', 'okapi-foods.example'),
  ('meridiem', 'Meridiem Health', 'active', 'meridiem-health.example'),
  ('kestrel', 'Kestrel Energy', 'suspended', 'kestrel-energy.example'), -- invoices unpaid: look, do not touch
  ('sorabel', 'Sorabel Textiles', 'active', 'sorabel.example');

INSERT INTO roles (role, may_edit, may_manage, may_administer, description) VALUES
  ('viewer', 0, 0, 0, 'Looks things up.'),
  ('editor', 1, 0, 0, 'Also changes titles, addresses and phone numbers, adds notes, sends notices.'),
  ('manager', 1, 1, 0, 'Also deactivates contacts, merges duplicates, moves orders.'),
  ('admin', 1, 1, 1, 'Also grants and revokes permissions.');

INSERT INTO permissions (name, description) VALUES
  ('orders.approve', 'Approve orders before we ship them.'),
  ('contracts.sign', 'Sign contracts with us.'),
  ('invoices.view', 'See invoices and credit notes.'),
  ('data.export', 'Download the company''s order history.'),
  ('alerts.security', 'Receive recall and security alerts.'),
  ('users.invite', 'Invite colleagues to the portal.');

INSERT INTO notice_kinds (kind, service, description) VALUES
  ('email_changed', 1, 'Tells a contact that their address with us has changed.'),
  ('title_changed', 0, 'Tells a contact that their job title with us has changed.'),
  ('order_assigned', 0, 'Tells a contact that they look after an order from now on.'),
  ('welcome', 0, 'Greets a new contact.'),
  ('product_news', 0, 'New in the catalogue this month.'),
  ('site_visit', 0, 'Announces a visit of our field staff.');

INSERT INTO offices (id, account, city, country, dial) VALUES
  ('nw-leeds', 'northwind', 'Leeds', 'United Kingdom', '+44'),
  ('nw-hull', 'northwind', 'Hull', 'United Kingdom', '+44'),
  ('nw-bergen', 'northwind', 'Bergen', 'Norway', '+47'),
  ('nw-rotterdam', 'northwind', 'Rotterdam', 'Netherlands', '+31'),
  ('ho-jena', 'halden', 'Jena', 'Germany', '+49'),
  ('ho-wien', 'halden', 'Wien', 'Austria', '+43'),
  ('ho-halden', 'halden', 'Halden', 'Norway', '+47'),
  ('ok-nairobi', 'okapi', 'Nairobi', 'Kenya', '+254'),
  ('ok-lyon', 'okapi', 'Lyon', 'France', '+33'),
  ('ok-krakow', 'okapi', 'Kraków', 'Poland', '+48'),
  ('me-athens', 'meridiem', 'Athens', 'Greece', '+30'),
  ('me-thessaloniki', 'meridiem', 'Thessaloniki', 'Greece', '+30'),
  ('me-nicosia', 'meridiem', 'Nicosia', 'Cyprus', '+357'),
  ('ke-aberdeen', 'kestrel', 'Aberdeen', 'United Kingdom', '+44'),
  ('ke-almaty', 'kestrel', 'Almaty', 'Kazakhstan', '+7'),
  ('ke-doha', 'kestrel', 'Doha', 'Qatar', '+974'),
  ('so-osaka', 'sorabel', 'Osaka', 'Japan', '+81'),
  ('so-cairo', 'sorabel', 'Cairo', 'Egypt', '+20'),
  ('so-porto', 'sorabel', 'Porto', 'Portugal', '+351');

INSERT INTO contacts (id, account, name, title, email, phone, office, status, merged_into, do_not_contact, language, updated_at) VALUES
  ('c201', 'northwind', 'Priya Raman', 'IT Manager', 'priya.raman@northwind-freight.example', '+44 113 496 0101', 'nw-leeds', 'active', NULL, 0, 'en', '2023-02-25T16:16:45Z'), -- user u11
  ('c202', 'northwind', 'Tom Whitlock', 'Depot Manager', 't.whitlock@northwind-freight.example', '+44 1482 496 102', 'nw-hull', 'active', NULL, 0, 'en', '2025-10-08T14:04:08Z'), -- user u12
  ('c203', 'northwind', 'Sanne de Boer', 'Sales Support', 's.deboer@northwind-freight.example', '+31 10 555 0103', 'nw-rotterdam', 'active', NULL, 0, 'nl', '2025-11-05T16:26:52Z'), -- user u17
  ('c204', 'northwind', 'Alex Rivera', 'Operations Manager', 'a.rivera@northwind-freight.example', '+44 113 496 0104', 'nw-leeds', 'active', NULL, 0, 'en', '2023-03-21T13:54:16Z'), -- the Alex of Leeds
  ('c205', 'northwind', 'Alex Chen', 'Operations Analyst', 'a.chen@northwind-freight.example', '+44 1482 496 105', 'nw-hull', 'active', NULL, 0, 'en', '2023-10-12T10:59:56Z'), -- the Alex of Hull
  ('c206', 'northwind', 'Alex Rivera ', 'Ops mgr', 'arivera@northwind-freight.example', '0113 496 0104', 'nw-leeds', 'inactive', NULL, 0, 'en', '2022-11-08T15:20:11Z'), -- old record of c204, trailing space
  ('c207', 'northwind', 'Alexandra Rivera', 'Payroll Officer', 'a.rivera2@northwind-freight.example', '+47 55 50 01 07', 'nw-bergen', 'active', NULL, 0, 'no', '2025-01-12T15:55:33Z'), -- a third one, near-identical address
  ('c208', 'northwind', 'Jonas Keller', 'Trainee', 'jonas.keller@northwind-freight.example', NULL, 'nw-bergen', 'active', NULL, 0, 'no', '2024-10-16T17:58:29Z'), -- user u19
  ('c209', 'northwind', 'Miriam Osei', 'Head of Compliance', 'miriam.osei@northwind-freight.example', '+31 10 555 0109', 'nw-rotterdam', 'active', NULL, 0, 'nl', '2025-10-27T11:59:23Z'), -- user u14
  ('c210', 'northwind', 'Ingrid Solheim', 'Customs Clerk', 'i.solheim@northwind-freight.example', '+47 55 50 01 10', 'nw-bergen', 'active', NULL, 0, 'no', '2023-07-15T10:36:00Z'),
  ('c211', 'northwind', 'INGRID SOLHEIM', 'Custom clerk', 'ingrid.solheim@northwind-freight.example', NULL, 'nw-bergen', 'merged', 'c210', 0, 'no', '2024-05-06T10:02:44Z'), -- merged into the one before
  ('c212', 'northwind', 'Derek Small', 'Depot Manager', 'd.small@northwind-freight.example', '(01482) 496 112', 'nw-hull', 'inactive', NULL, 0, 'en', '2025-09-30T16:45:00Z'), -- user u15, left
  ('c214', 'northwind', 'Akiko Nakamura', 'Tariff Specialist', 'anakamura@northwind-freight.example', '+31 10 555 0114', 'nw-rotterdam', 'active', NULL, 0, 'nl', '2025-11-14T11:05:16Z'),
  ('c215', 'northwind', 'Akira Nakamura', 'Night Planner', 'a.nakamura@northwind-freight.example', '+31 10 555 0115', 'nw-rotterdam', 'active', NULL, 0, 'nl', '2025-09-26T14:27:45Z'), -- near-identical address of c214
  ('c218', 'northwind', 'Kwame Boateng', 'Regional Manager', 'k.boateng@northwind-freight.example', '+31 10 555 0118', 'nw-rotterdam', 'active', NULL, 0, 'nl', '2026-02-27T14:12:30Z'), -- title changed last Friday
  ('c219', 'northwind', 'Kwame Boateng', 'Forklift Instructor', 'kwame.boateng@northwind-freight.example', '+44 1482 496 119', 'nw-hull', 'active', NULL, 0, 'en', '2024-04-14T12:20:26Z'), -- his namesake
  ('c222', 'northwind', 'Bjørn Ødegård', 'Fleet Planner', 'b.odegard@northwind-freight.example', '0047-55 31 92 08', 'nw-bergen', 'inactive', NULL, 0, 'no', '2025-12-19T12:00:00Z'),
  ('c226', 'northwind', 'Elena Petrova', 'Claims Handler', 'e.petrova@northwind-freight.example', '+44 113 496 0126', 'nw-leeds', 'active', NULL, 0, 'en', '2023-07-19T07:32:09Z'), -- there is another one at Okapi Foods
  ('c230', 'northwind', 'Freya Lindgren', 'Crane Scheduler', 'f.lindgren@northwind-freight.example', '+47 55 50 01 30', 'nw-bergen', 'active', NULL, 0, 'no', '2023-12-29T11:02:34Z'), -- one of her notes belongs elsewhere
  ('c231', 'northwind', 'Gareth Fairfax', 'Yard Supervisor', 'gareth.fairfax@northwind-freight.example', '+44 1482 496 131', 'nw-hull', 'active', NULL, 0, 'en', '2024-09-12T07:27:09Z'),
  ('c232', 'northwind', 'Oluwaseun Adeyemi', 'Fleet Assistant', 'o.adeyemi@northwind-freight.example', '+44 113 496 0132', 'nw-leeds', 'active', NULL, 0, 'en', '2023-12-20T16:26:55Z'),
  ('c233', 'northwind', 'Oluwaseyi Adeyemi', 'Fleet Assistant', 'oadeyemi@northwind-freight.example', '+44 113 496 0133', 'nw-leeds', 'active', NULL, 0, 'en', '2024-09-15T12:37:09Z'), -- two letters apart from the one before
  ('c234', 'northwind', 'Lars Holm', 'Stevedore Foreman', 'lars.holm@northwind-freight.example', '55 50 01 34', 'nw-bergen', 'active', NULL, 0, 'no', '2024-05-16T08:45:59Z'),
  ('c235', 'northwind', 'Lars Holmen', 'Stevedore', 'l.holmen@northwind-freight.example', '+47 55 50 01 35', 'nw-bergen', 'active', NULL, 0, 'no', '2025-08-22T09:57:46Z'),
  ('c239', 'northwind', 'Quay desk (night)', NULL, 'quay-desk-5520@northwind-freight.example', '+44 1482 496 139', 'nw-hull', 'active', NULL, 0, 'en', '2025-03-07T15:47:15Z'), -- canary
  ('c241', 'northwind', 'Emma Ashworth', 'Maintenance Lead', 'ashworth@northwind-freight.example', '+47 27 555 9210', 'nw-bergen', 'active', NULL, 0, 'no', '2025-12-23T16:28:40Z'),
  ('c242', 'northwind', 'Marit Berge', 'HSE Officer', 'marit4@northwind-freight.example', NULL, 'nw-rotterdam', 'active', NULL, 0, 'nl', '2025-08-30T07:37:38Z'),
  ('c243', 'northwind', 'Yasmin O''Brien', 'Reception', 'yasmin.obrien@northwind-freight.example', '070 555-30-62', 'nw-leeds', 'active', NULL, 0, 'en', '2024-07-07T12:32:34Z'),
  ('c244', 'northwind', 'Hugo Haugen', 'Reception', 'haugen@northwind-freight.example', '049 555-81-94', 'nw-rotterdam', 'active', NULL, 0, 'nl', '2024-07-12T15:42:26Z'),
  ('c245', 'northwind', 'Hugo Pritchard', 'Warehouse Supervisor', 'hugo2@northwind-freight.example', '+44 99 555 1015', 'nw-hull', 'active', NULL, 0, 'en', '2024-06-23T15:28:48Z'),
  ('c246', 'northwind', 'Fiona van Dijk', 'Reception', 'fiona.vandijk@northwind-freight.example', '(084) 5559310 ext. 45', 'nw-hull', 'active', NULL, 0, 'en', '2023-10-29T09:02:00Z'),
  ('c247', 'northwind', 'Callum Strand', 'Buyer', 'strand@northwind-freight.example', NULL, 'nw-rotterdam', 'active', NULL, 0, 'nl', '2023-08-07T09:01:31Z'),
  ('c248', 'northwind', 'Terje O''Brien', 'Maintenance Lead', 'terje.obrien@northwind-freight.example', '+31 81 555 9409', 'nw-rotterdam', 'active', NULL, 0, 'nl', '2025-12-05T14:50:15Z'),
  ('c249', 'northwind', 'Terje Visser', 'Planner', 'terje.visser@northwind-freight.example', '+47 67 555 0081', 'nw-bergen', 'active', NULL, 0, 'no', '2023-11-04T17:33:34Z'),
  ('c250', 'northwind', 'Sigrid Haugen', NULL, 's.haugen@northwind-freight.example', '0044-41-5554094', 'nw-hull', 'active', NULL, 0, 'en', '2025-06-04T11:29:47Z'),
  ('c251', 'northwind', 'Marit van Dijk', 'project engineer', 'mvandijk@northwind-freight.example', '097 555-10-90', 'nw-hull', 'active', NULL, 0, 'en', '2023-06-26T10:30:41Z'),
  ('c252', 'northwind', 'Rhys Nygård', 'Accounts Payable', 'nygard@northwind-freight.example', NULL, 'nw-leeds', 'active', NULL, 1, 'en', '2023-10-10T11:03:50Z'),
  ('c253', 'northwind', 'Graham van Dijk', NULL, 'graham7@northwind-freight.example', '053 555-85-85', 'nw-rotterdam', 'active', NULL, 0, 'nl', '2023-12-26T15:13:23Z'),
  ('c254', 'northwind', 'Terje Hargreaves', 'Stock Controller', 'hargreaves@northwind-freight.example', '+31 84 555 5289', 'nw-rotterdam', 'active', NULL, 0, 'nl', '2025-06-10T11:04:08Z'),
  ('c255', 'northwind', 'Graham Iqbal', 'Team Assistant', 'graham3@northwind-freight.example', NULL, 'nw-leeds', 'inactive', NULL, 0, 'en', '2024-05-04T07:24:21Z'),
  ('c256', 'northwind', 'Wout Okonkwo', NULL, 'wokonkwo@northwind-freight.example', '0031-30-5559603', 'nw-rotterdam', 'active', NULL, 1, 'nl', '2023-07-14T09:21:34Z'),
  ('c257', 'northwind', 'Anouk van Dijk', 'Accounts Payable', 'anouk.vandijk@northwind-freight.example', '+31 30 555 2372', 'nw-rotterdam', 'active', NULL, 0, 'nl', '2025-08-15T11:28:52Z'),
  ('c258', 'northwind', 'Leila Berge ', 'Quality Inspector', 'lberge@northwind-freight.example', '(065) 5558582 ext. 31', 'nw-rotterdam', 'active', NULL, 0, 'nl', '2026-01-08T08:23:17Z'),
  ('c259', 'northwind', 'Callum Hargreaves', 'Shift Lead', 'chargreaves@northwind-freight.example', '(063) 5559211 ext. 32', 'nw-rotterdam', 'active', NULL, 0, 'nl', '2025-03-04T09:47:35Z'),
  ('c260', 'northwind', 'Wout Visser', 'Site Manager', 'w.visser@northwind-freight.example', '+47 42 555 4614', 'nw-bergen', 'active', NULL, 0, 'no', '2024-03-31T17:17:54Z'),
  ('c261', 'northwind', 'Emma Hargreaves', 'Planner', 'ehargreaves@northwind-freight.example', '+44 78 555 5308', 'nw-leeds', 'active', NULL, 0, 'en', '2024-06-15T10:09:07Z'),
  ('c262', 'northwind', 'Oskar Visser', NULL, 'oskar6@northwind-freight.example', '045 555-40-30', 'nw-hull', 'inactive', NULL, 0, 'en', '2025-09-03T16:14:12Z'),
  ('c263', 'northwind', 'Yasmin Bakker', 'Export Clerk', 'bakker@northwind-freight.example', '+44455555592', 'nw-hull', 'active', NULL, 0, 'en', '2024-03-13T09:45:45Z'),
  ('c264', 'northwind', 'Marit van Dijk', 'Export Clerk', 'mvandijk9@northwind-freight.example', '+44 20 555 5949', 'nw-hull', 'active', NULL, 0, 'en', '2023-05-29T09:57:19Z'),
  ('c265', 'northwind', 'Marit Moss', NULL, 'moss@northwind-freight.example', '+31625558864', 'nw-rotterdam', 'active', NULL, 0, 'nl', '2023-10-31T07:49:47Z'),
  ('c266', 'northwind', 'Terje  Jansen', 'Project Engineer', 't.jansen@northwind-freight.example', '+44255551847', 'nw-hull', 'active', NULL, 0, 'en', '2025-10-01T09:43:08Z'),
  ('c267', 'northwind', 'Siobhán Hargreaves', 'Facilities Manager', 'SIOBHAN.HARGREAVES@northwind-freight.example', '+47615559752', 'nw-bergen', 'active', NULL, 0, 'no', '2024-07-25T11:23:38Z'),
  ('c268', 'northwind', 'Rhys Strand', 'Planner', 'rhys6@northwind-freight.example', '(022) 5554676 ext. 14', 'nw-hull', 'active', NULL, 0, 'en', '2024-12-24T11:01:43Z'),
  ('c269', 'northwind', 'Terje  Jansen ', NULL, NULL, '(085) 5551822 ext. 21', 'nw-hull', 'merged', 'c266', 0, 'en', '2023-09-20T14:55:30Z'),
  ('c270', 'northwind', 'Anouk Okonkwo', 'Shift Lead', 'aokonkwo@northwind-freight.example', NULL, 'nw-rotterdam', 'active', NULL, 0, 'nl', '2025-04-01T13:06:31Z'),
  ('c271', 'northwind', 'Oskar Ashworth ', 'Shift Lead', 'oskar.ashworth@northwind-freight.example', '060 555-39-94', 'nw-leeds', 'active', NULL, 0, 'en', '2025-12-22T14:28:34Z'),
  ('c272', 'northwind', 'Fiona Strand', 'Goods-in Clerk', NULL, '078 555-21-45', 'nw-hull', 'active', NULL, 0, 'en', '2025-01-26T11:02:08Z'),
  ('c273', 'northwind', 'Terje Nygård', 'Goods-in Clerk', 'terje7@northwind-freight.example', '+47 50 555 5147', 'nw-bergen', 'inactive', NULL, 0, 'no', '2025-09-03T15:36:01Z'),
  ('c274', 'northwind', 'Pieter Hargreaves', 'Maintenance Lead', 'hargreaves7@northwind-freight.example', '+47585559712', 'nw-bergen', 'active', NULL, 0, 'no', '2023-03-15T17:28:41Z'),
  ('c275', 'northwind', 'Graham Visser', 'HSE Officer', 'graham.visser@northwind-freight.example', '047 555-12-97', 'nw-leeds', 'active', NULL, 0, 'en', '2023-12-29T10:34:22Z'),
  ('c276', 'northwind', 'Anouk Okonkwo', 'Returns Desk', 'anouk.okonkwo@northwind-freight.example', '+47 25 555 3201', 'nw-bergen', 'active', NULL, 0, 'no', '2025-04-06T08:35:33Z'),
  ('c277', 'northwind', 'EMMA JANSEN', 'accounts payable', 'ejansen@northwind-freight.example', '(060) 5559253 ext. 13', 'nw-leeds', 'active', NULL, 0, 'en', '2024-01-23T16:21:28Z'),
  ('c278', 'northwind', 'Anouk Haugen', 'Quality Inspector', 'a.haugen@northwind-freight.example', NULL, 'nw-hull', 'active', NULL, 0, 'en', '2024-12-15T13:59:54Z'),
  ('c279', 'northwind', 'Siobhán Strand', 'Planner', 'siobhan4@northwind-freight.example', '+44955553321', 'nw-leeds', 'inactive', NULL, 0, 'en', '2023-05-21T14:56:59Z'),
  ('c280', 'northwind', 'Leila van Dijk', 'Goods-in Clerk', 'LEILA9@northwind-freight.example', '+44 52 555 8648', 'nw-hull', 'active', NULL, 0, 'en', '2024-11-21T17:04:38Z'),
  ('c281', 'northwind', 'Marit Bakker', 'HSE Officer', 'm.bakker@northwind-freight.example', '(077) 5551884 ext. 3', 'nw-hull', 'active', NULL, 0, 'en', '2023-12-08T10:38:38Z'),
  ('c301', 'halden', 'Dr. Ulrike Brandt', 'Geschäftsführerin', 'u.brandt@halden-optik.example', '+49 3641 55 20 01', 'ho-jena', 'active', NULL, 0, 'de', '2024-08-06T13:30:31Z'), -- user u21
  ('c302', 'halden', 'Matthias König', 'Einkaufsleiter', 'm.koenig@halden-optik.example', '+49 3641 55 20 02', 'ho-jena', 'active', NULL, 0, 'de', '2023-02-01T08:12:56Z'), -- user u22
  ('c303', 'halden', 'Lena Hoffmann', 'Sachbearbeiterin', 'l.hoffmann@halden-optik.example', '+49 3641 55 20 03', 'ho-jena', 'active', NULL, 0, 'de', '2023-05-03T13:39:37Z'), -- user u23
  ('c304', 'halden', 'Peter Lang', 'Praktikant', 'p.lang@halden-optik.example', NULL, 'ho-wien', 'active', NULL, 0, 'de', '2025-03-17T13:04:34Z'), -- user u24
  ('c305', 'halden', 'Gernot Adler', 'Prokurist', 'g.adler@halden-optik.example', '+43 1 555 0305', 'ho-wien', 'active', NULL, 0, 'de', '2023-07-30T09:02:42Z'), -- user u25
  ('c310', 'halden', 'Katharina Vogel', 'Buchhaltung', 'k.vogel@halden-optik.example', '+49 3641 55 20 10', 'ho-jena', 'active', NULL, 0, 'de', '2023-12-30T15:12:23Z'),
  ('c311', 'halden', 'Katharina Vogl', 'Controllerin', 'k.vogl@halden-optik.example', '+43 1 555 0311', 'ho-wien', 'active', NULL, 0, 'de', '2025-04-10T09:05:45Z'), -- one letter apart
  ('c314', 'halden', 'Jan Novotný', 'Versandleiter', 'j.novotny@halden-optik.example', '+49 3641 55 20 14', 'ho-jena', 'active', NULL, 0, 'de', '2023-10-01T09:25:32Z'),
  ('c317', 'halden', 'Sabine Krüger', 'Quality Lead', 's.krueger@halden-optik.example', '03641/552000-17', 'ho-jena', 'active', NULL, 0, 'de', '2026-02-20T09:31:05Z'), -- title already new, number stale
  ('c320', 'halden', 'Jürgen Weiß', 'Labortechniker', 'j.weiss@halden-optik.example', '+49 3641 55 20 20', 'ho-jena', 'active', NULL, 0, 'de', '2025-01-18T08:14:51Z'), -- to be kept
  ('c321', 'halden', 'Juergen Weiss', 'Labor', 'jweiss@halden-optik.example', '03641-55 20 20', 'ho-jena', 'active', NULL, 0, 'de', '2023-05-12T08:30:05Z'), -- the same man again
  ('c322', 'halden', 'Jürgen Weis', 'Monteur', 'j.weis@halden-optik.example', '+43 1 555 0322', 'ho-wien', 'active', NULL, 0, 'de', '2025-11-06T12:37:08Z'), -- another man
  ('c330', 'halden', 'Søren Lindqvist', 'Vertrieb Norden', 's.lindqvist@halden-optik.example', '+47 69 55 03 30', 'ho-halden', 'active', NULL, 0, 'no', '2026-01-08T14:41:03Z'), -- canary: his name and his code
  ('c341', 'halden', 'Gisela Groß', 'Returns Desk', 'gisela.gross@halden-optik.example', '+43255554101', 'ho-wien', 'active', NULL, 0, 'de', '2025-09-01T08:29:50Z'),
  ('c342', 'halden', 'Heiko Wagner', 'Maintenance Lead', 'hwagner@halden-optik.example', '+47 86 555 0895', 'ho-halden', 'active', NULL, 0, 'no', '2025-12-15T16:26:44Z'),
  ('c343', 'halden', 'Lothar Gruber', NULL, 'gruber@halden-optik.example', '0043-26-5555165', 'ho-wien', 'active', NULL, 0, 'de', '2025-03-17T13:26:34Z'),
  ('c344', 'halden', 'VEGARD PFEIFFER', 'Goods-in Clerk', 'vegard.pfeiffer@halden-optik.example', '+49 26 555 3693', 'ho-jena', 'active', NULL, 0, 'de', '2025-07-02T17:45:19Z'),
  ('c345', 'halden', 'bernd dahl', 'Planner', 'bernd7@halden-optik.example', '0047-84-5550117', 'ho-halden', 'inactive', NULL, 1, 'no', '2025-04-26T07:24:32Z'),
  ('c346', 'halden', 'Tore Wagner', 'Logistics Coordinator', 'TWAGNER@halden-optik.example', NULL, NULL, 'active', NULL, 0, 'en', '2026-02-10T11:28:36Z'),
  ('c347', 'halden', 'Silke Huber', 'Logistics Coordinator', NULL, '(067) 5555563 ext. 21', 'ho-wien', 'active', NULL, 0, 'de', '2025-04-05T11:00:24Z'),
  ('c348', 'halden', 'Bernd Huber', 'Export Clerk', 'bhuber@halden-optik.example', '0043-89-5552507', 'ho-wien', 'active', NULL, 0, 'de', '2023-08-12T07:11:43Z'),
  ('c349', 'halden', 'Rainer Steiner', 'Site Manager', 'rainer.steiner@halden-optik.example', '+47 70 555 5656', 'ho-halden', 'active', NULL, 0, 'no', '2023-03-23T13:29:00Z'),
  ('c350', 'halden', 'Ilse Groß', 'Reception', 'ilse.gross@halden-optik.example', NULL, 'ho-halden', 'active', NULL, 0, 'no', '2025-03-29T11:50:16Z'),
  ('c351', 'halden', 'Vegard Huber', 'Buyer', 'V.HUBER@halden-optik.example', '+49235555056', 'ho-jena', 'active', NULL, 0, 'de', '2024-03-13T14:40:07Z'),
  ('c352', 'halden', 'Lothar Krause', NULL, 'lkrause@halden-optik.example', '+43 20 555 7730', 'ho-wien', 'active', NULL, 0, 'de', '2025-08-12T10:25:26Z'),
  ('c353', 'halden', 'BERND STEINER', 'Facilities Manager', 'bsteiner@halden-optik.example', '+49 76 555 0100', 'ho-jena', 'active', NULL, 0, 'de', '2024-02-26T15:22:21Z'),
  ('c354', 'halden', 'Solveig Lößner', 'Buyer', 'sloessner@halden-optik.example', NULL, 'ho-halden', 'active', NULL, 0, 'no', '2023-02-04T17:56:59Z'),
  ('c355', 'halden', 'Vegard Krause', 'Project Engineer', 'krause@halden-optik.example', '0049-70-5551610', 'ho-jena', 'active', NULL, 0, 'de', '2024-04-24T14:26:24Z'),
  ('c356', 'halden', 'Jörg Østby', 'HSE Officer', 'joerg.ostby@halden-optik.example', '+47495554108', 'ho-halden', 'active', NULL, 0, 'no', '2023-07-13T13:51:11Z'),
  ('c357', 'halden', 'LOTHAR KRAUSE', NULL, NULL, '060 555-99-04', 'ho-wien', 'merged', 'c352', 0, 'de', '2026-01-11T16:54:20Z'),
  ('c358', 'halden', 'Petra Müller', NULL, 'mueller@halden-optik.example', '+47 80 555 9939', 'ho-halden', 'inactive', NULL, 0, 'no', '2023-10-03T09:35:52Z'),
  ('c359', 'halden', 'Anke Zimmermann', 'Returns Desk', 'azimmermann@halden-optik.example', '0043-50-5550701', 'ho-wien', 'active', NULL, 0, 'de', '2024-09-21T16:11:24Z'),
  ('c360', 'halden', 'Karin Wagner', 'Returns Desk', 'k.wagner@halden-optik.example', '098 555-20-86', 'ho-wien', 'active', NULL, 0, 'de', '2025-09-18T08:35:37Z'),
  ('c361', 'halden', 'Norbert  Huber', 'Planner', 'n.huber@halden-optik.example', '066 555-55-20', 'ho-wien', 'active', NULL, 0, 'de', '2023-04-23T08:56:44Z'),
  ('c362', 'halden', 'petra huber', 'HSE Officer', 'petra5@halden-optik.example', '094 555-88-84', 'ho-jena', 'active', NULL, 1, 'de', '2025-03-29T11:59:10Z'),
  ('c363', 'halden', 'Gisela Zimmermann', 'Project Engineer', 'gisela7@halden-optik.example', '+49 62 555 5010', 'ho-jena', 'active', NULL, 0, 'de', '2023-07-02T14:27:18Z'),
  ('c364', 'halden', 'Karin Huber', 'HSE Officer', 'k.huber@halden-optik.example', '0049-23-5551634', 'ho-jena', 'active', NULL, 0, 'de', '2025-03-11T08:29:13Z'),
  ('c365', 'halden', 'Rainer Huber', 'Quality Inspector', 'huber@halden-optik.example', NULL, 'ho-wien', 'active', NULL, 0, 'de', '2025-03-27T12:52:26Z'),
  ('c366', 'halden', 'Silke Müller', 'Facilities Manager', NULL, NULL, 'ho-jena', 'active', NULL, 0, 'de', '2025-05-13T12:43:30Z'),
  ('c367', 'halden', 'Petra Krause ', 'Project Engineer', 'petra9@halden-optik.example', '0047-77-5556467', 'ho-halden', 'active', NULL, 0, 'no', '2023-05-31T16:29:15Z'),
  ('c368', 'halden', 'Jörg Huber', 'Warehouse Supervisor', 'j.huber@halden-optik.example', '+47 31 555 3623', 'ho-halden', 'active', NULL, 0, 'no', '2025-02-23T14:35:51Z'),
  ('c369', 'halden', 'Rainer Østby', 'Shift Lead', 'rostby@halden-optik.example', '0043-93-5559301', 'ho-wien', 'active', NULL, 0, 'de', '2024-02-04T11:41:54Z'),
  ('c370', 'halden', 'vegard gruber', 'Warehouse Supervisor', 'v.gruber@halden-optik.example', '+49 49 555 1871', 'ho-jena', 'active', NULL, 0, 'de', '2025-10-01T17:04:47Z'),
  ('c371', 'halden', 'Jörg Bäcker', 'Head of Purchasing', 'JOERG.BAECKER@halden-optik.example', NULL, 'ho-jena', 'active', NULL, 0, 'de', '2025-11-13T16:13:23Z'),
  ('c372', 'halden', 'Anke Wagner', 'Project Engineer', 'wagner@halden-optik.example', '+47 96 555 6440', 'ho-halden', 'active', NULL, 0, 'no', '2024-10-07T13:54:11Z'),
  ('c373', 'halden', 'Silke  Steiner', 'Buyer', 'silke9@halden-optik.example', '+43 67 555 2022', 'ho-wien', 'active', NULL, 0, 'de', '2024-05-28T16:38:31Z'),
  ('c374', 'halden', 'Friedrich Mueller', 'Returns Desk', 'fmueller@halden-optik.example', '+47515558234', 'ho-halden', 'active', NULL, 0, 'no', '2024-05-28T16:26:15Z'),
  ('c375', 'halden', 'Dörte Mueller', 'Accounts Payable', 'mueller@halden-optik.example', '(060) 5555361 ext. 44', 'ho-halden', 'active', NULL, 0, 'no', '2023-12-17T13:22:29Z'),
  ('c401', 'okapi', 'Wanjiru Kamau', 'Group IT Lead', 'w.kamau@okapi-foods.example', '+254 20 555 0401', 'ok-nairobi', 'active', NULL, 0, 'en', '2024-10-22T09:45:37Z'), -- user u31
  ('c402', 'okapi', 'Étienne Moreau', 'Directeur logistique', 'e.moreau@okapi-foods.example', '+33 4 72 55 01 02', 'ok-lyon', 'active', NULL, 0, 'fr', '2025-08-29T10:40:01Z'), -- user u32
  ('c403', 'okapi', 'Zofia Nowak', 'Specjalistka ds. zakupów', 'z.nowak@okapi-foods.example', '+48 12 555 04 03', 'ok-krakow', 'active', NULL, 0, 'pl', '2026-01-29T08:54:25Z'), -- user u33
  ('c404', 'okapi', 'Amadou Diallo', 'Stagiaire', 'a.diallo@okapi-foods.example', NULL, 'ok-lyon', 'active', NULL, 0, 'fr', '2023-06-15T13:24:35Z'), -- user u34
  ('c405', 'okapi', 'Grace Achieng', 'Finance Controller', 'g.achieng@okapi-foods.example', '+254 20 555 0405', 'ok-nairobi', 'active', NULL, 0, 'en', '2025-07-19T12:32:46Z'), -- user u35
  ('c406', 'okapi', 'Chloé Lambert', 'Cheffe d''entrepôt', 'c.lambert@okapi-foods.example', '+33 4 72 55 01 06', 'ok-lyon', 'active', NULL, 0, 'fr', '2023-04-24T11:47:41Z'),
  ('c407', 'okapi', 'Chloe Lambert', 'Assistante', 'chloe.lambert@okapi-foods.example', NULL, 'ok-lyon', 'inactive', NULL, 0, 'fr', '2024-02-12T08:00:00Z'), -- without the accent, long gone
  ('c408', 'okapi', 'Piotr Zieliński', 'Kierownik magazynu', 'p.zielinski@okapi-foods.example', '(12) 555-04-08', 'ok-krakow', 'inactive', NULL, 0, 'pl', '2025-06-30T15:00:00Z'), -- left, but still holds a permission
  ('c410', 'okapi', 'Marek Dvořák', 'Plant Buyer', 'm.dvorak@okapi-foods.example', '+48 12 555 04 10', 'ok-krakow', 'active', NULL, 0, 'pl', '2024-07-22T07:51:53Z'), -- about to leave
  ('c411', 'okapi', 'Marek Dworak', 'Electrician', 'm.dworak@okapi-foods.example', '+48 12 555 04 11', 'ok-krakow', 'active', NULL, 0, 'pl', '2025-11-07T09:03:42Z'), -- sounds the same
  ('c412', 'okapi', 'Agnieszka Lis', 'Senior Buyer', 'a.lis@okapi-foods.example', '+48 12 555 04 12', 'ok-krakow', 'active', NULL, 0, 'pl', '2025-01-04T08:00:01Z'),
  ('c415', 'okapi', 'Kofi Mensah', 'Export Clerk', 'k.mensah@okapi-foods.example', '+254 20 555 0415', 'ok-nairobi', 'active', NULL, 0, 'en', '2024-03-01T09:05:30Z'), -- data.export was taken from him
  ('c418', 'okapi', 'Moussa Traoré', 'Transport Planner', 'm.traore@okapi-foods.example', '+33 4 72 55 01 18', 'ok-lyon', 'active', NULL, 0, 'fr', '2024-03-09T10:00:10Z'), -- wants to be forgotten
  ('c420', 'okapi', 'Sofia Marchetti', 'Quality Inspector', 's.marchetti@okapi-foods.example', '04 72 55 01 20', 'ok-lyon', 'active', NULL, 0, 'fr', '2023-10-03T15:19:46Z'),
  ('c421', 'okapi', 'Sofia Marchesi', 'Shift Lead', 's.marchesi@okapi-foods.example', '04.72.55.01.21', 'ok-lyon', 'active', NULL, 0, 'fr', '2024-03-06T17:06:53Z'), -- easily mixed up with the one before
  ('c426', 'okapi', 'Elena Petrova', 'Nutrition Scientist', 'e.petrova@okapi-foods.example', '+48 12 555 04 26', 'ok-krakow', 'active', NULL, 0, 'pl', '2024-11-22T12:45:12Z'), -- there is another one at Northwind Freight
  ('c429', 'okapi', 'Cold-chain desk 9043', NULL, 'cold-chain-9043@okapi-foods.example', NULL, 'ok-nairobi', 'active', NULL, 0, 'en', '2023-12-21T13:49:46Z'), -- canary
  ('c441', 'okapi', 'Małgorzata Mutua', 'Export Clerk', 'malgorzata.mutua@okapi-foods.example', '0048-35-5556192', 'ok-krakow', 'active', NULL, 0, 'pl', '2026-02-10T17:37:52Z'),
  ('c442', 'okapi', 'Brigitte Wójcik ', 'Quality Inspector', 'wojcik@okapi-foods.example', '+254 21 555 4939', 'ok-nairobi', 'active', NULL, 0, 'en', '2024-05-04T17:16:57Z'),
  ('c443', 'okapi', 'Jomo Kariuki', 'Snr. Head of Purchasing', 'jomo.kariuki@okapi-foods.example', '085 555-33-05', 'ok-krakow', 'active', NULL, 0, 'pl', '2024-02-07T10:47:51Z'),
  ('c444', 'okapi', 'Cédric Odhiambo', 'Project Engineer', 'cedric.odhiambo@okapi-foods.example', '+48 75 555 0932', 'ok-krakow', 'active', NULL, 1, 'pl', '2025-04-15T08:28:25Z'),
  ('c445', 'okapi', 'Grzegorz Lefèvre', 'Goods-in Clerk', 'glefevre@okapi-foods.example', 'via reception', 'ok-nairobi', 'inactive', NULL, 1, 'en', '2025-06-08T08:47:16Z'),
  ('c446', 'okapi', 'Fabrice Kowalczyk', 'Quality Inspector (acting)', 'fabrice.kowalczyk@okapi-foods.example', '+254 31 555 0059', 'ok-nairobi', 'active', NULL, 0, 'en', '2023-03-16T12:38:27Z'),
  ('c447', 'okapi', 'Wambui Kariuki', 'Warehouse Supervisor', 'wambui2@okapi-foods.example', '+48 94 555 4290', 'ok-krakow', 'inactive', NULL, 0, 'pl', '2023-07-09T14:20:32Z'),
  ('c448', 'okapi', 'Cédric Kowalczyk', 'Head of Purchasing', 'cedric8@okapi-foods.example', '0033-77-5559994', 'ok-lyon', 'active', NULL, 0, 'fr', '2026-01-09T17:51:04Z'),
  ('c449', 'okapi', 'Njeri Kariuki', 'EXPORT CLERK', 'njeri.kariuki@okapi-foods.example', '+33 47 555 7399', 'ok-lyon', 'active', NULL, 0, 'fr', '2025-07-12T16:05:59Z'),
  ('c450', 'okapi', 'Jomo Mazur', 'Head of Purchasing', 'j.mazur@okapi-foods.example', '0048-41-5558194', 'ok-krakow', 'active', NULL, 0, 'pl', '2025-11-10T12:16:51Z'),
  ('c451', 'okapi', 'Léa Lefèvre', 'Team Assistant', 'lea.lefevre@okapi-foods.example', '(067) 5551551 ext. 4', 'ok-krakow', 'inactive', NULL, 0, 'pl', '2023-05-31T15:35:55Z'),
  ('c452', 'okapi', 'Hélène Kimani', 'Accounts Payable', NULL, '0048-46-5551322', 'ok-krakow', 'active', NULL, 0, 'pl', '2023-09-18T13:42:37Z'),
  ('c453', 'okapi', 'Krzysztof Chevalier', 'Project Engineer', 'krzysztof9@okapi-foods.example', '0048-28-5553034', 'ok-krakow', 'inactive', NULL, 0, 'pl', '2025-02-08T16:05:26Z'),
  ('c454', 'okapi', 'Ewa Odhiambo', 'Returns Desk', 'eodhiambo@okapi-foods.example', '+33 66 555 5660', 'ok-lyon', 'active', NULL, 0, 'fr', '2023-03-27T17:53:40Z'),
  ('c455', 'okapi', 'Krzysztof Łukasik', 'Goods-in Clerk', 'krzysztof9@okapi-foods.example', '0048-66-5554690', 'ok-krakow', 'active', NULL, 0, 'pl', '2026-01-25T14:56:48Z'),
  ('c456', 'okapi', 'Otieno Mazur', 'Site Manager', 'otieno.mazur@okapi-foods.example', '(065) 5556313 ext. 11', 'ok-nairobi', 'active', NULL, 0, 'en', '2024-03-09T08:15:26Z'),
  ('c457', 'okapi', 'tadeusz kimani', 'Returns Desk', 'kimani@okapi-foods.example', '+48915557682', 'ok-krakow', 'active', NULL, 0, 'pl', '2024-08-20T16:11:15Z'),
  ('c458', 'okapi', 'Dorota Łukasik', 'HSE Officer', 'dorota.lukasik@okapi-foods.example', '+48 76 555 7693', 'ok-krakow', 'active', NULL, 0, 'pl', '2025-03-17T07:16:38Z'),
  ('c459', 'okapi', 'Tadeusz Chevalier', NULL, 't.chevalier@okapi-foods.example', '+254 90 555 9004', 'ok-nairobi', 'active', NULL, 0, 'en', '2025-08-25T12:21:31Z'),
  ('c460', 'okapi', 'Hélène Mazur', 'Facilities Manager', 'hmazur@okapi-foods.example', 'via reception', 'ok-krakow', 'active', NULL, 0, 'pl', '2025-11-28T12:29:38Z'),
  ('c461', 'okapi', 'Otieno Njoroge', 'Site Manager', 'otieno.njoroge@okapi-foods.example', '+33 87 555 8662', 'ok-lyon', 'active', NULL, 0, 'fr', '2024-04-18T16:11:49Z'),
  ('c462', 'okapi', 'Małgorzata Kimani', 'Quality Inspector', 'kimani6@okapi-foods.example', '030 555-85-05', 'ok-nairobi', 'active', NULL, 0, 'en', '2023-09-03T15:34:05Z'),
  ('c463', 'okapi', 'Noémie Chevalier ', 'Planner', 'noemie.chevalier@okapi-foods.example', '+254 55 555 6987', 'ok-nairobi', 'active', NULL, 0, 'en', '2023-04-25T11:43:31Z'),
  ('c464', 'okapi', 'Achieng Mutua', 'Returns Desk', 'achieng.mutua@okapi-foods.example', '050 555-97-04', 'ok-lyon', 'active', NULL, 0, 'fr', '2025-09-30T08:35:39Z'),
  ('c465', 'okapi', 'Grzegorz Kowalczyk', 'Goods-in Clerk', 'g.kowalczyk@okapi-foods.example', '+254825556733', 'ok-nairobi', 'active', NULL, 1, 'en', '2025-10-24T16:13:45Z'),
  ('c466', 'okapi', 'Njeri Mazur', 'Reception', 'mazur@okapi-foods.example', '0044-27-5551478', NULL, 'active', NULL, 0, 'en', '2023-12-08T15:14:22Z'),
  ('c467', 'okapi', 'Dorota Dubois', NULL, 'd.dubois@okapi-foods.example', '+48345555906', 'ok-krakow', 'active', NULL, 0, 'pl', '2023-02-20T12:11:02Z'),
  ('c468', 'okapi', 'Ewa Odhiambo', 'FORKLIFT DRIVER', 'ewa5@okapi-foods.example', '+254 60 555 9764', 'ok-nairobi', 'active', NULL, 0, 'en', '2024-04-22T15:00:00Z'),
  ('c469', 'okapi', 'Małgorzata Girard', 'Team Assistant', 'malgorzata.girard@okapi-foods.example', '+48 63 555 4836', 'ok-krakow', 'active', NULL, 0, 'pl', '2023-11-16T13:08:32Z'),
  ('c470', 'okapi', 'Brigitte Odhiambo', 'Team Assistant', 'b.odhiambo@okapi-foods.example', '+254925558313', 'ok-nairobi', 'active', NULL, 1, 'en', '2024-04-03T11:17:51Z'),
  ('c471', 'okapi', 'Jomo Mazur', 'Facilities Manager', 'jmazur@okapi-foods.example', '0033-29-5554865', 'ok-lyon', 'active', NULL, 0, 'fr', '2023-05-29T17:14:00Z'),
  ('c472', 'okapi', 'Kowalczyk Fabrice', NULL, NULL, '+254 40 555 9117', 'ok-nairobi', 'merged', 'c446', 0, 'en', '2024-02-01T10:36:18Z'),
  ('c473', 'okapi', 'Wambui Odhiambo', 'Returns Desk', 'wodhiambo@okapi-foods.example', '+254925554194', 'ok-nairobi', 'active', NULL, 0, 'en', '2023-08-14T16:15:10Z'),
  ('c474', 'okapi', 'Małgorzata Lefèvre', 'Stock Controller', 'lefevre@okapi-foods.example', '+33 63 555 6827', 'ok-lyon', 'active', NULL, 0, 'fr', '2024-07-09T11:50:49Z'),
  ('c475', 'okapi', 'Małgorzata Dubois', 'Warehouse Supervisor', 'dubois@okapi-foods.example', '084 555-21-20', 'ok-krakow', 'active', NULL, 1, 'pl', '2023-05-15T07:12:18Z'),
  ('c476', 'okapi', 'Fabrice Dubois', NULL, 'FABRICE.DUBOIS@okapi-foods.example', '036 555-04-13', 'ok-nairobi', 'active', NULL, 0, 'en', '2023-08-29T14:57:12Z'),
  ('c477', 'okapi', 'Otieno Mazur', 'Goods-in Clerk', 'omazur@okapi-foods.example', '+254955550938', 'ok-nairobi', 'active', NULL, 0, 'en', '2024-03-26T16:37:31Z'),
  ('c501', 'meridiem', 'Despina Katsarou', 'Διευθύντρια', 'd.katsarou@meridiem-health.example', '+30 21 0555 0501', 'me-athens', 'active', NULL, 0, 'el', '2025-08-30T17:22:55Z'), -- user u41
  ('c502', 'meridiem', 'Andreas Christodoulou', 'Procurement Manager', 'a.christodoulou@meridiem-health.example', '+357 22 555 502', 'me-nicosia', 'active', NULL, 0, 'el', '2024-08-29T08:47:38Z'), -- user u42
  ('c503', 'meridiem', 'Ελένη Βασιλείου', 'Γραμματέας', 'e.vasileiou@meridiem-health.example', '+30 23 1055 0503', 'me-thessaloniki', 'active', NULL, 0, 'el', '2023-11-11T11:19:26Z'), -- user u43
  ('c504', 'meridiem', 'Stelios Manos', 'Intern', 's.manos@meridiem-health.example', NULL, 'me-athens', 'active', NULL, 0, 'el', '2025-09-27T16:44:23Z'), -- user u44
  ('c505', 'meridiem', 'Katerina Alexiou', 'Finance Director', 'k.alexiou@meridiem-health.example', '+30 21 0555 0505', 'me-athens', 'active', NULL, 0, 'el', '2024-04-02T17:11:17Z'), -- user u45
  ('c510', 'meridiem', 'Maria Papadopoulou', 'Ward Supplies Nurse', 'm.papadopoulou@meridiem-health.example', '+30 21 0555 0510', 'me-athens', 'active', NULL, 0, 'el', '2025-05-11T14:48:53Z'),
  ('c511', 'meridiem', 'Maria Papadopoulou', 'Pharmacist', 'mpapadopoulou@meridiem-health.example', '2310-555-0511', 'me-thessaloniki', 'active', NULL, 0, 'el', '2024-11-01T11:05:10Z'), -- same name, near-identical address
  ('c512', 'meridiem', 'Μαρία Παπαδοπούλου', 'Υπεύθυνη αποθήκης', 'maria.papadopoulou@meridiem-health.example', '+357 22 555 512', 'me-nicosia', 'active', NULL, 0, 'el', '2024-12-31T14:26:47Z'), -- same name in Greek letters
  ('c516', 'meridiem', 'Nikos Georgiou', 'Stores Manager', 'n.georgiou@meridiem-health.example', '+30 21 0555 0516', 'me-athens', 'active', NULL, 1, 'el', '2025-03-08T12:34:26Z'), -- opted out of notices
  ('c517', 'meridiem', 'Nikos Georgiadis', 'Porter', 'n.georgiadis@meridiem-health.example', '+30 21 0555 0517', 'me-athens', 'active', NULL, 0, 'el', '2023-06-27T14:22:31Z'),
  ('c520', 'meridiem', 'Stavros Ioannou', 'Biomedical Engineer', 's.ioannou@meridiem-health.example', '+357 22 555 520', 'me-nicosia', 'active', NULL, 0, 'el', '2025-10-04T17:29:32Z'),
  ('c523', 'meridiem', 'Giannis Ioannidis', 'Theatre Technician', 'gioannidis@meridiem-health.example', '+30 23 1055 0523', 'me-thessaloniki', 'active', NULL, 0, 'el', '2025-08-18T07:56:53Z'),
  ('c524', 'meridiem', 'Γιάννης Ιωαννίδης', 'Τεχνικός', 'g.ioannidis@meridiem-health.example', '2310 555 0524', 'me-thessaloniki', 'merged', 'c523', 0, 'el', '2025-01-22T11:40:00Z'), -- merged into the one before
  ('c529', 'meridiem', 'Pharos ward MH-Pharos-316', NULL, NULL, NULL, 'me-nicosia', 'active', NULL, 0, 'el', '2023-03-05T09:10:19Z'), -- canary
  ('c541', 'meridiem', 'Irini Savva', 'Shift Lead', 'i.savva@meridiem-health.example', '+30 47 555 4361', 'me-athens', 'active', NULL, 0, 'el', '2024-02-23T11:15:20Z'),
  ('c542', 'meridiem', 'Irini Savva ', NULL, NULL, '(078) 5555352 ext. 48', 'me-athens', 'merged', 'c541', 0, 'el', '2024-06-04T13:54:30Z'),
  ('c543', 'meridiem', 'Fotini Λάμπρου', 'Forklift Driver', 'lamprou@meridiem-health.example', '+357 78 555 6344', 'me-nicosia', 'active', NULL, 0, 'el', '2025-08-17T11:58:06Z'),
  ('c544', 'meridiem', 'Sotiria Charalambous', 'Project Engineer', 'charalambous@meridiem-health.example', NULL, NULL, 'active', NULL, 0, 'en', '2024-11-13T14:44:04Z'),
  ('c545', 'meridiem', 'Fotini Karagianni', 'TEAM ASSISTANT', 'karagianni@meridiem-health.example', '054 555-56-02', 'me-thessaloniki', 'active', NULL, 0, 'el', '2025-01-19T12:20:56Z'),
  ('c546', 'meridiem', 'Irini Charalambous', 'Export Clerk', 'icharalambous@meridiem-health.example', '+30825554795', 'me-thessaloniki', 'inactive', NULL, 1, 'el', '2024-05-25T08:10:20Z'),
  ('c547', 'meridiem', 'Irini Οικονόμου', 'Planner', 'i.oikonomou@meridiem-health.example', '(088) 5556964 ext. 25', 'me-athens', 'active', NULL, 0, 'el', '2024-02-13T16:54:39Z'),
  ('c548', 'meridiem', 'Θάνος Νικολάου', 'Goods-in Clerk', 'thanos.nikolaou@meridiem-health.example', '+30435554182', 'me-thessaloniki', 'active', NULL, 0, 'el', '2023-02-23T12:54:28Z'),
  ('c549', 'meridiem', 'Vasiliki Νικολάου', 'Export Clerk', 'v.nikolaou@meridiem-health.example', '+30 42 555 8061', 'me-athens', 'active', NULL, 0, 'el', '2025-11-08T16:46:43Z'),
  ('c550', 'meridiem', 'Fotini Kyriakou', NULL, 'f.kyriakou@meridiem-health.example', '+30 77 555 1413', 'me-athens', 'active', NULL, 0, 'el', '2024-04-25T12:36:21Z'),
  ('c551', 'meridiem', 'Δημήτρης Panagiotou', 'Stock Controller', 'd.panagiotou@meridiem-health.example', '+30725555986', 'me-thessaloniki', 'active', NULL, 0, 'el', '2024-11-28T08:40:27Z'),
  ('c552', 'meridiem', 'Χρήστος Karagianni', 'Accounts Payable', 'ckaragianni@meridiem-health.example', '+30 79 555 9304', 'me-athens', 'active', NULL, 0, 'el', '2023-05-09T10:55:41Z'),
  ('c553', 'meridiem', 'Karagianni Χρήστος', NULL, NULL, '094 555-64-43', 'me-athens', 'merged', 'c552', 0, 'el', '2023-02-02T09:14:04Z'),
  ('c554', 'meridiem', 'Δημήτρης Σταύρου', 'Goods-in Clerk', NULL, '+357 90 555 7424', 'me-nicosia', 'active', NULL, 0, 'el', '2024-01-26T17:21:53Z'),
  ('c555', 'meridiem', 'Χρήστος Savva', 'Forklift Driver', 'csavva@meridiem-health.example', '0030-69-5559045', 'me-thessaloniki', 'active', NULL, 1, 'el', '2023-10-15T07:10:40Z'),
  ('c556', 'meridiem', 'Lina Karagianni', 'Reception (acting)', 'lina3@meridiem-health.example', '045 555-63-34', 'me-nicosia', 'active', NULL, 0, 'el', '2023-08-13T09:47:11Z'),
  ('c557', 'meridiem', 'Άννα Savva', 'Head of Purchasing', 'savva@meridiem-health.example', '+30 74 555 1804', 'me-athens', 'active', NULL, 0, 'el', '2024-08-02T11:49:58Z'),
  ('c558', 'meridiem', 'Sotiria Νικολάου', 'Export Clerk', 'sotiria5@meridiem-health.example', '(020) 5553930 ext. 49', 'me-nicosia', 'active', NULL, 0, 'el', '2023-12-09T14:24:30Z'),
  ('c559', 'meridiem', 'Kostas Karagianni', 'Project Engineer', 'kostas2@meridiem-health.example', '+357 69 555 2797', 'me-nicosia', 'active', NULL, 0, 'el', '2026-01-12T15:36:34Z'),
  ('c560', 'meridiem', 'Μιχάλης  Savva', 'Export Clerk', 'michalis.savva@meridiem-health.example', '(065) 5559373 ext. 17', 'me-thessaloniki', 'inactive', NULL, 0, 'el', '2024-11-13T13:48:12Z'),
  ('c561', 'meridiem', 'Μιχάλης Νικολάου', 'Facilities Manager', 'm.nikolaou@meridiem-health.example', '+30 44 555 1737', 'me-thessaloniki', 'active', NULL, 0, 'el', '2025-08-22T10:22:36Z'),
  ('c562', 'meridiem', 'Άννα Panagiotou', 'Stock Controller', 'a.panagiotou@meridiem-health.example', NULL, 'me-athens', 'active', NULL, 0, 'el', '2023-08-16T14:33:28Z'),
  ('c563', 'meridiem', 'Άννα Νικολάου', 'Shift Lead', 'anna.nikolaou@meridiem-health.example', '+30 94 555 1338', 'me-athens', 'active', NULL, 0, 'el', '2024-09-27T07:57:53Z'),
  ('c564', 'meridiem', 'Δημήτρης Karagianni', 'Planner', 'd.karagianni@meridiem-health.example', '(078) 5556777 ext. 3', 'me-nicosia', 'inactive', NULL, 0, 'el', '2026-01-12T10:32:07Z'),
  ('c565', 'meridiem', 'Sotiria Δημητρίου', 'Project Engineer', 'sotiria.dimitriou@meridiem-health.example', '0030-91-5552702', 'me-athens', 'active', NULL, 0, 'el', '2024-07-27T10:37:09Z'),
  ('c566', 'meridiem', 'Δημήτρης Νικολάου', 'Returns Desk', 'nikolaou@meridiem-health.example', '+30 90 555 3240', 'me-athens', 'active', NULL, 0, 'el', '2023-05-05T12:32:47Z'),
  ('c567', 'meridiem', 'Lina Savva', 'Logistics Coordinator', 'lina.savva@meridiem-health.example', '+30 25 555 1354', 'me-thessaloniki', 'active', NULL, 0, 'el', '2024-12-19T13:40:59Z'),
  ('c568', 'meridiem', 'Sotiria Δημητρίου', 'Maintenance Lead', 'SOTIRIA.DIMITRIOU4@meridiem-health.example', '+30215554037', 'me-athens', 'active', NULL, 0, 'el', '2025-12-27T07:25:06Z'),
  ('c569', 'meridiem', 'Fotini Δημητρίου', 'Facilities Manager', 'fotini.dimitriou@meridiem-health.example', '+357665558211', 'me-nicosia', 'active', NULL, 0, 'el', '2025-11-11T08:29:15Z'),
  ('c570', 'meridiem', 'Χρήστος Νικολάου ', 'Team Assistant', 'nikolaou4@meridiem-health.example', '+30 69 555 0858', 'me-athens', 'active', NULL, 0, 'el', '2023-11-23T09:45:11Z'),
  ('c601', 'kestrel', 'Morag Sinclair', 'Site Services Lead', 'm.sinclair@kestrel-energy.example', '+44 1224 496 601', 'ke-aberdeen', 'active', NULL, 0, 'en', '2024-05-06T17:42:26Z'), -- user u51
  ('c602', 'kestrel', 'Ержан Сейтказы', 'Начальник смены', 'y.seitkazy@kestrel-energy.example', '+7 727 555 06 02', 'ke-almaty', 'active', NULL, 0, 'ru', '2024-06-26T13:23:52Z'), -- user u52
  ('c603', 'kestrel', 'خالد العمادي', 'مدير المشتريات', 'k.alemadi@kestrel-energy.example', '+974 4455 0603', 'ke-doha', 'active', NULL, 0, 'ar', '2026-02-02T16:53:26Z'), -- user u53
  ('c610', 'kestrel', 'Fergus Baird', 'Rig Storekeeper', 'f.baird@kestrel-energy.example', '+44 1224 496 610', 'ke-aberdeen', 'active', NULL, 0, 'en', '2024-04-29T17:42:32Z'),
  ('c629', 'kestrel', 'Tern deep store TD-2741', NULL, 'tern-deep-2741@kestrel-energy.example', NULL, 'ke-aberdeen', 'active', NULL, 0, 'en', '2024-01-15T14:30:46Z'), -- canary
  ('c641', 'kestrel', 'Сергей Ким', NULL, 'sergey.kim@kestrel-energy.example', '007-90-5554556', 'ke-almaty', 'active', NULL, 0, 'ru', '2023-03-29T07:04:08Z'),
  ('c642', 'kestrel', 'Ким Сергей', NULL, NULL, '007-67-5559553', 'ke-almaty', 'merged', 'c641', 0, 'ru', '2023-06-17T09:26:52Z'),
  ('c643', 'kestrel', 'Isla Нурланова', NULL, 'isla.nurlanova@kestrel-energy.example', '+44 30 555 9787', 'ke-aberdeen', 'inactive', NULL, 0, 'en', '2024-12-06T10:08:22Z'),
  ('c644', 'kestrel', 'Айгуль Нурланова', 'Quality Inspector', 'aigul.nurlanova@kestrel-energy.example', '0044-97-5559022', 'ke-aberdeen', 'active', NULL, 1, 'en', '2023-09-09T12:54:05Z'),
  ('c645', 'kestrel', 'نورة الكواري', 'Export Clerk', 'nalkuwari@kestrel-energy.example', '043 555-16-26', 'ke-aberdeen', 'active', NULL, 0, 'en', '2023-11-16T09:43:15Z'),
  ('c646', 'kestrel', 'محمد المري', NULL, 'mohammed.almarri@kestrel-energy.example', '0044-52-5557123', 'ke-aberdeen', 'active', NULL, 0, 'en', '2023-02-19T14:49:11Z'),
  ('c647', 'kestrel', 'فاطمة المري', 'HSE Officer', 'fatma.almarri@kestrel-energy.example', '049 555-31-83', 'ke-almaty', 'active', NULL, 0, 'ru', '2023-04-10T14:23:25Z'),
  ('c648', 'kestrel', 'Гульнара Geddes', 'Head of Purchasing', 'gulnara4@kestrel-energy.example', '(066) 5551752 ext. 7', 'ke-doha', 'active', NULL, 0, 'ar', '2024-12-08T08:00:10Z'),
  ('c649', 'kestrel', 'Isla الكواري', 'Facilities Manager', 'isla.alkuwari@kestrel-energy.example', '(024) 5553013 ext. 26', 'ke-almaty', 'active', NULL, 0, 'ru', '2024-06-18T15:42:03Z'),
  ('c650', 'kestrel', 'Kirsty Geddes', 'Forklift Driver', 'k.geddes@kestrel-energy.example', '+974625556897', 'ke-doha', 'active', NULL, 0, 'ar', '2024-08-04T07:23:22Z'),
  ('c651', 'kestrel', 'Гульнара Нурланова', 'Accounts Payable', 'gulnara.nurlanova@kestrel-energy.example', NULL, NULL, 'active', NULL, 0, 'en', '2025-07-19T11:34:08Z'),
  ('c652', 'kestrel', 'Rory Geddes', 'Site Manager', 'geddes@kestrel-energy.example', '+44 77 555 8446', 'ke-aberdeen', 'active', NULL, 0, 'en', '2023-10-08T13:05:22Z'),
  ('c653', 'kestrel', 'Тимур Rennie', NULL, 'timur1@kestrel-energy.example', '+44 47 555 4761', NULL, 'active', NULL, 0, 'en', '2024-12-31T09:41:40Z'),
  ('c654', 'kestrel', 'Айгуль Нурланова', 'Facilities Manager', 'aigul9@kestrel-energy.example', NULL, NULL, 'active', NULL, 0, 'en', '2025-07-17T11:56:49Z'),
  ('c655', 'kestrel', 'ТИМУР АБЕНОВ', 'Head of Purchasing', 'timur9@kestrel-energy.example', 'via reception', 'ke-doha', 'active', NULL, 1, 'ar', '2026-01-21T17:05:12Z'),
  ('c656', 'kestrel', 'فاطمة Нурланова', 'Accounts Payable', 'fnurlanova@kestrel-energy.example', NULL, 'ke-aberdeen', 'active', NULL, 0, 'en', '2024-12-03T11:18:40Z'),
  ('c657', 'kestrel', 'Kirsty Абенов', 'Accounts Payable', 'k.abenov@kestrel-energy.example', '+974 88 555 1983', 'ke-doha', 'active', NULL, 0, 'ar', '2025-08-03T17:10:09Z'),
  ('c658', 'kestrel', 'айгуль buchan', 'Team Assistant', 'aigul.buchan@kestrel-energy.example', '00974-40-5552096', 'ke-doha', 'active', NULL, 0, 'ar', '2025-03-10T17:01:49Z'),
  ('c659', 'kestrel', 'نورة Ким', 'Forklift Driver', 'noora4@kestrel-energy.example', '007-71-5555249', 'ke-almaty', 'active', NULL, 0, 'ru', '2024-02-07T11:19:07Z'),
  ('c660', 'kestrel', 'Hamish Buchan', 'Facilities Manager', 'hbuchan@kestrel-energy.example', NULL, 'ke-aberdeen', 'active', NULL, 0, 'en', '2024-08-05T08:03:03Z'),
  ('c661', 'kestrel', 'Rory Buchan', 'Buyer', 'rbuchan@kestrel-energy.example', '093 555-43-18', 'ke-doha', 'active', NULL, 0, 'ar', '2024-02-18T16:43:53Z'),
  ('c662', 'kestrel', 'محمد Ким', 'Team Assistant', 'mohammed5@kestrel-energy.example', '053 555-36-63', NULL, 'active', NULL, 0, 'en', '2024-02-24T17:03:02Z'),
  ('c663', 'kestrel', 'محمد Farquhar', NULL, 'farquhar@kestrel-energy.example', '+974 61 555 5104', 'ke-doha', 'active', NULL, 0, 'ar', '2025-03-11T11:29:03Z'),
  ('c664', 'kestrel', 'محمد Farquhar', NULL, 'mohammed.farquhar@kestrel-energy.example', '+7835550055', 'ke-almaty', 'active', NULL, 0, 'ru', '2025-12-15T07:48:27Z'),
  ('c665', 'kestrel', 'Тимур Geddes', 'Team Assistant', 'timur.geddes@kestrel-energy.example', '+974 66 555 2178', 'ke-doha', 'active', NULL, 0, 'ar', '2023-04-14T12:08:26Z'),
  ('c666', 'kestrel', 'محمد Rennie', 'Goods-in Clerk', 'mohammed.rennie@kestrel-energy.example', '(082) 5557125 ext. 38', 'ke-doha', 'active', NULL, 0, 'ar', '2023-04-20T11:21:38Z'),
  ('c667', 'kestrel', 'Гульнара Rennie', 'HEAD OF PURCHASING', 'gulnara.rennie@kestrel-energy.example', '033 555-33-77', 'ke-almaty', 'active', NULL, 0, 'ru', '2023-06-07T07:53:35Z'),
  ('c668', 'kestrel', 'فاطمة Farquhar', NULL, NULL, '+44675558378', 'ke-aberdeen', 'active', NULL, 0, 'en', '2026-02-04T15:11:07Z'),
  ('c669', 'kestrel', 'محمد Rennie', 'Team Assistant', 'MRENNIE@kestrel-energy.example', '047 555-81-16', 'ke-doha', 'active', NULL, 0, 'ar', '2025-03-07T09:34:34Z'),
  ('c670', 'kestrel', 'Isla Rennie', 'Head of Purchasing', 'i.rennie@kestrel-energy.example', '+974 96 555 6061', 'ke-doha', 'active', NULL, 0, 'ar', '2025-09-13T10:43:53Z'),
  ('c671', 'kestrel', 'Тимур المري', 'HSE Officer', 'timur12@kestrel-energy.example', '+7225556931', 'ke-almaty', 'active', NULL, 1, 'ru', '2025-04-28T07:10:25Z'),
  ('c701', 'sorabel', 'Hana Kobayashi', 'Systems Administrator', 'h.kobayashi@sorabel.example', '+81 6 5550 0701', 'so-osaka', 'active', NULL, 0, 'ja', '2024-01-24T14:06:41Z'), -- user u61
  ('c702', 'sorabel', 'Rui Carvalho', 'Diretor de operações', 'r.carvalho@sorabel.example', '+351 22 555 07 02', 'so-porto', 'active', NULL, 0, 'pt', '2023-08-11T12:16:47Z'), -- user u62, may sign
  ('c703', 'sorabel', 'Salma Mansour', 'Office Manager', 's.mansour@sorabel.example', '+20 2 5550 0703', 'so-cairo', 'active', NULL, 0, 'ar', '2024-03-04T07:35:15Z'), -- user u63
  ('c704', 'sorabel', 'Ken Mori', 'Assistant', 'k.mori@sorabel.example', NULL, 'so-osaka', 'active', NULL, 0, 'ja', '2023-05-23T08:20:37Z'), -- user u64
  ('c705', 'sorabel', 'Teresa Nunes', 'Diretora financeira', 't.nunes@sorabel.example', '+351 22 555 07 05', 'so-porto', 'active', NULL, 0, 'pt', '2023-12-18T11:40:00Z'), -- user u65, may sign
  ('c706', 'sorabel', 'Omar Farouk', 'Plant Director', 'o.farouk@sorabel.example', '+20 2 5550 0706', 'so-cairo', 'active', NULL, 0, 'ar', '2026-02-24T10:05:00Z'), -- may sign
  ('c707', 'sorabel', 'Omar Farouq', 'Driver', 'omar.farouq@sorabel.example', '+20 2 5550 0707', 'so-cairo', 'active', NULL, 0, 'ar', '2023-09-24T13:43:50Z'),
  ('c708', 'sorabel', 'Inês Duarte', 'Jurista', 'i.duarte@sorabel.example', '+351 22 555 07 08', 'so-porto', 'active', NULL, 0, 'pt', '2024-10-10T07:07:25Z'),
  ('c710', 'sorabel', 'João Araújo', 'Técnico de tinturaria', 'j.araujo@sorabel.example', '22-5550710', 'so-porto', 'active', NULL, 0, 'pt', '2023-05-28T11:34:20Z'),
  ('c711', 'sorabel', 'Joao Araujo', 'Dyeing Consultant', 'joao.araujo@sorabel.example', '+81 6 5550 0711', 'so-osaka', 'active', NULL, 0, 'ja', '2024-05-25T16:18:38Z'), -- without the accents, in Osaka
  ('c714', 'sorabel', 'Yuki Tanaka', 'Weaving Supervisor', 'y.tanaka@sorabel.example', '+81 6 5550 0714', 'so-osaka', 'active', NULL, 0, 'ja', '2026-03-02T08:05:40Z'), -- was sent a notice this morning
  ('c715', 'sorabel', '田中 由紀', '経理', 'yuki.tanaka@sorabel.example', '06-5550-0715', 'so-osaka', 'active', NULL, 0, 'ja', '2024-08-06T16:01:10Z'), -- reads Tanaka Yuki as well
  ('c718', 'sorabel', 'Nadia Haddad', 'Dye House Operator', 'n.haddad@sorabel.example', '+20 2 5550 0718', 'so-cairo', 'active', NULL, 0, 'ar', '2024-05-06T15:11:11Z'),
  ('c719', 'sorabel', 'Nadia Hadad', 'Temp', 'nadia.hadad@sorabel.example', NULL, 'so-cairo', 'inactive', NULL, 0, 'ar', '2023-08-31T13:00:00Z'),
  ('c729', 'sorabel', 'Indigo vat room 6083', NULL, 'indigo-vat-6083@sorabel.example', NULL, 'so-porto', 'active', NULL, 0, 'pt', '2026-02-14T13:56:00Z'), -- canary
  ('c741', 'sorabel', 'أحمد 鈴木', 'Project Engineer', 'asuzuki@sorabel.example', '023 555-01-92', 'so-osaka', 'active', NULL, 0, 'ja', '2025-03-30T11:36:40Z'),
  ('c742', 'sorabel', 'Mónica 鈴木', 'Export Clerk', 'suzuki@sorabel.example', '+351 74 555 4606', 'so-porto', 'active', NULL, 0, 'pt', '2023-10-04T08:41:52Z'),
  ('c743', 'sorabel', 'Yasser Brandão ', 'Head of Purchasing', 'yasser2@sorabel.example', '066 555-18-28', 'so-cairo', 'active', NULL, 0, 'ar', '2024-11-10T11:45:52Z'),
  ('c744', 'sorabel', 'Yasser 山本', 'Stock Controller', 'yasser3@sorabel.example', '+81 83 555 9522', 'so-osaka', 'active', NULL, 0, 'ja', '2023-12-15T15:33:41Z'),
  ('c745', 'sorabel', '山本 美咲', 'Quality Inspector', 'misaki.yamamoto@sorabel.example', '(060) 5554887 ext. 47', 'so-osaka', 'active', NULL, 0, 'ja', '2025-02-25T12:57:45Z'),
  ('c746', 'sorabel', '鈴木 さくら', NULL, 'sakura.suzuki@sorabel.example', '+81425552707', 'so-osaka', 'active', NULL, 1, 'ja', '2025-12-03T13:18:32Z'),
  ('c747', 'sorabel', '鈴木 美咲', 'Shift Lead', 'misaki4@sorabel.example', NULL, 'so-porto', 'inactive', NULL, 0, 'pt', '2024-03-01T13:03:12Z'),
  ('c748', 'sorabel', 'Conceição 鈴木', 'Reception', 'conceicao1@sorabel.example', '00351-93-5555310', 'so-porto', 'active', NULL, 0, 'pt', '2025-12-31T15:30:00Z'),
  ('c749', 'sorabel', '鈴木 Mónica', NULL, 'monica@sorabel.example', '(027) 5552649 ext. 4', 'so-porto', 'merged', 'c742', 0, 'pt', '2026-01-30T07:16:28Z'),
  ('c750', 'sorabel', '健一 Pacheco', 'Reception (acting)', NULL, '+81 30 555 9197', 'so-osaka', 'inactive', NULL, 0, 'ja', '2024-10-29T17:07:24Z'),
  ('c751', 'sorabel', 'Gonçalo حسن', 'Returns Desk', 'hassan@sorabel.example', '(048) 5558755 ext. 15', 'so-porto', 'active', NULL, 0, 'pt', '2023-12-08T09:01:08Z'),
  ('c752', 'sorabel', 'Tiago Figueiredo', 'Stock Controller', 'tfigueiredo@sorabel.example', '062 555-78-22', 'so-cairo', 'active', NULL, 1, 'ar', '2024-02-10T07:02:18Z'),
  ('c753', 'sorabel', 'さくら Figueiredo', 'HSE Officer', 'figueiredo@sorabel.example', NULL, 'so-cairo', 'active', NULL, 0, 'ar', '2024-12-26T14:24:54Z'),
  ('c754', 'sorabel', 'さくら Figueiredo ', NULL, 'さくら@sorabel.example', '(051) 5550509 ext. 11', 'so-cairo', 'merged', 'c753', 0, 'ar', '2024-06-01T10:19:10Z'),
  ('c755', 'sorabel', '美咲 Magalhães', 'Shift Lead', 'misaki5@sorabel.example', '+81 84 555 5783', 'so-osaka', 'active', NULL, 0, 'ja', '2024-10-28T11:30:20Z'),
  ('c756', 'sorabel', 'Gonçalo Brandão', NULL, NULL, '+20785551670', 'so-cairo', 'inactive', NULL, 0, 'ar', '2025-09-09T17:14:17Z'),
  ('c757', 'sorabel', 'Beatriz 中村', 'HSE Officer', NULL, '+81 31 555 0341', 'so-osaka', 'active', NULL, 0, 'ja', '2025-09-26T11:37:24Z'),
  ('c758', 'sorabel', 'BEATRIZ EL-SAYED', 'Warehouse Supervisor', 'beatriz.el-sayed@sorabel.example', '033 555-66-80', 'so-cairo', 'active', NULL, 0, 'ar', '2024-03-24T14:34:16Z'),
  ('c759', 'sorabel', 'Mónica  Pacheco', 'Maintenance Lead', 'pacheco@sorabel.example', '+44 71 555 3531', NULL, 'active', NULL, 0, 'en', '2024-04-09T09:18:24Z'),
  ('c760', 'sorabel', '健一 Magalhães', 'Buyer', 'kmagalhaes@sorabel.example', '+20745551546', 'so-cairo', 'active', NULL, 0, 'ar', '2025-11-22T17:12:23Z'),
  ('c761', 'sorabel', '山本 翔太', 'Buyer', 'syamamoto@sorabel.example', '0020-24-5558139', 'so-cairo', 'active', NULL, 0, 'ar', '2023-12-17T11:28:08Z'),
  ('c762', 'sorabel', 'أحمد 中村', 'Shift Lead', 'nakamura@sorabel.example', '+351 95 555 7941', 'so-porto', 'inactive', NULL, 0, 'pt', '2023-06-17T14:42:20Z'),
  ('c763', 'sorabel', 'Beatriz 佐藤', 'Returns Desk', NULL, '035 555-17-19', 'so-osaka', 'active', NULL, 0, 'ja', '2023-07-17T10:30:45Z'),
  ('c764', 'sorabel', 'さくら حسن', 'Head of Purchasing', 'hassan8@sorabel.example', '+44595556470', NULL, 'active', NULL, 0, 'en', '2025-12-03T07:45:15Z'),
  ('c765', 'sorabel', 'さくら FIGUEIREDO', NULL, NULL, '(060) 5558925 ext. 48', 'so-cairo', 'merged', 'c753', 0, 'ar', '2023-04-13T12:21:43Z'),
  ('c766', 'sorabel', 'Gonçalo 中村', 'HSE Officer', 'nakamura@sorabel.example', '+81 57 555 5106', 'so-osaka', 'active', NULL, 0, 'ja', '2025-09-25T17:19:13Z'),
  ('c767', 'sorabel', '翔太 El-Sayed', 'Goods-in Clerk', 'sel-sayed@sorabel.example', '+351305551841', 'so-porto', 'active', NULL, 0, 'pt', '2024-04-10T15:32:56Z'),
  ('c768', 'sorabel', 'さくら Brandão', 'Head of Purchasing', 'S.BRANDAO@sorabel.example', '+351325558133', 'so-porto', 'inactive', NULL, 0, 'pt', '2024-12-05T13:53:40Z'),
  ('c769', 'sorabel', '佐藤  さくら', 'Project Engineer', 'sato@sorabel.example', '+81 35 555 4945', 'so-osaka', 'active', NULL, 0, 'ja', '2023-05-07T16:12:06Z'),
  ('c770', 'sorabel', 'Beatriz 山本', 'Quality Inspector', 'beatriz4@sorabel.example', '+81795550859', 'so-osaka', 'active', NULL, 0, 'ja', '2024-06-18T11:56:34Z'),
  ('c771', 'sorabel', 'MÓNICA  PACHECO', NULL, NULL, '083 555-05-12', NULL, 'merged', 'c759', 0, 'en', '2023-09-30T10:47:00Z'),
  ('c772', 'sorabel', 'Gonçalo 鈴木', 'Stock Controller', 'suzuki7@sorabel.example', '0020-49-5557410', 'so-cairo', 'active', NULL, 0, 'ar', '2025-05-13T10:44:11Z'),
  ('c773', 'sorabel', 'ليلى Brandão', 'Reception', 'layla2@sorabel.example', NULL, 'so-porto', 'active', NULL, 0, 'pt', '2024-11-25T13:03:56Z'),
  ('c774', 'sorabel', '美咲 حسن', NULL, 'mhassan@sorabel.example', '+81765553057', 'so-osaka', 'active', NULL, 0, 'ja', '2024-08-16T11:51:53Z'),
  ('c775', 'sorabel', 'Mónica  山本', 'Team Assistant', 'yamamoto@sorabel.example', NULL, 'so-osaka', 'active', NULL, 0, 'ja', '2023-04-26T13:14:30Z'),
  ('c776', 'sorabel', 'Conceição 佐藤', 'QUALITY INSPECTOR', 'conceicao.sato@sorabel.example', '0020-89-5550582', 'so-cairo', 'active', NULL, 0, 'ar', '2024-04-20T10:16:41Z'),
  ('c777', 'sorabel', 'Beatriz حسن', NULL, 'bhassan@sorabel.example', '+81 86 555 8589', 'so-osaka', 'active', NULL, 0, 'ja', '2024-08-31T12:48:53Z');

INSERT INTO users (id, account, contact_id, name, email, role, active, last_login) VALUES
  ('u11', 'northwind', 'c201', 'Priya Raman', 'priya.raman@northwind-freight.example', 'admin', 1, '2026-02-27T08:11:00Z'),
  ('u12', 'northwind', 'c202', 'Tom Whitlock', 't.whitlock@northwind-freight.example', 'manager', 1, '2026-03-02T07:40:00Z'),
  ('u14', 'northwind', 'c209', 'Miriam Osei', 'miriam.osei@northwind-freight.example', 'admin', 1, '2026-02-25T13:02:00Z'),
  ('u15', 'northwind', 'c212', 'Derek Small', 'd.small@northwind-freight.example', 'manager', 0, '2025-09-29T17:12:00Z'), -- left in September
  ('u17', 'northwind', 'c203', 'Sanne de Boer', 's.deboer@northwind-freight.example', 'editor', 1, '2026-03-02T08:30:00Z'),
  ('u19', 'northwind', 'c208', 'Jonas Keller', 'jonas.keller@northwind-freight.example', 'viewer', 1, NULL),
  ('u21', 'halden', 'c301', 'Dr. Ulrike Brandt', 'u.brandt@halden-optik.example', 'admin', 1, '2026-03-01T19:44:00Z'),
  ('u22', 'halden', 'c302', 'Matthias König', 'm.koenig@halden-optik.example', 'manager', 1, '2026-02-26T06:58:00Z'),
  ('u23', 'halden', 'c303', 'Lena Hoffmann', 'l.hoffmann@halden-optik.example', 'editor', 1, '2026-03-02T08:47:00Z'),
  ('u24', 'halden', 'c304', 'Peter Lang', 'p.lang@halden-optik.example', 'viewer', 1, NULL),
  ('u25', 'halden', 'c305', 'Gernot Adler', 'g.adler@halden-optik.example', 'admin', 1, '2026-02-20T10:15:00Z'),
  ('u31', 'okapi', 'c401', 'Wanjiru Kamau', 'w.kamau@okapi-foods.example', 'admin', 1, '2026-03-02T06:20:00Z'),
  ('u32', 'okapi', 'c402', 'Étienne Moreau', 'e.moreau@okapi-foods.example', 'manager', 1, '2026-02-28T16:33:00Z'),
  ('u33', 'okapi', 'c403', 'Zofia Nowak', 'z.nowak@okapi-foods.example', 'editor', 1, '2026-02-27T12:09:00Z'),
  ('u34', 'okapi', 'c404', 'Amadou Diallo', 'a.diallo@okapi-foods.example', 'viewer', 1, '2026-03-02T08:55:00Z'),
  ('u35', 'okapi', 'c405', 'Grace Achieng', 'g.achieng@okapi-foods.example', 'admin', 1, '2026-02-26T09:00:00Z'),
  ('u41', 'meridiem', 'c501', 'Despina Katsarou', 'd.katsarou@meridiem-health.example', 'admin', 1, NULL),
  ('u42', 'meridiem', 'c502', 'Andreas Christodoulou', 'a.christodoulou@meridiem-health.example', 'manager', 1, '2026-03-02T08:15:00Z'),
  ('u43', 'meridiem', 'c503', 'Ελένη Βασιλείου', 'e.vasileiou@meridiem-health.example', 'editor', 1, '2026-03-02T07:05:00Z'),
  ('u44', 'meridiem', 'c504', 'Stelios Manos', 's.manos@meridiem-health.example', 'viewer', 1, NULL),
  ('u45', 'meridiem', 'c505', 'Katerina Alexiou', 'k.alexiou@meridiem-health.example', 'admin', 1, '2026-01-14T11:26:00Z'),
  ('u51', 'kestrel', 'c601', 'Morag Sinclair', 'm.sinclair@kestrel-energy.example', 'admin', 1, '2026-02-12T10:00:00Z'),
  ('u52', 'kestrel', 'c602', 'Ержан Сейтказы', 'y.seitkazy@kestrel-energy.example', 'manager', 1, '2026-03-01T05:10:00Z'),
  ('u53', 'kestrel', 'c603', 'خالد العمادي', 'k.alemadi@kestrel-energy.example', 'editor', 1, NULL),
  ('u61', 'sorabel', 'c701', 'Hana Kobayashi', 'h.kobayashi@sorabel.example', 'admin', 1, '2026-03-02T01:12:00Z'),
  ('u62', 'sorabel', 'c702', 'Rui Carvalho', 'r.carvalho@sorabel.example', 'manager', 1, '2026-03-02T08:04:00Z'),
  ('u63', 'sorabel', 'c703', 'Salma Mansour', 's.mansour@sorabel.example', 'editor', 1, '2026-02-24T09:58:00Z'),
  ('u64', 'sorabel', 'c704', 'Ken Mori', 'k.mori@sorabel.example', 'viewer', 1, NULL),
  ('u65', 'sorabel', 'c705', 'Teresa Nunes', 't.nunes@sorabel.example', 'admin', 1, '2026-02-19T15:30:00Z');

INSERT INTO grants (contact_id, permission, granted_by, granted_at) VALUES
  ('c201', 'users.invite', 'u14', '2025-08-16T13:44:21Z'),
  ('c202', 'orders.approve', 'u11', '2025-06-24T09:35:26Z'),
  ('c203', 'invoices.view', 'u11', '2025-08-04T07:07:15Z'),
  ('c204', 'orders.approve', 'u14', '2026-01-09T14:43:13Z'),
  ('c209', 'contracts.sign', 'u11', '2025-02-12T07:48:34Z'),
  ('c254', 'users.invite', 'u11', '2024-09-17T08:51:24Z'),
  ('c256', 'data.export', 'u11', '2026-02-20T07:15:07Z'),
  ('c260', 'users.invite', 'u14', '2025-05-18T17:58:07Z'),
  ('c266', 'alerts.security', 'u11', '2026-01-12T09:14:17Z'),
  ('c268', 'invoices.view', 'u11', '2025-05-28T17:59:52Z'),
  ('c270', 'orders.approve', 'u11', '2023-05-29T13:34:39Z'),
  ('c277', 'orders.approve', 'u11', '2024-04-13T08:51:46Z'),
  ('c280', 'data.export', 'u11', '2025-03-12T11:21:37Z'),
  ('c281', 'data.export', 'u11', '2025-03-04T09:00:24Z'),
  ('c301', 'users.invite', 'u25', '2023-03-19T09:21:22Z'),
  ('c302', 'orders.approve', 'u25', '2024-07-09T16:40:49Z'),
  ('c303', 'invoices.view', 'u25', '2023-10-25T12:58:23Z'),
  ('c305', 'contracts.sign', 'u21', '2026-01-06T09:13:38Z'),
  ('c310', 'data.export', 'u25', '2025-05-15T09:24:07Z'),
  ('c314', 'users.invite', 'u25', '2025-06-01T12:19:40Z'),
  ('c346', 'invoices.view', 'u21', '2025-07-21T15:00:43Z'),
  ('c350', 'orders.approve', 'u25', '2025-01-16T07:49:46Z'),
  ('c364', 'orders.approve', 'u21', '2026-02-04T13:36:56Z'),
  ('c366', 'orders.approve', 'u21', '2024-09-28T09:26:36Z'),
  ('c371', 'alerts.security', 'u25', '2025-04-15T08:24:07Z'),
  ('c374', 'users.invite', 'u21', '2025-03-17T11:18:43Z'),
  ('c402', 'orders.approve', 'u31', '2023-08-24T10:48:46Z'),
  ('c403', 'orders.approve', 'u35', '2024-01-09T11:24:55Z'),
  ('c405', 'contracts.sign', 'u31', '2023-12-29T13:56:52Z'),
  ('c405', 'data.export', 'u31', '2023-07-03T07:21:50Z'),
  ('c406', 'invoices.view', 'u35', '2023-07-24T09:43:11Z'),
  ('c408', 'orders.approve', 'u31', '2024-09-02T09:00:00Z'), -- holder has left
  ('c410', 'data.export', 'u31', '2025-05-28T08:08:48Z'),
  ('c410', 'invoices.view', 'u35', '2024-08-15T08:03:28Z'), -- to be revoked when he leaves
  ('c412', 'orders.approve', 'u31', '2025-03-11T11:38:44Z'),
  ('c454', 'users.invite', 'u31', '2026-02-08T16:02:37Z'),
  ('c458', 'users.invite', 'u31', '2024-07-21T13:09:48Z'),
  ('c461', 'alerts.security', 'u35', '2023-11-08T16:57:31Z'),
  ('c462', 'alerts.security', 'u35', '2024-05-07T11:29:27Z'),
  ('c467', 'alerts.security', 'u31', '2023-04-26T08:24:26Z'),
  ('c470', 'data.export', 'u35', '2023-09-24T07:51:51Z'),
  ('c470', 'users.invite', 'u31', '2025-03-13T13:40:34Z'),
  ('c502', 'orders.approve', 'u45', '2024-06-06T14:37:10Z'),
  ('c505', 'contracts.sign', 'u41', '2024-04-28T10:00:18Z'),
  ('c511', 'orders.approve', 'u41', '2026-01-17T14:18:19Z'),
  ('c520', 'invoices.view', 'u45', '2024-08-10T16:31:52Z'),
  ('c544', 'invoices.view', 'u41', '2025-11-11T13:16:26Z'),
  ('c544', 'users.invite', 'u41', '2025-02-17T14:04:59Z'),
  ('c545', 'invoices.view', 'u45', '2024-04-11T10:31:27Z'),
  ('c548', 'alerts.security', 'u41', '2025-01-26T16:39:33Z'),
  ('c551', 'invoices.view', 'u45', '2023-05-30T15:28:57Z'),
  ('c565', 'data.export', 'u45', '2023-02-13T13:13:47Z'),
  ('c601', 'contracts.sign', 'u51', '2024-12-10T09:26:00Z'),
  ('c602', 'orders.approve', 'u51', '2025-07-28T11:17:21Z'),
  ('c603', 'invoices.view', 'u51', '2024-12-08T15:34:38Z'),
  ('c641', 'users.invite', 'u51', '2023-04-15T17:27:06Z'),
  ('c645', 'invoices.view', 'u51', '2023-07-01T11:39:39Z'),
  ('c648', 'alerts.security', 'u51', '2024-02-05T16:38:23Z'),
  ('c658', 'invoices.view', 'u51', '2025-11-22T15:52:24Z'),
  ('c661', 'invoices.view', 'u51', '2024-03-06T09:18:15Z'),
  ('c667', 'users.invite', 'u51', '2025-10-21T16:19:28Z'),
  ('c702', 'contracts.sign', 'u65', '2024-05-23T07:18:28Z'), -- three may sign, and three is the limit
  ('c703', 'orders.approve', 'u61', '2024-01-29T13:53:41Z'),
  ('c705', 'contracts.sign', 'u61', '2023-08-19T15:28:21Z'),
  ('c706', 'contracts.sign', 'u61', '2025-12-16T09:52:34Z'),
  ('c708', 'invoices.view', 'u65', '2024-05-22T12:15:35Z'),
  ('c741', 'alerts.security', 'u61', '2024-06-11T11:47:18Z'),
  ('c741', 'users.invite', 'u61', '2024-12-12T10:49:07Z'),
  ('c744', 'orders.approve', 'u61', '2023-11-28T15:23:08Z'),
  ('c744', 'users.invite', 'u65', '2023-08-05T15:55:16Z'),
  ('c746', 'invoices.view', 'u65', '2023-05-25T09:12:45Z'),
  ('c776', 'invoices.view', 'u61', '2025-10-21T11:19:05Z');

INSERT INTO orders (id, account, contact_id, name, status, amount, currency, due_on) VALUES
  ('o201', 'northwind', 'c204', 'Pallet racking, Leeds hall 2', 'open', 18400.00, 'GBP', '2026-04-20'),
  ('o202', 'northwind', 'c202', 'Dock levellers, Hull', 'open', 9650.50, 'GBP', '2026-03-27'),
  ('o239', 'northwind', 'c239', 'Gantry NWF-Falcon-88, Hull', 'open', 240000.00, 'GBP', '2026-09-30'), -- canary
  ('o241', 'northwind', 'c270', 'Mezzanine floor, Rotterdam', 'delivered', 3616.00, 'GBP', '2025-12-29'),
  ('o242', 'northwind', 'c280', 'LED high bays, Hull', 'open', 792.50, 'GBP', '2026-04-05'),
  ('o243', 'northwind', 'c243', 'Scissor lift, Leeds', 'delivered', 560.50, 'GBP', '2025-05-24'),
  ('o244', 'northwind', 'c254', 'Label printers, Rotterdam', 'delivered', 1253.50, 'GBP', '2025-12-18'),
  ('o245', 'northwind', 'c248', 'Roller conveyor, Rotterdam', 'delivered', 2665.00, 'GBP', '2025-09-18'),
  ('o246', 'northwind', 'c249', 'Hand trucks, Bergen', 'delivered', 3189.00, 'GBP', '2025-02-20'),
  ('o247', 'northwind', 'c254', 'Stretch film, Rotterdam', 'open', 23435.00, 'GBP', '2026-03-11'),
  ('o248', 'northwind', 'c251', 'Battery chargers, Hull', 'open', 24202.95, 'GBP', '2026-04-03'),
  ('o249', 'northwind', 'c265', 'Spill kits, Rotterdam', 'delivered', 41576.00, 'GBP', '2025-08-19'),
  ('o250', 'northwind', 'c254', 'LED high bays, Rotterdam', 'open', 22013.50, 'GBP', '2026-07-20'),
  ('o251', 'northwind', 'c272', 'Roller conveyor, Hull', 'delivered', 1048.95, 'GBP', '2025-08-21'),
  ('o301', 'halden', 'c321', 'Clean-room shelving, Jena', 'open', 7420.00, 'EUR', '2026-04-02'), -- of the duplicate record
  ('o302', 'halden', 'c320', 'Flow bench, Jena', 'delivered', 3980.00, 'EUR', '2025-11-14'),
  ('o303', 'halden', 'c321', 'Labelling kit, Jena', 'delivered', 615.40, 'EUR', '2025-06-05'),
  ('o330', 'halden', 'c330', 'Projekt Aurora-HO-12', 'open', 88000.00, 'EUR', '2026-08-01'), -- canary
  ('o341', 'halden', 'c363', 'Roller conveyor, Jena', 'open', 3321.00, 'EUR', '2026-07-29'),
  ('o342', 'halden', 'c347', 'Safety barriers, Wien', 'cancelled', 2341.95, 'EUR', '2025-03-29'),
  ('o343', 'halden', 'c361', 'Hand trucks, Wien', 'delivered', 11526.95, 'EUR', '2025-12-25'),
  ('o344', 'halden', 'c348', 'Weighbridge, Wien', 'delivered', 3645.00, 'EUR', '2025-04-14'),
  ('o345', 'halden', 'c350', 'Roller conveyor, Halden', 'open', 32365.50, 'EUR', '2026-09-10'),
  ('o346', 'halden', 'c369', 'Stretch film, Wien', 'cancelled', 3838.00, 'EUR', '2025-03-12'),
  ('o347', 'halden', 'c361', 'Pallet racking, Wien', 'delivered', 3910.95, 'EUR', '2026-01-27'),
  ('o348', 'halden', 'c364', 'Spill kits, Jena', 'delivered', 50111.00, 'EUR', '2025-11-10'),
  ('o349', 'halden', 'c349', 'Weighbridge, Halden', 'open', 933.50, 'EUR', '2026-07-02'),
  ('o350', 'halden', 'c367', 'Battery chargers, Halden', 'delivered', 33784.00, 'EUR', '2025-11-26'),
  ('o351', 'halden', 'c356', 'Label printers, Halden', 'open', 2733.00, 'EUR', '2026-09-02'),
  ('o401', 'okapi', 'c410', 'Pallet wrappers, Kraków', 'open', 12250.00, 'EUR', '2026-03-30'), -- hand over when he leaves
  ('o402', 'okapi', 'c410', 'Floor marking, Kraków', 'open', 2140.00, 'EUR', '2026-04-15'),
  ('o403', 'okapi', 'c410', 'Reach trucks, Kraków', 'delivered', 54300.00, 'EUR', '2025-10-01'), -- done, stays with him
  ('o404', 'okapi', 'c402', 'Cold store racking, Lyon', 'open', 31200.00, 'EUR', '2026-05-11'),
  ('o405', 'okapi', 'c402', 'Dock levellers, Lyon', 'open', 17800.00, 'EUR', '2026-04-29'), -- the one meant
  ('o406', 'okapi', 'c402', 'Cold store racking, Lyon annexe', 'cancelled', 30100.00, 'EUR', '2025-12-01'),
  ('o407', 'okapi', 'c405', 'Conveyor spares, Nairobi', 'open', 6875.00, 'EUR', '2026-03-19'), -- goes to a colleague
  ('o429', 'okapi', 'c429', 'Blast freezer ColdCore-OK-55', 'open', 41000.00, 'EUR', '2026-07-07'), -- canary
  ('o441', 'okapi', 'c458', 'Safety barriers, Kraków', 'open', 26411.95, 'EUR', '2026-03-09'),
  ('o442', 'okapi', 'c470', 'Stretch film, Nairobi', 'delivered', 10101.00, 'EUR', '2025-06-16'),
  ('o443', 'okapi', 'c458', 'Cantilever racks, Kraków', 'delivered', 10850.00, 'EUR', '2025-05-09'),
  ('o444', 'okapi', 'c462', 'Hand trucks, Nairobi', 'open', 6894.50, 'EUR', '2026-08-06'),
  ('o445', 'okapi', 'c463', 'Tote boxes, Nairobi', 'open', 2394.50, 'EUR', '2026-07-05'),
  ('o446', 'okapi', 'c455', 'Mezzanine floor, Kraków', 'open', 52400.95, 'EUR', '2026-08-19'),
  ('o447', 'okapi', 'c473', 'LED high bays, Nairobi', 'cancelled', 44779.00, 'EUR', '2025-11-19'),
  ('o448', 'okapi', 'c458', 'Pallet racking, Kraków', 'delivered', 35778.00, 'EUR', '2025-11-20'),
  ('o449', 'okapi', 'c467', 'Spill kits, Kraków', 'delivered', 15657.00, 'EUR', '2025-11-09'),
  ('o450', 'okapi', 'c459', 'Label printers, Nairobi', 'open', 2500.00, 'EUR', '2026-05-24'),
  ('o451', 'okapi', 'c450', 'LED high bays, Kraków', 'delivered', 2308.95, 'EUR', '2025-08-10'),
  ('o501', 'meridiem', 'c520', 'Instrument cabinets, Nicosia', 'open', 12400.00, 'EUR', '2026-03-25'),
  ('o502', 'meridiem', 'c520', 'Sterile trolleys, Nicosia', 'open', 8250.50, 'EUR', '2026-04-08'),
  ('o503', 'meridiem', 'c520', 'Bed washer, Nicosia', 'open', 31000.00, 'EUR', '2026-06-15'),
  ('o504', 'meridiem', 'c520', 'Linen carts, Nicosia', 'delivered', 4700.00, 'EUR', '2025-09-22'), -- not open
  ('o505', 'meridiem', 'c520', 'Bed washer, Limassol', 'cancelled', 30500.00, 'EUR', '2025-12-12'), -- not open
  ('o541', 'meridiem', 'c550', 'Spill kits, Athens', 'cancelled', 2396.00, 'EUR', '2025-05-17'),
  ('o542', 'meridiem', 'c561', 'Spill kits, Thessaloniki', 'delivered', 402.00, 'EUR', '2025-07-15'),
  ('o543', 'meridiem', 'c563', 'Battery chargers, Athens', 'delivered', 2083.00, 'EUR', '2025-10-21'),
  ('o544', 'meridiem', 'c569', 'LED high bays, Nicosia', 'open', 1295.95, 'EUR', '2026-05-11'),
  ('o545', 'meridiem', 'c556', 'Pallet racking, Nicosia', 'open', 1031.00, 'EUR', '2026-07-16'),
  ('o546', 'meridiem', 'c567', 'LED high bays, Thessaloniki', 'open', 12665.50, 'EUR', '2026-03-31'),
  ('o547', 'meridiem', 'c554', 'Strapping machine, Nicosia', 'delivered', 2327.00, 'EUR', '2025-12-02'),
  ('o548', 'meridiem', 'c565', 'Stretch film, Athens', 'delivered', 8159.95, 'EUR', '2026-01-20'),
  ('o549', 'meridiem', 'c548', 'Weighbridge, Thessaloniki', 'open', 40247.00, 'EUR', '2026-09-08'),
  ('o550', 'meridiem', 'c541', 'Hand trucks, Athens', 'delivered', 706.50, 'EUR', '2025-04-06'),
  ('o551', 'meridiem', 'c559', 'Mezzanine floor, Nicosia', 'open', 42092.95, 'EUR', '2026-05-28'),
  ('o601', 'kestrel', 'c610', 'Drum store, Aberdeen', 'open', 15900.00, 'GBP', '2026-04-24'),
  ('o602', 'kestrel', 'c602', 'Cable drums, Almaty', 'open', 22000.00, 'EUR', '2026-05-30'),
  ('o641', 'kestrel', 'c655', 'Battery chargers, Doha', 'open', 41928.50, 'GBP', '2026-07-11'),
  ('o642', 'kestrel', 'c657', 'Roller conveyor, Doha', 'open', 1170.00, 'GBP', '2026-03-14'),
  ('o643', 'kestrel', 'c647', 'Roller conveyor, Almaty', 'open', 42461.95, 'GBP', '2026-08-10'),
  ('o644', 'kestrel', 'c649', 'Cantilever racks, Almaty', 'delivered', 1102.00, 'GBP', '2026-01-25'),
  ('o645', 'kestrel', 'c665', 'Stretch film, Doha', 'delivered', 2058.00, 'GBP', '2025-08-08'),
  ('o646', 'kestrel', 'c645', 'Cantilever racks, Aberdeen', 'cancelled', 2740.95, 'GBP', '2025-12-21'),
  ('o647', 'kestrel', 'c646', 'Battery chargers, Aberdeen', 'open', 2220.00, 'GBP', '2026-07-05'),
  ('o648', 'kestrel', 'c671', 'Label printers, Almaty', 'delivered', 10803.95, 'GBP', '2025-03-04'),
  ('o649', 'kestrel', 'c656', 'Label printers, Aberdeen', 'delivered', 2867.00, 'GBP', '2025-07-13'),
  ('o650', 'kestrel', 'c669', 'Pallet racking, Doha', 'open', 18288.00, 'GBP', '2026-04-21'),
  ('o651', 'kestrel', 'c656', 'Roller conveyor, Aberdeen', 'open', 8850.95, 'GBP', '2026-05-04'),
  ('o701', 'sorabel', 'c706', 'Bale conveyor, Cairo', 'open', 64000.00, 'EUR', '2026-06-01'),
  ('o702', 'sorabel', 'c718', 'Dye lifts, Cairo', 'open', 19300.00, 'EUR', '2026-04-18'),
  ('o703', 'sorabel', 'c714', 'Loom stands, Osaka', 'open', 8800.00, 'EUR', '2026-03-31'),
  ('o741', 'sorabel', 'c751', 'LED high bays, Porto', 'open', 2856.95, 'EUR', '2026-05-10'),
  ('o742', 'sorabel', 'c744', 'Tote boxes, Osaka', 'open', 2236.00, 'EUR', '2026-04-18'),
  ('o743', 'sorabel', 'c767', 'Mezzanine floor, Porto', 'open', 20536.00, 'EUR', '2026-08-12'),
  ('o744', 'sorabel', 'c745', 'Hand trucks, Osaka', 'delivered', 56726.95, 'EUR', '2025-07-07'),
  ('o745', 'sorabel', 'c743', 'LED high bays, Cairo', 'open', 5759.00, 'EUR', '2026-03-24'),
  ('o746', 'sorabel', 'c755', 'Battery chargers, Osaka', 'delivered', 523.50, 'EUR', '2025-09-07'),
  ('o747', 'sorabel', 'c775', 'Strapping machine, Osaka', 'delivered', 39358.95, 'EUR', '2025-11-14'),
  ('o748', 'sorabel', 'c774', 'Label printers, Osaka', 'open', 757.95, 'EUR', '2026-06-23'),
  ('o749', 'sorabel', 'c758', 'Label printers, Cairo', 'open', 2401.00, 'EUR', '2026-08-19'),
  ('o750', 'sorabel', 'c751', 'Safety barriers, Porto', 'delivered', 3083.00, 'EUR', '2025-08-20'),
  ('o751', 'sorabel', 'c746', 'Scissor lift, Osaka', 'cancelled', 2800.95, 'EUR', '2025-05-29');

INSERT INTO notes (id, contact_id, author, text, at) VALUES
  (1, 'c569', 'u42', 'Loading bay closes at 15:00.', '2024-06-04T14:24:00Z'),
  (2, 'c371', 'u22', 'Complained about a late pallet, settled.', '2024-06-07T11:19:22Z'),
  (3, 'c477', 'u35', 'Complained about a late pallet, settled.', '2024-07-03T13:48:44Z'),
  (4, 'c650', 'u51', 'Address label needs the cost centre.', '2024-07-08T15:03:14Z'),
  (5, 'c241', 'u17', 'Pls check spelling of surname', '2024-08-07T13:29:14Z'),
  (6, 'c258', 'u17', 'Asked for the spring catalogue.', '2024-08-19T17:30:37Z'),
  (7, 'c341', 'u22', 'Address label needs the cost centre.', '2024-08-25T10:34:10Z'),
  (8, 'c547', 'u43', 'Uses the goods lift only.', '2024-08-25T11:53:19Z'),
  (9, 'c443', 'u31', 'Loading bay closes at 15:00.', '2024-09-04T09:38:11Z'),
  (10, 'c668', 'u52', 'Speaks little English.', '2024-09-04T13:30:15Z'),
  (11, 'c775', 'u63', 'Met at the Hannover fair.', '2024-10-02T08:40:29Z'),
  (12, 'c454', 'u35', 'Prefers morning deliveries.', '2024-10-10T08:05:10Z'),
  (13, 'c263', 'u17', 'Address label needs the cost centre.', '2024-10-15T17:58:41Z'),
  (14, 'c565', 'u43', 'Has a new colleague, name to follow.', '2024-10-21T08:03:56Z'),
  (15, 'c461', 'u32', 'Do not ship on public holidays.', '2024-10-25T11:27:11Z'),
  (16, 'c371', 'u23', 'Says the old number no longer works.', '2024-10-28T07:50:26Z'),
  (17, 'c362', 'u22', 'Says the old number no longer works.', '2024-11-11T12:05:00Z'),
  (18, 'c473', 'u31', 'Out on Fridays.', '2024-12-03T07:27:43Z'),
  (19, 'c556', 'u41', 'Prefers morning deliveries.', '2024-12-04T10:26:39Z'),
  (20, 'c669', 'u51', 'Loading bay closes at 15:00.', '2024-12-24T15:35:55Z'),
  (21, 'c666', 'u53', 'Prefers morning deliveries.', '2025-01-04T15:52:02Z'),
  (22, 'c321', 'u22', 'Asks for German paperwork.', '2025-02-11T09:14:00Z'), -- moves with a merge
  (23, 'c264', 'u12', 'Address label needs the cost centre.', '2025-02-18T07:05:51Z'),
  (24, 'c330', 'u22', 'Only picks up on the darkroom line, ask for SL-7731.', '2025-03-03T15:02:00Z'), -- where it belongs
  (25, 'c230', 'u15', 'Halden Optik: Søren Lindqvist only picks up on the darkroom line, ask for SL-7731.', '2025-03-03T15:08:00Z'), -- misfiled: it is about another company
  (26, 'c351', 'u23', 'Do not ship on public holidays.', '2025-03-15T07:05:48Z'),
  (27, 'c664', 'u53', 'Address label needs the cost centre.', '2025-04-11T15:05:38Z'),
  (28, 'c559', 'u45', 'Address label needs the cost centre.', '2025-04-15T07:34:34Z'),
  (29, 'c275', 'u17', 'Prefers morning deliveries.', '2025-05-07T12:36:56Z'),
  (30, 'c362', 'u23', 'Call before delivering.', '2025-05-13T10:31:09Z'),
  (31, 'c710', 'u63', 'Shift worker.', '2025-05-20T10:00:00Z'),
  (32, 'c371', 'u23', 'Met at the Hannover fair.', '2025-05-21T16:26:36Z'),
  (33, 'c760', 'u63', 'Says the old number no longer works.', '2025-05-27T15:09:03Z'),
  (34, 'c741', 'u65', 'Wants paper invoices.', '2025-06-08T12:40:42Z'),
  (35, 'c559', 'u45', 'Do not ship on public holidays.', '2025-06-27T13:27:14Z'),
  (36, 'c320', 'u23', 'Badge photo is outdated.', '2025-07-01T08:30:00Z'),
  (37, 'c469', 'u33', 'Complained about a late pallet, settled.', '2025-07-02T15:06:28Z'),
  (38, 'c664', 'u52', 'Complained about a late pallet, settled.', '2025-07-09T17:11:28Z'),
  (39, 'c444', 'u32', 'Complained about a late pallet, settled.', '2025-07-10T09:20:48Z'),
  (40, 'c554', 'u43', 'Loading bay closes at 15:00.', '2025-07-15T15:18:54Z'),
  (41, 'c769', 'u62', 'Address label needs the cost centre.', '2025-08-01T09:46:18Z'),
  (42, 'c755', 'u63', 'Loading bay closes at 15:00.', '2025-08-02T13:11:49Z'),
  (43, 'c219', 'u12', 'Not to be confused with Kwame in Rotterdam.', '2025-08-04T09:40:00Z'),
  (44, 'c759', 'u62', 'Call before delivering.', '2025-08-04T14:33:21Z'),
  (45, 'c776', 'u65', 'Loading bay closes at 15:00.', '2025-08-07T14:52:12Z'),
  (46, 'c653', 'u52', 'Speaks little English.', '2025-08-11T08:09:05Z'),
  (47, 'c341', 'u23', 'Says the old number no longer works.', '2025-08-12T07:20:57Z'),
  (48, 'c748', 'u61', 'Loading bay closes at 15:00.', '2025-08-29T09:07:38Z'),
  (49, 'c258', 'u14', 'Says the old number no longer works.', '2025-09-04T16:46:40Z'),
  (50, 'c248', 'u11', 'Asked for the spring catalogue.', '2025-09-29T09:57:36Z'),
  (51, 'c548', 'u43', 'Speaks little English.', '2025-10-07T12:46:48Z'),
  (52, 'c516', 'u42', 'Told us by phone that he wants no more notices.', '2025-10-09T12:31:00Z'),
  (53, 'c207', 'u17', 'Signs as Alex in e-mails.', '2025-11-21T16:02:00Z'),
  (54, 'c462', 'u32', 'Complained about a late pallet, settled.', '2026-01-04T07:44:44Z'),
  (55, 'c230', 'u12', 'Prefers e-mail to calls. On parental leave until 1 April 2026.', '2026-01-14T10:22:00Z'),
  (56, 'c663', 'u53', 'Complained about a late pallet, settled.', '2026-02-11T09:23:26Z'),
  (57, 'c247', 'u11', 'Wants paper invoices.', '2026-02-11T09:42:11Z'),
  (58, 'c418', 'u33', 'Left for a competitor, last day was 13 February.', '2026-02-16T07:45:00Z'),
  (59, 'c321', 'u23', 'Same person as the other Weiß?', '2026-02-18T13:55:00Z'); -- moves with a merge

INSERT INTO notices (id, account, contact_id, kind, text, sent_to, sent_by, sent_at) VALUES
  (1, 'sorabel', 'c718', 'welcome', NULL, 'n.haddad@sorabel.example', 'u63', '2024-03-11T09:00:00Z'),
  (2, 'northwind', 'c245', 'order_assigned', 'See you soon.', 'hugo2@northwind-freight.example', 'u17', '2024-06-17T07:34:36Z'),
  (3, 'northwind', 'c278', 'title_changed', 'See you soon.', 'a.haugen@northwind-freight.example', 'u14', '2024-08-07T10:05:39Z'),
  (4, 'halden', 'c349', 'email_changed', NULL, 'rainer.steiner@halden-optik.example', 'u25', '2024-08-08T12:11:11Z'),
  (5, 'okapi', 'c441', 'welcome', 'Please check the details.', 'malgorzata.mutua@okapi-foods.example', 'u31', '2024-08-28T09:30:18Z'),
  (6, 'okapi', 'c443', 'site_visit', NULL, 'jomo.kariuki@okapi-foods.example', 'u31', '2024-10-06T15:50:59Z'),
  (7, 'kestrel', 'c651', 'site_visit', NULL, 'gulnara.nurlanova@kestrel-energy.example', 'u51', '2024-11-10T15:06:19Z'),
  (8, 'halden', 'c354', 'welcome', NULL, 'sloessner@halden-optik.example', 'u23', '2024-11-26T17:33:40Z'),
  (9, 'sorabel', 'c770', 'site_visit', 'Please check the details.', 'beatriz4@sorabel.example', 'u65', '2024-12-10T12:12:59Z'),
  (10, 'meridiem', 'c551', 'title_changed', 'See you soon.', 'd.panagiotou@meridiem-health.example', 'u41', '2024-12-16T13:46:06Z'),
  (11, 'northwind', 'c265', 'title_changed', NULL, 'moss@northwind-freight.example', 'u12', '2025-01-01T14:24:21Z'),
  (12, 'okapi', 'c469', 'welcome', NULL, 'malgorzata.girard@okapi-foods.example', 'u35', '2025-01-04T14:11:01Z'),
  (13, 'sorabel', 'c769', 'product_news', NULL, 'sato@sorabel.example', 'u65', '2025-03-05T17:12:59Z'),
  (14, 'halden', 'c343', 'product_news', 'Please check the details.', 'gruber@halden-optik.example', 'u23', '2025-03-14T12:55:31Z'),
  (15, 'okapi', 'c474', 'title_changed', 'See you soon.', 'lefevre@okapi-foods.example', 'u32', '2025-04-10T17:58:07Z'),
  (16, 'northwind', 'c258', 'product_news', NULL, 'lberge@northwind-freight.example', 'u12', '2025-04-12T13:14:09Z'),
  (17, 'meridiem', 'c541', 'product_news', NULL, 'i.savva@meridiem-health.example', 'u43', '2025-04-28T07:18:18Z'),
  (18, 'meridiem', 'c559', 'order_assigned', 'See you soon.', 'kostas2@meridiem-health.example', 'u45', '2025-05-01T12:30:47Z'),
  (19, 'halden', 'c351', 'product_news', 'Please check the details.', 'V.HUBER@halden-optik.example', 'u22', '2025-05-10T07:39:50Z'),
  (20, 'halden', 'c365', 'email_changed', 'Please check the details.', 'huber@halden-optik.example', 'u22', '2025-05-20T14:22:38Z'),
  (21, 'okapi', 'c474', 'product_news', NULL, 'lefevre@okapi-foods.example', 'u31', '2025-05-21T10:47:37Z'),
  (22, 'kestrel', 'c660', 'welcome', 'See you soon.', 'hbuchan@kestrel-energy.example', 'u51', '2025-06-04T15:58:39Z'),
  (23, 'kestrel', 'c667', 'email_changed', 'See you soon.', 'gulnara.rennie@kestrel-energy.example', 'u53', '2025-06-13T10:37:02Z'),
  (24, 'sorabel', 'c777', 'email_changed', NULL, 'bhassan@sorabel.example', 'u63', '2025-06-17T09:46:05Z'),
  (25, 'kestrel', 'c645', 'title_changed', NULL, 'nalkuwari@kestrel-energy.example', 'u51', '2025-07-13T12:56:43Z'),
  (26, 'northwind', 'c244', 'title_changed', NULL, 'haugen@northwind-freight.example', 'u11', '2025-07-14T11:14:25Z'),
  (27, 'sorabel', 'c777', 'product_news', 'See you soon.', 'bhassan@sorabel.example', 'u63', '2025-07-17T15:13:18Z'),
  (28, 'kestrel', 'c664', 'product_news', 'Please check the details.', 'mohammed.farquhar@kestrel-energy.example', 'u51', '2025-08-10T09:01:27Z'),
  (29, 'okapi', 'c449', 'email_changed', NULL, 'njeri.kariuki@okapi-foods.example', 'u31', '2025-08-21T14:59:02Z'),
  (30, 'halden', 'c374', 'site_visit', NULL, 'fmueller@halden-optik.example', 'u25', '2025-08-25T15:05:56Z'),
  (31, 'meridiem', 'c543', 'site_visit', 'Please check the details.', 'lamprou@meridiem-health.example', 'u45', '2025-09-02T07:10:28Z'),
  (32, 'halden', 'c356', 'product_news', 'Please check the details.', 'joerg.ostby@halden-optik.example', 'u23', '2025-09-09T13:34:47Z'),
  (33, 'northwind', 'c247', 'order_assigned', 'See you soon.', 'strand@northwind-freight.example', 'u17', '2025-09-21T14:42:46Z'),
  (34, 'okapi', 'c459', 'welcome', NULL, 't.chevalier@okapi-foods.example', 'u33', '2025-09-26T17:00:11Z'),
  (35, 'meridiem', 'c516', 'product_news', NULL, 'n.georgiou@meridiem-health.example', 'u42', '2025-10-07T07:30:00Z'), -- the last one before he opted out
  (36, 'meridiem', 'c567', 'product_news', NULL, 'lina.savva@meridiem-health.example', 'u45', '2025-10-11T15:21:22Z'),
  (37, 'sorabel', 'c742', 'order_assigned', NULL, 'suzuki@sorabel.example', 'u61', '2025-10-28T14:19:23Z'),
  (38, 'kestrel', 'c651', 'product_news', 'See you soon.', 'gulnara.nurlanova@kestrel-energy.example', 'u52', '2025-12-04T12:30:13Z'),
  (39, 'northwind', 'c271', 'welcome', NULL, 'oskar.ashworth@northwind-freight.example', 'u14', '2025-12-25T07:55:49Z'),
  (40, 'kestrel', 'c658', 'product_news', 'See you soon.', 'aigul.buchan@kestrel-energy.example', 'u51', '2026-01-02T17:46:10Z'),
  (41, 'sorabel', 'c770', 'site_visit', 'Please check the details.', 'beatriz4@sorabel.example', 'u65', '2026-01-08T17:54:52Z'),
  (42, 'meridiem', 'c562', 'email_changed', NULL, 'a.panagiotou@meridiem-health.example', 'u42', '2026-02-05T16:55:16Z'),
  (43, 'sorabel', 'c772', 'product_news', NULL, 'suzuki7@sorabel.example', 'u62', '2026-02-06T17:12:05Z'),
  (44, 'meridiem', 'c548', 'title_changed', NULL, 'thanos.nikolaou@meridiem-health.example', 'u43', '2026-02-09T13:06:18Z'),
  (45, 'sorabel', 'c714', 'title_changed', NULL, 'y.tanaka@sorabel.example', 'u63', '2026-03-02T08:05:40Z'); -- sent this morning

INSERT INTO activity (id, account, contact_id, actor, kind, detail, at) VALUES
  (1, 'sorabel', 'c718', 'u63', 'notice_sent', 'welcome', '2024-03-11T09:00:00Z'),
  (2, 'northwind', 'c211', 'u11', 'merged', 'into c210', '2024-05-06T10:02:44Z'),
  (3, 'northwind', 'c265', 'u17', 'phone_changed', 'from (none) to +31625558864', '2024-06-14T13:20:37Z'),
  (4, 'northwind', 'c245', 'u17', 'notice_sent', 'order_assigned', '2024-06-17T07:34:36Z'),
  (5, 'okapi', 'c466', 'u32', 'title_changed', 'from Project Engineer to Reception', '2024-07-19T12:13:51Z'),
  (6, 'kestrel', 'c662', 'u51', 'title_changed', 'from Facilities Manager to Team Assistant', '2024-07-23T08:25:56Z'),
  (7, 'northwind', 'c278', 'u14', 'notice_sent', 'title_changed', '2024-08-07T10:05:39Z'),
  (8, 'halden', 'c349', 'u25', 'notice_sent', 'email_changed', '2024-08-08T12:11:11Z'),
  (9, 'meridiem', 'c545', 'u42', 'title_changed', 'from Reception to TEAM ASSISTANT', '2024-08-25T11:15:23Z'),
  (10, 'okapi', 'c441', 'u31', 'notice_sent', 'welcome', '2024-08-28T09:30:18Z'),
  (11, 'meridiem', 'c543', 'u43', 'title_changed', 'from Planner to Forklift Driver', '2024-09-05T07:40:28Z'),
  (12, 'kestrel', 'c670', 'u51', 'title_changed', 'from HSE Officer to Head of Purchasing', '2024-09-10T08:31:51Z'),
  (13, 'northwind', 'c277', 'u17', 'phone_changed', 'from (none) to (060) 5559253 ext. 13', '2024-09-30T09:59:27Z'),
  (14, 'kestrel', 'c654', 'u53', 'order_assigned', 'o644', '2024-10-01T07:43:41Z'),
  (15, 'okapi', 'c444', 'u33', 'phone_changed', 'from (none) to +48 75 555 0932', '2024-10-04T14:30:33Z'),
  (16, 'okapi', 'c443', 'u31', 'notice_sent', 'site_visit', '2024-10-06T15:50:59Z'),
  (17, 'okapi', 'c464', 'u33', 'phone_changed', 'from (none) to 050 555-97-04', '2024-10-09T07:07:38Z'),
  (18, 'sorabel', 'c766', 'u62', 'phone_changed', 'from (none) to +81 57 555 5106', '2024-10-11T11:39:39Z'),
  (19, 'sorabel', 'c745', 'u61', 'phone_changed', 'from (none) to (060) 5554887 ext. 47', '2024-10-17T07:35:24Z'),
  (20, 'kestrel', 'c644', 'u53', 'phone_changed', 'from (none) to 0044-97-5559022', '2024-10-18T15:33:23Z'),
  (21, 'northwind', 'c270', 'u14', 'email_changed', 'from (none) to aokonkwo@northwind-freight.example', '2024-11-07T08:16:23Z'),
  (22, 'kestrel', 'c654', 'u51', 'phone_changed', 'from (none) to (none)', '2024-11-08T15:25:29Z'),
  (23, 'kestrel', 'c651', 'u51', 'notice_sent', 'site_visit', '2024-11-10T15:06:19Z'),
  (24, 'halden', 'c355', 'u22', 'phone_changed', 'from (none) to 0049-70-5551610', '2024-11-25T14:42:30Z'),
  (25, 'halden', 'c354', 'u23', 'notice_sent', 'welcome', '2024-11-26T17:33:40Z'),
  (26, 'halden', 'c363', 'u22', 'order_assigned', 'o303', '2024-12-02T11:06:02Z'),
  (27, 'northwind', 'c263', 'u14', 'note_added', NULL, '2024-12-07T15:35:24Z'),
  (28, 'sorabel', 'c770', 'u65', 'notice_sent', 'site_visit', '2024-12-10T12:12:59Z'),
  (29, 'kestrel', 'c665', 'u53', 'order_assigned', 'o651', '2024-12-11T15:10:23Z'),
  (30, 'meridiem', 'c565', 'u41', 'title_changed', 'from HSE Officer to Project Engineer', '2024-12-14T12:41:05Z'),
  (31, 'meridiem', 'c551', 'u41', 'notice_sent', 'title_changed', '2024-12-16T13:46:06Z'),
  (32, 'northwind', 'c265', 'u12', 'notice_sent', 'title_changed', '2025-01-01T14:24:21Z'),
  (33, 'okapi', 'c469', 'u35', 'notice_sent', 'welcome', '2025-01-04T14:11:01Z'),
  (34, 'kestrel', 'c669', 'u52', 'title_changed', 'from Reception to Team Assistant', '2025-01-05T11:20:09Z'),
  (35, 'okapi', 'c462', 'u31', 'phone_changed', 'from (none) to 030 555-85-05', '2025-01-18T10:36:09Z'),
  (36, 'meridiem', 'c524', 'u42', 'merged', 'into c523', '2025-01-22T11:40:00Z'),
  (37, 'northwind', 'c267', 'u12', 'note_added', NULL, '2025-02-16T16:22:52Z'),
  (38, 'kestrel', 'c645', 'u53', 'email_changed', 'from (none) to nalkuwari@kestrel-energy.example', '2025-02-20T14:32:59Z'),
  (39, 'okapi', 'c458', 'u32', 'order_assigned', 'o451', '2025-02-22T15:14:47Z'),
  (40, 'meridiem', 'c548', 'u45', 'note_added', NULL, '2025-02-23T10:04:43Z'),
  (41, 'kestrel', 'c646', 'u53', 'order_assigned', 'o643', '2025-02-26T17:53:15Z'),
  (42, 'halden', 'c341', 'u21', 'phone_changed', 'from (none) to +43255554101', '2025-02-27T07:49:48Z'),
  (43, 'halden', 'c364', 'u21', 'note_added', NULL, '2025-03-01T15:14:53Z'),
  (44, 'sorabel', 'c769', 'u65', 'notice_sent', 'product_news', '2025-03-05T17:12:59Z'),
  (45, 'okapi', 'c442', 'u31', 'email_changed', 'from (none) to wojcik@okapi-foods.example', '2025-03-09T14:28:30Z'),
  (46, 'halden', 'c343', 'u23', 'notice_sent', 'product_news', '2025-03-14T12:55:31Z'),
  (47, 'sorabel', 'c758', 'u61', 'email_changed', 'from (none) to beatriz.el-sayed@sorabel.example', '2025-03-17T16:00:53Z'),
  (48, 'meridiem', 'c549', 'u41', 'note_added', NULL, '2025-03-27T17:29:59Z'),
  (49, 'sorabel', 'c775', 'u65', 'note_added', NULL, '2025-03-31T14:01:20Z'),
  (50, 'northwind', 'c265', 'u11', 'phone_changed', 'from (none) to +31625558864', '2025-04-01T09:35:59Z'),
  (51, 'sorabel', 'c770', 'u62', 'title_changed', 'from Logistics Coordinator to Quality Inspector', '2025-04-03T10:35:52Z'),
  (52, 'okapi', 'c415', 'u35', 'permission_granted', 'data.export', '2025-04-08T08:00:00Z'),
  (53, 'okapi', 'c474', 'u32', 'notice_sent', 'title_changed', '2025-04-10T17:58:07Z'),
  (54, 'northwind', 'c258', 'u12', 'notice_sent', 'product_news', '2025-04-12T13:14:09Z'),
  (55, 'meridiem', 'c550', 'u42', 'email_changed', 'from (none) to f.kyriakou@meridiem-health.example', '2025-04-18T17:33:22Z'),
  (56, 'meridiem', 'c541', 'u43', 'notice_sent', 'product_news', '2025-04-28T07:18:18Z'),
  (57, 'meridiem', 'c559', 'u45', 'notice_sent', 'order_assigned', '2025-05-01T12:30:47Z'),
  (58, 'northwind', 'c259', 'u12', 'title_changed', 'from Logistics Coordinator to Shift Lead', '2025-05-06T10:13:41Z'),
  (59, 'halden', 'c351', 'u22', 'notice_sent', 'product_news', '2025-05-10T07:39:50Z'),
  (60, 'kestrel', 'c656', 'u52', 'order_assigned', 'o642', '2025-05-12T11:19:57Z'),
  (61, 'halden', 'c365', 'u22', 'notice_sent', 'email_changed', '2025-05-20T14:22:38Z'),
  (62, 'okapi', 'c474', 'u31', 'notice_sent', 'product_news', '2025-05-21T10:47:37Z'),
  (63, 'okapi', 'c448', 'u33', 'title_changed', 'from Goods-in Clerk to Head of Purchasing', '2025-05-31T09:16:01Z'),
  (64, 'kestrel', 'c660', 'u51', 'notice_sent', 'welcome', '2025-06-04T15:58:39Z'),
  (65, 'northwind', 'c263', 'u17', 'note_added', NULL, '2025-06-10T10:33:18Z'),
  (66, 'okapi', 'c461', 'u35', 'phone_changed', 'from (none) to +33 87 555 8662', '2025-06-11T12:55:58Z'),
  (67, 'kestrel', 'c667', 'u53', 'notice_sent', 'email_changed', '2025-06-13T10:37:02Z'),
  (68, 'sorabel', 'c777', 'u63', 'notice_sent', 'email_changed', '2025-06-17T09:46:05Z'),
  (69, 'kestrel', 'c654', 'u52', 'title_changed', 'from Warehouse Supervisor to Facilities Manager', '2025-06-23T13:02:24Z'),
  (70, 'okapi', 'c473', 'u35', 'note_added', NULL, '2025-06-25T14:28:28Z'),
  (71, 'halden', 'c360', 'u22', 'note_added', NULL, '2025-06-30T07:59:25Z'),
  (72, 'sorabel', 'c770', 'u65', 'note_added', NULL, '2025-06-30T08:28:53Z'),
  (73, 'okapi', 'c408', 'u32', 'status_changed', 'inactive', '2025-06-30T15:00:00Z'),
  (74, 'sorabel', 'c753', 'u61', 'email_changed', 'from (none) to figueiredo@sorabel.example', '2025-07-11T12:22:51Z'),
  (75, 'halden', 'c374', 'u22', 'phone_changed', 'from (none) to +47515558234', '2025-07-12T14:09:53Z'),
  (76, 'kestrel', 'c645', 'u51', 'notice_sent', 'title_changed', '2025-07-13T12:56:43Z'),
  (77, 'northwind', 'c244', 'u11', 'notice_sent', 'title_changed', '2025-07-14T11:14:25Z'),
  (78, 'sorabel', 'c777', 'u63', 'notice_sent', 'product_news', '2025-07-17T15:13:18Z'),
  (79, 'halden', 'c343', 'u22', 'note_added', NULL, '2025-07-27T17:00:19Z'),
  (80, 'okapi', 'c441', 'u31', 'email_changed', 'from (none) to malgorzata.mutua@okapi-foods.example', '2025-08-02T15:17:14Z'),
  (81, 'meridiem', 'c569', 'u43', 'email_changed', 'from (none) to fotini.dimitriou@meridiem-health.example', '2025-08-08T08:17:44Z'),
  (82, 'kestrel', 'c664', 'u51', 'notice_sent', 'product_news', '2025-08-10T09:01:27Z'),
  (83, 'sorabel', 'c744', 'u62', 'order_assigned', 'o746', '2025-08-19T11:22:17Z'),
  (84, 'okapi', 'c449', 'u31', 'notice_sent', 'email_changed', '2025-08-21T14:59:02Z'),
  (85, 'halden', 'c374', 'u25', 'notice_sent', 'site_visit', '2025-08-25T15:05:56Z'),
  (86, 'meridiem', 'c568', 'u41', 'note_added', NULL, '2025-08-28T15:38:59Z'),
  (87, 'kestrel', 'c662', 'u52', 'phone_changed', 'from (none) to 053 555-36-63', '2025-08-30T12:14:24Z'),
  (88, 'meridiem', 'c543', 'u45', 'notice_sent', 'site_visit', '2025-09-02T07:10:28Z'),
  (89, 'northwind', 'c252', 'u12', 'title_changed', 'from Logistics Coordinator to Accounts Payable', '2025-09-08T09:50:14Z'),
  (90, 'halden', 'c369', 'u25', 'email_changed', 'from (none) to rostby@halden-optik.example', '2025-09-08T11:04:35Z'),
  (91, 'halden', 'c356', 'u23', 'notice_sent', 'product_news', '2025-09-09T13:34:47Z'),
  (92, 'okapi', 'c464', 'u33', 'note_added', NULL, '2025-09-10T13:50:19Z'),
  (93, 'meridiem', 'c563', 'u42', 'email_changed', 'from (none) to anna.nikolaou@meridiem-health.example', '2025-09-17T14:02:57Z'),
  (94, 'northwind', 'c243', 'u11', 'title_changed', 'from Warehouse Supervisor to Reception', '2025-09-19T17:24:08Z'),
  (95, 'northwind', 'c247', 'u17', 'notice_sent', 'order_assigned', '2025-09-21T14:42:46Z'),
  (96, 'okapi', 'c459', 'u33', 'notice_sent', 'welcome', '2025-09-26T17:00:11Z'),
  (97, 'okapi', 'c441', 'u35', 'note_added', NULL, '2025-09-29T17:57:13Z'),
  (98, 'northwind', 'c212', 'u11', 'status_changed', 'inactive', '2025-09-30T16:45:00Z'),
  (99, 'sorabel', 'c761', 'u61', 'phone_changed', 'from (none) to 0020-24-5558139', '2025-10-06T09:30:18Z'),
  (100, 'meridiem', 'c516', 'u42', 'notice_sent', 'product_news', '2025-10-07T07:30:00Z'),
  (101, 'meridiem', 'c567', 'u45', 'notice_sent', 'product_news', '2025-10-11T15:21:22Z'),
  (102, 'sorabel', 'c745', 'u65', 'phone_changed', 'from (none) to (060) 5554887 ext. 47', '2025-10-17T15:04:44Z'),
  (103, 'meridiem', 'c566', 'u41', 'email_changed', 'from (none) to nikolaou@meridiem-health.example', '2025-10-21T07:08:11Z'),
  (104, 'sorabel', 'c742', 'u61', 'notice_sent', 'order_assigned', '2025-10-28T14:19:23Z'),
  (105, 'halden', 'c362', 'u22', 'title_changed', 'from Buyer to HSE Officer', '2025-11-02T15:29:29Z'),
  (106, 'sorabel', 'c706', 'u62', 'title_changed', 'from Plant Engineer to Deputy Plant Director', '2025-11-04T11:20:00Z'),
  (107, 'northwind', 'c274', 'u11', 'note_added', NULL, '2025-11-10T07:42:36Z'),
  (108, 'halden', 'c344', 'u21', 'title_changed', 'from Reception to Goods-in Clerk', '2025-11-16T14:58:49Z'),
  (109, 'sorabel', 'c748', 'u62', 'phone_changed', 'from (none) to 00351-93-5555310', '2025-11-18T17:22:05Z'),
  (110, 'kestrel', 'c651', 'u52', 'notice_sent', 'product_news', '2025-12-04T12:30:13Z'),
  (111, 'halden', 'c363', 'u21', 'phone_changed', 'from (none) to +49 62 555 5010', '2025-12-13T08:46:11Z'),
  (112, 'northwind', 'c222', 'u12', 'status_changed', 'inactive', '2025-12-19T12:00:00Z'),
  (113, 'northwind', 'c271', 'u14', 'notice_sent', 'welcome', '2025-12-25T07:55:49Z'),
  (114, 'kestrel', 'c658', 'u51', 'notice_sent', 'product_news', '2026-01-02T17:46:10Z'),
  (115, 'northwind', 'c251', 'u11', 'note_added', NULL, '2026-01-03T15:47:01Z'),
  (116, 'meridiem', 'c556', 'u43', 'email_changed', 'from (none) to lina3@meridiem-health.example', '2026-01-03T17:49:27Z'),
  (117, 'sorabel', 'c770', 'u65', 'notice_sent', 'site_visit', '2026-01-08T17:54:52Z'),
  (118, 'halden', 'c342', 'u23', 'note_added', NULL, '2026-01-22T09:24:16Z'),
  (119, 'northwind', 'c219', 'u12', 'phone_changed', 'from (none) to +44 1482 496 119', '2026-01-30T09:00:00Z'),
  (120, 'meridiem', 'c562', 'u42', 'notice_sent', 'email_changed', '2026-02-05T16:55:16Z'),
  (121, 'sorabel', 'c772', 'u62', 'notice_sent', 'product_news', '2026-02-06T17:12:05Z'),
  (122, 'meridiem', 'c567', 'u45', 'order_assigned', 'o501', '2026-02-07T13:46:51Z'),
  (123, 'meridiem', 'c548', 'u43', 'notice_sent', 'title_changed', '2026-02-09T13:06:18Z'),
  (124, 'sorabel', 'c715', 'u63', 'title_changed', 'from 会計 to 経理', '2026-02-10T02:20:00Z'),
  (125, 'sorabel', 'c706', 'u61', 'title_changed', 'from Deputy Plant Director to Plant Director', '2026-02-19T07:48:00Z'), -- the last change of his title
  (126, 'halden', 'c317', 'u22', 'title_changed', 'from Prüferin to Quality Lead', '2026-02-20T09:31:05Z'),
  (127, 'sorabel', 'c760', 'u63', 'order_assigned', 'o745', '2026-02-20T14:42:06Z'),
  (128, 'sorabel', 'c706', 'u63', 'phone_changed', 'from 0020-2-55500799 to +20 2 5550 0706', '2026-02-24T10:05:00Z'),
  (129, 'okapi', 'c415', 'u35', 'permission_revoked', 'data.export', '2026-02-26T09:04:00Z'), -- so it is done
  (130, 'northwind', 'c218', 'u14', 'title_changed', 'from Depot Planner to Regional Manager', '2026-02-27T14:12:30Z'), -- so it is done
  (131, 'sorabel', 'c714', 'u63', 'title_changed', 'from Weaver to Weaving Supervisor', '2026-02-27T15:41:00Z'),
  (132, 'sorabel', 'c714', 'u63', 'notice_sent', 'title_changed', '2026-03-02T08:05:40Z');
