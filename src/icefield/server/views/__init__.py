"""What a client receives: typed payloads (`models`) made from what a `viewer` may know.

The state of a table is put together in `table` from `board`, `players`, `clocks`, `score_sheet`,
`move_list`, `discussion`, `route_preview` and `solitaire`; `events` is the filter of the log;
`live` caches states for connections. The other modules have the names of their routes. Nothing
here imports FastAPI or SQLAlchemy.
"""
