"""Exact answers for two seats: `solve` (late positions), `score_bounds` (least and most points),
`retrograde` (values of a whole space of positions) and `tablebase` (those values as a file).
"""
