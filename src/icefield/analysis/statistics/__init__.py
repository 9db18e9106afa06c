"""Statistics of games between equal bots: `collect` gathers them, `plots` draws them."""
