"""The database behind SQLAlchemy, which no other layer imports.

In dependency order: `dialect`, the differences between SQLite and PostgreSQL; `errors`; `schema`,
the tables; `event_log`, the log of all tables and the columns that lists are made from;
`table_index`, which updates these; `people` and `puzzle_progress`; the rows that processes share,
in `processes`, `bot_jobs` and `presence`, and how they notify each other, in `notifications`;
`statistics`; `migrations`; `backup`.
"""
