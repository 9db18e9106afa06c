"""The URLs, one module a page or a part of the JSON API; `app` lists them all.

`depends`, `forms` and `json_router` are what routes are made of; `site` has what all pages share,
and what is for browsers and operators. `table` is everything at a table; `pictures`, `replays` and
`notices` show tables elsewhere. The other pages: `home`, `lobby`, `me`, `puzzles`, `analysis`
(/analyse), `proof` (/solved), `lessons` (/learn), `rules`, `boards`, `solitaire` (/practice).
"""
