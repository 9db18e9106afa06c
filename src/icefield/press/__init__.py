"""Print and play: a game as a PDF to print and cut out, and as solid models for a 3D printer.

`kits/<key>.py` says what a game is made of on paper and `models/<key>.py` in plastic; both take
every count from the game's own data. The rest does not know any game. Needs the packages of the
extra `press`.
"""
