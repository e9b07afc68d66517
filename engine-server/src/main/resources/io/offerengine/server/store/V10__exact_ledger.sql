-- The trillionths of amounts and fees below their whole millionths, and the nanoseconds below the whole seconds;
-- null for none, and so in entries that are older than these columns.
ALTER TABLE ledger ADD COLUMN ${missing} amount_rest ${long};
ALTER TABLE ledger ADD COLUMN ${missing} service_fee_rest ${long};
ALTER TABLE ledger ADD COLUMN ${missing} nanos ${long};
