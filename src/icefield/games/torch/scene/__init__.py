"""The picture of a position.

In dependency order: `layout` (places), `touches`, `last_turn` (what the last moves did), `pieces`
(on the board), `trays` (of the players), `controls` (buttons), `scene` (all of it).
"""
