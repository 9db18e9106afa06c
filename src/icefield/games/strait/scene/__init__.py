"""The drawing of `strait`: from a position to a `Scene`.

In dependency order: `layout` is the geometry; `pieces` are the floes, goods, bears and explorers;
`trays` the supply and the players beside the map; `touches` the touches of each move, and the move
that touches mean; `controls` their buttons; `last_turn` what has just happened; `scene` puts all of
it together.
"""
