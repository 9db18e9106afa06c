"""`icefield levels`: list the levels of the bots with their Elo, or measure it."""

from __future__ import annotations

import argparse
import errno
import json
import os
import threading
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.message import Message, message
from ..arguments import Commands
from ..columns import Line, percent, table
from ..console import BadUsage, Console, file_trouble
from .arena import MOST_GAMES

if TYPE_CHECKING:
    from ...bots import Level
    from ...bots.levels import Rating
    from ...core.game import Game

    Ratings = dict[str, dict[str, Rating]]


def add(commands: Commands) -> None:
    parser = commands.add("levels", levels)
    parser.add_argument("keys", metavar="KEY", nargs="*", help=commands.text("cli.bench.keys"))
    parser.add_argument(
        "--seats", metavar="N", type=commands.whole(2, 8), help=commands.text("cli.levels.seats")
    )
    commands.flag(parser, "--json", "cli.bench.json")
    commands.flag(parser, "--measure", "cli.levels.measure")
    parser.add_argument("--levels", metavar="A,B", help=commands.text("cli.levels.levels"))
    parser.add_argument(
        "--games",
        metavar="N",
        type=commands.whole(1, MOST_GAMES),
        default=200,
        help=commands.text("cli.levels.games"),
    )
    commands.flag(parser, "--anew", "cli.levels.anew")
    parser.add_argument("--out", metavar="FILE", help=commands.text("cli.levels.out"))
    commands.crew(parser)


def levels(options: argparse.Namespace, console: Console) -> int:
    """Print the levels of the games named, or of all; with `--measure` rate first."""
    from ...games import game, keys

    chosen = [game(key) for key in dict.fromkeys(options.keys or keys())]
    which = [(each, seats) for each in chosen for seats in _seat_counts(each, options.seats)]
    status, ratings = 0, None
    if options.measure:
        status, ratings = _measure(which, options, console)
    elif options.levels is not None or options.anew or options.out is not None:
        raise BadUsage(message("cli.levels.only_measure"))
    _tell([(each, seats, _known(each, seats, ratings)) for each, seats in which], options, console)
    return status


def _known(game: Game, seats: int, ratings: Ratings | None) -> tuple[Level, ...]:
    """Return the levels of a game, with the new ratings if there are any."""
    from ...bots import levels as levels_of

    known = levels_of(game, seats)
    if ratings is None:
        return known
    fresh = ratings.get(f"{game.key}.{seats}", {})
    return tuple(replace(level, rating=fresh.get(level.name)) for level in known)


def _seat_counts(game: Game, seats: int | None) -> tuple[int, ...]:
    from ...bots.arena.results import rated_seat_counts

    if seats is None:
        return rated_seat_counts(game)
    game.start(seats)  # raises for a seat count that the game does not have
    return (seats,)


# -- measuring ------------------------------------------------------------------------------------


def _measure(
    which: list[tuple[Game, int]], options: argparse.Namespace, console: Console
) -> tuple[int, Ratings]:
    """Play the missing games, write the ratings; Ctrl-C keeps those made, status 130."""
    from ...bots.arena.measurement import measure_levels
    from ...bots.arena.ratings import ratings_file, write_ratings
    from ...bots.arena.results import results_file
    from ...bots.bot import find
    from ...bots.levels import MAX
    from ...games import game, keys
    from ..interruptible import Work

    names = None if options.levels is None else [name.strip() for name in options.levels.split(",")]
    for each, seats in which:
        for name in names or ():
            if find(each, name, seats).name == MAX:
                raise BadUsage(message("cli.levels.not_max"))
    rated, ratings, results = list(dict.fromkeys(each for each, _ in which)), None, None
    if options.out is None:
        for each in rated:
            _check_files(ratings_file(each), results_file(each))
    else:
        rated = [game(key) for key in keys()]  # the file may have ratings of other games already
        ratings = Path(options.out)
        results = ratings.parent / f"{ratings.stem}.json"
        _check_files(ratings, results)
    stop = threading.Event()
    told = _Told()

    every: Ratings = {}

    def work() -> None:
        try:
            for each, seats in which:
                told.begin(each, seats)
                measure_levels(
                    each,
                    seats,
                    names=names,
                    games=options.games,
                    anew=options.anew,
                    seed=options.seed,
                    workers=options.workers,
                    stop=stop,
                    results=results,
                    on_game=told.heard,
                )
        finally:
            every.update(write_ratings(rated, results, ratings))

    waiting = Work(work, stop)
    line = Line(console, told.words)
    try:
        waiting.wait(line.tick)
    finally:
        line.clear()
    return 130 if waiting.interrupted else 0, every


def _check_files(ratings: Path, results: Path) -> None:
    """Raise FileTrouble, before any game is played, for a file that cannot be written."""
    from ...bots.arena.results import check

    if ratings == results:
        raise BadUsage(message("cli.levels.json", file=str(ratings)))
    for file in (ratings, results):
        try:
            if file.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            new = not file.exists()
            with file.open("a"):
                pass
            if new:
                file.unlink()
        except (OSError, ValueError) as error:
            trouble = error if isinstance(error, OSError) else OSError(0, str(error))
            raise file_trouble(trouble, str(file)) from error
    check(results)


class _Told:
    """The progress of the measurement, for the progress line."""

    def __init__(self) -> None:
        self._title, self._seats, self._done, self._all = "", 0, 0, 0

    def begin(self, game: Game, seats: int) -> None:
        self._title, self._seats, self._done, self._all = game.title, seats, 0, 0

    def heard(self, done: int, every: int) -> None:
        self._done, self._all = done, every

    def words(self, passed: float) -> Message:
        numbers = {"done": self._done, "all": self._all, "seconds": round(passed)}
        return message("cli.levels.playing", title=self._title, seats=self._seats, **numbers)


# -- the table ------------------------------------------------------------------------------------


def _tell(
    which: list[tuple[Game, int, tuple[Level, ...]]], options: argparse.Namespace, console: Console
) -> None:
    if options.json:
        found: dict[str, dict[str, Any]] = {}
        for game, seats, known in which:
            rows = {level.name: _row(level, console) for level in known}
            found.setdefault(game.key, {})[str(seats)] = rows
        console.say(json.dumps(found))
        return
    for game, seats, known in which:
        console.say(message("cli.levels.heading", title=game.title, seats=seats))
        columns = ("level", "about", "budget", "elo", "below")
        heads = [console.text(message(f"cli.column.{name}")) for name in columns]
        cells = [[each.name, console.text(each.about), *_cells(each, console)] for each in known]
        for line in table([heads, *cells], right=(3, 4)):
            console.say(line)
    scale = [level for _, _, known in which for level in known if not level.all_cores]
    if any(level.rating is None for level in scale):
        console.note(message("cli.levels.unrated"))


def _row(level: Level, console: Console) -> dict[str, Any]:
    row: dict[str, Any] = {"about": console.text(level.about), "search": level.search}
    row |= {name: getattr(level, name) for name in ("nodes", "seconds", "depth")}
    return {**row, "rating": None if level.rating is None else asdict(level.rating)}


def _cells(level: Level, console: Console) -> list[str]:
    rating = level.rating
    elo = "–" if rating is None else f"{rating.elo} ± {rating.error}"
    below = "–"
    if rating is not None:
        below = percent(rating.below)
        if rating.matches is not None:
            said = message("cli.levels.of_matches", games=below, matches=percent(rating.matches))
            below = console.text(said)
    return [console.text(budget(level)), elo, below]


def budget(level: Level) -> Message:
    """Return the limits of a level's search per move, in words."""
    if level.seconds is not None:
        return message("cli.levels.seconds", seconds=f"{level.seconds:g}")
    if level.nodes is None:
        return message("cli.levels.depth", n=level.depth or 0)
    number = f"{level.nodes:,}".replace(",", " ")
    return message("cli.levels.nodes", n=level.nodes, number=number)
