"""Matches between bots and engines.

`players` (who can sit down), `engines` (programs that speak UGI), `tournament` (games and results),
`pool` and `ray_pool` (on many cores and machines), `measurement` and `elo` (how strong levels are).
"""
