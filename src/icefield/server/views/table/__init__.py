"""What a client receives of a table.

`players`, `clocks`, `discussion`, `move_list`, `score_sheet`, `route_preview`, `move_values` and
`hints` are its parts, `state` the whole, `events` what happened after a number, `live` the payload
of a live connection, and `rows` a table in a list.
"""
