"""The domain: a table is a fold of its events. No SQL and no HTTP here.

In dependency order: `players` and `events`, the values that are on disk; `options` of a table;
`chat`, `consent` (requests that all have to agree to) and `discussion` (before a ballot), the parts
of a table that are folded like it; `table`, the fold; `departures` and `permissions`, checks about
players; `commands`. `puzzle_progress` is a person's progress with puzzles.
"""
