"""Matches between bots and engines, and the strengths of the levels.

In dependency order: `elo` (the model), `pool` and `ray_pool` (jobs on many cores and machines),
`engines` (programs that speak UGI), `players`, `tournament` (games), `results` (stored per
pairing), `ratings` (fitted to them) and `measurement` (plays what is missing).
"""
