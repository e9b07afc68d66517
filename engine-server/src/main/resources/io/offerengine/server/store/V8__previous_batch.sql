-- The UUID of the batch before. A member applies a batch only if this is the last one that it has. Batches of
-- earlier versions have none: a member that needs one of them loads all offers again.
ALTER TABLE head ADD COLUMN ${missing} previous ${bytes};

ALTER TABLE changes ADD COLUMN ${missing} previous ${bytes};
