"""The picture of a `torch` position: places, pieces, what the players own, buttons, touches."""
