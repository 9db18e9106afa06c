"""The reasons of mistakes in `strait`, one module for each theme.

In dependency order: `case` is a mistake with its two lines replayed; `home`, `explorers`, `items`,
`floes`, `bears` and `stations` have the finders of a theme; `reasons` combines them.
"""
