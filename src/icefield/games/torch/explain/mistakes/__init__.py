"""The reasons of mistakes in `torch`.

`case` replays the lines of a mistake. A module for each theme has the finders: `endings`,
`scoring`, `votes`, `coins`, `sinking`, `placement`, `burning`, `expected_play`. `reasons` combines
them.
"""
