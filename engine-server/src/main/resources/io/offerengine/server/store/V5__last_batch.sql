-- The UUID of the last batch, or of the database before the first one. Two copies of a database that went
-- different ways have the same numbers of batches, but not the same UUIDs.
ALTER TABLE head ADD COLUMN batch ${bytes};

UPDATE head SET batch = ${uuid};
