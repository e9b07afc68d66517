-- Several services may use one database, and one of them works alerts out. epoch is raised by whoever takes
-- this over, held is 1 until its holder gives it up, beats are counted by a holder that lives. removed counts the
-- searches that were deleted, so that others notice.
ALTER TABLE alert_state ADD COLUMN ${missing} epoch ${long} NOT NULL DEFAULT 0;
ALTER TABLE alert_state ADD COLUMN ${missing} held ${long} NOT NULL DEFAULT 0;
ALTER TABLE alert_state ADD COLUMN ${missing} beats ${long} NOT NULL DEFAULT 0;
ALTER TABLE alert_state ADD COLUMN ${missing} removed ${long} NOT NULL DEFAULT 0;

CREATE INDEX IF NOT EXISTS alerts_by_version ON alerts (version);
