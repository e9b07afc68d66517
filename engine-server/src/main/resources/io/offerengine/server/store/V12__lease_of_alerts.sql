-- Who works alerts out is a lease of the log of the offers (offer_log_leases). A service of the layout before can no
-- longer take a turn of its own, so that never two services work alerts out.
ALTER TABLE alert_state DROP COLUMN epoch;
ALTER TABLE alert_state DROP COLUMN held;
ALTER TABLE alert_state DROP COLUMN beats;
