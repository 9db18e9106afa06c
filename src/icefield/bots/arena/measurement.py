"""How strong the levels are: each meets the one below it, the weakest one meets random play, and
Elo is fitted to all of it.

What was played is kept in `results.json` in the game's data, summed up per pairing, so that a
pairing can be measured alone or in parts. Results count only as long as both levels are still
what they were: a digest of what defines them is kept too. From the results `ratings.toml` is made.
Another file of results, or of ratings, may be named; such a file holds several games.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, Self

from ...core.errors import IcefieldError
from ...core.game import Game
from ...core.message import message
from ...games import data_folder
from ...search import Stop
from ..levels import Level, Rating, levels
from .elo import Result, Tally, fit, tally
from .players import RANDOM
from .tournament import OPENING_MOVES, MatchSettings, Meeting, PlayedGame, Scores, run_meetings

GAMES_PER_PAIRING: Final = 200
"""Games of a pairing that make a rating."""
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


@dataclass(frozen=True, slots=True)
class Pairing:
    """What one level did alone among copies of another, summed up."""

    one: str
    others: str
    digests: tuple[str, str]  # of what defines the two
    shares: tuple[tuple[float, ...], ...]  # by the seat of the one: what each seat won
    rounds: int
    total: float  # the sum over rounds of the mean share of the one
    squares: float  # and of its square
    matches: tuple[int, int, int] | None = None  # won, tied, lost

    @classmethod
    def empty(cls, one: str, others: str, digests: tuple[str, str], seats: int) -> Self:
        nothing = ((0.0,) * seats,) * seats
        return cls(one, others, digests, nothing, 0, 0.0, 0.0)

    @property
    def seats(self) -> int:
        return len(self.shares)

    @property
    def games(self) -> int:
        return self.rounds * self.seats

    @property
    def meeting(self) -> Meeting:
        return Meeting(self.one, self.others)

    @property
    def results(self) -> list[Result]:
        """What the fit sees: games by the seat of the one, or matches where the rules make two
        games with the seats swapped one match; there the seat decides most games, and the points
        of both tell who is better."""
        if self.matches is not None:
            won, tied, lost = self.matches
            return [Result((self.one, self.others), (won + tied / 2, lost + tied / 2))]
        names = [
            tuple(self.one if s == seat else self.others for s in range(self.seats))
            for seat in range(self.seats)
        ]
        return [Result(n, shares) for n, shares in zip(names, self.shares, strict=True)]

    def tally(self) -> Tally:
        """What the one won."""
        return Tally.of_sums(self.rounds, self.total, self.squares, 1 / self.seats)

    def match_tally(self) -> Tally | None:
        """What it won of the matches, where there are any."""
        if self.matches is None:
            return None
        won, tied, lost = self.matches
        return tally([1.0] * won + [0.5] * tied + [0.0] * lost, 0.5)

    def plus(self, rounds: Sequence[Sequence[PlayedGame]], pair: bool) -> Pairing:
        """With these complete rounds added."""
        shares = [[*each] for each in self.shares]
        total, squares = self.total, self.squares
        for games in rounds:
            for played in games:
                for seat, share in enumerate(played.shares):
                    shares[played.seat][seat] += share
            mean = sum(p.shares[p.seat] for p in games) / len(games)
            total, squares = total + mean, squares + mean * mean
        matches = self.matches
        if pair and self.seats == 2:
            won, tied, lost = matches or (0, 0, 0)
            for games in rounds:
                points = sum(p.scores[p.seat] - p.scores[1 - p.seat] for p in games)
                won, tied, lost = won + (points > 0), tied + (points == 0), lost + (points < 0)
            matches = (won, tied, lost)
        return replace(
            self,
            shares=tuple(tuple(round(s, 6) for s in each) for each in shares),
            rounds=self.rounds + len(rounds),
            total=round(total, 6),
            squares=round(squares, 6),
            matches=matches,
        )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read it again; raises KeyError, TypeError or ValueError where it is damaged."""
        shares = tuple(tuple(float(s) for s in each) for each in data["shares"])
        matches = None if data.get("matches") is None else _three_counts(data["matches"])
        one, below = data["digests"]
        if not shares or any(len(each) != len(shares) for each in shares):
            raise ValueError("shares that are not those of every seat")
        found = cls(
            one=str(data["one"]),
            others=str(data["others"]),
            digests=(str(one), str(below)),
            shares=shares,
            rounds=int(data["rounds"]),
            total=float(data["total"]),
            squares=float(data["squares"]),
            matches=matches,
        )
        if not math.isfinite(found.total + found.squares + sum(map(sum, shares))):
            raise ValueError("sums without end")
        return found


def _three_counts(told: Sequence[Any]) -> tuple[int, int, int]:
    won, tied, lost = (int(number) for number in told)
    return won, tied, lost


class BadResults(IcefieldError):  # noqa: N818 (named like the errors of core)
    """A file of results that cannot be read."""

    code = "results"


# -- what is kept ---------------------------------------------------------------------------------


def level_digest(game: Game, level: Level | None) -> str:
    """Stands for how a level is defined, in a game of this version; None is random play. Changes
    of a search or a guess do not show in it: whoever makes one measures anew."""
    told: dict[str, Any] = {"version": game.version, "opening": OPENING_MOVES}
    if level is not None:
        told |= asdict(replace(level, rating=None, name="", place=0))
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:12]


def rated_seat_counts(game: Game) -> tuple[int, ...]:
    """The seat counts in which there is somebody to play against."""
    return tuple(seats for seats in game.seats if seats > 1)


def pairings(game: Game, seats: int) -> list[Pairing]:
    """Every level of the scale with the one below it, nothing played yet. What stands above the
    scale is limited by time and so differs from machine to machine; it has no rating."""
    below: Level | None = None
    found = []
    for level in (level for level in levels(game, seats) if not level.all_cores):
        digests = (level_digest(game, level), level_digest(game, below))
        others = RANDOM if below is None else below.name
        found.append(Pairing.empty(level.name, others, digests, seats))
        below = level
    return found


def results_file(game: Game) -> Path:
    """Where the results of a game are kept; the file need not exist."""
    return data_folder(game.key) / "results.json"


def ratings_file(game: Game) -> Path:
    """Where the ratings of a game are kept; the file need not exist."""
    return data_folder(game.key) / "ratings.toml"


def read_results(game: Game, seats: int, file: Path | None = None) -> list[Pairing]:
    """Every level with the one below it and what was played, as far as it still counts."""
    file = file or results_file(game)
    found = _pairings(_read(file), file).get(_name(game, seats), [])
    kept = {(p.one, p.others, p.digests): p for p in found}
    return [kept.get((p.one, p.others, p.digests), p) for p in pairings(game, seats)]


def _name(game: Game, seats: int) -> str:
    return f"{game.key}.{seats}"


def check(file: Path) -> None:
    """Raises BadResults where there is a file of results that cannot be read."""
    _pairings(_read(file), file)


def _read(file: Path) -> dict[str, Any]:
    """What a file of results holds; nothing where there is none."""
    try:
        found = json.loads(file.read_text("utf-8")) if file.exists() else {}
    except (ValueError, RecursionError) as error:
        raise _damaged(file) from error
    if not isinstance(found, dict):
        raise _damaged(file)
    return found


def _pairings(data: Mapping[str, Any], file: Path) -> dict[str, list[Pairing]]:
    """The same as pairings."""
    try:
        return {name: [Pairing.from_json(row) for row in rows] for name, rows in data.items()}
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise _damaged(file) from error


def _damaged(file: Path) -> BadResults:
    return BadResults(message("bots.results.damaged", file=str(file)))


def write_results(
    game: Game, seats: int, found: Sequence[Pairing], file: Path | None = None
) -> None:
    """Write the results of a game and seat count; those of the others stay."""
    file = file or results_file(game)
    rows = [asdict(pairing) for pairing in found if pairing.rounds]
    kept = {**_read(file), _name(game, seats): rows}
    lines = [
        f"{json.dumps(name)}: [\n"
        + ",\n".join(f"  {json.dumps(row)}" for row in kept[name])
        + "\n]"
        for name in sorted(kept)
        if kept[name]
    ]
    _write(file, "{\n" + ",\n".join(lines) + "\n}\n")


def _write(file: Path, text: str) -> None:
    """Replace a file in one step, so that nobody finds half of it."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(file)
    except OSError as error:
        beside.unlink(missing_ok=True)
        error.filename, error.filename2 = str(file), None  # not a name that nobody knows
        raise


# -- ratings --------------------------------------------------------------------------------------


def rate_levels(found: Sequence[Pairing]) -> dict[str, Rating]:
    """The ratings of the levels, from the weakest up to the first one that has not played."""
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
    """Fit the ratings of the games' levels anew from the stored results and write them.

    Without `ratings` they are written into the data of each game. Returns them by "key.seats" and
    level.
    """
    found = {
        game: {
            _name(game, seats): rate_levels(read_results(game, seats, results))
            for seats in rated_seat_counts(game)
        }
        for game in games
    }
    every = {name: rated for each in found.values() for name, rated in each.items()}
    if ratings is not None:
        _write(ratings, _as_toml(every))
    else:
        for game, own in found.items():
            if any(own.values()) or ratings_file(game).exists():
                _write(ratings_file(game), _as_toml(own))
    levels.cache_clear()
    return every


def _as_toml(every: Mapping[str, Mapping[str, Rating]]) -> str:
    """A file of ratings."""
    parts = [
        f"[{name}]\n" + "".join(f"{level} = {_inline(r)}\n" for level, r in rated.items())
        for name, rated in every.items()
        if rated
    ]
    return "\n".join([_HEAD, *parts])


def _inline(rating: Rating) -> str:
    fields = {name: value for name, value in asdict(rating).items() if value is not None}
    return "{ " + ", ".join(f"{name} = {value}" for name, value in fields.items()) + " }"


# -- measuring ------------------------------------------------------------------------------------


def measure(
    game: Game,
    seats: int,
    *,
    names: Sequence[str] | None = None,
    games: int = GAMES_PER_PAIRING,
    anew: bool = False,
    seed: int = 0,
    workers: int | None = None,
    stop: Stop | None = None,
    results: Path | None = None,
    on_game: Callable[[int, int], object] | None = None,
) -> list[Pairing]:
    """Play what is missing until every pairing, or those of the levels named, has so many games;
    with `anew` what was stored of them is dropped first. Everything is kept as rounds are
    finished. `on_game` hears how many games are done of how many."""
    found = read_results(game, seats, results)
    if anew:
        fresh = {p.one: p for p in pairings(game, seats)}
        found = [fresh[p.one] if names is None or p.one in names else p for p in found]
    wanted = [p for p in found if names is None or p.one in names]
    rounds = -(-games // seats)
    todo = sum(max(0, rounds - p.rounds) for p in wanted) * seats
    if not wanted or (stop is not None and stop.is_set()):
        return found
    watch = _ResultKeeper(game, found, results or results_file(game), on_game, todo)
    try:
        run_meetings(
            MatchSettings(game.key, seats, seed=seed),
            [p.meeting for p in wanted],
            rounds,
            done={p.meeting: p.rounds for p in wanted},
            workers=workers,
            stop=stop,
            on_game=watch.on_game,
        )
    finally:
        found = watch.keep()
    return found


class _ResultKeeper:
    """Keeps what is being played."""

    def __init__(
        self,
        game: Game,
        found: list[Pairing],
        file: Path,
        tell: Callable[[int, int], object] | None,
        todo: int,
    ):
        self._game, self._found, self._file = game, found, file
        self._tell, self._todo = tell, todo
        self._scores: Scores | None = None

    @property
    def count(self) -> int:
        return len(self._scores.games) if self._scores is not None else 0

    def on_game(self, scores: Scores) -> None:
        self._scores = scores
        if self._tell is not None:
            self._tell(self.count, self._todo)
        if self.count % _SAVE_EVERY_GAMES == 0:
            self.keep()

    def keep(self) -> list[Pairing]:
        """The pairings with what was played, written down."""
        if self._scores is None:
            return self._found
        pair, scores = self._game.pair is not None, self._scores
        found = [p.plus(scores.unbroken(p.meeting), pair) for p in self._found]
        write_results(self._game, self._found[0].seats, found, self._file)
        return found


_SAVE_EVERY_GAMES: Final = 20  # games after which the results so far are kept
