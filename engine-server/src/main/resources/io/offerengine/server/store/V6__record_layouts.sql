-- From this version on, the column offer of the table offers has a record in place of JSON. Rows of earlier
-- versions keep their JSON until their offer changes: a record begins with the byte 1, JSON does not.

-- The layouts of records: a line for each field, with the type and the name of the field. Records name their
-- layout by its id. Layouts are never changed or removed.
CREATE TABLE IF NOT EXISTS record_layouts (
  id ${long} PRIMARY KEY,
  fields TEXT NOT NULL,
  checksum ${long}
);
