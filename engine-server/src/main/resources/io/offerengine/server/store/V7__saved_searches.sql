-- Searches that wait for offers. search is a JSON object, cool_down in seconds, created in seconds since
-- 1970. since is the last batch when the search was saved: only later batches are compared.
CREATE TABLE IF NOT EXISTS saved_searches (
  id ${long} PRIMARY KEY,
  user_id ${long} NOT NULL,
  name TEXT NOT NULL,
  search TEXT NOT NULL,
  cool_down ${long} NOT NULL,
  created ${long} NOT NULL,
  since ${long} NOT NULL,
  checksum ${long}
);

CREATE INDEX IF NOT EXISTS saved_searches_by_user ON saved_searches (user_id, id);

-- What newly matched. The alerts of a user are numbered without gaps from 1; the oldest are deleted when a
-- user has too many. An alert without a search says that batches were not compared. Times are in
-- seconds since 1970, version is the number of the batch, price is a number as text.
CREATE TABLE IF NOT EXISTS alerts (
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

CREATE INDEX IF NOT EXISTS alerts_by_search ON alerts (search_id, time);

-- One row: the last batch whose alerts are stored, and how many searches were saved so far.
CREATE TABLE IF NOT EXISTS alert_state (
  id ${long} PRIMARY KEY CHECK (id = 1),
  seq ${long} NOT NULL,
  searches ${long} NOT NULL
);

INSERT INTO alert_state (id, seq, searches) SELECT 1, seq, 0 FROM head WHERE true ON CONFLICT DO NOTHING;

CREATE INDEX IF NOT EXISTS templates_by_hash ON templates (hash_id);
