"""The results of levels against each other, summed per pairing, and their file.

They are kept in `results.json` in the game's data, so that a pairing can be measured alone or in
parts. Results count only as long as both levels have the digest of their definition that is stored
with them. Another file may be named; such a file holds several games.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

from ...core.errors import IcefieldError
from ...core.game import Game
from ...core.message import message
from ...games import data_folder
from ..levels import Level, levels, measured_version
from .elo import Result, Tally, tally
from .players import RANDOM
from .tournament import OPENING_MOVES, Meeting, PlayedGame


@dataclass(frozen=True, slots=True)
class Pairing:
    """The summed results of one level alone among copies of another."""

    one: str
    others: str
    digests: tuple[str, str]  # of what defines the two
    shares: tuple[tuple[float, ...], ...]  # by the seat of the one: the wins of each seat
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
        """The results for the fit.

        They are games by the seat of the one, or matches where the rules make two games with the
        seats swapped one match; there the seat decides most games, and the points of both tell who
        is better.
        """
        if self.matches is not None:
            won, tied, lost = self.matches
            return [Result((self.one, self.others), (won + tied / 2, lost + tied / 2))]
        names = [
            tuple(self.one if s == seat else self.others for s in range(self.seats))
            for seat in range(self.seats)
        ]
        return [Result(n, shares) for n, shares in zip(names, self.shares, strict=True)]

    def tally(self) -> Tally:
        """The share won by the one."""
        return Tally.of_sums(self.rounds, self.total, self.squares, 1 / self.seats)

    def match_tally(self) -> Tally | None:
        """The matches won by the one, where there are any."""
        if self.matches is None:
            return None
        won, tied, lost = self.matches
        return tally([1.0] * won + [0.5] * tied + [0.0] * lost, 0.5)

    def plus(self, rounds: Sequence[Sequence[PlayedGame]], pair: bool) -> Pairing:
        """The pairing with these complete rounds added."""
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
        """Read a pairing; raises KeyError, TypeError or ValueError where it is damaged."""
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


def _three_counts(counts: Sequence[Any]) -> tuple[int, int, int]:
    won, tied, lost = (int(number) for number in counts)
    return won, tied, lost


class BadResults(IcefieldError):  # noqa: N818 (named like the errors of core)
    """A file of results that cannot be read."""

    code = "results"


# -- files ----------------------------------------------------------------------------------------


def level_digest(game: Game, level: Level | None, version: int | None = None) -> str:
    """A digest of a level's definition and a version of the rules (default: the present one).

    The level None is random play. Changes of a search or an evaluation do not show in it: after
    one, measure again.
    """
    fields: dict[str, Any] = {"version": version or game.version, "opening": OPENING_MOVES}
    if level is not None:
        fields |= asdict(replace(level, rating=None, name="", place=0))
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()[:12]


def rated_seat_counts(game: Game) -> tuple[int, ...]:
    """The seat counts with an opponent."""
    return tuple(seats for seats in game.seats if seats > 1)


def pairings(game: Game, seats: int) -> list[Pairing]:
    """Every level of the scale with the one below it, without results.

    A level above the scale is limited by time and so differs from machine to machine; it has no
    rating.
    """
    below: Level | None = None
    found = []
    for level in (level for level in levels(game, seats) if not level.all_cores):
        version = measured_version(game, level.name)
        digests = (level_digest(game, level, version), level_digest(game, below, version))
        others = RANDOM if below is None else below.name
        found.append(Pairing.empty(level.name, others, digests, seats))
        below = level
    return found


def results_file(game: Game) -> Path:
    """The path of a game's results; the file need not exist."""
    return data_folder(game.key) / "results.json"


def read_results(game: Game, seats: int, file: Path | None = None) -> list[Pairing]:
    """Every level with the one below it and their results, as far as they are valid."""
    file = file or results_file(game)
    found = _pairings(_read(file), file).get(name_of(game, seats), [])
    kept = {(p.one, p.others, p.digests): p for p in found}
    return [kept.get((p.one, p.others, p.digests), p) for p in pairings(game, seats)]


def name_of(game: Game, seats: int) -> str:
    """The name of a game and seat count in files of results and ratings."""
    return f"{game.key}.{seats}"


def check(file: Path) -> None:
    """Raise BadResults where there is a file of results that cannot be read."""
    _pairings(_read(file), file)


def _read(file: Path) -> dict[str, Any]:
    """The content of a file of results; empty where there is none."""
    try:
        found = json.loads(file.read_text("utf-8")) if file.exists() else {}
    except (ValueError, RecursionError) as error:
        raise _damaged(file) from error
    if not isinstance(found, dict):
        raise _damaged(file)
    return found


def _pairings(data: Mapping[str, Any], file: Path) -> dict[str, list[Pairing]]:
    """The pairings of a file."""
    try:
        return {name: [Pairing.from_json(row) for row in rows] for name, rows in data.items()}
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise _damaged(file) from error


def _damaged(file: Path) -> BadResults:
    return BadResults(message("bots.results.damaged", file=str(file)))


def write_results(
    game: Game, seats: int, found: Sequence[Pairing], file: Path | None = None
) -> None:
    """Write the results of a game and seat count; the others in the file stay."""
    file = file or results_file(game)
    rows = [asdict(pairing) for pairing in found if pairing.rounds]
    kept = {**_read(file), name_of(game, seats): rows}
    lines = [
        f"{json.dumps(name)}: [\n"
        + ",\n".join(f"  {json.dumps(row)}" for row in kept[name])
        + "\n]"
        for name in sorted(kept)
        if kept[name]
    ]
    replace_file(file, "{\n" + ",\n".join(lines) + "\n}\n")


def replace_file(file: Path, text: str) -> None:
    """Replace a file atomically."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(file)
    except OSError as error:
        beside.unlink(missing_ok=True)
        error.filename, error.filename2 = str(file), None  # not the name of the temporary file
        raise
