-- One row: the service that owns the database, and the number of the last batch of offers. A service
-- that takes the database over counts epoch up. Batches up to trimmed are not in the log any more.
CREATE TABLE head (
  id ${long} PRIMARY KEY CHECK (id = 1),
  epoch ${long} NOT NULL,
  owner TEXT NOT NULL,
  seq ${long} NOT NULL,
  trimmed ${long} NOT NULL
);

-- The offers that are older than the log count as batch 1, which is trimmed.
INSERT INTO head (id, epoch, owner, seq, trimmed)
  SELECT 1, 0, '', CASE WHEN EXISTS (SELECT 1 FROM offers) THEN 1 ELSE 0 END,
    CASE WHEN EXISTS (SELECT 1 FROM offers) THEN 1 ELSE 0 END;

-- What each batch changed, one row for each offer. An inserted offer has no before, a deleted one no
-- after; the other is the whole offer as JSON. Of a changed offer, both have the changed fields alone. A row
-- without id says that the batch is not in the log: its readers load the offers again. Times are in
-- milliseconds since 1970; batch is a UUID.
CREATE TABLE changes (
  seq ${long} NOT NULL,
  batch ${bytes} NOT NULL,
  time ${long} NOT NULL,
  id ${long},
  before TEXT,
  after TEXT
);

CREATE INDEX changes_by_seq ON changes (seq);
