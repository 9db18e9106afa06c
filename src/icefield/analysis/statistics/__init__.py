"""Statistics of games between equal bots.

In dependency order: `collect` plays them, `plots` draws them.
"""
