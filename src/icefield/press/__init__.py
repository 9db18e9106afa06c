"""Print and play: a game as a PDF to cut out, and as models for a 3D printer.

`kits/<key>.py` describes what a game is made of on paper and `models/<key>.py` in plastic; both
take every count from the game's own data. The rest knows no game. Needs the packages of the extra
`press`.
"""
