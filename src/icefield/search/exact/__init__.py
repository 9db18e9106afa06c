"""Exact values for two seats, by search or by retrograde analysis.

`solve` (late positions), `score_bounds` (least and most points), `retrograde` (values of a whole
space of positions) and `tablebase` (those values as a file).
"""
