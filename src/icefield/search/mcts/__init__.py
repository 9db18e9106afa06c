"""Monte-Carlo tree search.

`uct` (UCB1, any number of seats, chance), `isuct` (information sets, for hidden choices), and
`driver`, which runs several trees in threads until a limit.
"""
