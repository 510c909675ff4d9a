-- The books of the depot: the parts of two workshops, their orders, what is set
-- aside and on its way, the loading slots of three weeks of tours. Parts wear
-- their makers' names or none, and notes are as people left them.

CREATE TABLE workshops (
  id   TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  city TEXT NOT NULL
);

-- Parts belong to a workshop; the depot only keeps them.
CREATE TABLE parts (
  id            TEXT PRIMARY KEY NOT NULL,
  account       TEXT NOT NULL REFERENCES workshops (id),
  name          TEXT NOT NULL,
  brand         TEXT,
  price         REAL NOT NULL,
  shelf         TEXT NOT NULL CHECK (shelf IN ('A', 'B', 'C', 'D')),
  stock         INTEGER NOT NULL, -- from 0 to 500, as the policy says
  reorder_level INTEGER NOT NULL,
  note          TEXT
);

CREATE TABLE orders (
  id         TEXT PRIMARY KEY NOT NULL,
  account    TEXT NOT NULL REFERENCES workshops (id),
  reference  TEXT NOT NULL,
  status     TEXT NOT NULL CHECK (status IN ('open', 'sent', 'cancelled')),
  priority   TEXT NOT NULL CHECK (priority IN ('low', 'normal', 'urgent')),
  wanted_on  TEXT NOT NULL CHECK (wanted_on LIKE '____-__-__'),
  deliver_on TEXT NOT NULL CHECK (deliver_on >= wanted_on),
  note       TEXT,
  updated_at TEXT NOT NULL
);

CREATE TABLE order_lines (
  order_id TEXT NOT NULL REFERENCES orders (id),
  part_id  TEXT NOT NULL REFERENCES parts (id),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (order_id, part_id)
);

-- One piece each.
CREATE TABLE reservations (
  id         INTEGER PRIMARY KEY,
  order_id   TEXT NOT NULL REFERENCES orders (id),
  part_id    TEXT NOT NULL REFERENCES parts (id),
  minutes    INTEGER NOT NULL CHECK (minutes > 0),
  held_until TEXT NOT NULL
);

-- The loading slots of the days on which tours leave.
CREATE TABLE ramps (
  id        TEXT PRIMARY KEY NOT NULL,
  ramp      INTEGER NOT NULL,
  day       TEXT NOT NULL,
  starts_at TEXT NOT NULL,
  taken_by  TEXT, -- an order, or somebody else
  UNIQUE (ramp, day, starts_at)
);

CREATE TABLE purchases (
  id         INTEGER PRIMARY KEY,
  account    TEXT NOT NULL REFERENCES workshops (id),
  part_id    TEXT NOT NULL REFERENCES parts (id),
  quantity   INTEGER NOT NULL CHECK (quantity > 0),
  supplier   TEXT NOT NULL CHECK (supplier IN ('wholesale', 'maker', 'second_hand')),
  ordered_at TEXT NOT NULL
);

CREATE TABLE dispatch_notes (
  id       INTEGER PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  carrier  TEXT NOT NULL CHECK (carrier IN ('van', 'parcel', 'freight')),
  sent_by  TEXT NOT NULL,
  sent_at  TEXT NOT NULL
);

CREATE TABLE remarks (
  id       INTEGER PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  text     TEXT NOT NULL,
  author   TEXT NOT NULL,
  at       TEXT NOT NULL
);

CREATE TABLE activity (
  id      INTEGER PRIMARY KEY,
  account TEXT NOT NULL REFERENCES workshops (id),
  about   TEXT NOT NULL, -- an order or a part
  actor   TEXT NOT NULL,
  kind    TEXT NOT NULL,
  at      TEXT NOT NULL
);

INSERT INTO workshops (id, name, city) VALUES
  ('hartmann', 'Hartmann Kraftfahrzeuge', 'Hamburg'),
  ('lindqvist', 'Lindqvist Bil', 'Malmö');

INSERT INTO parts (id, account, name, brand, price, shelf, stock, reorder_level, note) VALUES
  ('p101', 'hartmann', 'Brake disc, Sprinter 906', 'Brembo', 143.09, 'A', 22, 3, 'Counted by hand in January.'),
  ('p102', 'hartmann', 'Brake pad set, Sprinter 906', 'Brembo', 190.38, 'A', 44, 5, NULL),
  ('p103', 'hartmann', 'Oil filter, Sprinter 906', 'Sachs', 284.09, 'A', 18, 7, NULL),
  ('p104', 'hartmann', 'Air filter, Sprinter 906', NULL, 259.14, 'A', 90, 5, NULL),
  ('p105', 'hartmann', 'Cabin filter, Sprinter 906', 'Sachs', 50.4, 'A', 25, 3, NULL),
  ('p106', 'hartmann', 'Fuel filter, Sprinter 906', 'Bosch', 84.2, 'A', 25, 3, NULL),
  ('p107', 'hartmann', 'Wiper blade, Sprinter 906', 'Sachs', 106.36, 'A', 40, 3, NULL),
  ('p108', 'hartmann', 'Spark plug, Sprinter 906', NULL, 51.1, 'A', 12, 3, NULL),
  ('p109', 'hartmann', 'Glow plug, Sprinter 906', 'Mahle', 22.68, 'A', 90, 3, NULL),
  ('p110', 'hartmann', 'Timing belt, Sprinter 906', NULL, 45.79, 'A', 44, 4, NULL),
  ('p111', 'hartmann', 'Water pump, Sprinter 906', 'Brembo', 34.21, 'A', 44, 10, NULL),
  ('p112', 'hartmann', 'Thermostat, Sprinter 906', 'Hella', 121.71, 'A', 18, 5, NULL),
  ('p113', 'hartmann', 'Clutch kit, Sprinter 906', 'Bosch', 67.32, 'A', 90, 2, NULL),
  ('p114', 'hartmann', 'Shock absorber, Sprinter 906', 'Bosch', 175.61, 'A', 40, 6, NULL),
  ('p115', 'hartmann', 'Wheel bearing, Sprinter 906', 'Valeo', 79.15, 'A', 6, 3, NULL),
  ('p116', 'hartmann', 'Control arm, Sprinter 906', 'Mann', 32.14, 'A', 25, 3, NULL),
  ('p117', 'hartmann', 'Tie rod end, Sprinter 906', NULL, 206.73, 'A', 60, 2, NULL),
  ('p118', 'hartmann', 'Alternator, Sprinter 906', 'Bosch', 152.75, 'A', 8, 2, NULL),
  ('p119', 'hartmann', 'Starter motor, Sprinter 906', 'Hella', 209.72, 'A', 12, 6, NULL),
  ('p120', 'hartmann', 'V-belt, Sprinter 906', 'Brembo', 312.68, 'A', 15, 2, 'Boxes are dented, the parts are not.'),
  ('p121', 'hartmann', 'Door handle, Sprinter 906', 'Febi', 126.29, 'B', 9, 10, NULL),
  ('p122', 'hartmann', 'Headlamp, Sprinter 906', NULL, 233.89, 'B', 36, 4, NULL),
  ('p123', 'hartmann', 'Tail lamp, Sprinter 906', 'Brembo', 255.95, 'B', 75, 10, NULL),
  ('p124', 'hartmann', 'Wing mirror, Sprinter 906', NULL, 288.18, 'B', 6, 2, NULL),
  ('p125', 'hartmann', 'Radiator hose, Sprinter 906', 'Bosch', 155.79, 'B', 438, 3, 'Two kinds in one box; look at the thread.'),
  ('p126', 'hartmann', 'Brake disc, Golf VII', NULL, 102.55, 'B', 25, 4, 'Boxes are dented, the parts are not.'),
  ('p127', 'hartmann', 'Brake pad set, Golf VII', 'Brembo', 110.15, 'B', 9, 3, NULL),
  ('p128', 'hartmann', 'Oil filter, Golf VII', 'Sachs', 275.98, 'B', 44, 4, NULL),
  ('p129', 'hartmann', 'Air filter, Golf VII', NULL, 88.19, 'B', 22, 4, 'Counted by hand in January.'),
  ('p130', 'hartmann', 'Cabin filter, Golf VII', 'Sachs', 124.45, 'B', 40, 7, NULL),
  ('p131', 'hartmann', 'Fuel filter, Golf VII', 'Brembo', 99.51, 'B', 75, 3, NULL),
  ('p132', 'hartmann', 'Wiper blade, Golf VII', 'Febi', 238.46, 'B', 60, 2, NULL),
  ('p133', 'hartmann', 'Spark plug, Golf VII', 'Mann', 42.8, 'B', 44, 4, NULL),
  ('p134', 'hartmann', 'Glow plug, Golf VII', 'Hella', 162.79, 'B', 90, 2, NULL),
  ('p135', 'hartmann', 'Timing belt, Golf VII', 'Mann', 56.13, 'B', 9, 5, 'Old stock, check the date.'),
  ('p136', 'hartmann', 'Water pump, Golf VII', 'Hella', 313.36, 'B', 44, 4, NULL),
  ('p137', 'hartmann', 'Thermostat, Golf VII', 'Febi', 250.49, 'B', 44, 7, NULL),
  ('p138', 'hartmann', 'Clutch kit, Golf VII', 'Valeo', 147.97, 'B', 25, 7, NULL),
  ('p139', 'hartmann', 'Shock absorber, Golf VII', 'Bosch', 305.32, 'B', 75, 3, NULL),
  ('p140', 'hartmann', 'Wheel bearing, Golf VII', 'Sachs', 18.01, 'B', 22, 6, NULL),
  ('p141', 'hartmann', 'Control arm, Golf VII', 'Sachs', 189.2, 'B', 8, 5, NULL),
  ('p142', 'hartmann', 'Tie rod end, Golf VII', 'Mahle', 54.49, 'B', 18, 7, NULL),
  ('p143', 'hartmann', 'Alternator, Golf VII', 'Brembo', 40.42, 'B', 30, 2, NULL),
  ('p144', 'hartmann', 'Starter motor, Golf VII', 'Febi', 317.39, 'B', 30, 4, 'Counted by hand in January.'),
  ('p145', 'hartmann', 'V-belt, Golf VII', 'Mann', 134.14, 'B', 0, 6, 'Kept in the cage behind shelf B, since they walk off otherwise.'),
  ('p146', 'hartmann', 'Door handle, Golf VII', 'Brembo', 313.55, 'B', 40, 7, NULL),
  ('p147', 'hartmann', 'Headlamp, Golf VII', 'Sachs', 202.61, 'B', 8, 10, 'Boxes are dented, the parts are not.'),
  ('p148', 'hartmann', 'Tail lamp, Golf VII', 'Sachs', 278.87, 'B', 15, 10, NULL),
  ('p149', 'hartmann', 'Wing mirror, Golf VII', 'Bosch', 298.44, 'B', 90, 3, NULL),
  ('p150', 'hartmann', 'Radiator hose, Golf VII', 'Bosch', 269.72, 'B', 12, 5, NULL),
  ('p151', 'hartmann', 'Brake disc, Transit 2014', 'Mahle', 192.74, 'B', 44, 7, 'Old stock, check the date.'),
  ('p152', 'hartmann', 'Brake pad set, Transit 2014', 'Hella', 70.12, 'B', 12, 7, NULL),
  ('p153', 'hartmann', 'Oil filter, Transit 2014', 'Febi', 210.43, 'B', 60, 6, NULL),
  ('p154', 'hartmann', 'Air filter, Transit 2014', 'Hella', 238.59, 'B', 90, 2, NULL),
  ('p155', 'hartmann', 'Cabin filter, Transit 2014', 'Bosch', 256.8, 'B', 9, 6, NULL),
  ('p156', 'hartmann', 'Fuel filter, Transit 2014', 'Febi', 112.9, 'B', 25, 7, NULL),
  ('p157', 'hartmann', 'Wiper blade, Transit 2014', 'Brembo', 134.1, 'B', 60, 3, 'Old stock, check the date.'),
  ('p158', 'hartmann', 'Spark plug, Transit 2014', 'Febi', 72.36, 'B', 22, 5, 'Boxes are dented, the parts are not.'),
  ('p159', 'hartmann', 'Glow plug, Transit 2014', 'Sachs', 160.7, 'B', 40, 10, 'Also fits the long version.'),
  ('p160', 'hartmann', 'Timing belt, Transit 2014', 'Brembo', 319.87, 'B', 15, 6, NULL),
  ('p161', 'hartmann', 'Water pump, Transit 2014', 'Mann', 129.84, 'B', 40, 3, 'Old stock, check the date.'),
  ('p162', 'hartmann', 'Thermostat, Transit 2014', 'Mahle', 45.45, 'B', 75, 4, NULL),
  ('p163', 'hartmann', 'Clutch kit, Transit 2014', NULL, 221.82, 'B', 14, 6, NULL),
  ('p164', 'hartmann', 'Shock absorber, Transit 2014', 'Mahle', 272.74, 'B', 90, 5, NULL),
  ('p165', 'hartmann', 'Wheel bearing, Transit 2014', NULL, 289.04, 'B', 44, 3, NULL),
  ('p166', 'hartmann', 'Control arm, Transit 2014', 'Brembo', 86.08, 'B', 12, 7, NULL),
  ('p167', 'hartmann', 'Tie rod end, Transit 2014', 'Febi', 112.32, 'B', 44, 10, NULL),
  ('p168', 'hartmann', 'Alternator, Transit 2014', 'Brembo', 238.95, 'B', 9, 10, NULL),
  ('p169', 'hartmann', 'Starter motor, Transit 2014', 'Sachs', 147.55, 'B', 75, 6, NULL),
  ('p170', 'hartmann', 'V-belt, Transit 2014', 'Mann', 33.29, 'B', 9, 2, NULL),
  ('p171', 'hartmann', 'Door handle, Transit 2014', 'Hella', 187.98, 'C', 12, 2, NULL),
  ('p172', 'hartmann', 'Headlamp, Transit 2014', NULL, 217.69, 'C', 18, 2, NULL),
  ('p173', 'hartmann', 'Tail lamp, Transit 2014', 'Mahle', 41.78, 'C', 90, 2, NULL),
  ('p174', 'hartmann', 'Wing mirror, Transit 2014', 'Mahle', 116.1, 'C', 90, 2, NULL),
  ('p175', 'hartmann', 'Radiator hose, Transit 2014', 'Mahle', 308.05, 'C', 6, 7, 'Beware: the label says left, it is the right one.'),
  ('p176', 'hartmann', 'Brake disc, Master III', 'Brembo', 40.19, 'C', 12, 5, NULL),
  ('p177', 'hartmann', 'Brake pad set, Master III', 'Mahle', 279.34, 'C', 44, 5, 'Boxes are dented, the parts are not.'),
  ('p178', 'hartmann', 'Oil filter, Master III', 'Brembo', 44.49, 'C', 25, 3, NULL),
  ('p179', 'hartmann', 'Air filter, Master III', 'Hella', 252.07, 'C', 0, 6, 'Boxes are dented, the parts are not.'),
  ('p180', 'hartmann', 'Cabin filter, Master III', 'Hella', 273.53, 'C', 40, 3, NULL),
  ('p181', 'hartmann', 'Fuel filter, Master III', 'Bosch', 148.88, 'C', 6, 10, NULL),
  ('p182', 'hartmann', 'Wiper blade, Master III', 'Valeo', 8.11, 'C', 14, 6, NULL),
  ('p183', 'hartmann', 'Spark plug, Master III', 'Valeo', 159.61, 'C', 75, 5, NULL),
  ('p184', 'hartmann', 'Glow plug, Master III', 'Sachs', 260.08, 'C', 60, 4, NULL),
  ('p185', 'hartmann', 'Timing belt, Master III', 'Bosch', 90.81, 'C', 36, 7, NULL),
  ('p186', 'hartmann', 'Water pump, Master III', 'Brembo', 298.29, 'C', 25, 2, NULL),
  ('p187', 'hartmann', 'Thermostat, Master III', NULL, 24.37, 'C', 6, 6, NULL),
  ('p188', 'hartmann', 'Clutch kit, Master III', 'Febi', 264.53, 'C', 18, 6, NULL),
  ('p189', 'hartmann', 'Shock absorber, Master III', 'Bosch', 65.98, 'C', 14, 7, NULL),
  ('p190', 'hartmann', 'Wheel bearing, Master III', 'Sachs', 57.05, 'C', 6, 5, NULL),
  ('p191', 'hartmann', 'Control arm, Master III', 'Sachs', 181.49, 'C', 8, 2, NULL),
  ('p192', 'hartmann', 'Tie rod end, Master III', 'Mann', 276.23, 'C', 25, 10, NULL),
  ('p193', 'hartmann', 'Alternator, Master III', 'Mahle', 4.76, 'C', 60, 10, NULL),
  ('p194', 'hartmann', 'Starter motor, Master III', NULL, 9.19, 'C', 14, 3, NULL),
  ('p195', 'hartmann', 'V-belt, Master III', 'Sachs', 277.34, 'C', 30, 5, NULL),
  ('p196', 'hartmann', 'Door handle, Master III', 'Brembo', 268.57, 'C', 0, 10, NULL),
  ('p197', 'hartmann', 'Headlamp, Master III', 'Mann', 93.14, 'C', 40, 5, NULL),
  ('p198', 'hartmann', 'Tail lamp, Master III', 'Sachs', 97.08, 'C', 40, 10, NULL),
  ('p199', 'hartmann', 'Wing mirror, Master III', 'Hella', 206.45, 'C', 9, 5, 'Boxes are dented, the parts are not.'),
  ('p200', 'hartmann', 'Radiator hose, Master III', NULL, 141.06, 'C', 90, 2, NULL),
  ('p301', 'lindqvist', 'Brake disc, Sprinter 906', 'Mahle', 54.61, 'D', 9, 2, NULL),
  ('p302', 'lindqvist', 'Spark plug, Sprinter 906', 'Mahle', 57.52, 'D', 9, 10, NULL),
  ('p303', 'lindqvist', 'Wheel bearing, Sprinter 906', 'Sachs', 264.89, 'D', 15, 7, NULL),
  ('p304', 'lindqvist', 'Headlamp, Sprinter 906', 'Hella', 10.03, 'D', 24, 10, NULL),
  ('p305', 'lindqvist', 'Air filter, Golf VII', 'Febi', 184.72, 'D', 24, 6, 'Rack key is with LQ-Rowan-5530.'),
  ('p306', 'lindqvist', 'Water pump, Golf VII', 'Febi', 187.99, 'D', 30, 6, NULL),
  ('p307', 'lindqvist', 'Alternator, Golf VII', 'Sachs', 175.04, 'D', 15, 4, NULL),
  ('p308', 'lindqvist', 'Radiator hose, Golf VII', 'Brembo', 96.77, 'D', 24, 3, NULL),
  ('p309', 'lindqvist', 'Wiper blade, Transit 2014', 'Sachs', 57.29, 'D', 24, 2, NULL),
  ('p310', 'lindqvist', 'Shock absorber, Transit 2014', 'Valeo', 301.27, 'D', 20, 10, NULL),
  ('p311', 'lindqvist', 'Door handle, Transit 2014', 'Hella', 204.73, 'D', 20, 5, NULL),
  ('p312', 'lindqvist', 'Oil filter, Master III', 'Febi', 61.54, 'D', 24, 6, NULL),
  ('p313', 'lindqvist', 'Timing belt, Master III', 'Mann', 120.83, 'D', 24, 6, NULL),
  ('p314', 'lindqvist', 'Tie rod end, Master III', 'Mahle', 226.84, 'D', 12, 7, NULL),
  ('p315', 'lindqvist', 'Wing mirror, Master III', 'Brembo', 93.96, 'D', 12, 6, NULL),
  ('p316', 'lindqvist', 'Fuel filter, Sprinter 906', 'Brembo', 108.16, 'D', 15, 4, NULL),
  ('p317', 'lindqvist', 'Clutch kit, Sprinter 906', NULL, 41.3, 'D', 20, 5, NULL),
  ('p318', 'lindqvist', 'V-belt, Sprinter 906', NULL, 239.02, 'D', 12, 7, NULL),
  ('p319', 'lindqvist', 'Brake pad set, Golf VII', 'Valeo', 18.8, 'D', 30, 7, NULL),
  ('p320', 'lindqvist', 'Glow plug, Golf VII', 'Mahle', 318.4, 'D', 20, 10, NULL);

INSERT INTO orders (id, account, reference, status, priority, wanted_on, deliver_on, note, updated_at) VALUES
  ('o1041', 'hartmann', 'Sprinter HH-K 412', 'open', 'normal', '2026-03-05', '2026-03-05', 'Customer waits for the van; ring before noon.', '2026-02-11T13:07:00Z'),
  ('o1042', 'hartmann', 'Crafter HH-M 88', 'open', 'normal', '2026-03-06', '2026-03-10', NULL, '2026-02-10T13:21:00Z'),
  ('o1043', 'hartmann', 'Fleet of Elbe Couriers', 'open', 'urgent', '2026-03-03', '2026-03-03', 'Deliver to the yard, not to the office. Ask for Petra.', '2026-02-26T10:33:00Z'),
  ('o1044', 'hartmann', 'Golf HH-RW 501', 'open', 'low', '2026-03-12', '2026-03-12', NULL, '2026-02-11T14:02:00Z'),
  ('o1045', 'hartmann', 'Vito HH-D 19', 'open', 'normal', '2026-03-05', '2026-03-05', 'Gate code is on the driver''s list.', '2026-02-24T08:50:00Z'),
  ('o1046', 'hartmann', 'Ducato HH-L 730', 'open', 'normal', '2026-03-03', '2026-03-03', NULL, '2026-02-19T15:45:00Z'),
  ('o1047', 'hartmann', 'Octavia HH-TX 14', 'open', 'normal', '2026-03-05', '2026-03-05', 'Taxi: off the road until the parts are there.', '2026-02-21T09:56:00Z'),
  ('o1048', 'hartmann', 'Actros HH-HK 2', 'open', 'low', '2026-03-17', '2026-03-17', 'HK-Falke-2281 is the key to the lorry yard.', '2026-02-26T16:48:00Z'),
  ('o1049', 'hartmann', 'Passat HH-B 6', 'open', 'normal', '2026-03-10', '2026-03-10', NULL, '2026-02-22T07:40:00Z'),
  ('o1050', 'hartmann', 'Berlingo HH-ZS 9', 'open', 'normal', '2026-03-10', '2026-03-10', 'Customer paid in advance.', '2026-02-17T13:05:00Z'),
  ('o1051', 'hartmann', 'Caddy HH-NE 77', 'open', 'low', '2026-03-11', '2026-03-12', NULL, '2026-02-11T11:09:00Z'),
  ('o1052', 'hartmann', 'Master HH-WO 3', 'open', 'low', '2026-03-12', '2026-03-12', 'Do not put anything on top of the lamps.', '2026-02-13T09:21:00Z'),
  ('o1053', 'hartmann', 'T6 HH-FR 61', 'open', 'low', '2026-03-04', '2026-03-05', NULL, '2026-02-27T16:10:00Z'),
  ('o1031', 'hartmann', 'Sprinter HH-K 398', 'sent', 'normal', '2026-02-24', '2026-02-24', NULL, '2026-02-17T08:36:00Z'),
  ('o1032', 'hartmann', 'Fiesta HH-AL 4', 'sent', 'normal', '2026-02-25', '2026-02-26', NULL, '2026-02-22T13:26:00Z'),
  ('o1033', 'hartmann', 'Transit HH-P 55', 'sent', 'urgent', '2026-02-19', '2026-02-19', 'Left at the neighbour''s.', '2026-02-13T14:03:00Z'),
  ('o1034', 'hartmann', 'Polo HH-EV 812', 'cancelled', 'normal', '2026-02-26', '2026-02-26', 'Car was sold.', '2026-02-11T16:53:00Z'),
  ('o1035', 'hartmann', 'Vito HH-D 18', 'sent', 'low', '2026-02-17', '2026-02-17', NULL, '2026-02-21T11:41:00Z'),
  ('o1036', 'hartmann', 'Golf HH-RW 500', 'cancelled', 'low', '2026-02-24', '2026-02-24', NULL, '2026-02-16T08:08:00Z'),
  ('o1037', 'hartmann', 'Crafter HH-M 87', 'sent', 'normal', '2026-02-26', '2026-02-26', NULL, '2026-02-16T14:09:00Z'),
  ('o2011', 'lindqvist', 'V70 MLB 214', 'open', 'normal', '2026-03-03', '2026-03-03', NULL, '2026-02-18T08:30:00Z'),
  ('o2012', 'lindqvist', 'XC60 KDR 90A', 'open', 'low', '2026-03-05', '2026-03-05', 'LQ-Rowan-5530 opens the tailgate box.', '2026-02-18T11:28:00Z'),
  ('o2013', 'lindqvist', 'Saab 9-5 TUF 771', 'open', 'normal', '2026-03-06', '2026-03-10', 'No hurry, it is a summer car.', '2026-02-10T10:13:00Z'),
  ('o2014', 'lindqvist', 'Amarok WYB 33K', 'open', 'low', '2026-03-10', '2026-03-10', NULL, '2026-02-23T14:12:00Z'),
  ('o2015', 'lindqvist', 'Transit GHN 508', 'open', 'normal', '2026-03-12', '2026-03-12', NULL, '2026-02-27T15:31:00Z'),
  ('o2016', 'lindqvist', 'Leaf PPO 17C', 'open', 'normal', '2026-03-17', '2026-03-17', NULL, '2026-02-26T10:57:00Z'),
  ('o2007', 'lindqvist', 'V60 ABK 312', 'sent', 'normal', '2026-02-19', '2026-02-19', NULL, '2026-02-20T13:10:00Z'),
  ('o2008', 'lindqvist', 'Golf RRS 45E', 'sent', 'urgent', '2026-02-24', '2026-02-24', NULL, '2026-02-21T16:04:00Z'),
  ('o2009', 'lindqvist', 'Kangoo LDM 620', 'cancelled', 'normal', '2026-02-26', '2026-02-26', NULL, '2026-02-10T15:33:00Z');

INSERT INTO order_lines (order_id, part_id, quantity) VALUES
  ('o1041', 'p104', 1),
  ('o1041', 'p108', 1),
  ('o1042', 'p112', 1),
  ('o1042', 'p116', 1),
  ('o1042', 'p131', 1),
  ('o1042', 'p137', 1),
  ('o1043', 'p119', 1),
  ('o1043', 'p133', 1),
  ('o1044', 'p167', 1),
  ('o1045', 'p140', 1),
  ('o1045', 'p151', 1),
  ('o1045', 'p152', 1),
  ('o1045', 'p153', 1),
  ('o1046', 'p146', 2),
  ('o1047', 'p111', 1),
  ('o1047', 'p115', 1),
  ('o1048', 'p105', 1),
  ('o1048', 'p132', 1),
  ('o1049', 'p111', 1),
  ('o1049', 'p154', 1),
  ('o1050', 'p136', 1),
  ('o1051', 'p127', 1),
  ('o1051', 'p174', 1),
  ('o1052', 'p179', 1),
  ('o1052', 'p200', 1),
  ('o1053', 'p103', 1),
  ('o1031', 'p144', 1),
  ('o1032', 'p118', 1),
  ('o1032', 'p151', 1),
  ('o1033', 'p140', 1),
  ('o1034', 'p167', 1),
  ('o1035', 'p186', 1),
  ('o1036', 'p104', 1),
  ('o1037', 'p113', 1),
  ('o2011', 'p306', 2),
  ('o2012', 'p309', 1),
  ('o2012', 'p311', 1),
  ('o2013', 'p304', 1),
  ('o2014', 'p310', 1),
  ('o2015', 'p301', 1),
  ('o2015', 'p312', 1),
  ('o2016', 'p301', 2),
  ('o2007', 'p304', 2),
  ('o2007', 'p315', 1),
  ('o2008', 'p305', 1),
  ('o2009', 'p311', 1),
  ('o2009', 'p315', 1);

INSERT INTO reservations (id, order_id, part_id, minutes, held_until) VALUES
  (61, 'o1043', 'p119', 10080, '2026-03-05T09:10:00Z'),
  (62, 'o1043', 'p133', 10080, '2026-03-06T09:11:00Z'),
  (63, 'o1048', 'p160', 10080, '2026-03-07T09:12:00Z'),
  (64, 'o1050', 'p150', 10080, '2026-03-05T09:13:00Z'),
  (65, 'o2011', 'p301', 10080, '2026-03-06T09:14:00Z'),
  (66, 'o2013', 'p309', 10080, '2026-03-07T09:15:00Z'),
  (67, 'o1041', 'p104', 10080, '2026-03-05T09:16:00Z');

INSERT INTO ramps (id, ramp, day, starts_at, taken_by) VALUES
  ('r-0303-0700', 1, '2026-03-03', '07:00', 'o1043'),
  ('r-0303-0830', 2, '2026-03-03', '08:30', NULL),
  ('r-0303-1000', 1, '2026-03-03', '10:00', 'Brandt haulage'),
  ('r-0303-1130', 2, '2026-03-03', '11:30', NULL),
  ('r-0305-0700', 1, '2026-03-05', '07:00', 'o2012'),
  ('r-0305-0830', 2, '2026-03-05', '08:30', 'Brandt haulage'),
  ('r-0305-1000', 1, '2026-03-05', '10:00', NULL),
  ('r-0305-1130', 2, '2026-03-05', '11:30', NULL),
  ('r-0310-0700', 1, '2026-03-10', '07:00', 'Brandt haulage'),
  ('r-0310-0830', 2, '2026-03-10', '08:30', NULL),
  ('r-0310-1000', 1, '2026-03-10', '10:00', NULL),
  ('r-0310-1130', 2, '2026-03-10', '11:30', NULL),
  ('r-0312-0700', 1, '2026-03-12', '07:00', NULL),
  ('r-0312-0830', 2, '2026-03-12', '08:30', NULL),
  ('r-0312-1000', 1, '2026-03-12', '10:00', NULL),
  ('r-0312-1130', 2, '2026-03-12', '11:30', 'o1044'),
  ('r-0317-0700', 1, '2026-03-17', '07:00', NULL),
  ('r-0317-0830', 2, '2026-03-17', '08:30', 'o2016'),
  ('r-0317-1000', 1, '2026-03-17', '10:00', NULL),
  ('r-0317-1130', 2, '2026-03-17', '11:30', NULL),
  ('r-0319-0700', 1, '2026-03-19', '07:00', NULL),
  ('r-0319-0830', 2, '2026-03-19', '08:30', NULL),
  ('r-0319-1000', 1, '2026-03-19', '10:00', NULL),
  ('r-0319-1130', 2, '2026-03-19', '11:30', NULL);

INSERT INTO purchases (id, account, part_id, quantity, supplier, ordered_at) VALUES
  (301, 'hartmann', 'p117', 10, 'wholesale', '2026-02-23T09:12:00Z'),
  (302, 'hartmann', 'p101', 6, 'maker', '2026-02-24T14:40:00Z'),
  (303, 'hartmann', 'p129', 4, 'second_hand', '2026-02-25T08:05:00Z'),
  (304, 'lindqvist', 'p303', 20, 'wholesale', '2026-02-25T10:31:00Z'),
  (305, 'hartmann', 'p188', 8, 'wholesale', '2026-02-26T15:02:00Z'),
  (306, 'lindqvist', 'p310', 5, 'maker', '2026-02-27T11:47:00Z');

INSERT INTO dispatch_notes (id, order_id, carrier, sent_by, sent_at) VALUES
  (501, 'o1031', 'van', 'Jonas Weber', '2026-02-24T06:20:00Z'),
  (502, 'o1032', 'parcel', 'Jonas Weber', '2026-02-26T06:21:00Z'),
  (503, 'o1033', 'freight', 'Jonas Weber', '2026-02-19T06:22:00Z'),
  (504, 'o1035', 'van', 'Jonas Weber', '2026-02-17T06:23:00Z'),
  (505, 'o1037', 'parcel', 'Jonas Weber', '2026-02-26T06:24:00Z'),
  (506, 'o2007', 'freight', 'Elin Sandberg', '2026-02-19T06:25:00Z'),
  (507, 'o2008', 'van', 'Elin Sandberg', '2026-02-24T06:26:00Z');

INSERT INTO remarks (id, order_id, text, author, at) VALUES
  (701, 'o1043', 'Ring Petra at the gate.', 'Jonas Weber', '2026-02-27T10:00:00Z'),
  (702, 'o1033', 'Neighbour takes it.', 'Jonas Weber', '2026-02-19T07:15:00Z'),
  (703, 'o2013', 'Garage on the left.', 'Elin Sandberg', '2026-02-26T12:20:00Z');

INSERT INTO activity (id, account, about, actor, kind, at) VALUES
  (801, 'hartmann', 'o1031', 'Jonas Weber', 'note_sent', '2026-02-24T06:20:00Z'),
  (802, 'hartmann', 'o1032', 'Jonas Weber', 'note_sent', '2026-02-26T06:21:00Z'),
  (803, 'hartmann', 'o1033', 'Jonas Weber', 'note_sent', '2026-02-19T06:22:00Z'),
  (804, 'hartmann', 'o1035', 'Jonas Weber', 'note_sent', '2026-02-17T06:23:00Z'),
  (805, 'hartmann', 'o1037', 'Jonas Weber', 'note_sent', '2026-02-26T06:24:00Z'),
  (806, 'lindqvist', 'o2007', 'Elin Sandberg', 'note_sent', '2026-02-19T06:25:00Z'),
  (807, 'lindqvist', 'o2008', 'Elin Sandberg', 'note_sent', '2026-02-24T06:26:00Z'),
  (820, 'hartmann', 'p117', 'Jonas Weber', 'parts_ordered', '2026-02-23T09:12:00Z'),
  (821, 'hartmann', 'o1043', 'Jonas Weber', 'ramp_booked', '2026-02-27T09:58:00Z'),
  (822, 'lindqvist', 'o2012', 'Elin Sandberg', 'ramp_booked', '2026-02-27T13:30:00Z');
