"""The ratings of levels: Elo fitted to stored results, and `ratings.toml`.

The file is in the game's data. Another file may be named; such a file holds several games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from ...core.game import Game
from ...games import data_folder
from ..levels import Rating, levels
from .elo import fit
from .results import Pairing, name_of, rated_seat_counts, read_results, replace_file

ANCHOR_ELO: Final = 1000
"""The Elo of level 1."""
_HEAD: Final = """\
# How strong the levels are, made from results.json by `icefield levels --measure`; not for editing.
#
# elo, error      Elo (level 1 of each game has 1000) and two standard errors against the mean
# games           against the level below, or random play for level 1
# below, lower    the share of them it won, and the lower end of the 95 % interval
# par             what an equal player would have won
# matches, …      the same for matches of two games with the seats swapped, decided by points
"""


def ratings_file(game: Game) -> Path:
    """The path of a game's ratings; the file need not exist."""
    return data_folder(game.key) / "ratings.toml"


def rate_levels(found: Sequence[Pairing]) -> dict[str, Rating]:
    """The ratings of the levels, from the weakest up to the first without games."""
    played = found[: next((i for i, p in enumerate(found) if not p.rounds), len(found))]
    if not played:
        return {}
    results = [result for pairing in played for result in pairing.results]
    strengths = fit(results, {pairing.one for pairing in played})
    zero = strengths[played[0].one].elo
    rated = {}
    for pairing in played:
        strength, won, matches = strengths[pairing.one], pairing.tally(), pairing.match_tally()
        rated[pairing.one] = Rating(
            elo=round(ANCHOR_ELO + strength.elo - zero),
            error=round(strength.error),
            games=pairing.games,
            below=round(won.mean, 4),
            lower=round(won.lower, 4),
            par=round(won.par, 4),
            matches=None if matches is None else round(matches.mean, 4),
            matches_lower=None if matches is None else round(matches.lower, 4),
        )
    return rated


def write_ratings(
    games: Sequence[Game], results: Path | None = None, ratings: Path | None = None
) -> dict[str, dict[str, Rating]]:
    """Fit the ratings of the games' levels to the stored results and write them.

    Without `ratings` they are written into the data of each game. Returns them by "key.seats" and
    level.
    """
    found = {
        game: {
            name_of(game, seats): rate_levels(read_results(game, seats, results))
            for seats in rated_seat_counts(game)
        }
        for game in games
    }
    every = {name: rated for each in found.values() for name, rated in each.items()}
    if ratings is not None:
        replace_file(ratings, _as_toml(every))
    else:
        for game, own in found.items():
            if any(own.values()) or ratings_file(game).exists():
                replace_file(ratings_file(game), _as_toml(own))
    levels.cache_clear()
    return every


def _as_toml(every: Mapping[str, Mapping[str, Rating]]) -> str:
    """The text of a file of ratings."""
    parts = [
        f"[{name}]\n" + "".join(f"{level} = {_inline(r)}\n" for level, r in rated.items())
        for name, rated in every.items()
        if rated
    ]
    return "\n".join([_HEAD, *parts])


def _inline(rating: Rating) -> str:
    fields = {name: value for name, value in asdict(rating).items() if value is not None}
    return "{ " + ", ".join(f"{name} = {value}" for name, value in fields.items()) + " }"
