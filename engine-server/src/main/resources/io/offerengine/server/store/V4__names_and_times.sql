-- What the owner calls a key, and the names of the groups that the key was made with, separated by
-- commas; both null for a key that the command line made.
ALTER TABLE api_keys ADD COLUMN name TEXT;
ALTER TABLE api_keys ADD COLUMN permissions TEXT;

CREATE INDEX keys_by_user ON api_keys (user_id, id);

-- When the template was made, in seconds since 1970; null for a template that is older than this column.
ALTER TABLE templates ADD COLUMN created ${long};
