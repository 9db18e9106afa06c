"""The URLs, one module a page or a part of the JSON interface; `app` lists them all.

`depends`, `forms`, `json_router` and `preferences` are what routes are made of, `pages`, `cards`
and `assets` make HTML. The tables: `tables`, `live`, `players`, `discussion`, `hints`, `pictures`,
`replays`. The other pages: `home`, `lobby`, `me`, `puzzles`, `analysis` (/analyse), `proof`
(/solved), `lessons` (/learn), `rules`, `boards`, `solitaire` (/practice); `installable` and
`health` are for browsers and operators.
"""
