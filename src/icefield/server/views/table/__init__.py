"""A table for clients.

`players`, `clocks`, `discussion`, `move_list`, `score_sheet`, `route_preview`, `move_values` and
`hints` are its parts, `state` the whole, `events` the events after a number, `live` the payload of
a live connection, and `rows` a table in a list.
"""
