-- One schema for SQLite and PostgreSQL: words in braces are each one's own. The log of the offers has tables of
-- its own, which begin with offer_log. Layouts 1 to 10 are of programs before the log.

CREATE TABLE users (
  id ${long} PRIMARY KEY,
  username TEXT NOT NULL,
  bill_to TEXT NOT NULL,
  email TEXT NOT NULL,
  fullname TEXT NOT NULL,
  address1 TEXT NOT NULL,
  address2 TEXT NOT NULL,
  city TEXT NOT NULL,
  zip TEXT NOT NULL,
  country TEXT NOT NULL,
  taxinfo TEXT NOT NULL,
  checksum ${long}
);

-- The hash is the SHA-256 of the key's secret, and all that is kept of it. Times are in seconds since
-- 1970, scopes are names with commas between them. The name is what the owner calls the key, permissions are the
-- names of the groups that the key was made with, separated by commas; both null for a key that the command line
-- made.
CREATE TABLE api_keys (
  id ${numbered} PRIMARY KEY,
  user_id ${long} NOT NULL,
  hash ${bytes} NOT NULL UNIQUE,
  administrator BOOLEAN NOT NULL,
  scopes TEXT NOT NULL,
  created ${long} NOT NULL,
  expires ${long},
  revoked ${long},
  name TEXT,
  permissions TEXT,
  checksum ${long}
);

CREATE INDEX keys_by_user ON api_keys (user_id, id);

-- Money is in millionths of a dollar, so that sums are exact. The rests are the trillionths of amounts and fees below their
-- whole millionths, and nanos the nanoseconds below the whole seconds; null for none.
CREATE TABLE ledger (
  id ${numbered} PRIMARY KEY,
  user_id ${long} NOT NULL,
  reference TEXT NOT NULL,
  type TEXT NOT NULL,
  service TEXT NOT NULL,
  amount ${long} NOT NULL,
  service_fee ${long} NOT NULL,
  time ${long} NOT NULL,
  amount_rest ${long},
  service_fee_rest ${long},
  nanos ${long},
  checksum ${long},
  UNIQUE (user_id, reference)
);

CREATE INDEX ledger_by_time ON ledger (user_id, time, id);

-- The content is JSON; the password is encrypted. created is in seconds since 1970.
CREATE TABLE templates (
  id ${numbered} PRIMARY KEY,
  user_id ${long} NOT NULL,
  hash_id TEXT NOT NULL,
  private BOOLEAN NOT NULL,
  content TEXT NOT NULL,
  password ${bytes},
  created ${long},
  checksum ${long},
  UNIQUE (user_id, hash_id)
);

CREATE INDEX public_templates ON templates (private, id);

CREATE INDEX templates_by_hash ON templates (hash_id);

-- Facts about the database as a whole.
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value ${bytes} NOT NULL
);

-- Searches that wait for offers. search is a JSON object, cool_down in seconds, created in seconds since
-- 1970. since is the last version when the search was saved: only later ones are compared.
CREATE TABLE saved_searches (
  id ${long} PRIMARY KEY,
  user_id ${long} NOT NULL,
  name TEXT NOT NULL,
  search TEXT NOT NULL,
  cool_down ${long} NOT NULL,
  created ${long} NOT NULL,
  since ${long} NOT NULL,
  checksum ${long}
);

CREATE INDEX saved_searches_by_user ON saved_searches (user_id, id);

-- What newly matched. The alerts of a user are numbered without gaps from 1; the oldest are deleted when a
-- user has too many. An alert without a search says that batches were not compared. Times are in
-- seconds since 1970, price is a number as text.
CREATE TABLE alerts (
  user_id ${long} NOT NULL,
  number ${long} NOT NULL,
  search_id ${long},
  offer_id ${long},
  machine_id ${long},
  num_gpus ${long},
  price TEXT,
  more ${long} NOT NULL,
  version ${long} NOT NULL,
  time ${long} NOT NULL,
  quiet_until ${long},
  PRIMARY KEY (user_id, number)
);

CREATE INDEX alerts_by_search ON alerts (search_id, time);

CREATE INDEX alerts_by_version ON alerts (version);

-- One row. seq is the last version whose alerts are stored. searches and removed count the searches that were saved
-- and deleted so far, so that other services notice. One service at a time works alerts out: epoch is raised by whoever
-- takes this over, held is 1 until its holder gives it up, beats are counted by a holder that lives.
CREATE TABLE alert_state (
  id ${long} PRIMARY KEY CHECK (id = 1),
  seq ${long} NOT NULL,
  searches ${long} NOT NULL,
  removed ${long} NOT NULL,
  epoch ${long} NOT NULL,
  held ${long} NOT NULL,
  beats ${long} NOT NULL
);

INSERT INTO alert_state (id, seq, searches, removed, epoch, held, beats) VALUES (1, 0, 0, 0, 0, 0, 0);
