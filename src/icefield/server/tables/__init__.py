"""The domain: a table is a fold of its events. No SQL and no HTTP here."""
