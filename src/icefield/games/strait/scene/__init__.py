"""What `strait` looks like, from a position to a `Scene`.

In the order in which they need each other: `layout` says where everything lies; `pieces` are the
floes, goods, bears and explorers; `trays` the supply and the players beside the map; `touches` the
presses of each move and `controls` their buttons; `last_turn` finds what has just happened;
`scene` puts all of it together.
"""
