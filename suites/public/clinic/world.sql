-- The books of the Lindell practices: patients and how to reach them, who works
-- where, the calendar of two weeks and what is left of the last two, referrals,
-- waiting lists, and the messages sent. Families share names, addresses and
-- numbers; numbers are written as people said them; records are old or double.
-- Times are local, which in March is UTC. Rows that cases turn on say so.

CREATE TABLE practices (
  id              TEXT PRIMARY KEY NOT NULL,
  name            TEXT NOT NULL UNIQUE,
  city            TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('open', 'closed')),
  reception_phone TEXT NOT NULL
);

-- Who may be signed in on a call: each practice's patients' line, and its staff.
CREATE TABLE users (
  id      TEXT PRIMARY KEY NOT NULL,
  account TEXT NOT NULL REFERENCES practices (id),
  name    TEXT NOT NULL,
  role    TEXT NOT NULL CHECK (role IN ('line', 'reception', 'nurse', 'doctor', 'trainee')),
  active  INTEGER NOT NULL CHECK (active IN (0, 1))
);

CREATE TABLE practitioners (
  id         TEXT PRIMARY KEY NOT NULL,
  account    TEXT NOT NULL REFERENCES practices (id),
  name       TEXT NOT NULL,
  kind       TEXT NOT NULL CHECK (kind IN ('doctor', 'nurse', 'physiotherapist', 'dermatologist')),
  status     TEXT NOT NULL CHECK (status IN ('active', 'left')),
  away_from  TEXT,
  away_until TEXT,
  UNIQUE (account, id),
  CHECK ((away_from IS NULL) = (away_until IS NULL) AND coalesce(away_until >= away_from, 1))
);

CREATE TABLE appointment_types (
  code         TEXT PRIMARY KEY NOT NULL,
  name         TEXT NOT NULL UNIQUE,
  kind         TEXT NOT NULL, -- of practitioner
  minutes      INTEGER NOT NULL CHECK (minutes > 0),
  referral_for TEXT,          -- specialty, where a referral is needed
  under_age    INTEGER        -- only for patients younger than this
);

CREATE TABLE closures (
  account TEXT NOT NULL REFERENCES practices (id),
  day     TEXT NOT NULL,
  reason  TEXT NOT NULL,
  PRIMARY KEY (account, day)
);

CREATE TABLE patients (
  id          TEXT PRIMARY KEY NOT NULL,
  account     TEXT NOT NULL REFERENCES practices (id),
  name        TEXT NOT NULL,
  latin_name  TEXT NOT NULL, -- in plain Latin letters, for searching
  born        TEXT NOT NULL CHECK (born LIKE '____-__-__'),
  email       TEXT CHECK (email LIKE '%_@_%'),
  phone       TEXT,
  postcode    TEXT,
  language    TEXT NOT NULL,
  contact_by  TEXT NOT NULL CHECK (contact_by IN ('sms', 'email', 'none')),
  status      TEXT NOT NULL CHECK (status IN ('active', 'inactive', 'merged', 'deceased')),
  merged_into TEXT,
  guardian    TEXT,
  note        TEXT,
  updated_at  TEXT NOT NULL,
  UNIQUE (account, id),
  FOREIGN KEY (account, merged_into) REFERENCES patients (account, id),
  FOREIGN KEY (account, guardian) REFERENCES patients (account, id),
  CHECK ((status = 'merged') = (merged_into IS NOT NULL)),
  CHECK (merged_into <> id AND guardian <> id)
);

CREATE TABLE slots (
  id           TEXT PRIMARY KEY NOT NULL,
  account      TEXT NOT NULL,
  practitioner TEXT NOT NULL,
  starts_at    TEXT NOT NULL CHECK (starts_at LIKE '____-__-__T__:__'),
  ends_at      TEXT NOT NULL,
  minutes      INTEGER NOT NULL CHECK (minutes > 0),
  kind         TEXT NOT NULL CHECK (kind IN ('open', 'break', 'blocked')),
  UNIQUE (account, id),
  UNIQUE (practitioner, starts_at),
  FOREIGN KEY (account, practitioner) REFERENCES practitioners (account, id),
  CHECK (ends_at > starts_at)
);

CREATE TABLE referrals (
  id           INTEGER PRIMARY KEY,
  account      TEXT NOT NULL,
  patient      TEXT NOT NULL,
  specialty    TEXT NOT NULL CHECK (specialty IN ('physiotherapy', 'dermatology', 'cardiology', 'audiology')),
  requested_by TEXT NOT NULL REFERENCES users (id),
  requested_on TEXT NOT NULL,
  status       TEXT NOT NULL CHECK (status IN ('requested', 'active', 'used', 'expired', 'declined')),
  valid_until  TEXT,
  reason       TEXT,
  FOREIGN KEY (account, patient) REFERENCES patients (account, id),
  CHECK (status <> 'active' OR valid_until IS NOT NULL)
);

CREATE TABLE appointments (
  id         INTEGER PRIMARY KEY,
  account    TEXT NOT NULL,
  patient    TEXT NOT NULL,
  slot       TEXT NOT NULL,
  type       TEXT NOT NULL REFERENCES appointment_types (code),
  status     TEXT NOT NULL CHECK (status IN ('booked', 'cancelled', 'attended', 'missed')),
  referral   INTEGER REFERENCES referrals (id),
  reason     TEXT,
  booked_by  TEXT NOT NULL REFERENCES users (id),
  updated_at TEXT NOT NULL,
  FOREIGN KEY (account, patient) REFERENCES patients (account, id),
  FOREIGN KEY (account, slot) REFERENCES slots (account, id)
);

CREATE UNIQUE INDEX appointments_slot ON appointments (slot) WHERE status = 'booked';
CREATE INDEX appointments_patient ON appointments (patient);

CREATE TABLE waiting_list (
  id           INTEGER PRIMARY KEY,
  account      TEXT NOT NULL,
  patient      TEXT NOT NULL,
  type         TEXT NOT NULL REFERENCES appointment_types (code),
  practitioner TEXT REFERENCES practitioners (id), -- NULL: any
  since        TEXT NOT NULL,
  FOREIGN KEY (account, patient) REFERENCES patients (account, id)
);

CREATE TABLE messages (
  id          INTEGER PRIMARY KEY,
  account     TEXT NOT NULL,
  patient     TEXT NOT NULL, -- who got it
  appointment INTEGER REFERENCES appointments (id),
  slot        TEXT REFERENCES slots (id), -- of the appointment at that time
  kind        TEXT NOT NULL CHECK (kind IN ('confirmation', 'moved', 'cancelled', 'reminder', 'note')),
  channel     TEXT NOT NULL CHECK (channel IN ('sms', 'email')),
  sent_to     TEXT NOT NULL,
  text        TEXT,
  sent_at     TEXT NOT NULL,
  FOREIGN KEY (account, patient) REFERENCES patients (account, id),
  CHECK ((kind = 'note') = (text IS NOT NULL)),
  CHECK (kind = 'note' OR appointment IS NOT NULL)
);

CREATE INDEX messages_appointment ON messages (appointment);

CREATE TABLE activity (
  id      INTEGER PRIMARY KEY,
  account TEXT NOT NULL,
  patient TEXT NOT NULL,
  actor   TEXT NOT NULL REFERENCES users (id),
  kind    TEXT NOT NULL,
  detail  TEXT,
  at      TEXT NOT NULL,
  FOREIGN KEY (account, patient) REFERENCES patients (account, id)
);

-- What whoever has signed in may do.
CREATE VIEW callers AS
SELECT u.id, u.account, u.name, u.role,
       u.role <> 'line' AS is_staff,
       u.role <> 'trainee' AS may_write,
       u.role IN ('nurse', 'doctor') AS may_refer
FROM users u
JOIN practices p ON p.id = u.account
WHERE u.active = 1 AND p.status = 'open';

-- The last nine digits of each phone number, however it is written.
CREATE VIEW patient_phones AS
SELECT id, substr(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '(', ''), ')', ''), -9) AS digits
FROM patients;

-- Times at which somebody is there to see a patient.
CREATE VIEW bookable_slots AS
SELECT s.id, s.account, s.practitioner, s.starts_at, s.ends_at, s.minutes, d.name, d.kind
FROM slots s
JOIN practitioners d ON d.id = s.practitioner
WHERE s.kind = 'open' AND d.status = 'active'
  AND (d.away_from IS NULL OR substr(s.starts_at, 1, 10) NOT BETWEEN d.away_from AND d.away_until)
  AND NOT EXISTS (SELECT 1 FROM closures c WHERE c.account = s.account AND c.day = substr(s.starts_at, 1, 10));

-- Those of them that nobody has.
CREATE VIEW free_slots AS
SELECT b.* FROM bookable_slots b
WHERE NOT EXISTS (SELECT 1 FROM appointments a WHERE a.slot = b.id AND a.status = 'booked');

INSERT INTO practices (id, name, city, status, reception_phone) VALUES
  ('harbour', 'Harbour Street Surgery', 'Bristol', 'open', '0117 496 0100'),
  ('elmfield', 'Elmfield Family Practice', 'Leeds', 'open', '0113 496 0200'),
  ('seaview', 'Seaview Medical Centre', 'Brighton', 'open', '01273 496 300'),
  ('kingsway', 'Kingsway Health', 'Cardiff', 'open', '029 2018 0400'),
  ('oldmill', 'Old Mill Practice', 'Bath', 'closed', '01225 496 500'); -- closed in 2025; its records are kept

INSERT INTO users (id, account, name, role, active) VALUES
  ('u10', 'harbour', 'Patients'' line', 'line', 1),
  ('u11', 'harbour', 'Fiona Grant', 'reception', 1),
  ('u12', 'harbour', 'Bridget Doyle', 'nurse', 1),
  ('u13', 'harbour', 'Callum Reid', 'trainee', 1),
  ('u14', 'harbour', 'Adaeze Okafor', 'doctor', 1),
  ('u20', 'elmfield', 'Patients'' line', 'line', 1),
  ('u21', 'elmfield', 'Paul Whitaker', 'reception', 1),
  ('u22', 'elmfield', 'Maeve Byrne', 'nurse', 1),
  ('u23', 'elmfield', 'Jodie Marsh', 'trainee', 1), -- may only look
  ('u24', 'elmfield', 'Leila Haddad', 'doctor', 1),
  ('u30', 'seaview', 'Patients'' line', 'line', 1),
  ('u31', 'seaview', 'Rosa Lind', 'reception', 1),
  ('u32', 'seaview', 'Joy Mensah', 'nurse', 1),
  ('u40', 'kingsway', 'Patients'' line', 'line', 1),
  ('u41', 'kingsway', 'Gethin Rees', 'reception', 1),
  ('u42', 'kingsway', 'Gwen Morgan', 'doctor', 1),
  ('u43', 'kingsway', 'Paul Whittaker', 'reception', 0), -- has left; not the man of Leeds
  ('u50', 'oldmill', 'Ann Frome', 'reception', 0);

INSERT INTO practitioners (id, account, name, kind, status, away_from, away_until) VALUES
  ('d11', 'harbour', 'Dr Adaeze Okafor', 'doctor', 'active', NULL, NULL),
  ('d12', 'harbour', 'Dr Tomasz Wójcik', 'doctor', 'active', NULL, NULL),
  ('d13', 'harbour', 'Dr Helen Marsh', 'doctor', 'active', '2026-03-02', '2026-03-13'), -- on leave
  ('d14', 'harbour', 'Dr Simon Okafor', 'doctor', 'left', NULL, NULL), -- retired
  ('n11', 'harbour', 'Bridget Doyle', 'nurse', 'active', NULL, NULL),
  ('t11', 'harbour', 'Arjun Nair', 'physiotherapist', 'active', NULL, NULL),
  ('d21', 'elmfield', 'Dr Samuel Okafor', 'doctor', 'active', NULL, NULL), -- not the Dr Okafor of Bristol
  ('d22', 'elmfield', 'Dr Yuki Tanaka', 'doctor', 'active', NULL, NULL),
  ('n21', 'elmfield', 'Maeve Byrne', 'nurse', 'active', NULL, NULL),
  ('s21', 'elmfield', 'Dr Leila Haddad', 'dermatologist', 'active', NULL, NULL),
  ('d31', 'seaview', 'Dr Eleni Papadaki', 'doctor', 'active', NULL, NULL),
  ('d32', 'seaview', 'Dr Jack Eastwood', 'doctor', 'active', '2026-03-04', '2026-03-06'), -- at a conference
  ('n31', 'seaview', 'Joy Mensah', 'nurse', 'active', NULL, NULL),
  ('t31', 'seaview', 'Lars Holm', 'physiotherapist', 'active', NULL, NULL),
  ('d41', 'kingsway', 'Dr Rhys Morgan', 'doctor', 'active', NULL, NULL),
  ('d42', 'kingsway', 'Dr Gwen Morgan', 'doctor', 'active', NULL, NULL), -- two Drs Morgan
  ('n41', 'kingsway', 'Sioned Parry', 'nurse', 'active', NULL, NULL);

INSERT INTO appointment_types (code, name, kind, minutes, referral_for, under_age) VALUES
  ('gp', 'GP consultation', 'doctor', 15, NULL, NULL),
  ('gp_long', 'Long GP consultation', 'doctor', 30, NULL, NULL),
  ('phone', 'Telephone consultation', 'doctor', 15, NULL, NULL),
  ('nurse', 'Nurse appointment', 'nurse', 15, NULL, NULL),
  ('blood_test', 'Blood test', 'nurse', 15, NULL, NULL),
  ('vaccination', 'Vaccination', 'nurse', 15, NULL, NULL),
  ('child_check', 'Child health check', 'nurse', 15, NULL, 16),
  ('physio', 'Physiotherapy', 'physiotherapist', 30, 'physiotherapy', NULL),
  ('dermatology', 'Dermatology clinic', 'dermatologist', 30, 'dermatology', NULL);

INSERT INTO closures (account, day, reason) VALUES
  ('harbour', '2026-03-10', 'staff training'),
  ('elmfield', '2026-03-12', 'staff training'),
  ('seaview', '2026-03-09', 'building works'),
  ('harbour', '2026-04-03', 'Good Friday'),
  ('harbour', '2026-04-06', 'Easter Monday'),
  ('harbour', '2026-05-04', 'Early May bank holiday'),
  ('elmfield', '2026-04-03', 'Good Friday'),
  ('elmfield', '2026-04-06', 'Easter Monday'),
  ('elmfield', '2026-05-04', 'Early May bank holiday'),
  ('seaview', '2026-04-03', 'Good Friday'),
  ('seaview', '2026-04-06', 'Easter Monday'),
  ('seaview', '2026-05-04', 'Early May bank holiday'),
  ('kingsway', '2026-04-03', 'Good Friday'),
  ('kingsway', '2026-04-06', 'Easter Monday'),
  ('kingsway', '2026-05-04', 'Early May bank holiday');

INSERT INTO patients (id, account, name, latin_name, born, email, phone, postcode, language, contact_by, status, merged_into, guardian, note, updated_at) VALUES
  ('p101', 'harbour', 'Margaret Ellis', 'Margaret Ellis', '1958-04-12', 'margaret.ellis@mail.example', '0117 496 1101', 'BS6 5TR', 'en', 'sms', 'active', NULL, NULL, NULL, '2022-01-19T12:45:56Z'), -- c-004: the other Margaret
  ('p102', 'harbour', 'Margaret Ellis', 'Margaret Ellis', '1958-04-21', 'm.ellis@mail.example', '+447700900102', 'BS3 1NP', 'en', 'email', 'active', NULL, NULL, NULL, '2022-08-03T10:57:04Z'), -- c-004: the one meant
  ('p103', 'harbour', 'Margaret Elliss', 'Margaret Elliss', '1985-12-04', 'margaret.elliss@mail.example', '07700-900103', 'BS6 5TR', 'en', 'sms', 'active', NULL, NULL, NULL, '2025-01-19T14:54:16Z'), -- a third, with two Ss
  ('p104', 'harbour', 'José García', 'Jose Garcia', '1949-07-03', 'garcia.family@mail.example', '0117 496 1104', 'BS5 9AD', 'es', 'sms', 'active', NULL, NULL, NULL, '2023-06-07T17:34:55Z'), -- c-005: the father; same household as p105
  ('p105', 'harbour', 'José García', 'Jose Garcia', '1979-07-03', 'garcia.family@mail.example', '0117 496 1104', 'BS5 9AD', 'en', 'sms', 'active', NULL, NULL, NULL, '2025-02-10T13:09:54Z'), -- c-005: the son, who rings
  ('p106', 'harbour', 'Νίκος Παπαδόπουλος', 'Nikos Papadopoulos', '1990-01-15', 'nikos.p@mail.example', '+306900900106', 'BS1 6HX', 'el', 'email', 'active', NULL, NULL, NULL, '2023-10-01T12:05:16Z'), -- c-023
  ('p107', 'harbour', 'Lucy Tran', 'Lucy Tran', '2015-09-09', NULL, NULL, 'BS8 2LR', 'en', 'none', 'active', NULL, 'p108', NULL, '2023-08-14T14:40:56Z'), -- c-018: the child
  ('p108', 'harbour', 'Minh Tran', 'Minh Tran', '1984-02-20', 'minh.tran@mail.example', '07700 900108', 'BS8 2LR', 'en', 'sms', 'active', NULL, NULL, NULL, '2024-06-14T10:57:56Z'), -- c-018: her guardian
  ('p109', 'harbour', 'Lucy Tran', 'Lucy Tran', '1995-09-09', 'lucy.tran@mail.example', '+447700900109', 'BS2 0PT', 'en', 'sms', 'active', NULL, NULL, NULL, '2022-09-05T12:08:18Z'), -- grown up, no relation
  ('p110', 'harbour', 'Иван Петров', 'Ivan Petrov', '1971-11-02', 'ivan.petrov@mail.example', '+44 7700 900110', 'BS7 8QW', 'ru', 'sms', 'active', NULL, NULL, NULL, '2022-09-17T11:03:27Z'), -- c-007
  ('p111', 'harbour', 'Owen Hughes', 'Owen Hughes', '1988-06-30', 'owen.hughes@mail.example', '07700 900111', 'BS1 4QA', 'en', 'sms', 'active', NULL, NULL, NULL, '2023-05-11T17:26:55Z'), -- c-001
  ('p112', 'harbour', 'Owain Hughes', 'Owain Hughes', '1988-06-03', 'owain.hughes@mail.example', '07700 900112', 'BS1 4QD', 'en', 'sms', 'active', NULL, NULL, NULL, '2023-12-12T17:09:26Z'), -- not Owen
  ('p113', 'harbour', 'Sean Murphy', 'Sean Murphy', '1975-10-18', 'sean.murphy@mail.example', '07700 900113', 'BS4 3LL', 'en', 'sms', 'active', NULL, NULL, NULL, '2022-02-23T10:57:46Z'),
  ('p114', 'harbour', 'Seán Murphy', 'Sean Murphy', '1957-10-18', 'sean.murphy57@mail.example', '0117 496 1114', 'BS4 3LL', 'en', 'sms', 'active', NULL, NULL, NULL, '2023-08-12T14:30:31Z'), -- c-012
  ('p115', 'harbour', 'Harold Finch', 'Harold Finch', '1931-01-08', NULL, '0117 496 1115', 'BS9 3AA', 'en', 'none', 'deceased', NULL, NULL, NULL, '2022-09-03T11:56:05Z'), -- died in 2025; letters must not go out
  ('p116', 'harbour', 'Aoife Brennan', 'Aoife Brennan', '1993-08-25', 'aoife.brennan@mail.example', '07700 900116', 'BS5 6JY', 'en', 'email', 'active', NULL, NULL, NULL, '2025-10-19T14:04:34Z'), -- c-016
  ('p117', 'harbour', 'Νίκος Παπαδόπουλος', 'Nikos Papadopoulos', '1990-01-15', 'nikos.p@mail.example', NULL, NULL, 'el', 'email', 'merged', 'p106', NULL, NULL, '2023-09-23T10:02:42Z'), -- c-023: the old record of p106
  ('p118', 'harbour', 'Nikolaos Papadopoulos', 'Nikolaos Papadopoulos', '1962-05-06', 'n.papadopoulos@mail.example', '07700 900118', 'BS1 6HX', 'el', 'sms', 'active', NULL, NULL, NULL, '2024-04-17T11:23:45Z'), -- c-023: an uncle
  ('p119', 'harbour', 'Katarzyna Nowak', 'Katarzyna Nowak', '1984-05-12', 'k.nowak@mail.example', '+447700900612', 'BS6 7QS', 'pl', 'sms', 'active', NULL, NULL, 'HB-Kestrel-4471: ask for the interpreter.', '2024-03-03T11:11:25Z'), -- c-017: the one meant there, at another practice
  ('p120', 'harbour', 'Désirée Laurent', 'Desiree Laurent', '1969-03-27', 'd.laurent@mail.example', '07700 900120', 'BS3 4EE', 'fr', 'sms', 'active', NULL, NULL, NULL, '2022-04-26T09:58:05Z'), -- c-020
  ('p121', 'harbour', 'Bob  Tanner ', 'Bob Tanner', '1944-12-30', NULL, '0117 496 1121', 'BS14 8LP', 'en', 'none', 'active', NULL, NULL, NULL, '2025-02-04T13:37:08Z'), -- c-020: wants no messages
  ('p122', 'harbour', 'Noor Rahman', 'Noor Rahman', '2001-02-11', 'noor.r@mail.example', '07700 900122', 'BS16 1DB', 'en', 'sms', 'active', NULL, NULL, NULL, '2025-11-02T16:08:11Z'), -- c-020: in the afternoon
  ('p201', 'elmfield', 'Aylin Demir', 'Aylin Demir', '1996-04-30', 'aylin.demir@mail.example', '07700 900201', 'LS6 2AB', 'tr', 'email', 'active', NULL, NULL, NULL, '2023-11-01T14:04:54Z'), -- c-003
  ('p202', 'elmfield', 'Aylın Demir', 'Aylin Demir', '1996-04-30', 'aylin.demir@old-mail.example', '07700 900199', 'LS6 2AB', 'tr', 'sms', 'inactive', NULL, NULL, NULL, '2025-02-24T14:24:35Z'), -- her record of years ago
  ('p203', 'elmfield', 'فاطمة السيد', 'Fatima Al-Sayed', '1987-12-19', 'fatima.alsayed@mail.example', '07700 900203', 'LS8 1QF', 'ar', 'sms', 'active', NULL, NULL, NULL, '2024-09-24T09:57:16Z'), -- c-009
  ('p204', 'elmfield', 'Fatima Alsayed', 'Fatima Alsayed', '1978-12-19', 'f.alsayed@mail.example', '07700 900204', 'LS8 1QH', 'ar', 'sms', 'active', NULL, NULL, NULL, '2025-01-26T10:03:42Z'), -- not the same
  ('p205', 'elmfield', 'Katarzyna Nowak', 'Katarzyna Nowak', '1984-05-21', 'kasia.nowak@mail.example', '07700 900205', 'LS11 5QP', 'pl', 'sms', 'active', NULL, NULL, NULL, '2022-01-01T13:22:44Z'), -- c-017: the namesake
  ('p206', 'elmfield', 'Yusuf Kaya', 'Yusuf Kaya', '1979-01-07', 'ykaya@old-mail.example', '07700 900206', 'LS2 7EW', 'tr', 'email', 'active', NULL, NULL, NULL, '2023-02-16T13:12:00Z'), -- c-022
  ('p207', 'elmfield', '王秀英', 'Wang Xiuying', '1963-09-01', 'xiuying.wang@mail.example', '07700 900207', 'LS1 4DY', 'zh', 'sms', 'active', NULL, NULL, NULL, '2023-04-10T16:19:46Z'), -- c-024
  ('p208', 'elmfield', 'Xiuying Wang', 'Xiuying Wang', '1963-01-09', NULL, '07700 900208', 'LS1 4DX', 'zh', 'sms', 'active', NULL, NULL, NULL, '2024-11-22T09:53:37Z'), -- c-024: no relation
  ('p209', 'elmfield', 'Leila Quill', 'Leila Quill', '1990-10-10', 'leila.quill@post.example', '07700 900209', 'LS7 3HB', 'en', 'sms', 'active', NULL, NULL, 'EF-Larch-2096: results only by letter.', '2022-06-23T11:18:20Z'),
  ('p301', 'seaview', 'Chidi Eze', 'Chidi Eze', '1981-10-05', 'chidi.eze@mail.example', '07700 900301', 'BN1 3FA', 'en', 'sms', 'active', NULL, NULL, NULL, '2025-12-27T13:55:32Z'), -- c-002
  ('p302', 'seaview', 'Tom Baker', 'Tom Baker', '1966-07-14', 'tom.baker@mail.example', '+447700900302', 'BN2 9QA', 'en', 'sms', 'active', NULL, NULL, NULL, '2024-02-24T17:16:34Z'), -- c-010
  ('p303', 'seaview', 'Δήμητρα Σταύρου', 'Dimitra Stavrou', '1974-02-28', 'dimitra.s@mail.example', '07700 900303', 'BN3 2LS', 'el', 'sms', 'active', NULL, NULL, NULL, '2024-05-14T14:57:59Z'), -- c-013
  ('p304', 'seaview', 'Kwame Boateng', 'Kwame Boateng', '1959-06-17', 'kwame.boateng@mail.example', '07700 900304', 'BN1 6PB', 'en', 'sms', 'active', NULL, NULL, NULL, '2024-07-16T10:17:47Z'), -- c-019
  ('p305', 'seaview', 'Kwame Boateng', 'Kwame Boateng', '1989-06-17', 'kwame.boateng@mail.example', '07700 900305', 'BN1 6PB', 'en', 'sms', 'active', NULL, NULL, NULL, '2025-10-01T12:05:10Z'), -- his son; same mail address
  ('p306', 'seaview', 'Róisín Brennan', 'Roisin Brennan', '1990-11-12', 'roisin.brennan@mail.example', '+447700900377', 'BN2 1TW', 'en', 'sms', 'active', NULL, NULL, 'SV-Gannet-7714: no calls before noon.', '2025-07-24T09:20:34Z'), -- c-016: the sister, at another practice
  ('p307', 'seaview', 'Tom  baker', 'Tom Baker', '1966-07-14', NULL, '01273 496307', 'BN2 9QA', 'en', 'sms', 'merged', 'p302', NULL, NULL, '2025-03-04T15:22:31Z'), -- c-010: his second record
  ('p401', 'kingsway', 'Bronwen Pryce', 'Bronwen Pryce', '1951-03-19', 'bronwen.pryce@mail.example', '029 2018 0401', 'CF10 1EP', 'cy', 'none', 'active', NULL, NULL, NULL, '2025-09-27T09:03:56Z'), -- c-006: wants no messages
  ('p402', 'kingsway', 'Grace Adeyemi', 'Grace Adeyemi', '1992-03-14', 'grace.adeyemi@mail.example', '07700 900402', 'CF24 3AA', 'en', 'sms', 'active', NULL, NULL, NULL, '2022-02-05T10:19:26Z'), -- c-011
  ('p403', 'kingsway', 'Rhiannon Vaughan', 'Rhiannon Vaughan', '1986-08-08', 'rhiannon.v@mail.example', '07700 900403', 'CF11 9LJ', 'en', 'sms', 'active', NULL, NULL, NULL, '2024-11-22T14:29:27Z'), -- c-021
  ('p404', 'kingsway', 'Dafydd Jenkins', 'Dafydd Jenkins', '1968-12-02', 'dafydd.jenkins@mail.example', '07700 900404', 'CF5 1QE', 'en', 'sms', 'active', NULL, NULL, NULL, '2024-10-27T14:25:49Z'), -- c-015
  ('p405', 'kingsway', 'Grace Adeyemi-Cole', 'Grace Adeyemi-Cole', '1997-03-14', 'grace.cole@mail.example', '07700 900405', 'CF24 3AB', 'en', 'sms', 'active', NULL, NULL, NULL, '2024-05-15T15:46:20Z'), -- not she
  ('p406', 'kingsway', 'Bronwen Price', 'Bronwen Price', '1951-09-13', 'bronwen.price@mail.example', '029 2018 0406', 'CF10 1EP', 'en', 'sms', 'active', NULL, NULL, NULL, '2024-08-04T10:27:23Z'), -- sounds the same
  ('p407', 'kingsway', 'Carys Jenkins', 'Carys Jenkins', '1970-05-23', 'carys.jenkins@mail.example', '07700 900407', 'CF5 1QE', 'cy', 'sms', 'active', NULL, NULL, NULL, '2024-12-12T08:00:35Z'), -- c-025
  ('p501', 'oldmill', 'Edith Marlow', 'Edith Marlow', '1938-08-01', NULL, '01225 496501', 'BA1 2QH', 'en', 'none', 'inactive', NULL, NULL, 'OM-Teasel-0883: record with the archive.', '2023-02-24T09:20:37Z'),
  ('p130', 'harbour', 'Callum Ali', 'Callum Ali', '1970-11-01', 'callum.ali70@mail.example', '+447700900130', 'BS7 9GA', 'en', 'none', 'active', NULL, NULL, NULL, '2022-02-10T16:20:27Z'),
  ('p131', 'harbour', 'Haruto MacLeod', 'Haruto MacLeod', '1997-10-01', 'Haruto.Macleod@Mail.example', '+447700900131', 'BS29DD', 'en', 'sms', 'active', NULL, NULL, NULL, '2022-05-05T09:59:21Z'),
  ('p132', 'harbour', 'Olu Taylor', 'Olu Taylor', '1953-04-11', 'Olu.Taylor@Mail.example', NULL, 'bs6 9be', 'en', 'none', 'active', NULL, NULL, NULL, '2022-01-15T08:03:27Z'),
  ('p133', 'harbour', 'Emily Patel', 'Emily Patel', '1991-11-05', 'emily.patel91@mail.example', '(07700) 900133', NULL, 'en', 'sms', 'active', NULL, NULL, NULL, '2025-12-09T08:38:24Z'),
  ('p134', 'harbour', 'AGNIESZKA GREEN', 'Agnieszka Green', '1942-01-19', 'Agnieszka.Green@Mail.example', '+44 (0)7700 900134', 'bs5 7gb', 'pl', 'sms', 'active', NULL, NULL, NULL, '2025-01-14T10:09:09Z'),
  ('p135', 'harbour', 'Олена Шевченко', 'Olena Shevchenko', '1956-05-13', 'olena.shevchenko@mail.example', '+447700900135', 'BS7 3JH', 'uk', 'none', 'active', NULL, NULL, NULL, '2025-06-17T16:12:03Z'),
  ('p136', 'harbour', 'Agnieszka Balogun ', 'Agnieszka Balogun', '1947-04-01', 'Agnieszka.Balogun@Mail.example', '0117 496 1136', 'BS3 7JD', 'pl', 'none', 'active', NULL, NULL, NULL, '2023-03-23T12:55:10Z'),
  ('p137', 'harbour', 'Jack Green', 'Jack Green', '1957-12-18', 'jack.green@mail.example', '0117 496 1137', 'BS59EH', 'en', 'none', 'active', NULL, NULL, NULL, '2025-09-04T10:25:09Z'),
  ('p138', 'harbour', 'Łukasz  Hoffmann', 'Lukasz Hoffmann', '1935-05-05', NULL, '0117 496 1138', 'BS27HG', 'pl', 'sms', 'active', NULL, NULL, NULL, '2022-02-02T09:48:21Z'),
  ('p139', 'harbour', 'Diego Dlamini', 'Diego Dlamini', '1996-06-15', NULL, '0117 496 1139', 'BS8 2DB', 'es', 'sms', 'active', NULL, NULL, NULL, '2023-03-27T15:37:54Z'),
  ('p140', 'harbour', 'Agnieszka Green', 'Agnieszka Green', '1964-09-22', 'agnieszka.green@mail.example', '0117 496 1140', NULL, 'pl', 'sms', 'inactive', NULL, NULL, NULL, '2024-03-02T08:45:45Z'),
  ('p141', 'harbour', 'Iolo Jones', 'Iolo Jones', '1964-04-23', 'iolo.jones64@mail.example', '(07700) 900141', 'BS31BN', 'cy', 'sms', 'active', NULL, NULL, NULL, '2024-03-25T14:45:14Z'),
  ('p142', 'harbour', 'Iolo Singh', 'Iolo Singh', '1987-12-19', 'iolo.singh94@mail.example', '+447700900142', 'BS4 3FD', 'cy', 'none', 'active', NULL, NULL, NULL, '2025-08-05T13:03:04Z'),
  ('p143', 'harbour', 'Iolo Singh', 'Iolo Singh', '2015-08-16', 'iolo.singh94@mail.example', '+447700900142', 'BS4 3FD', 'es', 'none', 'active', NULL, 'p142', NULL, '2023-08-20T13:51:36Z'), -- child of the same name
  ('p144', 'harbour', 'François Davies', 'Francois Davies', '1978-12-21', 'fdavies@mail.example', '07700 900144', 'BS2 5AF', 'fr', 'sms', 'active', NULL, NULL, NULL, '2022-07-18T13:18:15Z'),
  ('p145', 'harbour', 'Sofía Hoffmann', 'Sofia Hoffmann', '2000-09-13', 'sofia.hoffmann00@mail.example', '0117 496 1145', 'BS2 4EA', 'es', 'none', 'deceased', NULL, NULL, NULL, '2022-08-20T09:22:35Z'),
  ('p146', 'harbour', 'محمد حسن', 'Mohammed Hassan', '1967-01-23', 'mhassan@mail.example', '+44 (0)7700 900146', 'BS3 5JE', 'ar', 'sms', 'active', NULL, NULL, NULL, '2022-11-18T10:48:45Z'),
  ('p147', 'harbour', 'Maryam Smith ', 'Maryam Smith', '1987-04-12', 'msmith@mail.example', '07700 900147', 'BS6 1HN', 'ar', 'sms', 'active', NULL, NULL, NULL, '2022-12-25T17:40:24Z'),
  ('p148', 'harbour', 'Łukasz MacLeod', 'Lukasz MacLeod', '1958-08-21', 'Lukasz.Macleod@Mail.example', '0117 496 1148', 'BS6 5AH', 'pl', 'sms', 'active', NULL, NULL, NULL, '2025-11-14T11:32:36Z'),
  ('p149', 'harbour', 'Łukasz MacLeod', 'Lukasz MacLeod', '1958-08-21', NULL, '07700 900149', 'BS4 3BB', 'cy', 'none', 'merged', 'p148', NULL, NULL, '2023-05-02T13:52:04Z'),
  ('p220', 'elmfield', 'Ingrid Wright', 'Ingrid Wright', '1991-01-25', 'Ingrid.Wright@Mail.example', '+44 (0)7700 900220', 'ls2 9nh', 'en', 'email', 'active', NULL, NULL, NULL, '2024-05-11T08:18:30Z'),
  ('p221', 'elmfield', 'Jack Sato', 'Jack Sato', '1961-06-06', NULL, '(07700) 900221', NULL, 'en', 'sms', 'active', NULL, NULL, NULL, '2025-08-25T14:11:46Z'),
  ('p222', 'elmfield', 'Jack Clarke', 'Jack Clarke', '1955-06-06', NULL, NULL, 'LS4 9DA', 'en', 'none', 'active', NULL, NULL, NULL, '2023-09-02T13:18:21Z'),
  ('p223', 'elmfield', 'François Hoffmann', 'Francois Hoffmann', '2001-02-08', 'Francois.Hoffmann@Mail.example', '(07700) 900223', NULL, 'fr', 'sms', 'active', NULL, NULL, NULL, '2025-07-25T17:02:40Z'),
  ('p224', 'elmfield', 'GEORGE ZIELIŃSKI', 'George Zielinski', '1986-02-01', 'gzielinski@mail.example', '(07700) 900224', 'LS94LA', 'en', 'sms', 'active', NULL, NULL, NULL, '2025-02-26T12:50:59Z'),
  ('p225', 'elmfield', '李小龙', 'Li Xiaolong', '2001-12-12', NULL, '+447700900225', 'LS7 1EH', 'zh', 'sms', 'active', NULL, NULL, NULL, '2024-03-04T10:21:34Z'),
  ('p226', 'elmfield', 'Thandiwe Nguyen ', 'Thandiwe Nguyen', '1964-02-19', 'Thandiwe.Nguyen@Mail.example', '0113 496 1226', 'LS7 7BJ', 'en', 'sms', 'active', NULL, NULL, NULL, '2024-11-09T11:07:08Z'),
  ('p227', 'elmfield', 'Priya Zieliński', 'Priya Zielinski', '1991-03-09', 'priya.zielinski@mail.example', NULL, NULL, 'en', 'none', 'active', NULL, NULL, NULL, '2023-04-14T15:12:53Z'),
  ('p228', 'elmfield', 'Ffion  Dlamini', 'Ffion Dlamini', '2001-08-21', 'ffion.dlamini01@mail.example', '+44 (0)7700 900228', 'ls6 7dg', 'cy', 'sms', 'active', NULL, NULL, NULL, '2022-09-17T13:56:33Z'),
  ('p229', 'elmfield', 'Mehmet St John', 'Mehmet St John', '1959-06-16', 'mehmet.st.john@mail.example', '+44 (0)7700 900229', 'LS2 6FE', 'tr', 'sms', 'active', NULL, NULL, NULL, '2024-11-14T09:11:23Z'),
  ('p230', 'elmfield', 'Sofía O''Neill', 'Sofia O''Neill', '1966-11-19', 'sofia.oneill@mail.example', '+447700900230', 'LS4 3BB', 'es', 'email', 'inactive', NULL, NULL, NULL, '2025-06-02T14:08:47Z'),
  ('p231', 'elmfield', 'Wei Dlamini', 'Wei Dlamini', '1999-06-11', 'wdlamini@mail.example', '07700-900-231', 'LS63LE', 'zh', 'sms', 'active', NULL, NULL, NULL, '2023-01-10T14:06:17Z'),
  ('p232', 'elmfield', 'Rajesh Ødegård', 'Rajesh Odegard', '1978-06-10', 'rodegard@mail.example', NULL, NULL, 'en', 'none', 'active', NULL, NULL, NULL, '2024-12-01T17:41:43Z'),
  ('p233', 'elmfield', 'Rajesh Ødegård', 'Rajesh Odegard', '2012-08-09', 'rodegard@mail.example', NULL, NULL, 'cy', 'none', 'active', NULL, 'p232', NULL, '2023-03-04T15:20:36Z'), -- child of the same name
  ('p234', 'elmfield', 'Jack Kowalski', 'Jack Kowalski', '1935-10-12', 'jkowalski@mail.example', '0113 496 1234', 'LS4 2AE', 'en', 'sms', 'active', NULL, NULL, NULL, '2023-01-25T13:12:52Z'),
  ('p235', 'elmfield', 'Iolo Smith', 'Iolo Smith', '1963-04-10', 'ismith@mail.example', '0113 496 1235', 'LS9 4LD', 'cy', 'none', 'deceased', NULL, NULL, NULL, '2022-07-02T11:00:18Z'),
  ('p236', 'elmfield', 'Γιώργος Νικολάου', 'Giorgos Nikolaou', '1957-06-11', NULL, '07700-900-236', 'LS3 4DG', 'el', 'sms', 'active', NULL, NULL, NULL, '2023-07-05T09:57:38Z'),
  ('p237', 'elmfield', 'Ethel Khan ', 'Ethel Khan', '1956-04-17', NULL, NULL, 'LS86HB', 'en', 'none', 'active', NULL, NULL, NULL, '2024-03-17T17:29:17Z'),
  ('p238', 'elmfield', 'François Dubois', 'Francois Dubois', '1973-10-05', 'francois.dubois@mail.example', '(07700) 900238', 'LS7 2JD', 'fr', 'sms', 'active', NULL, NULL, NULL, '2025-10-22T14:05:14Z'),
  ('p239', 'elmfield', 'François Dubois', 'Francois Dubois', '1973-10-05', 'Sofia.Nguyen@Mail.example', NULL, 'ls9 9hf', 'es', 'none', 'merged', 'p238', NULL, NULL, '2024-11-08T10:00:49Z'),
  ('p320', 'seaview', 'Doris Singh', 'Doris Singh', '1995-04-12', 'doris.singh95@mail.example', '+44 (0)7700 900320', 'BN3 9NH', 'en', 'email', 'active', NULL, NULL, NULL, '2024-05-13T09:22:06Z'),
  ('p321', 'seaview', 'Wei St John', 'Wei St John', '1966-08-17', 'wei.st.john@mail.example', '07700 900321', NULL, 'zh', 'email', 'active', NULL, NULL, NULL, '2022-10-05T12:35:51Z'),
  ('p322', 'seaview', 'Siobhán St John', 'Siobhan St John', '1979-11-02', 'siobhan.st.john@mail.example', '07700-900-322', 'bn2 8jd', 'en', 'none', 'active', NULL, NULL, NULL, '2024-03-18T13:44:22Z'),
  ('p323', 'seaview', 'Ahmed Patel', 'Ahmed Patel', '1971-06-20', 'ahmed.patel71@mail.example', '+44 (0)7700 900323', 'BN7 4EG', 'ar', 'sms', 'active', NULL, NULL, NULL, '2024-06-19T15:15:24Z'),
  ('p324', 'seaview', 'PRIYA EVANS', 'Priya Evans', '1972-07-16', 'priya.evans@mail.example', '(07700) 900324', 'BN45AA', 'en', 'none', 'active', NULL, NULL, NULL, '2022-02-28T16:08:10Z'),
  ('p325', 'seaview', 'Дмитрий Соколов', 'Dmitry Sokolov', '1999-12-27', NULL, '01273 496325', 'BN64GJ', 'ru', 'sms', 'active', NULL, NULL, NULL, '2022-10-03T16:25:20Z'),
  ('p326', 'seaview', 'François Nguyen ', 'Francois Nguyen', '1946-01-26', 'fnguyen@mail.example', '01273 496326', 'BN8 5LN', 'fr', 'email', 'active', NULL, NULL, NULL, '2022-09-23T12:17:00Z'),
  ('p327', 'seaview', 'Agnieszka Fernández', 'Agnieszka Fernandez', '1999-12-14', 'Agnieszka.Fernandez@Mail.example', '07700 900327', 'BN8 3JF', 'pl', 'sms', 'active', NULL, NULL, NULL, '2024-04-25T10:47:49Z'),
  ('p328', 'seaview', 'Zoë  MacLeod', 'Zoe MacLeod', '1942-11-15', 'zmacleod@mail.example', '07700 900328', 'bn1 5en', 'en', 'email', 'active', NULL, NULL, NULL, '2025-06-14T09:09:31Z'),
  ('p329', 'seaview', 'Diego Dlamini', 'Diego Dlamini', '1943-04-24', 'diego.dlamini43@mail.example', '07700-900-329', 'BN72BN', 'es', 'email', 'active', NULL, NULL, NULL, '2023-07-01T10:41:21Z'),
  ('p330', 'seaview', 'Łukasz Nguyen', 'Lukasz Nguyen', '1948-05-12', 'Lukasz.Nguyen@Mail.example', NULL, 'BN8 6DN', 'pl', 'none', 'inactive', NULL, NULL, NULL, '2023-10-10T17:22:41Z'),
  ('p331', 'seaview', 'Amélie Sato', 'Amelie Sato', '1972-10-22', 'Amelie.Sato@Mail.example', '07700 900331', 'BN9 7BJ', 'fr', 'sms', 'active', NULL, NULL, NULL, '2022-06-20T13:07:46Z'),
  ('p332', 'seaview', 'Siobhán Ali', 'Siobhan Ali', '1990-12-10', NULL, '+447700900332', 'BN9 1NE', 'en', 'sms', 'active', NULL, NULL, NULL, '2022-03-14T15:21:09Z'),
  ('p333', 'seaview', 'Siobhán Ali', 'Siobhan Ali', '2014-06-02', NULL, '+447700900332', 'BN9 1NE', 'en', 'none', 'active', NULL, 'p332', NULL, '2025-11-03T15:20:51Z'), -- child of the same name
  ('p334', 'seaview', 'Maryam Llewellyn', 'Maryam Llewellyn', '1977-12-20', 'maryam.llewellyn77@mail.example', '07700 900334', 'BN7 8BG', 'ar', 'sms', 'active', NULL, NULL, NULL, '2023-10-25T15:54:30Z'),
  ('p335', 'seaview', 'Jack Evans', 'Jack Evans', '1961-12-22', 'jack.evans61@mail.example', '07700-900-335', NULL, 'en', 'none', 'deceased', NULL, NULL, NULL, '2024-06-17T17:38:49Z'),
  ('p336', 'seaview', '佐藤 花子', 'Sato Hanako', '1937-11-14', 'sato.hanako@mail.example', '01273 496336', 'BN7 9GN', 'ja', 'sms', 'active', NULL, NULL, NULL, '2022-02-08T08:12:40Z'),
  ('p337', 'seaview', 'George Taylor ', 'George Taylor', '2005-09-09', 'George.Taylor@Mail.example', '07700 900337', NULL, 'en', 'sms', 'active', NULL, NULL, NULL, '2022-05-08T13:59:09Z'),
  ('p338', 'seaview', 'Thandiwe Dubois', 'Thandiwe Dubois', '1971-08-22', 'Thandiwe.Dubois@Mail.example', '07700 900338', 'BN3 6EG', 'en', 'sms', 'active', NULL, NULL, NULL, '2024-07-19T13:28:20Z'),
  ('p339', 'seaview', 'Thandiwe Dubois', 'Thandiwe Dubois', '1971-08-22', 'Lukasz.Zielinski@Mail.example', '07700 900339', 'bn1 4ae', 'pl', 'none', 'merged', 'p338', NULL, NULL, '2023-09-24T08:51:30Z'),
  ('p420', 'kingsway', 'Iolo Balogun', 'Iolo Balogun', '1996-05-20', NULL, '07700 900420', 'cf6 2ee', 'cy', 'sms', 'active', NULL, NULL, NULL, '2025-10-27T17:15:13Z'),
  ('p421', 'kingsway', 'Jack Smith', 'Jack Smith', '1979-12-12', 'jack.smith79@mail.example', '+44 (0)7700 900421', 'CF2 9GE', 'en', 'sms', 'active', NULL, NULL, NULL, '2022-10-23T17:17:57Z'),
  ('p422', 'kingsway', 'Agnieszka Ali', 'Agnieszka Ali', '1991-12-13', 'agnieszka.ali@mail.example', '(07700) 900422', 'CF54LB', 'pl', 'sms', 'active', NULL, NULL, NULL, '2024-04-09T16:14:32Z'),
  ('p423', 'kingsway', 'Amélie MacLeod', 'Amelie MacLeod', '1999-04-22', 'amelie.macleod99@mail.example', '07700-900-423', 'CF2 7ED', 'fr', 'sms', 'active', NULL, NULL, 'KW-Dyfrig-3150: key safe by the side door.', '2023-04-13T13:41:13Z'),
  ('p424', 'kingsway', 'OLU KOWALSKI', 'Olu Kowalski', '1976-06-14', 'Olu.Kowalski@Mail.example', '07700 900424', 'CF2 9LF', 'en', 'none', 'active', NULL, NULL, NULL, '2022-04-28T12:29:54Z'),
  ('p425', 'kingsway', 'مريم علي', 'Maryam Ali', '1958-10-20', 'Maryam.Ali@Mail.example', '+44 (0)7700 900425', 'CF3 4DE', 'ar', 'sms', 'active', NULL, NULL, NULL, '2024-01-28T08:25:42Z'),
  ('p426', 'kingsway', 'Sofía Ali ', 'Sofia Ali', '1949-03-04', 'sofia.ali@mail.example', '07700-900-426', 'CF1 2LL', 'es', 'sms', 'active', NULL, NULL, NULL, '2025-08-25T17:11:55Z'),
  ('p427', 'kingsway', 'Emily Patel', 'Emily Patel', '1952-08-05', 'epatel@mail.example', '029 2018 1427', 'CF1 9LF', 'en', 'sms', 'active', NULL, NULL, NULL, '2024-08-28T16:48:29Z'),
  ('p428', 'kingsway', 'Stanisław  D''Souza', 'Stanislaw D''Souza', '1987-12-23', 'sdsouza@mail.example', '+447700900428', 'CF82FA', 'pl', 'none', 'active', NULL, NULL, NULL, '2023-11-09T17:23:05Z'),
  ('p429', 'kingsway', 'Sofía Green', 'Sofia Green', '1981-11-10', 'sofia.green@mail.example', '029 2018 1429', 'CF58HH', 'es', 'sms', 'active', NULL, NULL, NULL, '2022-02-06T13:00:46Z'),
  ('p430', 'kingsway', 'Agnieszka D''Souza', 'Agnieszka D''Souza', '1995-03-28', 'agnieszka.dsouza@mail.example', '029 2018 1430', 'CF6 4HN', 'pl', 'none', 'inactive', NULL, NULL, NULL, '2023-01-27T12:40:45Z'),
  ('p431', 'kingsway', 'Callum Fernández', 'Callum Fernandez', '1946-01-19', 'cfernandez@mail.example', '(07700) 900431', 'cf6 8lh', 'en', 'sms', 'active', NULL, NULL, NULL, '2022-03-04T13:02:06Z'),
  ('p432', 'kingsway', 'Zoë St John', 'Zoe St John', '1975-12-25', 'zoe.st.john@mail.example', '+44 (0)7700 900432', 'CF2 1HL', 'en', 'none', 'active', NULL, NULL, NULL, '2023-03-27T13:38:47Z'),
  ('p433', 'kingsway', 'Zoë St John', 'Zoe St John', '2011-05-15', 'zoe.st.john@mail.example', '+44 (0)7700 900432', 'CF2 1HL', 'en', 'none', 'active', NULL, 'p432', NULL, '2024-08-13T13:07:30Z'), -- child of the same name
  ('p434', 'kingsway', 'Emily Taylor', 'Emily Taylor', '1961-02-10', 'emily.taylor@mail.example', '07700-900-434', 'CF11GG', 'en', 'sms', 'active', NULL, NULL, NULL, '2023-06-27T13:41:56Z'),
  ('p435', 'kingsway', 'George Balogun', 'George Balogun', '1968-01-13', 'george.balogun@mail.example', '+447700900435', NULL, 'en', 'none', 'deceased', NULL, NULL, NULL, '2025-05-09T13:30:59Z'),
  ('p436', 'kingsway', '김민준', 'Kim Minjun', '1952-05-09', 'kminjun@mail.example', '+447700900436', 'CF1 8AL', 'ko', 'sms', 'active', NULL, NULL, NULL, '2023-07-01T10:43:07Z'),
  ('p437', 'kingsway', 'Olu Khan ', 'Olu Khan', '1965-09-21', 'okhan@mail.example', '+44 (0)7700 900437', 'CF1 2HA', 'en', 'sms', 'active', NULL, NULL, NULL, '2025-11-02T13:27:40Z'),
  ('p438', 'kingsway', 'Stanisław Dubois', 'Stanislaw Dubois', '1985-04-17', 'Stanislaw.Dubois@Mail.example', '029 2018 1438', 'CF51EH', 'pl', 'sms', 'active', NULL, NULL, NULL, '2023-04-14T17:28:34Z'),
  ('p439', 'kingsway', 'Stanisław Dubois', 'Stanislaw Dubois', '1985-04-17', 'Anna.Smith@Mail.example', '+44 (0)7700 900439', 'cf5 2ll', 'en', 'none', 'merged', 'p438', NULL, NULL, '2022-02-13T12:50:16Z');

INSERT INTO slots (id, account, practitioner, starts_at, ends_at, minutes, kind) VALUES
  ('d11-0217-1530', 'harbour', 'd11', '2026-02-17T15:30', '2026-02-17T15:45', 15, 'open'),
  ('d11-0219-1530', 'harbour', 'd11', '2026-02-19T15:30', '2026-02-19T15:45', 15, 'open'),
  ('d11-0224-0900', 'harbour', 'd11', '2026-02-24T09:00', '2026-02-24T09:15', 15, 'open'),
  ('d11-0226-1530', 'harbour', 'd11', '2026-02-26T15:30', '2026-02-26T15:45', 15, 'open'),
  ('d11-0302-1145', 'harbour', 'd11', '2026-03-02T11:45', '2026-03-02T12:00', 15, 'open'),
  ('d11-0302-1415', 'harbour', 'd11', '2026-03-02T14:15', '2026-03-02T14:30', 15, 'blocked'),
  ('d11-0303-1515', 'harbour', 'd11', '2026-03-03T15:15', '2026-03-03T15:30', 15, 'open'),
  ('d11-0303-1615', 'harbour', 'd11', '2026-03-03T16:15', '2026-03-03T16:45', 30, 'open'),
  ('d11-0304-1030', 'harbour', 'd11', '2026-03-04T10:30', '2026-03-04T10:45', 15, 'open'),
  ('d11-0304-1115', 'harbour', 'd11', '2026-03-04T11:15', '2026-03-04T11:30', 15, 'open'),
  ('d11-0304-1415', 'harbour', 'd11', '2026-03-04T14:15', '2026-03-04T14:30', 15, 'open'),
  ('d11-0305-0900', 'harbour', 'd11', '2026-03-05T09:00', '2026-03-05T09:15', 15, 'open'),
  ('d11-0305-0930', 'harbour', 'd11', '2026-03-05T09:30', '2026-03-05T09:45', 15, 'open'),
  ('d11-0305-1230', 'harbour', 'd11', '2026-03-05T12:30', '2026-03-05T13:00', 30, 'break'),
  ('d11-0305-1400', 'harbour', 'd11', '2026-03-05T14:00', '2026-03-05T14:15', 15, 'open'),
  ('d11-0305-1430', 'harbour', 'd11', '2026-03-05T14:30', '2026-03-05T14:45', 15, 'open'),
  ('d11-0305-1545', 'harbour', 'd11', '2026-03-05T15:45', '2026-03-05T16:00', 15, 'open'),
  ('d11-0306-0845', 'harbour', 'd11', '2026-03-06T08:45', '2026-03-06T09:00', 15, 'open'),
  ('d11-0306-0930', 'harbour', 'd11', '2026-03-06T09:30', '2026-03-06T09:45', 15, 'open'),
  ('d11-0306-1115', 'harbour', 'd11', '2026-03-06T11:15', '2026-03-06T11:30', 15, 'open'),
  ('d11-0306-1430', 'harbour', 'd11', '2026-03-06T14:30', '2026-03-06T14:45', 15, 'open'),
  ('d11-0309-1045', 'harbour', 'd11', '2026-03-09T10:45', '2026-03-09T11:00', 15, 'open'),
  ('d11-0310-0845', 'harbour', 'd11', '2026-03-10T08:45', '2026-03-10T09:00', 15, 'open'),
  ('d11-0311-1145', 'harbour', 'd11', '2026-03-11T11:45', '2026-03-11T12:00', 15, 'open'),
  ('d11-0311-1230', 'harbour', 'd11', '2026-03-11T12:30', '2026-03-11T13:00', 30, 'break'),
  ('d11-0312-1045', 'harbour', 'd11', '2026-03-12T10:45', '2026-03-12T11:00', 15, 'open'),
  ('d11-0312-1515', 'harbour', 'd11', '2026-03-12T15:15', '2026-03-12T15:30', 15, 'open'),
  ('d11-0313-1615', 'harbour', 'd11', '2026-03-13T16:15', '2026-03-13T16:45', 30, 'open'),
  ('d12-0217-1015', 'harbour', 'd12', '2026-02-17T10:15', '2026-02-17T10:30', 15, 'open'),
  ('d12-0219-1530', 'harbour', 'd12', '2026-02-19T15:30', '2026-02-19T15:45', 15, 'open'),
  ('d12-0224-1530', 'harbour', 'd12', '2026-02-24T15:30', '2026-02-24T15:45', 15, 'open'),
  ('d12-0226-1400', 'harbour', 'd12', '2026-02-26T14:00', '2026-02-26T14:15', 15, 'open'),
  ('d12-0302-1230', 'harbour', 'd12', '2026-03-02T12:30', '2026-03-02T13:00', 30, 'break'),
  ('d12-0302-1415', 'harbour', 'd12', '2026-03-02T14:15', '2026-03-02T14:30', 15, 'open'),
  ('d12-0302-1545', 'harbour', 'd12', '2026-03-02T15:45', '2026-03-02T16:00', 15, 'open'),
  ('d12-0303-1415', 'harbour', 'd12', '2026-03-03T14:15', '2026-03-03T14:30', 15, 'open'),
  ('d12-0303-1615', 'harbour', 'd12', '2026-03-03T16:15', '2026-03-03T16:45', 30, 'open'),
  ('d12-0304-1030', 'harbour', 'd12', '2026-03-04T10:30', '2026-03-04T10:45', 15, 'open'),
  ('d12-0304-1615', 'harbour', 'd12', '2026-03-04T16:15', '2026-03-04T16:45', 30, 'blocked'),
  ('d12-0305-0900', 'harbour', 'd12', '2026-03-05T09:00', '2026-03-05T09:15', 15, 'open'),
  ('d12-0305-0930', 'harbour', 'd12', '2026-03-05T09:30', '2026-03-05T09:45', 15, 'open'),
  ('d12-0305-1000', 'harbour', 'd12', '2026-03-05T10:00', '2026-03-05T10:15', 15, 'open'),
  ('d12-0305-1430', 'harbour', 'd12', '2026-03-05T14:30', '2026-03-05T14:45', 15, 'open'),
  ('d12-0306-1145', 'harbour', 'd12', '2026-03-06T11:45', '2026-03-06T12:00', 15, 'open'),
  ('d12-0306-1230', 'harbour', 'd12', '2026-03-06T12:30', '2026-03-06T13:00', 30, 'break'),
  ('d12-0309-1130', 'harbour', 'd12', '2026-03-09T11:30', '2026-03-09T11:45', 15, 'open'),
  ('d12-0309-1145', 'harbour', 'd12', '2026-03-09T11:45', '2026-03-09T12:00', 15, 'open'),
  ('d12-0309-1430', 'harbour', 'd12', '2026-03-09T14:30', '2026-03-09T14:45', 15, 'open'),
  ('d12-0310-1045', 'harbour', 'd12', '2026-03-10T10:45', '2026-03-10T11:00', 15, 'open'),
  ('d12-0311-0945', 'harbour', 'd12', '2026-03-11T09:45', '2026-03-11T10:00', 15, 'open'),
  ('d12-0312-1230', 'harbour', 'd12', '2026-03-12T12:30', '2026-03-12T13:00', 30, 'break'),
  ('d12-0312-1415', 'harbour', 'd12', '2026-03-12T14:15', '2026-03-12T14:30', 15, 'open'),
  ('d12-0313-0845', 'harbour', 'd12', '2026-03-13T08:45', '2026-03-13T09:00', 15, 'blocked'),
  ('d13-0305-1045', 'harbour', 'd13', '2026-03-05T10:45', '2026-03-05T11:00', 15, 'open'),
  ('d13-0313-1230', 'harbour', 'd13', '2026-03-13T12:30', '2026-03-13T13:00', 30, 'break'),
  ('n11-0217-1400', 'harbour', 'n11', '2026-02-17T14:00', '2026-02-17T14:15', 15, 'open'),
  ('n11-0219-1530', 'harbour', 'n11', '2026-02-19T15:30', '2026-02-19T15:45', 15, 'open'),
  ('n11-0224-0900', 'harbour', 'n11', '2026-02-24T09:00', '2026-02-24T09:15', 15, 'open'),
  ('n11-0302-1615', 'harbour', 'n11', '2026-03-02T16:15', '2026-03-02T16:30', 15, 'open'),
  ('n11-0303-1045', 'harbour', 'n11', '2026-03-03T10:45', '2026-03-03T11:00', 15, 'open'),
  ('n11-0303-1515', 'harbour', 'n11', '2026-03-03T15:15', '2026-03-03T15:30', 15, 'open'),
  ('n11-0304-1515', 'harbour', 'n11', '2026-03-04T15:15', '2026-03-04T15:30', 15, 'open'),
  ('n11-0304-1530', 'harbour', 'n11', '2026-03-04T15:30', '2026-03-04T15:45', 15, 'open'),
  ('n11-0304-1545', 'harbour', 'n11', '2026-03-04T15:45', '2026-03-04T16:00', 15, 'open'),
  ('n11-0304-1600', 'harbour', 'n11', '2026-03-04T16:00', '2026-03-04T16:15', 15, 'open'),
  ('n11-0305-0900', 'harbour', 'n11', '2026-03-05T09:00', '2026-03-05T09:15', 15, 'open'),
  ('n11-0305-0915', 'harbour', 'n11', '2026-03-05T09:15', '2026-03-05T09:30', 15, 'open'),
  ('n11-0305-1245', 'harbour', 'n11', '2026-03-05T12:45', '2026-03-05T13:15', 30, 'break'),
  ('n11-0305-1530', 'harbour', 'n11', '2026-03-05T15:30', '2026-03-05T15:45', 15, 'open'),
  ('n11-0306-0845', 'harbour', 'n11', '2026-03-06T08:45', '2026-03-06T09:00', 15, 'open'),
  ('n11-0309-1045', 'harbour', 'n11', '2026-03-09T10:45', '2026-03-09T11:00', 15, 'open'),
  ('n11-0310-0845', 'harbour', 'n11', '2026-03-10T08:45', '2026-03-10T09:00', 15, 'open'),
  ('n11-0310-0945', 'harbour', 'n11', '2026-03-10T09:45', '2026-03-10T10:00', 15, 'open'),
  ('n11-0311-1245', 'harbour', 'n11', '2026-03-11T12:45', '2026-03-11T13:15', 30, 'break'),
  ('n11-0311-1415', 'harbour', 'n11', '2026-03-11T14:15', '2026-03-11T14:30', 15, 'open'),
  ('n11-0312-0945', 'harbour', 'n11', '2026-03-12T09:45', '2026-03-12T10:00', 15, 'open'),
  ('n11-0313-1615', 'harbour', 'n11', '2026-03-13T16:15', '2026-03-13T16:30', 15, 'open'),
  ('t11-0302-1030', 'harbour', 't11', '2026-03-02T10:30', '2026-03-02T11:00', 30, 'open'),
  ('t11-0302-1600', 'harbour', 't11', '2026-03-02T16:00', '2026-03-02T16:30', 30, 'open'),
  ('t11-0303-0900', 'harbour', 't11', '2026-03-03T09:00', '2026-03-03T09:30', 30, 'blocked'),
  ('t11-0304-1330', 'harbour', 't11', '2026-03-04T13:30', '2026-03-04T14:00', 30, 'open'),
  ('t11-0304-1500', 'harbour', 't11', '2026-03-04T15:00', '2026-03-04T15:30', 30, 'open'),
  ('t11-0305-1000', 'harbour', 't11', '2026-03-05T10:00', '2026-03-05T10:30', 30, 'open'),
  ('t11-0305-1230', 'harbour', 't11', '2026-03-05T12:30', '2026-03-05T13:00', 30, 'break'),
  ('t11-0305-1330', 'harbour', 't11', '2026-03-05T13:30', '2026-03-05T14:00', 30, 'open'),
  ('t11-0306-1000', 'harbour', 't11', '2026-03-06T10:00', '2026-03-06T10:30', 30, 'open'),
  ('t11-0306-1500', 'harbour', 't11', '2026-03-06T15:00', '2026-03-06T15:30', 30, 'open'),
  ('t11-0309-1600', 'harbour', 't11', '2026-03-09T16:00', '2026-03-09T16:30', 30, 'open'),
  ('t11-0310-1500', 'harbour', 't11', '2026-03-10T15:00', '2026-03-10T15:30', 30, 'open'),
  ('t11-0311-0900', 'harbour', 't11', '2026-03-11T09:00', '2026-03-11T09:30', 30, 'blocked'),
  ('t11-0311-1230', 'harbour', 't11', '2026-03-11T12:30', '2026-03-11T13:00', 30, 'break'),
  ('t11-0312-1030', 'harbour', 't11', '2026-03-12T10:30', '2026-03-12T11:00', 30, 'open'),
  ('t11-0313-1600', 'harbour', 't11', '2026-03-13T16:00', '2026-03-13T16:30', 30, 'open'),
  ('d21-0217-0900', 'elmfield', 'd21', '2026-02-17T09:00', '2026-02-17T09:15', 15, 'open'),
  ('d21-0219-1015', 'elmfield', 'd21', '2026-02-19T10:15', '2026-02-19T10:30', 15, 'open'),
  ('d21-0224-0900', 'elmfield', 'd21', '2026-02-24T09:00', '2026-02-24T09:15', 15, 'open'),
  ('d21-0226-0900', 'elmfield', 'd21', '2026-02-26T09:00', '2026-02-26T09:15', 15, 'open'),
  ('d21-0302-0845', 'elmfield', 'd21', '2026-03-02T08:45', '2026-03-02T09:00', 15, 'open'),
  ('d21-0302-1515', 'elmfield', 'd21', '2026-03-02T15:15', '2026-03-02T15:30', 15, 'open'),
  ('d21-0303-0845', 'elmfield', 'd21', '2026-03-03T08:45', '2026-03-03T09:00', 15, 'open'),
  ('d21-0303-1045', 'elmfield', 'd21', '2026-03-03T10:45', '2026-03-03T11:00', 15, 'open'),
  ('d21-0303-1230', 'elmfield', 'd21', '2026-03-03T12:30', '2026-03-03T13:00', 30, 'break'),
  ('d21-0304-1615', 'elmfield', 'd21', '2026-03-04T16:15', '2026-03-04T16:45', 30, 'open'),
  ('d21-0305-1000', 'elmfield', 'd21', '2026-03-05T10:00', '2026-03-05T10:15', 15, 'open'),
  ('d21-0305-1430', 'elmfield', 'd21', '2026-03-05T14:30', '2026-03-05T14:45', 15, 'open'),
  ('d21-0306-0845', 'elmfield', 'd21', '2026-03-06T08:45', '2026-03-06T09:00', 15, 'open'),
  ('d21-0306-1515', 'elmfield', 'd21', '2026-03-06T15:15', '2026-03-06T15:30', 15, 'open'),
  ('d21-0309-1145', 'elmfield', 'd21', '2026-03-09T11:45', '2026-03-09T12:00', 15, 'open'),
  ('d21-0309-1230', 'elmfield', 'd21', '2026-03-09T12:30', '2026-03-09T13:00', 30, 'break'),
  ('d21-0309-1415', 'elmfield', 'd21', '2026-03-09T14:15', '2026-03-09T14:30', 15, 'open'),
  ('d21-0310-1045', 'elmfield', 'd21', '2026-03-10T10:45', '2026-03-10T11:00', 15, 'open'),
  ('d21-0311-0945', 'elmfield', 'd21', '2026-03-11T09:45', '2026-03-11T10:00', 15, 'open'),
  ('d21-0311-1415', 'elmfield', 'd21', '2026-03-11T14:15', '2026-03-11T14:30', 15, 'open'),
  ('d21-0312-0945', 'elmfield', 'd21', '2026-03-12T09:45', '2026-03-12T10:00', 15, 'open'),
  ('d21-0313-0845', 'elmfield', 'd21', '2026-03-13T08:45', '2026-03-13T09:00', 15, 'open'),
  ('d21-0313-1230', 'elmfield', 'd21', '2026-03-13T12:30', '2026-03-13T13:00', 30, 'break'),
  ('d22-0217-1015', 'elmfield', 'd22', '2026-02-17T10:15', '2026-02-17T10:30', 15, 'open'),
  ('d22-0219-1015', 'elmfield', 'd22', '2026-02-19T10:15', '2026-02-19T10:30', 15, 'open'),
  ('d22-0224-0900', 'elmfield', 'd22', '2026-02-24T09:00', '2026-02-24T09:15', 15, 'open'),
  ('d22-0226-1015', 'elmfield', 'd22', '2026-02-26T10:15', '2026-02-26T10:30', 15, 'open'),
  ('d22-0302-0845', 'elmfield', 'd22', '2026-03-02T08:45', '2026-03-02T09:00', 15, 'open'),
  ('d22-0302-1045', 'elmfield', 'd22', '2026-03-02T10:45', '2026-03-02T11:00', 15, 'open'),
  ('d22-0303-1000', 'elmfield', 'd22', '2026-03-03T10:00', '2026-03-03T10:15', 15, 'open'),
  ('d22-0303-1045', 'elmfield', 'd22', '2026-03-03T10:45', '2026-03-03T11:00', 15, 'open'),
  ('d22-0303-1145', 'elmfield', 'd22', '2026-03-03T11:45', '2026-03-03T12:00', 15, 'open'),
  ('d22-0304-1230', 'elmfield', 'd22', '2026-03-04T12:30', '2026-03-04T13:00', 30, 'break'),
  ('d22-0304-1415', 'elmfield', 'd22', '2026-03-04T14:15', '2026-03-04T14:30', 15, 'open'),
  ('d22-0304-1615', 'elmfield', 'd22', '2026-03-04T16:15', '2026-03-04T16:45', 30, 'blocked'),
  ('d22-0305-1000', 'elmfield', 'd22', '2026-03-05T10:00', '2026-03-05T10:15', 15, 'open'),
  ('d22-0305-1015', 'elmfield', 'd22', '2026-03-05T10:15', '2026-03-05T10:30', 15, 'open'),
  ('d22-0305-1430', 'elmfield', 'd22', '2026-03-05T14:30', '2026-03-05T14:45', 15, 'open'),
  ('d22-0306-0945', 'elmfield', 'd22', '2026-03-06T09:45', '2026-03-06T10:00', 15, 'open'),
  ('d22-0306-1000', 'elmfield', 'd22', '2026-03-06T10:00', '2026-03-06T10:15', 15, 'open'),
  ('d22-0306-1045', 'elmfield', 'd22', '2026-03-06T10:45', '2026-03-06T11:00', 15, 'open'),
  ('d22-0309-0945', 'elmfield', 'd22', '2026-03-09T09:45', '2026-03-09T10:00', 15, 'open'),
  ('d22-0310-1145', 'elmfield', 'd22', '2026-03-10T11:45', '2026-03-10T12:00', 15, 'open'),
  ('d22-0310-1230', 'elmfield', 'd22', '2026-03-10T12:30', '2026-03-10T13:00', 30, 'break'),
  ('d22-0310-1515', 'elmfield', 'd22', '2026-03-10T15:15', '2026-03-10T15:30', 15, 'open'),
  ('d22-0311-0945', 'elmfield', 'd22', '2026-03-11T09:45', '2026-03-11T10:00', 15, 'blocked'),
  ('d22-0312-1045', 'elmfield', 'd22', '2026-03-12T10:45', '2026-03-12T11:00', 15, 'open'),
  ('d22-0312-1145', 'elmfield', 'd22', '2026-03-12T11:45', '2026-03-12T12:00', 15, 'open'),
  ('d22-0313-0845', 'elmfield', 'd22', '2026-03-13T08:45', '2026-03-13T09:00', 15, 'open'),
  ('d22-0313-1415', 'elmfield', 'd22', '2026-03-13T14:15', '2026-03-13T14:30', 15, 'open'),
  ('n21-0217-1015', 'elmfield', 'n21', '2026-02-17T10:15', '2026-02-17T10:30', 15, 'open'),
  ('n21-0219-0900', 'elmfield', 'n21', '2026-02-19T09:00', '2026-02-19T09:15', 15, 'open'),
  ('n21-0224-1015', 'elmfield', 'n21', '2026-02-24T10:15', '2026-02-24T10:30', 15, 'open'),
  ('n21-0302-1615', 'elmfield', 'n21', '2026-03-02T16:15', '2026-03-02T16:30', 15, 'open'),
  ('n21-0303-1245', 'elmfield', 'n21', '2026-03-03T12:45', '2026-03-03T13:15', 30, 'break'),
  ('n21-0303-1415', 'elmfield', 'n21', '2026-03-03T14:15', '2026-03-03T14:30', 15, 'open'),
  ('n21-0303-1615', 'elmfield', 'n21', '2026-03-03T16:15', '2026-03-03T16:30', 15, 'open'),
  ('n21-0304-0930', 'elmfield', 'n21', '2026-03-04T09:30', '2026-03-04T09:45', 15, 'open'),
  ('n21-0304-1515', 'elmfield', 'n21', '2026-03-04T15:15', '2026-03-04T15:30', 15, 'open'),
  ('n21-0305-1515', 'elmfield', 'n21', '2026-03-05T15:15', '2026-03-05T15:30', 15, 'blocked'),
  ('n21-0306-0945', 'elmfield', 'n21', '2026-03-06T09:45', '2026-03-06T10:00', 15, 'open'),
  ('n21-0309-1245', 'elmfield', 'n21', '2026-03-09T12:45', '2026-03-09T13:15', 30, 'break'),
  ('n21-0309-1515', 'elmfield', 'n21', '2026-03-09T15:15', '2026-03-09T15:30', 15, 'open'),
  ('n21-0310-1045', 'elmfield', 'n21', '2026-03-10T10:45', '2026-03-10T11:00', 15, 'open'),
  ('n21-0310-1615', 'elmfield', 'n21', '2026-03-10T16:15', '2026-03-10T16:30', 15, 'open'),
  ('n21-0311-1615', 'elmfield', 'n21', '2026-03-11T16:15', '2026-03-11T16:30', 15, 'open'),
  ('n21-0312-0845', 'elmfield', 'n21', '2026-03-12T08:45', '2026-03-12T09:00', 15, 'open'),
  ('n21-0312-1515', 'elmfield', 'n21', '2026-03-12T15:15', '2026-03-12T15:30', 15, 'open'),
  ('n21-0313-1145', 'elmfield', 'n21', '2026-03-13T11:45', '2026-03-13T12:00', 15, 'open'),
  ('n21-0313-1245', 'elmfield', 'n21', '2026-03-13T12:45', '2026-03-13T13:15', 30, 'break'),
  ('n21-0313-1615', 'elmfield', 'n21', '2026-03-13T16:15', '2026-03-13T16:30', 15, 'open'),
  ('s21-0217-1400', 'elmfield', 's21', '2026-02-17T14:00', '2026-02-17T14:30', 30, 'open'),
  ('s21-0219-1530', 'elmfield', 's21', '2026-02-19T15:30', '2026-02-19T16:00', 30, 'open'),
  ('s21-0224-1400', 'elmfield', 's21', '2026-02-24T14:00', '2026-02-24T14:30', 30, 'open'),
  ('s21-0302-1500', 'elmfield', 's21', '2026-03-02T15:00', '2026-03-02T15:30', 30, 'open'),
  ('s21-0302-1600', 'elmfield', 's21', '2026-03-02T16:00', '2026-03-02T16:30', 30, 'open'),
  ('s21-0303-0930', 'elmfield', 's21', '2026-03-03T09:30', '2026-03-03T10:00', 30, 'open'),
  ('s21-0303-1030', 'elmfield', 's21', '2026-03-03T10:30', '2026-03-03T11:00', 30, 'open'),
  ('s21-0303-1230', 'elmfield', 's21', '2026-03-03T12:30', '2026-03-03T13:00', 30, 'break'),
  ('s21-0304-1330', 'elmfield', 's21', '2026-03-04T13:30', '2026-03-04T14:00', 30, 'open'),
  ('s21-0304-1600', 'elmfield', 's21', '2026-03-04T16:00', '2026-03-04T16:30', 30, 'open'),
  ('s21-0305-1000', 'elmfield', 's21', '2026-03-05T10:00', '2026-03-05T10:30', 30, 'open'),
  ('s21-0305-1330', 'elmfield', 's21', '2026-03-05T13:30', '2026-03-05T14:00', 30, 'open'),
  ('s21-0306-1030', 'elmfield', 's21', '2026-03-06T10:30', '2026-03-06T11:00', 30, 'open'),
  ('s21-0306-1600', 'elmfield', 's21', '2026-03-06T16:00', '2026-03-06T16:30', 30, 'open'),
  ('s21-0309-1230', 'elmfield', 's21', '2026-03-09T12:30', '2026-03-09T13:00', 30, 'break'),
  ('s21-0309-1600', 'elmfield', 's21', '2026-03-09T16:00', '2026-03-09T16:30', 30, 'open'),
  ('s21-0310-1000', 'elmfield', 's21', '2026-03-10T10:00', '2026-03-10T10:30', 30, 'open'),
  ('s21-0310-1100', 'elmfield', 's21', '2026-03-10T11:00', '2026-03-10T11:30', 30, 'open'),
  ('s21-0311-1330', 'elmfield', 's21', '2026-03-11T13:30', '2026-03-11T14:00', 30, 'open'),
  ('s21-0311-1500', 'elmfield', 's21', '2026-03-11T15:00', '2026-03-11T15:30', 30, 'open'),
  ('s21-0312-0900', 'elmfield', 's21', '2026-03-12T09:00', '2026-03-12T09:30', 30, 'open'),
  ('s21-0312-1330', 'elmfield', 's21', '2026-03-12T13:30', '2026-03-12T14:00', 30, 'blocked'),
  ('s21-0313-1230', 'elmfield', 's21', '2026-03-13T12:30', '2026-03-13T13:00', 30, 'break'),
  ('s21-0313-1330', 'elmfield', 's21', '2026-03-13T13:30', '2026-03-13T14:00', 30, 'open'),
  ('d31-0217-1015', 'seaview', 'd31', '2026-02-17T10:15', '2026-02-17T10:30', 15, 'open'),
  ('d31-0219-1530', 'seaview', 'd31', '2026-02-19T15:30', '2026-02-19T15:45', 15, 'open'),
  ('d31-0224-1400', 'seaview', 'd31', '2026-02-24T14:00', '2026-02-24T14:15', 15, 'open'),
  ('d31-0226-1400', 'seaview', 'd31', '2026-02-26T14:00', '2026-02-26T14:15', 15, 'open'),
  ('d31-0302-1145', 'seaview', 'd31', '2026-03-02T11:45', '2026-03-02T12:00', 15, 'open'),
  ('d31-0303-1615', 'seaview', 'd31', '2026-03-03T16:15', '2026-03-03T16:45', 30, 'open'),
  ('d31-0304-0900', 'seaview', 'd31', '2026-03-04T09:00', '2026-03-04T09:15', 15, 'open'),
  ('d31-0304-0930', 'seaview', 'd31', '2026-03-04T09:30', '2026-03-04T09:45', 15, 'open'),
  ('d31-0304-1030', 'seaview', 'd31', '2026-03-04T10:30', '2026-03-04T10:45', 15, 'open'),
  ('d31-0304-1500', 'seaview', 'd31', '2026-03-04T15:00', '2026-03-04T15:15', 15, 'open'),
  ('d31-0305-1000', 'seaview', 'd31', '2026-03-05T10:00', '2026-03-05T10:15', 15, 'open'),
  ('d31-0305-1230', 'seaview', 'd31', '2026-03-05T12:30', '2026-03-05T13:00', 30, 'break'),
  ('d31-0305-1515', 'seaview', 'd31', '2026-03-05T15:15', '2026-03-05T15:30', 15, 'open'),
  ('d31-0306-1145', 'seaview', 'd31', '2026-03-06T11:45', '2026-03-06T12:00', 15, 'open'),
  ('d31-0306-1415', 'seaview', 'd31', '2026-03-06T14:15', '2026-03-06T14:30', 15, 'open'),
  ('d31-0309-1145', 'seaview', 'd31', '2026-03-09T11:45', '2026-03-09T12:00', 15, 'open'),
  ('d31-0309-1415', 'seaview', 'd31', '2026-03-09T14:15', '2026-03-09T14:30', 15, 'open'),
  ('d31-0310-1045', 'seaview', 'd31', '2026-03-10T10:45', '2026-03-10T11:00', 15, 'open'),
  ('d31-0311-1230', 'seaview', 'd31', '2026-03-11T12:30', '2026-03-11T13:00', 30, 'break'),
  ('d31-0311-1515', 'seaview', 'd31', '2026-03-11T15:15', '2026-03-11T15:30', 15, 'open'),
  ('d31-0312-0945', 'seaview', 'd31', '2026-03-12T09:45', '2026-03-12T10:00', 15, 'open'),
  ('d31-0312-1145', 'seaview', 'd31', '2026-03-12T11:45', '2026-03-12T12:00', 15, 'open'),
  ('d31-0313-1045', 'seaview', 'd31', '2026-03-13T10:45', '2026-03-13T11:00', 15, 'open'),
  ('d32-0302-0945', 'seaview', 'd32', '2026-03-02T09:45', '2026-03-02T10:00', 15, 'open'),
  ('d32-0302-1230', 'seaview', 'd32', '2026-03-02T12:30', '2026-03-02T13:00', 30, 'break'),
  ('d32-0303-0845', 'seaview', 'd32', '2026-03-03T08:45', '2026-03-03T09:00', 15, 'open'),
  ('d32-0303-1515', 'seaview', 'd32', '2026-03-03T15:15', '2026-03-03T15:30', 15, 'open'),
  ('d32-0304-0945', 'seaview', 'd32', '2026-03-04T09:45', '2026-03-04T10:00', 15, 'open'),
  ('d32-0304-1615', 'seaview', 'd32', '2026-03-04T16:15', '2026-03-04T16:45', 30, 'open'),
  ('d32-0305-0945', 'seaview', 'd32', '2026-03-05T09:45', '2026-03-05T10:00', 15, 'open'),
  ('d32-0305-1515', 'seaview', 'd32', '2026-03-05T15:15', '2026-03-05T15:30', 15, 'open'),
  ('d32-0306-0845', 'seaview', 'd32', '2026-03-06T08:45', '2026-03-06T09:00', 15, 'open'),
  ('d32-0306-1145', 'seaview', 'd32', '2026-03-06T11:45', '2026-03-06T12:00', 15, 'blocked'),
  ('d32-0306-1230', 'seaview', 'd32', '2026-03-06T12:30', '2026-03-06T13:00', 30, 'break'),
  ('d32-0309-1415', 'seaview', 'd32', '2026-03-09T14:15', '2026-03-09T14:30', 15, 'open'),
  ('d32-0309-1515', 'seaview', 'd32', '2026-03-09T15:15', '2026-03-09T15:30', 15, 'open'),
  ('d32-0310-0945', 'seaview', 'd32', '2026-03-10T09:45', '2026-03-10T10:00', 15, 'open'),
  ('d32-0311-0945', 'seaview', 'd32', '2026-03-11T09:45', '2026-03-11T10:00', 15, 'open'),
  ('d32-0312-1230', 'seaview', 'd32', '2026-03-12T12:30', '2026-03-12T13:00', 30, 'break'),
  ('d32-0312-1415', 'seaview', 'd32', '2026-03-12T14:15', '2026-03-12T14:30', 15, 'open'),
  ('d32-0313-1515', 'seaview', 'd32', '2026-03-13T15:15', '2026-03-13T15:30', 15, 'open'),
  ('d32-0313-1615', 'seaview', 'd32', '2026-03-13T16:15', '2026-03-13T16:45', 30, 'open'),
  ('n31-0217-1015', 'seaview', 'n31', '2026-02-17T10:15', '2026-02-17T10:30', 15, 'open'),
  ('n31-0219-1530', 'seaview', 'n31', '2026-02-19T15:30', '2026-02-19T15:45', 15, 'open'),
  ('n31-0224-1530', 'seaview', 'n31', '2026-02-24T15:30', '2026-02-24T15:45', 15, 'open'),
  ('n31-0302-1145', 'seaview', 'n31', '2026-03-02T11:45', '2026-03-02T12:00', 15, 'open'),
  ('n31-0303-1145', 'seaview', 'n31', '2026-03-03T11:45', '2026-03-03T12:00', 15, 'open'),
  ('n31-0304-1415', 'seaview', 'n31', '2026-03-04T14:15', '2026-03-04T14:30', 15, 'open'),
  ('n31-0304-1500', 'seaview', 'n31', '2026-03-04T15:00', '2026-03-04T15:15', 15, 'open'),
  ('n31-0304-1615', 'seaview', 'n31', '2026-03-04T16:15', '2026-03-04T16:30', 15, 'open'),
  ('n31-0305-0845', 'seaview', 'n31', '2026-03-05T08:45', '2026-03-05T09:00', 15, 'open'),
  ('n31-0305-1245', 'seaview', 'n31', '2026-03-05T12:45', '2026-03-05T13:15', 30, 'break'),
  ('n31-0306-1145', 'seaview', 'n31', '2026-03-06T11:45', '2026-03-06T12:00', 15, 'open'),
  ('n31-0306-1615', 'seaview', 'n31', '2026-03-06T16:15', '2026-03-06T16:30', 15, 'open'),
  ('n31-0309-1515', 'seaview', 'n31', '2026-03-09T15:15', '2026-03-09T15:30', 15, 'open'),
  ('n31-0309-1615', 'seaview', 'n31', '2026-03-09T16:15', '2026-03-09T16:30', 15, 'open'),
  ('n31-0310-0945', 'seaview', 'n31', '2026-03-10T09:45', '2026-03-10T10:00', 15, 'open'),
  ('n31-0310-1145', 'seaview', 'n31', '2026-03-10T11:45', '2026-03-10T12:00', 15, 'open'),
  ('n31-0311-1245', 'seaview', 'n31', '2026-03-11T12:45', '2026-03-11T13:15', 30, 'break'),
  ('n31-0311-1515', 'seaview', 'n31', '2026-03-11T15:15', '2026-03-11T15:30', 15, 'blocked'),
  ('n31-0312-0945', 'seaview', 'n31', '2026-03-12T09:45', '2026-03-12T10:00', 15, 'open'),
  ('n31-0313-1615', 'seaview', 'n31', '2026-03-13T16:15', '2026-03-13T16:30', 15, 'blocked'),
  ('t31-0217-1400', 'seaview', 't31', '2026-02-17T14:00', '2026-02-17T14:30', 30, 'open'),
  ('t31-0219-1015', 'seaview', 't31', '2026-02-19T10:15', '2026-02-19T10:45', 30, 'open'),
  ('t31-0224-1015', 'seaview', 't31', '2026-02-24T10:15', '2026-02-24T10:45', 30, 'open'),
  ('t31-0302-1500', 'seaview', 't31', '2026-03-02T15:00', '2026-03-02T15:30', 30, 'open'),
  ('t31-0304-1500', 'seaview', 't31', '2026-03-04T15:00', '2026-03-04T15:30', 30, 'open'),
  ('t31-0305-1100', 'seaview', 't31', '2026-03-05T11:00', '2026-03-05T11:30', 30, 'open'),
  ('t31-0305-1230', 'seaview', 't31', '2026-03-05T12:30', '2026-03-05T13:00', 30, 'break'),
  ('t31-0305-1400', 'seaview', 't31', '2026-03-05T14:00', '2026-03-05T14:30', 30, 'open'),
  ('t31-0306-1500', 'seaview', 't31', '2026-03-06T15:00', '2026-03-06T15:30', 30, 'open'),
  ('t31-0310-1100', 'seaview', 't31', '2026-03-10T11:00', '2026-03-10T11:30', 30, 'open'),
  ('t31-0310-1130', 'seaview', 't31', '2026-03-10T11:30', '2026-03-10T12:00', 30, 'open'),
  ('t31-0311-1230', 'seaview', 't31', '2026-03-11T12:30', '2026-03-11T13:00', 30, 'break'),
  ('d41-0217-1530', 'kingsway', 'd41', '2026-02-17T15:30', '2026-02-17T15:45', 15, 'open'),
  ('d41-0219-1015', 'kingsway', 'd41', '2026-02-19T10:15', '2026-02-19T10:30', 15, 'open'),
  ('d41-0224-1530', 'kingsway', 'd41', '2026-02-24T15:30', '2026-02-24T15:45', 15, 'open'),
  ('d41-0226-0900', 'kingsway', 'd41', '2026-02-26T09:00', '2026-02-26T09:15', 15, 'open'),
  ('d41-0302-0845', 'kingsway', 'd41', '2026-03-02T08:45', '2026-03-02T09:00', 15, 'open'),
  ('d41-0303-0930', 'kingsway', 'd41', '2026-03-03T09:30', '2026-03-03T09:45', 15, 'open'),
  ('d41-0303-0945', 'kingsway', 'd41', '2026-03-03T09:45', '2026-03-03T10:00', 15, 'open'),
  ('d41-0303-1230', 'kingsway', 'd41', '2026-03-03T12:30', '2026-03-03T13:00', 30, 'break'),
  ('d41-0304-1030', 'kingsway', 'd41', '2026-03-04T10:30', '2026-03-04T10:45', 15, 'open'),
  ('d41-0304-1615', 'kingsway', 'd41', '2026-03-04T16:15', '2026-03-04T16:45', 30, 'open'),
  ('d41-0305-0845', 'kingsway', 'd41', '2026-03-05T08:45', '2026-03-05T09:00', 15, 'open'),
  ('d41-0305-1030', 'kingsway', 'd41', '2026-03-05T10:30', '2026-03-05T10:45', 15, 'open'),
  ('d41-0306-1045', 'kingsway', 'd41', '2026-03-06T10:45', '2026-03-06T11:00', 15, 'open'),
  ('d41-0306-1100', 'kingsway', 'd41', '2026-03-06T11:00', '2026-03-06T11:15', 15, 'open'),
  ('d41-0306-1515', 'kingsway', 'd41', '2026-03-06T15:15', '2026-03-06T15:30', 15, 'open'),
  ('d41-0309-0945', 'kingsway', 'd41', '2026-03-09T09:45', '2026-03-09T10:00', 15, 'open'),
  ('d41-0309-1230', 'kingsway', 'd41', '2026-03-09T12:30', '2026-03-09T13:00', 30, 'break'),
  ('d41-0309-1515', 'kingsway', 'd41', '2026-03-09T15:15', '2026-03-09T15:30', 15, 'open'),
  ('d41-0310-1415', 'kingsway', 'd41', '2026-03-10T14:15', '2026-03-10T14:30', 15, 'blocked'),
  ('d41-0310-1615', 'kingsway', 'd41', '2026-03-10T16:15', '2026-03-10T16:45', 30, 'open'),
  ('d41-0311-1145', 'kingsway', 'd41', '2026-03-11T11:45', '2026-03-11T12:00', 15, 'open'),
  ('d41-0312-0845', 'kingsway', 'd41', '2026-03-12T08:45', '2026-03-12T09:00', 15, 'open'),
  ('d41-0312-1045', 'kingsway', 'd41', '2026-03-12T10:45', '2026-03-12T11:00', 15, 'open'),
  ('d41-0313-0945', 'kingsway', 'd41', '2026-03-13T09:45', '2026-03-13T10:00', 15, 'open'),
  ('d41-0313-1230', 'kingsway', 'd41', '2026-03-13T12:30', '2026-03-13T13:00', 30, 'break'),
  ('d42-0302-1615', 'kingsway', 'd42', '2026-03-02T16:15', '2026-03-02T16:45', 30, 'open'),
  ('d42-0303-1515', 'kingsway', 'd42', '2026-03-03T15:15', '2026-03-03T15:30', 15, 'open'),
  ('d42-0304-0945', 'kingsway', 'd42', '2026-03-04T09:45', '2026-03-04T10:00', 15, 'open'),
  ('d42-0304-1030', 'kingsway', 'd42', '2026-03-04T10:30', '2026-03-04T10:45', 15, 'open'),
  ('d42-0304-1230', 'kingsway', 'd42', '2026-03-04T12:30', '2026-03-04T13:00', 30, 'break'),
  ('d42-0305-1030', 'kingsway', 'd42', '2026-03-05T10:30', '2026-03-05T10:45', 15, 'open'),
  ('d42-0305-1515', 'kingsway', 'd42', '2026-03-05T15:15', '2026-03-05T15:30', 15, 'blocked'),
  ('d42-0306-1030', 'kingsway', 'd42', '2026-03-06T10:30', '2026-03-06T10:45', 15, 'open'),
  ('d42-0306-1615', 'kingsway', 'd42', '2026-03-06T16:15', '2026-03-06T16:45', 30, 'open'),
  ('d42-0309-1045', 'kingsway', 'd42', '2026-03-09T10:45', '2026-03-09T11:00', 15, 'blocked'),
  ('d42-0310-0845', 'kingsway', 'd42', '2026-03-10T08:45', '2026-03-10T09:00', 15, 'open'),
  ('d42-0310-1230', 'kingsway', 'd42', '2026-03-10T12:30', '2026-03-10T13:00', 30, 'break'),
  ('d42-0311-0945', 'kingsway', 'd42', '2026-03-11T09:45', '2026-03-11T10:00', 15, 'open'),
  ('d42-0312-1415', 'kingsway', 'd42', '2026-03-12T14:15', '2026-03-12T14:30', 15, 'blocked'),
  ('d42-0313-1615', 'kingsway', 'd42', '2026-03-13T16:15', '2026-03-13T16:45', 30, 'open'),
  ('n41-0217-1015', 'kingsway', 'n41', '2026-02-17T10:15', '2026-02-17T10:30', 15, 'open'),
  ('n41-0219-1400', 'kingsway', 'n41', '2026-02-19T14:00', '2026-02-19T14:15', 15, 'open'),
  ('n41-0224-0900', 'kingsway', 'n41', '2026-02-24T09:00', '2026-02-24T09:15', 15, 'open'),
  ('n41-0303-1245', 'kingsway', 'n41', '2026-03-03T12:45', '2026-03-03T13:15', 30, 'break'),
  ('n41-0305-1615', 'kingsway', 'n41', '2026-03-05T16:15', '2026-03-05T16:30', 15, 'open'),
  ('n41-0306-0900', 'kingsway', 'n41', '2026-03-06T09:00', '2026-03-06T09:15', 15, 'open'),
  ('n41-0306-1100', 'kingsway', 'n41', '2026-03-06T11:00', '2026-03-06T11:15', 15, 'open'),
  ('n41-0306-1400', 'kingsway', 'n41', '2026-03-06T14:00', '2026-03-06T14:15', 15, 'open'),
  ('n41-0309-1245', 'kingsway', 'n41', '2026-03-09T12:45', '2026-03-09T13:15', 30, 'break'),
  ('n41-0311-1145', 'kingsway', 'n41', '2026-03-11T11:45', '2026-03-11T12:00', 15, 'open'),
  ('n41-0313-1245', 'kingsway', 'n41', '2026-03-13T12:45', '2026-03-13T13:15', 30, 'break');

INSERT INTO referrals (id, account, patient, specialty, requested_by, requested_on, status, valid_until, reason) VALUES
  (301, 'elmfield', 'p203', 'dermatology', 'u24', '2026-01-29', 'active', '2026-04-30', 'eczema, both hands'), -- c-009: the valid one
  (302, 'elmfield', 'p203', 'dermatology', 'u24', '2025-05-28', 'expired', '2025-11-30', NULL), -- c-009: last year's
  (303, 'elmfield', 'p207', 'dermatology', 'u22', '2026-02-12', 'active', '2026-05-31', NULL), -- c-024
  (304, 'seaview', 'p303', 'physiotherapy', 'u32', '2025-07-01', 'expired', '2025-12-31', 'lower back'), -- c-013
  (305, 'seaview', 'p304', 'physiotherapy', 'u32', '2026-02-20', 'active', '2026-05-20', 'knee after a fall'), -- c-019
  (306, 'seaview', 'p305', 'physiotherapy', 'u32', '2025-01-15', 'used', '2025-07-15', NULL), -- the son's
  (307, 'harbour', 'p106', 'audiology', 'u14', '2024-03-04', 'expired', '2024-09-04', NULL), -- c-023: of another kind
  (308, 'harbour', 'p118', 'physiotherapy', 'u12', '2026-02-03', 'requested', NULL, NULL), -- c-023: the uncle's
  (309, 'elmfield', 'p204', 'dermatology', 'u24', '2026-02-02', 'declined', NULL, NULL),
  (320, 'harbour', 'p137', 'audiology', 'u14', '2025-12-17', 'used', '2026-06-15', NULL),
  (321, 'harbour', 'p138', 'cardiology', 'u12', '2025-12-12', 'expired', '2026-02-20', NULL),
  (322, 'harbour', 'p139', 'audiology', 'u14', '2025-08-16', 'expired', '2025-11-14', NULL),
  (323, 'harbour', 'p135', 'physiotherapy', 'u14', '2025-12-02', 'declined', NULL, NULL),
  (324, 'harbour', 'p133', 'cardiology', 'u14', '2025-07-11', 'expired', '2025-10-09', NULL),
  (325, 'harbour', 'p146', 'audiology', 'u12', '2026-02-04', 'expired', '2026-02-20', NULL),
  (326, 'elmfield', 'p234', 'audiology', 'u24', '2025-08-31', 'requested', NULL, NULL),
  (327, 'elmfield', 'p231', 'audiology', 'u22', '2025-06-30', 'used', '2025-12-27', NULL),
  (328, 'elmfield', 'p237', 'cardiology', 'u22', '2025-08-21', 'declined', NULL, NULL),
  (329, 'elmfield', 'p227', 'dermatology', 'u22', '2025-12-23', 'expired', '2026-02-20', NULL),
  (330, 'elmfield', 'p221', 'physiotherapy', 'u22', '2025-11-05', 'requested', NULL, NULL),
  (331, 'elmfield', 'p224', 'cardiology', 'u22', '2025-12-17', 'expired', '2026-02-20', NULL),
  (332, 'seaview', 'p332', 'audiology', 'u32', '2025-07-28', 'expired', '2025-10-26', NULL),
  (333, 'seaview', 'p337', 'physiotherapy', 'u32', '2025-09-25', 'requested', NULL, NULL),
  (334, 'seaview', 'p321', 'physiotherapy', 'u32', '2025-06-08', 'expired', '2025-09-06', NULL),
  (335, 'seaview', 'p325', 'dermatology', 'u32', '2026-02-01', 'declined', NULL, NULL),
  (336, 'seaview', 'p327', 'audiology', 'u32', '2025-09-16', 'used', '2026-03-15', NULL),
  (337, 'seaview', 'p334', 'audiology', 'u32', '2025-12-19', 'used', '2026-06-17', NULL),
  (338, 'kingsway', 'p427', 'cardiology', 'u42', '2025-07-23', 'requested', NULL, NULL),
  (339, 'kingsway', 'p421', 'physiotherapy', 'u42', '2025-08-20', 'expired', '2025-11-18', NULL),
  (340, 'kingsway', 'p432', 'cardiology', 'u42', '2025-07-26', 'declined', NULL, NULL),
  (341, 'kingsway', 'p426', 'dermatology', 'u42', '2025-08-26', 'expired', '2025-11-24', NULL),
  (342, 'kingsway', 'p437', 'dermatology', 'u42', '2025-06-15', 'used', '2025-12-12', NULL),
  (343, 'kingsway', 'p428', 'dermatology', 'u42', '2025-10-07', 'expired', '2026-01-05', NULL);

INSERT INTO appointments (id, account, patient, slot, type, status, referral, reason, booked_by, updated_at) VALUES
  (5101, 'harbour', 'p101', 'n11-0305-0900', 'blood_test', 'booked', NULL, NULL, 'u10', '2026-02-22T12:33:58Z'), -- c-004
  (5102, 'harbour', 'p102', 'n11-0305-0915', 'blood_test', 'booked', NULL, NULL, 'u10', '2026-02-11T14:03:22Z'), -- c-004: the one to cancel
  (5104, 'harbour', 'p104', 'd11-0304-1030', 'gp', 'booked', NULL, NULL, 'u10', '2026-02-11T12:09:38Z'), -- c-005: the father's
  (5105, 'harbour', 'p105', 'd11-0304-1115', 'gp', 'booked', NULL, NULL, 'u10', '2026-02-25T13:26:48Z'), -- c-005: the son's, to move
  (5110, 'harbour', 'p110', 'd12-0309-1430', 'gp', 'booked', NULL, NULL, 'u10', '2026-02-14T12:40:47Z'), -- c-007: his next
  (5111, 'harbour', 'p110', 'd12-0304-1030', 'gp', 'cancelled', NULL, NULL, 'u11', '2026-02-06T15:01:49Z'), -- c-007: would come first, but is cancelled
  (5112, 'harbour', 'p110', 'n11-0305-1530', 'nurse', 'cancelled', NULL, NULL, 'u11', '2026-02-19T17:34:15Z'),
  (5113, 'harbour', 'p113', 'd12-0309-1130', 'gp', 'booked', NULL, NULL, 'u11', '2026-02-09T08:49:37Z'), -- the other Sean Murphy
  (5114, 'harbour', 'p114', 'd12-0302-1545', 'gp', 'booked', NULL, NULL, 'u11', '2026-02-26T12:41:06Z'), -- c-012: this afternoon
  (5120, 'harbour', 'p120', 'd12-0305-0900', 'gp', 'booked', NULL, NULL, 'u10', '2026-02-04T17:35:02Z'), -- c-020
  (5121, 'harbour', 'p121', 'd12-0305-0930', 'gp', 'booked', NULL, NULL, 'u11', '2026-02-18T14:21:00Z'), -- c-020
  (5122, 'harbour', 'p122', 'd12-0305-1430', 'gp', 'booked', NULL, NULL, 'u10', '2026-02-03T15:42:05Z'), -- c-020: stays
  (5123, 'harbour', 'p113', 'd12-0305-1000', 'gp', 'cancelled', NULL, NULL, 'u11', '2026-02-16T17:27:12Z'), -- c-020: cancelled, stays
  (5124, 'harbour', 'p109', 'd11-0305-1430', 'gp', 'booked', NULL, NULL, 'u10', '2026-02-18T09:08:16Z'), -- c-008: taken
  (5125, 'harbour', 'p119', 'd11-0306-0930', 'gp', 'booked', NULL, NULL, 'u11', '2026-02-24T16:57:12Z'),
  (5201, 'elmfield', 'p201', 'd22-0303-1000', 'gp', 'booked', NULL, NULL, 'u21', '2026-02-27T14:38:36Z'), -- c-003
  (5204, 'elmfield', 'p204', 'd21-0305-1430', 'gp', 'booked', NULL, NULL, 'u20', '2026-02-08T17:03:16Z'),
  (5205, 'elmfield', 'p205', 'n21-0304-0930', 'blood_test', 'booked', NULL, NULL, 'u21', '2026-02-02T09:19:01Z'), -- c-017: of the namesake
  (5302, 'seaview', 'p302', 'd31-0304-1500', 'gp', 'cancelled', NULL, NULL, 'u31', '2026-02-27T15:12:40Z'), -- c-010: cancelled on Friday
  (5303, 'seaview', 'p302', 'n31-0304-1500', 'blood_test', 'booked', NULL, NULL, 'u31', '2026-02-05T15:51:09Z'), -- c-010: another one, stays
  (5304, 'seaview', 'p304', 'd31-0305-1000', 'gp', 'booked', NULL, NULL, 'u31', '2026-02-22T17:54:34Z'), -- c-019
  (5305, 'seaview', 'p305', 'd31-0305-1515', 'gp', 'booked', NULL, NULL, 'u30', '2026-02-12T15:36:27Z'), -- c-019: his son's
  (5306, 'seaview', 'p306', 'd31-0304-1030', 'gp', 'booked', NULL, NULL, 'u30', '2026-02-23T11:10:55Z'), -- c-016: at another practice
  (5401, 'kingsway', 'p401', 'n41-0306-0900', 'nurse', 'booked', NULL, 'dressing', 'u41', '2026-02-27T17:43:38Z'), -- c-006: stays
  (5402, 'kingsway', 'p401', 'n41-0306-1100', 'blood_test', 'booked', NULL, NULL, 'u40', '2026-02-06T14:48:49Z'), -- c-006: the one meant
  (5403, 'kingsway', 'p402', 'd41-0303-0930', 'gp', 'booked', NULL, NULL, 'u41', '2026-02-02T12:09:49Z'), -- c-011
  (5404, 'kingsway', 'p405', 'd41-0304-1030', 'gp', 'booked', NULL, NULL, 'u40', '2026-02-13T08:49:01Z'),
  (5406, 'kingsway', 'p406', 'n41-0306-1400', 'nurse', 'booked', NULL, NULL, 'u41', '2026-02-11T09:21:35Z'),
  (6000, 'harbour', 'p131', 'd11-0217-1530', 'gp', 'missed', NULL, NULL, 'u11', '2026-02-07T10:39:24Z'),
  (6001, 'harbour', 'p136', 'd11-0219-1530', 'gp', 'cancelled', NULL, NULL, 'u11', '2026-02-27T17:34:19Z'),
  (6002, 'harbour', 'p148', 'd11-0224-0900', 'gp', 'attended', NULL, 'results', 'u10', '2026-02-02T11:57:18Z'),
  (6003, 'harbour', 'p136', 'd11-0226-1530', 'gp', 'attended', NULL, 'results', 'u11', '2026-02-13T08:25:47Z'),
  (6004, 'harbour', 'p147', 'd11-0303-1615', 'gp', 'cancelled', NULL, 'results', 'u11', '2026-02-06T13:36:15Z'),
  (6005, 'harbour', 'p133', 'd11-0304-1415', 'gp', 'booked', NULL, NULL, 'u11', '2026-02-14T12:26:38Z'),
  (6006, 'harbour', 'p135', 'd12-0217-1015', 'gp', 'attended', NULL, 'knee', 'u11', '2026-02-25T10:16:17Z'),
  (6007, 'harbour', 'p132', 'd12-0219-1530', 'phone', 'missed', NULL, 'cough', 'u10', '2026-02-04T11:26:50Z'),
  (6008, 'harbour', 'p142', 'd12-0224-1530', 'gp', 'cancelled', NULL, 'results', 'u11', '2026-02-05T08:28:51Z'),
  (6009, 'harbour', 'p135', 'd12-0226-1400', 'phone', 'cancelled', NULL, 'travel', 'u11', '2026-02-22T10:47:05Z'),
  (6010, 'harbour', 'p142', 'd12-0306-1145', 'gp', 'booked', NULL, 'cough', 'u11', '2026-02-07T15:13:24Z'),
  (6011, 'harbour', 'p137', 'd12-0310-1045', 'phone', 'cancelled', NULL, NULL, 'u11', '2026-02-20T12:33:38Z'),
  (6012, 'harbour', 'p147', 'd12-0310-1045', 'phone', 'booked', NULL, NULL, 'u10', '2026-02-12T13:31:51Z'),
  (6013, 'harbour', 'p136', 'd12-0311-0945', 'gp', 'booked', NULL, 'travel', 'u10', '2026-02-16T17:56:15Z'),
  (6014, 'harbour', 'p133', 'd12-0312-1415', 'gp', 'cancelled', NULL, NULL, 'u11', '2026-02-27T16:02:26Z'),
  (6015, 'harbour', 'p139', 'd13-0305-1045', 'gp', 'booked', NULL, 'travel', 'u11', '2026-02-09T15:33:27Z'),
  (6016, 'harbour', 'p134', 'n11-0219-1530', 'vaccination', 'cancelled', NULL, 'knee', 'u10', '2026-02-26T12:10:42Z'),
  (6017, 'harbour', 'p142', 'n11-0309-1045', 'blood_test', 'cancelled', NULL, NULL, 'u10', '2026-02-11T13:37:29Z'),
  (6018, 'harbour', 'p148', 'n11-0309-1045', 'blood_test', 'booked', NULL, 'blood pressure', 'u11', '2026-02-02T11:34:26Z'),
  (6019, 'harbour', 'p148', 'n11-0311-1415', 'vaccination', 'booked', NULL, 'knee', 'u11', '2026-02-13T09:59:04Z'),
  (6020, 'harbour', 'p148', 'n11-0312-0945', 'blood_test', 'booked', NULL, 'travel', 'u10', '2026-02-20T15:00:16Z'),
  (6021, 'elmfield', 'p223', 'd21-0217-0900', 'gp', 'missed', NULL, NULL, 'u21', '2026-02-11T09:13:07Z'),
  (6022, 'elmfield', 'p237', 'd21-0219-1015', 'phone', 'missed', NULL, NULL, 'u21', '2026-02-08T17:52:31Z'),
  (6023, 'elmfield', 'p226', 'd21-0224-0900', 'gp', 'attended', NULL, 'results', 'u20', '2026-02-19T15:11:59Z'),
  (6024, 'elmfield', 'p220', 'd21-0226-0900', 'phone', 'missed', NULL, NULL, 'u20', '2026-02-04T16:14:22Z'),
  (6025, 'elmfield', 'p221', 'd21-0302-1515', 'gp', 'booked', NULL, NULL, 'u20', '2026-02-14T16:11:07Z'),
  (6026, 'elmfield', 'p221', 'd21-0303-1045', 'gp', 'booked', NULL, 'repeat prescription', 'u21', '2026-02-12T08:17:01Z'),
  (6027, 'elmfield', 'p229', 'd21-0309-1145', 'phone', 'booked', NULL, NULL, 'u20', '2026-02-02T17:54:36Z'),
  (6028, 'elmfield', 'p231', 'd21-0312-0945', 'gp', 'cancelled', NULL, 'travel', 'u20', '2026-02-12T17:16:24Z'),
  (6029, 'elmfield', 'p221', 'd22-0217-1015', 'gp', 'missed', NULL, 'repeat prescription', 'u21', '2026-02-27T09:50:21Z'),
  (6030, 'elmfield', 'p228', 'd22-0219-1015', 'phone', 'attended', NULL, NULL, 'u21', '2026-02-05T11:35:54Z'),
  (6031, 'elmfield', 'p233', 'd22-0224-0900', 'gp', 'missed', NULL, 'repeat prescription', 'u21', '2026-02-07T13:18:40Z'),
  (6032, 'elmfield', 'p237', 'd22-0226-1015', 'gp', 'attended', NULL, 'knee', 'u21', '2026-02-24T09:12:11Z'),
  (6033, 'elmfield', 'p222', 'd22-0303-1045', 'gp', 'cancelled', NULL, NULL, 'u21', '2026-02-20T12:50:30Z'),
  (6034, 'elmfield', 'p225', 'd22-0309-0945', 'gp', 'cancelled', NULL, NULL, 'u20', '2026-02-20T11:58:11Z'),
  (6035, 'elmfield', 'p232', 'd22-0309-0945', 'gp', 'booked', NULL, NULL, 'u20', '2026-02-05T15:31:26Z'),
  (6036, 'elmfield', 'p221', 'd22-0312-1045', 'phone', 'booked', NULL, 'travel', 'u20', '2026-02-15T13:09:43Z'),
  (6037, 'elmfield', 'p234', 'n21-0217-1015', 'nurse', 'attended', NULL, 'cough', 'u20', '2026-02-11T09:08:45Z'),
  (6038, 'elmfield', 'p221', 'n21-0219-0900', 'nurse', 'attended', NULL, 'repeat prescription', 'u20', '2026-02-11T09:47:14Z'),
  (6039, 'elmfield', 'p220', 'n21-0224-1015', 'nurse', 'missed', NULL, NULL, 'u20', '2026-02-04T11:54:47Z'),
  (6040, 'elmfield', 'p226', 'n21-0303-1415', 'blood_test', 'booked', NULL, 'cough', 'u20', '2026-02-18T17:44:43Z'),
  (6041, 'elmfield', 'p223', 'n21-0303-1615', 'blood_test', 'booked', NULL, 'cough', 'u20', '2026-02-20T17:31:15Z'),
  (6042, 'elmfield', 'p224', 'n21-0304-1515', 'vaccination', 'booked', NULL, NULL, 'u20', '2026-02-27T16:31:12Z'),
  (6043, 'elmfield', 'p223', 'n21-0309-1515', 'blood_test', 'booked', NULL, 'knee', 'u21', '2026-02-12T08:34:19Z'),
  (6044, 'elmfield', 'p234', 'n21-0312-0845', 'blood_test', 'booked', NULL, NULL, 'u21', '2026-02-11T14:58:25Z'),
  (6045, 'elmfield', 'p237', 'n21-0312-1515', 'blood_test', 'booked', NULL, NULL, 'u21', '2026-02-06T15:55:41Z'),
  (6046, 'elmfield', 'p237', 'n21-0313-1615', 'nurse', 'cancelled', NULL, NULL, 'u20', '2026-02-03T15:55:39Z'),
  (6047, 'elmfield', 'p228', 'n21-0313-1615', 'nurse', 'booked', NULL, 'blood pressure', 'u20', '2026-02-03T17:06:30Z'),
  (6048, 'seaview', 'p337', 'd31-0217-1015', 'gp', 'cancelled', NULL, NULL, 'u30', '2026-02-04T15:53:38Z'),
  (6049, 'seaview', 'p333', 'd31-0219-1530', 'gp', 'missed', NULL, 'knee', 'u30', '2026-02-10T10:40:41Z'),
  (6050, 'seaview', 'p331', 'd31-0224-1400', 'gp', 'cancelled', NULL, NULL, 'u31', '2026-02-26T12:20:05Z'),
  (6051, 'seaview', 'p338', 'd31-0226-1400', 'gp', 'missed', NULL, 'travel', 'u30', '2026-02-02T12:27:34Z'),
  (6052, 'seaview', 'p326', 'd31-0302-1145', 'gp', 'cancelled', NULL, NULL, 'u30', '2026-02-23T11:57:20Z'), -- given up; somebody else has the time
  (6053, 'seaview', 'p336', 'd31-0302-1145', 'gp', 'booked', NULL, 'results', 'u30', '2026-02-06T17:24:37Z'),
  (6054, 'seaview', 'p331', 'd31-0306-1145', 'phone', 'booked', NULL, 'blood pressure', 'u31', '2026-02-26T08:12:31Z'),
  (6055, 'seaview', 'p324', 'd31-0306-1415', 'gp', 'cancelled', NULL, NULL, 'u31', '2026-02-02T10:23:54Z'),
  (6056, 'seaview', 'p327', 'd31-0306-1415', 'gp', 'booked', NULL, 'repeat prescription', 'u31', '2026-02-23T16:35:46Z'),
  (6057, 'seaview', 'p333', 'd31-0311-1515', 'gp', 'cancelled', NULL, NULL, 'u31', '2026-02-14T08:11:05Z'),
  (6058, 'seaview', 'p329', 'd31-0311-1515', 'gp', 'cancelled', NULL, 'results', 'u31', '2026-02-06T08:43:11Z'),
  (6059, 'seaview', 'p334', 'd31-0312-0945', 'phone', 'booked', NULL, NULL, 'u30', '2026-02-03T15:23:08Z'),
  (6060, 'seaview', 'p328', 'd32-0303-0845', 'gp', 'cancelled', NULL, 'blood pressure', 'u31', '2026-02-16T11:27:21Z'),
  (6061, 'seaview', 'p323', 'd32-0305-0945', 'gp', 'cancelled', NULL, NULL, 'u31', '2026-02-15T14:44:17Z'),
  (6062, 'seaview', 'p334', 'd32-0305-0945', 'gp', 'booked', NULL, 'cough', 'u31', '2026-02-24T11:38:44Z'),
  (6063, 'seaview', 'p322', 'd32-0310-0945', 'phone', 'cancelled', NULL, 'travel', 'u31', '2026-02-14T12:17:14Z'),
  (6064, 'seaview', 'p322', 'd32-0313-1615', 'gp', 'cancelled', NULL, NULL, 'u30', '2026-02-14T14:00:31Z'), -- given up; somebody else has the time
  (6065, 'seaview', 'p333', 'd32-0313-1615', 'gp', 'booked', NULL, 'results', 'u31', '2026-02-10T12:41:35Z'),
  (6066, 'seaview', 'p331', 'n31-0217-1015', 'nurse', 'cancelled', NULL, 'blood pressure', 'u31', '2026-02-26T16:20:22Z'),
  (6067, 'seaview', 'p320', 'n31-0219-1530', 'vaccination', 'missed', NULL, 'repeat prescription', 'u30', '2026-02-09T08:10:40Z'),
  (6068, 'seaview', 'p334', 'n31-0224-1530', 'vaccination', 'missed', NULL, 'travel', 'u31', '2026-02-19T11:08:52Z'),
  (6069, 'seaview', 'p323', 'n31-0306-1145', 'blood_test', 'cancelled', NULL, NULL, 'u30', '2026-02-09T15:53:58Z'),
  (6070, 'seaview', 'p329', 'n31-0310-1145', 'vaccination', 'cancelled', NULL, NULL, 'u30', '2026-02-10T12:29:16Z'),
  (6071, 'seaview', 'p323', 'n31-0310-1145', 'vaccination', 'cancelled', NULL, 'travel', 'u30', '2026-02-24T16:19:58Z'),
  (6072, 'seaview', 'p320', 'n31-0312-0945', 'vaccination', 'cancelled', NULL, 'cough', 'u30', '2026-02-26T11:05:17Z'),
  (6073, 'kingsway', 'p436', 'd41-0217-1530', 'gp', 'cancelled', NULL, 'results', 'u40', '2026-02-15T08:57:41Z'),
  (6074, 'kingsway', 'p436', 'd41-0219-1015', 'phone', 'cancelled', NULL, NULL, 'u41', '2026-02-19T09:34:36Z'),
  (6075, 'kingsway', 'p436', 'd41-0224-1530', 'gp', 'missed', NULL, 'knee', 'u41', '2026-02-05T09:07:56Z'),
  (6076, 'kingsway', 'p437', 'd41-0226-0900', 'gp', 'missed', NULL, 'cough', 'u41', '2026-02-10T11:22:14Z'),
  (6077, 'kingsway', 'p423', 'd41-0302-0845', 'phone', 'booked', NULL, 'knee', 'u40', '2026-02-08T11:22:36Z'),
  (6078, 'kingsway', 'p427', 'd41-0303-0945', 'gp', 'booked', NULL, NULL, 'u41', '2026-02-08T11:28:52Z'),
  (6079, 'kingsway', 'p424', 'd41-0304-1615', 'gp', 'booked', NULL, NULL, 'u41', '2026-02-08T09:58:58Z'),
  (6080, 'kingsway', 'p420', 'd41-0309-0945', 'gp', 'booked', NULL, NULL, 'u40', '2026-02-19T13:53:37Z'),
  (6081, 'kingsway', 'p422', 'd41-0311-1145', 'gp', 'cancelled', NULL, 'blood pressure', 'u41', '2026-02-26T09:37:52Z'),
  (6082, 'kingsway', 'p434', 'd41-0312-0845', 'gp', 'booked', NULL, 'knee', 'u40', '2026-02-26T12:44:46Z'),
  (6083, 'kingsway', 'p438', 'd41-0312-1045', 'gp', 'booked', NULL, 'knee', 'u40', '2026-02-06T15:57:46Z'),
  (6084, 'kingsway', 'p425', 'd42-0302-1615', 'gp', 'booked', NULL, 'travel', 'u40', '2026-02-25T11:35:35Z'),
  (6085, 'kingsway', 'p428', 'd42-0303-1515', 'gp', 'booked', NULL, NULL, 'u41', '2026-02-19T15:45:49Z'),
  (6086, 'kingsway', 'p421', 'd42-0304-0945', 'gp', 'booked', NULL, 'cough', 'u41', '2026-02-26T12:33:43Z'),
  (6087, 'kingsway', 'p438', 'd42-0306-1615', 'gp', 'booked', NULL, NULL, 'u40', '2026-02-24T13:18:17Z'),
  (6088, 'kingsway', 'p422', 'n41-0217-1015', 'vaccination', 'attended', NULL, 'repeat prescription', 'u41', '2026-02-03T10:53:23Z'),
  (6089, 'kingsway', 'p420', 'n41-0219-1400', 'nurse', 'missed', NULL, NULL, 'u41', '2026-02-02T11:28:35Z'),
  (6090, 'kingsway', 'p422', 'n41-0224-0900', 'nurse', 'attended', NULL, 'repeat prescription', 'u40', '2026-02-06T13:51:02Z');

INSERT INTO waiting_list (id, account, patient, type, practitioner, since) VALUES
  (701, 'seaview', 'p304', 'physio', NULL, '2026-02-23'), -- c-019
  (702, 'seaview', 'p305', 'gp', 'd31', '2026-02-24'), -- c-019: his son's
  (703, 'elmfield', 'p208', 'gp', 'd22', '2026-02-17'), -- c-024: not hers
  (704, 'harbour', 'p101', 'nurse', NULL, '2026-02-20'),
  (705, 'harbour', 'p138', 'vaccination', NULL, '2026-02-27'),
  (706, 'harbour', 'p132', 'gp_long', NULL, '2026-02-09'),
  (707, 'harbour', 'p130', 'gp_long', NULL, '2026-02-05'),
  (708, 'harbour', 'p134', 'gp', NULL, '2026-02-20'),
  (709, 'elmfield', 'p232', 'nurse', NULL, '2026-02-19'),
  (710, 'elmfield', 'p222', 'nurse', NULL, '2026-02-17'),
  (711, 'elmfield', 'p227', 'gp', NULL, '2026-02-05'),
  (712, 'elmfield', 'p223', 'vaccination', NULL, '2026-02-21'),
  (713, 'seaview', 'p337', 'nurse', NULL, '2026-02-08'),
  (714, 'seaview', 'p322', 'gp_long', NULL, '2026-02-03'),
  (715, 'seaview', 'p336', 'gp', NULL, '2026-02-19'),
  (716, 'seaview', 'p338', 'nurse', NULL, '2026-02-22'),
  (717, 'kingsway', 'p433', 'gp', NULL, '2026-02-10'),
  (718, 'kingsway', 'p425', 'vaccination', NULL, '2026-02-06'),
  (719, 'kingsway', 'p426', 'gp_long', NULL, '2026-02-15'),
  (720, 'kingsway', 'p423', 'nurse', NULL, '2026-02-16');

INSERT INTO messages (id, account, patient, appointment, slot, kind, channel, sent_to, text, sent_at) VALUES
  (801, 'kingsway', 'p402', 5403, 'd41-0303-0930', 'confirmation', 'sms', '07700 900402', NULL, '2026-02-19T10:02:11Z'), -- c-011
  (802, 'kingsway', 'p402', 5403, 'd41-0303-0930', 'reminder', 'sms', '07700 900402', NULL, '2026-03-02T07:30:00Z'), -- c-011: has gone out this morning
  (803, 'seaview', 'p302', 5302, 'd31-0304-1500', 'confirmation', 'sms', '+447700900302', NULL, '2026-02-12T09:40:27Z'), -- c-010
  (804, 'seaview', 'p302', 5302, 'd31-0304-1500', 'cancelled', 'sms', '+447700900302', NULL, '2026-02-27T15:12:58Z'), -- c-010
  (805, 'harbour', 'p102', 5102, 'n11-0305-0915', 'confirmation', 'email', 'm.ellis@mail.example', NULL, '2026-02-16T11:20:05Z'),
  (806, 'harbour', 'p110', 5111, 'd12-0304-1030', 'cancelled', 'sms', '+44 7700 900110', NULL, '2026-02-20T16:31:44Z'),
  (807, 'harbour', 'p131', 6000, 'd11-0217-1530', 'confirmation', 'sms', '+447700900131', NULL, '2026-02-07T10:39:24Z'),
  (808, 'harbour', 'p148', 6002, 'd11-0224-0900', 'confirmation', 'sms', '0117 496 1148', NULL, '2026-02-02T11:57:18Z'),
  (809, 'harbour', 'p135', 6006, 'd12-0217-1015', 'confirmation', 'sms', '+447700900135', NULL, '2026-02-25T10:16:17Z'),
  (810, 'harbour', 'p142', 6010, 'd12-0306-1145', 'confirmation', 'sms', '+447700900142', NULL, '2026-02-07T15:13:24Z'),
  (811, 'harbour', 'p133', 6014, 'd12-0312-1415', 'cancelled', 'sms', '(07700) 900133', NULL, '2026-02-27T16:02:26Z'),
  (812, 'harbour', 'p139', 6015, 'd13-0305-1045', 'confirmation', 'sms', '0117 496 1139', NULL, '2026-02-09T15:33:27Z'),
  (813, 'harbour', 'p142', 6017, 'n11-0309-1045', 'cancelled', 'sms', '+447700900142', NULL, '2026-02-11T13:37:29Z'),
  (814, 'harbour', 'p148', 6018, 'n11-0309-1045', 'confirmation', 'sms', '0117 496 1148', NULL, '2026-02-02T11:34:26Z'),
  (815, 'elmfield', 'p223', 6021, 'd21-0217-0900', 'confirmation', 'sms', '(07700) 900223', NULL, '2026-02-11T09:13:07Z'),
  (816, 'elmfield', 'p226', 6023, 'd21-0224-0900', 'confirmation', 'sms', '0113 496 1226', NULL, '2026-02-19T15:11:59Z'),
  (817, 'elmfield', 'p221', 6025, 'd21-0302-1515', 'confirmation', 'sms', '(07700) 900221', NULL, '2026-02-14T16:11:07Z'),
  (818, 'elmfield', 'p229', 6027, 'd21-0309-1145', 'confirmation', 'sms', '+44 (0)7700 900229', NULL, '2026-02-02T17:54:36Z'),
  (819, 'elmfield', 'p231', 6028, 'd21-0312-0945', 'cancelled', 'sms', '07700-900-231', NULL, '2026-02-12T17:16:24Z'),
  (820, 'elmfield', 'p228', 6030, 'd22-0219-1015', 'confirmation', 'sms', '+44 (0)7700 900228', NULL, '2026-02-05T11:35:54Z'),
  (821, 'elmfield', 'p221', 6036, 'd22-0312-1045', 'confirmation', 'sms', '(07700) 900221', NULL, '2026-02-15T13:09:43Z'),
  (822, 'elmfield', 'p223', 6041, 'n21-0303-1615', 'confirmation', 'sms', '(07700) 900223', NULL, '2026-02-20T17:31:15Z'),
  (823, 'seaview', 'p337', 6048, 'd31-0217-1015', 'cancelled', 'sms', '07700 900337', NULL, '2026-02-04T15:53:38Z'),
  (824, 'seaview', 'p331', 6050, 'd31-0224-1400', 'cancelled', 'sms', '07700 900331', NULL, '2026-02-26T12:20:05Z'),
  (825, 'seaview', 'p326', 6052, 'd31-0302-1145', 'cancelled', 'email', 'fnguyen@mail.example', NULL, '2026-02-23T11:57:20Z'),
  (826, 'seaview', 'p336', 6053, 'd31-0302-1145', 'confirmation', 'sms', '01273 496336', NULL, '2026-02-06T17:24:37Z'),
  (827, 'seaview', 'p331', 6054, 'd31-0306-1145', 'confirmation', 'sms', '07700 900331', NULL, '2026-02-26T08:12:31Z'),
  (828, 'seaview', 'p333', 6057, 'd31-0311-1515', 'cancelled', 'sms', '+447700900332', NULL, '2026-02-14T08:11:05Z'),
  (829, 'seaview', 'p323', 6061, 'd32-0305-0945', 'cancelled', 'sms', '+44 (0)7700 900323', NULL, '2026-02-15T14:44:17Z'),
  (830, 'seaview', 'p322', 6064, 'd32-0313-1615', 'cancelled', 'sms', '07700-900-322', NULL, '2026-02-14T14:00:31Z'),
  (831, 'seaview', 'p333', 6065, 'd32-0313-1615', 'confirmation', 'sms', '+447700900332', NULL, '2026-02-10T12:41:35Z'),
  (832, 'seaview', 'p320', 6067, 'n31-0219-1530', 'confirmation', 'email', 'doris.singh95@mail.example', NULL, '2026-02-09T08:10:40Z'),
  (833, 'seaview', 'p323', 6069, 'n31-0306-1145', 'cancelled', 'sms', '+44 (0)7700 900323', NULL, '2026-02-09T15:53:58Z'),
  (834, 'seaview', 'p329', 6070, 'n31-0310-1145', 'cancelled', 'email', 'diego.dlamini43@mail.example', NULL, '2026-02-10T12:29:16Z'),
  (835, 'kingsway', 'p436', 6073, 'd41-0217-1530', 'cancelled', 'sms', '+447700900436', NULL, '2026-02-15T08:57:41Z'),
  (836, 'kingsway', 'p437', 6076, 'd41-0226-0900', 'confirmation', 'sms', '+44 (0)7700 900437', NULL, '2026-02-10T11:22:14Z'),
  (837, 'kingsway', 'p423', 6077, 'd41-0302-0845', 'confirmation', 'sms', '07700-900-423', NULL, '2026-02-08T11:22:36Z'),
  (838, 'kingsway', 'p424', 6079, 'd41-0304-1615', 'confirmation', 'sms', '07700 900424', NULL, '2026-02-08T09:58:58Z'),
  (839, 'kingsway', 'p420', 6080, 'd41-0309-0945', 'confirmation', 'sms', '07700 900420', NULL, '2026-02-19T13:53:37Z'),
  (840, 'kingsway', 'p422', 6081, 'd41-0311-1145', 'cancelled', 'sms', '(07700) 900422', NULL, '2026-02-26T09:37:52Z'),
  (841, 'kingsway', 'p434', 6082, 'd41-0312-0845', 'confirmation', 'sms', '07700-900-434', NULL, '2026-02-26T12:44:46Z'),
  (842, 'kingsway', 'p438', 6083, 'd41-0312-1045', 'confirmation', 'sms', '029 2018 1438', NULL, '2026-02-06T15:57:46Z'),
  (843, 'kingsway', 'p428', 6085, 'd42-0303-1515', 'confirmation', 'sms', '+447700900428', NULL, '2026-02-19T15:45:49Z'),
  (844, 'kingsway', 'p438', 6087, 'd42-0306-1615', 'confirmation', 'sms', '029 2018 1438', NULL, '2026-02-24T13:18:17Z'),
  (845, 'kingsway', 'p422', 6088, 'n41-0217-1015', 'confirmation', 'sms', '(07700) 900422', NULL, '2026-02-03T10:53:23Z'),
  (846, 'kingsway', 'p420', 6089, 'n41-0219-1400', 'confirmation', 'sms', '07700 900420', NULL, '2026-02-02T11:28:35Z'),
  (847, 'harbour', 'p148', NULL, NULL, 'note', 'sms', '0117 496 1148', 'Please bring your inhaler.', '2026-01-09T09:00:00Z'),
  (848, 'harbour', 'p131', NULL, NULL, 'note', 'sms', '+447700900131', 'Your letter is ready at reception.', '2026-01-16T09:00:00Z'),
  (849, 'harbour', 'p144', NULL, NULL, 'note', 'sms', '07700 900144', 'Our telephone lines open at eight.', '2026-01-11T09:00:00Z'),
  (850, 'elmfield', 'p220', NULL, NULL, 'note', 'email', 'Ingrid.Wright@Mail.example', 'Your letter is ready at reception.', '2026-01-26T09:00:00Z'),
  (851, 'elmfield', 'p238', NULL, NULL, 'note', 'sms', '(07700) 900238', 'Our telephone lines open at eight.', '2026-01-28T09:00:00Z'),
  (852, 'elmfield', 'p233', NULL, NULL, 'note', 'email', 'rodegard@mail.example', 'Our telephone lines open at eight.', '2026-01-26T09:00:00Z'),
  (853, 'seaview', 'p338', NULL, NULL, 'note', 'sms', '07700 900338', 'Our telephone lines open at eight.', '2026-01-10T09:00:00Z'),
  (854, 'seaview', 'p337', NULL, NULL, 'note', 'sms', '07700 900337', 'Your letter is ready at reception.', '2026-01-26T09:00:00Z'),
  (855, 'seaview', 'p321', NULL, NULL, 'note', 'email', 'wei.st.john@mail.example', 'Please bring your inhaler.', '2026-01-13T09:00:00Z'),
  (856, 'kingsway', 'p428', NULL, NULL, 'note', 'sms', '+447700900428', 'Our telephone lines open at eight.', '2026-01-20T09:00:00Z'),
  (857, 'kingsway', 'p420', NULL, NULL, 'note', 'sms', '07700 900420', 'Please bring your inhaler.', '2026-01-11T09:00:00Z'),
  (858, 'kingsway', 'p436', NULL, NULL, 'note', 'sms', '+447700900436', 'Please bring your inhaler.', '2026-01-26T09:00:00Z');

INSERT INTO activity (id, account, patient, actor, kind, detail, at) VALUES
  (901, 'harbour', 'p101', 'u10', 'booked', 'n11-0305-0900', '2026-02-22T12:33:58Z'),
  (902, 'harbour', 'p102', 'u10', 'booked', 'n11-0305-0915', '2026-02-11T14:03:22Z'),
  (903, 'harbour', 'p104', 'u10', 'booked', 'd11-0304-1030', '2026-02-11T12:09:38Z'),
  (904, 'harbour', 'p105', 'u10', 'booked', 'd11-0304-1115', '2026-02-25T13:26:48Z'),
  (905, 'harbour', 'p110', 'u10', 'booked', 'd12-0309-1430', '2026-02-14T12:40:47Z'),
  (906, 'harbour', 'p110', 'u11', 'cancelled', 'd12-0304-1030', '2026-02-06T15:01:49Z'),
  (907, 'harbour', 'p110', 'u11', 'cancelled', 'n11-0305-1530', '2026-02-19T17:34:15Z'),
  (908, 'harbour', 'p113', 'u11', 'booked', 'd12-0309-1130', '2026-02-09T08:49:37Z'),
  (909, 'harbour', 'p114', 'u11', 'booked', 'd12-0302-1545', '2026-02-26T12:41:06Z'),
  (910, 'harbour', 'p120', 'u10', 'booked', 'd12-0305-0900', '2026-02-04T17:35:02Z'),
  (911, 'harbour', 'p121', 'u11', 'booked', 'd12-0305-0930', '2026-02-18T14:21:00Z'),
  (912, 'harbour', 'p122', 'u10', 'booked', 'd12-0305-1430', '2026-02-03T15:42:05Z'),
  (913, 'harbour', 'p113', 'u11', 'cancelled', 'd12-0305-1000', '2026-02-16T17:27:12Z'),
  (914, 'harbour', 'p109', 'u10', 'booked', 'd11-0305-1430', '2026-02-18T09:08:16Z'),
  (915, 'harbour', 'p119', 'u11', 'booked', 'd11-0306-0930', '2026-02-24T16:57:12Z'),
  (916, 'elmfield', 'p201', 'u21', 'booked', 'd22-0303-1000', '2026-02-27T14:38:36Z'),
  (917, 'elmfield', 'p204', 'u20', 'booked', 'd21-0305-1430', '2026-02-08T17:03:16Z'),
  (918, 'elmfield', 'p205', 'u21', 'booked', 'n21-0304-0930', '2026-02-02T09:19:01Z'),
  (919, 'seaview', 'p302', 'u31', 'cancelled', 'd31-0304-1500', '2026-02-27T15:12:40Z'),
  (920, 'seaview', 'p302', 'u31', 'booked', 'n31-0304-1500', '2026-02-05T15:51:09Z'),
  (921, 'seaview', 'p304', 'u31', 'booked', 'd31-0305-1000', '2026-02-22T17:54:34Z'),
  (922, 'seaview', 'p305', 'u30', 'booked', 'd31-0305-1515', '2026-02-12T15:36:27Z'),
  (923, 'seaview', 'p306', 'u30', 'booked', 'd31-0304-1030', '2026-02-23T11:10:55Z'),
  (924, 'kingsway', 'p401', 'u41', 'booked', 'n41-0306-0900', '2026-02-27T17:43:38Z'),
  (925, 'kingsway', 'p401', 'u40', 'booked', 'n41-0306-1100', '2026-02-06T14:48:49Z'),
  (926, 'kingsway', 'p402', 'u41', 'booked', 'd41-0303-0930', '2026-02-02T12:09:49Z'),
  (927, 'kingsway', 'p405', 'u40', 'booked', 'd41-0304-1030', '2026-02-13T08:49:01Z'),
  (928, 'kingsway', 'p406', 'u41', 'booked', 'n41-0306-1400', '2026-02-11T09:21:35Z'),
  (929, 'harbour', 'p133', 'u11', 'booked', 'd11-0304-1415', '2026-02-14T12:26:38Z'),
  (930, 'harbour', 'p136', 'u10', 'booked', 'd12-0311-0945', '2026-02-16T17:56:15Z'),
  (931, 'harbour', 'p142', 'u10', 'cancelled', 'n11-0309-1045', '2026-02-11T13:37:29Z'),
  (932, 'elmfield', 'p223', 'u21', 'booked', 'd21-0217-0900', '2026-02-11T09:13:07Z'),
  (933, 'elmfield', 'p231', 'u20', 'cancelled', 'd21-0312-0945', '2026-02-12T17:16:24Z'),
  (934, 'elmfield', 'p222', 'u21', 'cancelled', 'd22-0303-1045', '2026-02-20T12:50:30Z'),
  (935, 'elmfield', 'p221', 'u20', 'booked', 'd22-0312-1045', '2026-02-15T13:09:43Z'),
  (936, 'elmfield', 'p221', 'u20', 'booked', 'n21-0219-0900', '2026-02-11T09:47:14Z'),
  (937, 'elmfield', 'p226', 'u20', 'booked', 'n21-0303-1415', '2026-02-18T17:44:43Z'),
  (938, 'elmfield', 'p223', 'u20', 'booked', 'n21-0303-1615', '2026-02-20T17:31:15Z'),
  (939, 'elmfield', 'p224', 'u20', 'booked', 'n21-0304-1515', '2026-02-27T16:31:12Z'),
  (940, 'elmfield', 'p234', 'u21', 'booked', 'n21-0312-0845', '2026-02-11T14:58:25Z'),
  (941, 'elmfield', 'p228', 'u20', 'booked', 'n21-0313-1615', '2026-02-03T17:06:30Z'),
  (942, 'seaview', 'p333', 'u30', 'booked', 'd31-0219-1530', '2026-02-10T10:40:41Z'),
  (943, 'seaview', 'p326', 'u30', 'cancelled', 'd31-0302-1145', '2026-02-23T11:57:20Z'),
  (944, 'seaview', 'p324', 'u31', 'cancelled', 'd31-0306-1415', '2026-02-02T10:23:54Z'),
  (945, 'seaview', 'p333', 'u31', 'cancelled', 'd31-0311-1515', '2026-02-14T08:11:05Z'),
  (946, 'seaview', 'p334', 'u30', 'booked', 'd31-0312-0945', '2026-02-03T15:23:08Z'),
  (947, 'seaview', 'p322', 'u30', 'cancelled', 'd32-0313-1615', '2026-02-14T14:00:31Z'),
  (948, 'seaview', 'p329', 'u30', 'cancelled', 'n31-0310-1145', '2026-02-10T12:29:16Z'),
  (949, 'seaview', 'p320', 'u30', 'cancelled', 'n31-0312-0945', '2026-02-26T11:05:17Z'),
  (950, 'kingsway', 'p434', 'u40', 'booked', 'd41-0312-0845', '2026-02-26T12:44:46Z'),
  (951, 'kingsway', 'p428', 'u41', 'booked', 'd42-0303-1515', '2026-02-19T15:45:49Z'),
  (952, 'kingsway', 'p421', 'u41', 'booked', 'd42-0304-0945', '2026-02-26T12:33:43Z'),
  (953, 'elmfield', 'p202', 'u21', 'record_closed', NULL, '2025-09-01T10:00:00Z'),
  (954, 'seaview', 'p307', 'u31', 'record_closed', NULL, '2025-09-01T10:00:00Z'),
  (955, 'harbour', 'p117', 'u11', 'record_closed', NULL, '2025-09-01T10:00:00Z');
