"""`icefield stats KEY`: print statistics of a game, from games between equal bots."""

from __future__ import annotations

import argparse
import json
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.message import Message, message
from ..arguments import Commands, read_options
from ..columns import Line, percent, table
from ..console import BadUsage, Console, file_trouble

if TYPE_CHECKING:
    from ...analysis.statistics.collect import Distribution, LevelStats
    from ...core.game import Game


def add(commands: Commands) -> None:
    parser = commands.add("stats", stats)
    parser.add_argument("keys", metavar="KEY", nargs="*", help=commands.text("cli.bench.keys"))
    parser.add_argument("--levels", metavar="A,B", help=commands.text("cli.stats.levels"))
    parser.add_argument(
        "--games",
        metavar="N",
        type=commands.whole(1),
        default=100,
        help=commands.text("cli.stats.games"),
    )
    parser.add_argument(
        "--seats", metavar="N", type=commands.whole(2, 8), help=commands.text("cli.play.seats")
    )
    commands.options(parser)
    commands.crew(parser)
    commands.cluster(parser)
    parser.add_argument("--svg", metavar="FOLDER", help=commands.text("cli.stats.svg"))
    commands.flag(parser, "--json", "cli.bench.json")


def stats(options: argparse.Namespace, console: Console) -> int:
    """Play games and print the statistics; Ctrl-C prints those so far, status 130."""
    from ...bots.arena.results import rated_seat_counts
    from ...games import game as find_game
    from ...games import keys

    games = [find_game(key) for key in dict.fromkeys(options.keys or keys())]
    which = [(game, options.seats or rated_seat_counts(game)[0]) for game in games]
    chosen = [read_options(game, options.option) for game in games]
    names = [
        _levels(game, seats, rules, options.levels)
        for (game, seats), rules in zip(which, chosen, strict=True)
    ]
    if options.svg is not None:
        try:
            Path(options.svg).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise file_trouble(error, options.svg) from error
    known: dict[str, Any] = {}
    status = 0
    for (game, seats), rules, levels in zip(which, chosen, names, strict=True):
        found, interrupted = _watch(game, seats, rules, levels, options, console)
        if found and options.svg is not None:
            _draw(game, seats, found, Path(options.svg), console)
        known[game.key] = {
            "seats": seats,
            "options": rules,
            "levels": [each.to_json() for each in found],
        }
        if not options.json:
            _tell(game, seats, rules, found, console)
        if interrupted:
            status = 130
            break
    if options.json:
        console.say(json.dumps(known))
    return status


def _levels(game: Game, seats: int, rules: dict[str, Any], text: str | None) -> list[str]:
    """Return the levels that are named, checked, or the default ones."""
    from ...analysis.statistics.collect import default_levels
    from ...bots.bot import find

    game.start(seats, **rules)  # raises for a seat count that the game does not have
    if text is None:
        return default_levels(game, seats)
    names = [*dict.fromkeys(word.strip() for word in text.split(",") if word.strip())]
    if not names:
        raise BadUsage(message("cli.stats.none"))
    return [find(game, name, seats).name for name in names]


def _watch(
    game: Game,
    seats: int,
    rules: dict[str, Any],
    levels: list[str],
    options: argparse.Namespace,
    console: Console,
) -> tuple[list[LevelStats], bool]:
    from ...analysis.statistics.collect import collect
    from ..interruptible import Work

    stop, done = threading.Event(), [0]

    def words(passed: float) -> Message:
        every, seconds = options.games * len(levels), round(passed)
        return message(
            "cli.levels.playing",
            title=game.title,
            seats=seats,
            done=done[0],
            all=every,
            seconds=seconds,
        )

    def heard(count: int) -> None:
        done[0] = count

    work = Work(
        lambda: collect(
            game,
            seats,
            levels,
            options.games,
            options=rules,
            seed=options.seed,
            workers=options.workers,
            cluster=options.ray,
            stop=stop,
            on_game=heard,
        ),
        stop,
    )
    line = Line(console, words)
    try:
        return work.wait(line.tick), work.interrupted
    finally:
        line.clear()


def _draw(game: Game, seats: int, found: list[LevelStats], folder: Path, console: Console) -> None:
    from ...analysis.statistics.plots import draw_plots

    for name, picture in draw_plots(game, seats, found, console.language).items():
        file = folder / f"{game.key}-{seats}-{name}.svg"
        try:
            file.write_text(picture, encoding="utf-8")
        except OSError as error:
            raise file_trouble(error, str(file)) from error


# -- the table ------------------------------------------------------------------------------------


def _tell(
    game: Game, seats: int, rules: dict[str, Any], found: list[LevelStats], console: Console
) -> None:
    console.say(message("cli.levels.heading", title=game.title, seats=seats))
    if rules:
        console.say(", ".join(f"{name}={value}" for name, value in rules.items()))
    if not found:
        console.say(message("cli.arena.nothing"))
        return
    heads = [console.text(message("analysis.plot.level", level=each.level)) for each in found]
    rows = [["", *heads]]

    def row(name: Message, cells: list[str]) -> None:
        rows.append([console.text(name), *cells])

    row(message("cli.column.games"), [str(each.games) for each in found])
    row(message("cli.stats.decisions"), [_spread(each.decisions) for each in found])
    row(message("cli.stats.turns"), [_spread(each.turns) for each in found])
    row(message("cli.stats.branching"), [f"{each.branching:.1f}" for each in found])
    row(message("cli.stats.decisive"), [percent(each.decisive) for each in found])
    for seat in range(seats):
        won = [percent(each.seats[seat], each.seat_error) for each in found]
        row(message("cli.stats.won_by", seat=game.seat_name(seat)), won)
    comebacks = ["–" if each.comebacks is None else percent(each.comebacks) for each in found]
    row(message("cli.stats.comebacks"), comebacks)
    row(message("cli.stats.changes"), [f"{each.changes:.1f}" for each in found])
    for line in table(rows, right=range(1, len(found) + 1)):
        console.say(line)


def _spread(found: Distribution) -> str:
    """Return the mean ± standard deviation, and the median."""
    return f"{found.mean:.1f} ± {found.deviation:.1f} ({found.median:g})"
