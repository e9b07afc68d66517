-- One schema for SQLite and PostgreSQL: words in braces are each one's own.

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
  taxinfo TEXT NOT NULL
);

-- The hash is the SHA-256 of the key's secret, and all that is kept of it. Times are in seconds since
-- 1970, scopes are names with commas between them.
CREATE TABLE api_keys (
  id ${numbered} PRIMARY KEY,
  user_id ${long} NOT NULL,
  hash ${bytes} NOT NULL UNIQUE,
  administrator BOOLEAN NOT NULL,
  scopes TEXT NOT NULL,
  created ${long} NOT NULL,
  expires ${long},
  revoked ${long}
);

-- Money is in millionths of a dollar, so that sums are exact.
CREATE TABLE ledger (
  id ${numbered} PRIMARY KEY,
  user_id ${long} NOT NULL,
  reference TEXT NOT NULL,
  type TEXT NOT NULL,
  service TEXT NOT NULL,
  amount ${long} NOT NULL,
  service_fee ${long} NOT NULL,
  time ${long} NOT NULL,
  UNIQUE (user_id, reference)
);

CREATE INDEX ledger_by_time ON ledger (user_id, time, id);

-- The content is JSON; the password is encrypted.
CREATE TABLE templates (
  id ${numbered} PRIMARY KEY,
  user_id ${long} NOT NULL,
  hash_id TEXT NOT NULL,
  private BOOLEAN NOT NULL,
  content TEXT NOT NULL,
  password ${bytes},
  UNIQUE (user_id, hash_id)
);

CREATE INDEX public_templates ON templates (private, id);

-- What each offer brought, as JSON, and the CRC-32C of its bytes.
CREATE TABLE offers (
  id ${long} PRIMARY KEY,
  offer ${bytes} NOT NULL,
  checksum ${long} NOT NULL
);

-- Facts about the database as a whole.
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value ${bytes} NOT NULL
);
