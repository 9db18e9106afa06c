"""`icefield arena KEY`: rate players by the Elo of many games between them."""

from __future__ import annotations

import argparse
import json
import re
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ...core.errors import BadOption, IcefieldError
from ...core.message import Message, message
from ..arguments import Commands
from ..columns import Line, percent, table
from ..console import BadUsage, Console, FileTrouble, file_trouble
from .play import chosen_options

if TYPE_CHECKING:
    from ...bots.arena.elo import Sprt, Tally
    from ...bots.arena.tournament import MatchSettings, Meeting, PlayedGame, Scores
    from ...core.game import Game

MOST_GAMES: Final = 1_000_000_000
_MOST_OPENING: Final = 100
_MOST_ELO: Final = 2000  # two expectations beyond it differ by less than the noise of the games


def add(commands: Commands) -> None:
    parser = commands.add("arena", arena)
    commands.key(parser)
    parser.add_argument(
        "--players", metavar="A,B", required=True, help=commands.text("cli.arena.players")
    )
    length = parser.add_mutually_exclusive_group(required=True)
    length.add_argument(
        "--games",
        metavar="N",
        type=commands.whole(1, MOST_GAMES),
        help=commands.text("cli.arena.games"),
    )
    length.add_argument("--sprt", metavar="LOW,HIGH", help=commands.text("cli.arena.sprt"))
    parser._negative_number_matcher = re.compile(r"-[0-9][0-9.,-]*$")  # --sprt -5,5 too
    parser.add_argument(
        "--seats", metavar="N", type=commands.whole(2, 8), help=commands.text("cli.play.seats")
    )
    parser.add_argument(
        "--opening",
        metavar="K",
        type=commands.whole(0, _MOST_OPENING),
        help=commands.text("cli.arena.opening"),
    )
    commands.crew(parser)
    commands.cluster(parser)
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=commands.seconds,
        default=1.0,
        help=commands.text("cli.arena.seconds"),
    )
    parser.add_argument("--board", metavar="BOARD", help=commands.text("cli.play.board"))
    commands.options(parser)
    parser.add_argument("--records", metavar="FILE", help=commands.text("cli.arena.records"))
    commands.flag(parser, "--json", "cli.solve.json")


def arena(options: argparse.Namespace, console: Console) -> int:
    """Play the games and print the ratings, also when interrupted or after an error.

    The status is 130 after Ctrl-C and 2 after an error."""
    from ...bots.arena.tournament import check_players, round_means, round_robin, run_meetings
    from ...games import game as find_game
    from ..interruptible import Work

    game = find_game(options.key)
    players = _players(options.players)
    setting = _setting(game, options)
    sprt = _sprt(options.sprt, players, setting.seats)
    Work(lambda: check_players(game, players, options.seconds)).wait()
    meetings = round_robin(players, setting.seats)[: 1 if sprt is not None else None]
    rounds = None if options.games is None else -(-options.games // setting.seats)
    records = None if options.records is None else _Records(options.records)
    seen = Seen(setting, None if rounds is None else rounds * setting.seats * len(meetings))

    def heard(scores: Scores) -> None:
        seen.scores = scores
        if records is not None:
            records.add(scores.games[-1])

    def enough(scores: Scores) -> bool:
        return (
            sprt is not None and sprt.verdict(round_means(scores.unbroken(meetings[0]))) is not None
        )

    stop = threading.Event()
    work = Work(
        lambda: run_meetings(
            setting,
            meetings,
            rounds,
            workers=options.workers,
            cluster=options.ray,
            stop=stop,
            on_game=heard,
            enough=enough,
        ),
        stop,
    )
    line = Line(console, lambda passed: seen.told(passed, sprt, meetings[0]))
    trouble: IcefieldError | None = None
    try:
        work.wait(line.tick)
    except IcefieldError as error:
        if not seen.scores.games:
            raise
        trouble = error  # the finished games are printed nevertheless
    finally:
        line.clear()
    if trouble is not None:
        console.complain(trouble)
    _tell(game, seen.scores, meetings, sprt, options.json, console)
    return 130 if work.interrupted else 0 if trouble is None else 2


# -- arguments ------------------------------------------------------------------------------------


def _players(text: str) -> list[str]:
    found = [word.strip() for word in text.split(",") if word.strip()]
    if len(found) < 2:
        raise BadUsage(message("cli.arena.few"))
    for name in found:
        if found.count(name) > 1:
            raise BadUsage(message("cli.arena.twice", player=name[:40]))
    return found


def _setting(game: Game, options: argparse.Namespace) -> MatchSettings:
    from ...bots.arena.tournament import OPENING_MOVES, MatchSettings

    chosen = chosen_options(game, options)
    seats = game.start(options.seats, **chosen).seats
    if seats < 2:
        raise BadOption(message("cli.arena.alone", game=game.title))
    return MatchSettings(
        game.key,
        seats,
        options=chosen,
        opening=OPENING_MOVES if options.opening is None else options.opening,
        seconds=options.seconds,
        seed=options.seed or 0,
    )


def _sprt(text: str | None, players: list[str], seats: int) -> Sprt | None:
    from ...bots.arena.elo import Sprt

    if text is None:
        return None
    if len(players) != 2:
        raise BadUsage(message("cli.arena.two"))
    try:
        low, high = (float(part) for part in text.split(","))
        if max(abs(low), abs(high)) > _MOST_ELO:
            raise ValueError(text)
        return Sprt(low, high, seats)
    except ValueError:
        said = message("cli.arena.bounds", value=text[:20], most=_MOST_ELO)
        raise BadUsage(said) from None


class _Records:
    """The file to which each game is written when it ends."""

    def __init__(self, file: str):
        self._path = Path(file)
        self._first = True
        try:
            self._path.touch(exist_ok=False)
        except FileExistsError:
            said = message("cli.file_exists", file=file)
            raise FileTrouble(said, detail="file-exists") from None
        except OSError as error:
            raise file_trouble(error, file) from error

    def add(self, played: PlayedGame) -> None:
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(played.record if self._first else f"\n{played.record}")
        except OSError as error:
            raise file_trouble(error, str(self._path)) from error
        self._first = False


class Seen:
    """The scores so far, for the progress line."""

    def __init__(self, setting: MatchSettings, every: int | None):
        from ...bots.arena.tournament import Scores

        self.scores = Scores(setting)
        self._every = every

    def told(self, passed: float, sprt: Sprt | None, meeting: Meeting) -> Message:
        from ...bots.arena.tournament import round_means

        done, seconds = len(self.scores.games), round(passed)
        if sprt is not None:
            ratio = f"{sprt.ratio(round_means(self.scores.unbroken(meeting))):+.2f}"
            return message("cli.arena.testing", done=done, seconds=seconds, ratio=ratio)
        strengths = sorted(self.scores.strengths().items(), key=lambda entry: -entry[1].elo)
        standing = ", ".join(f"{name} {round(strength.elo):+}" for name, strength in strengths)
        every = self._every or done
        return message(
            "cli.arena.playing", done=done, all=every, seconds=seconds, standing=standing
        )


# -- results --------------------------------------------------------------------------------------


def _rows(scores: Scores) -> list[dict[str, Any]]:
    """Return one row per player, the strongest first."""
    rows = []
    for name, strength in scores.strengths().items():
        own = [
            share
            for played in scores.games
            for player, share in zip(played.players, played.shares, strict=True)
            if player == name
        ]
        games = sum(name in played.players for played in scores.games)
        score = sum(own) / len(own)
        elo, error = round(strength.elo, 1) + 0.0, round(strength.error, 1)
        row = {"player": name, "elo": elo, "error": error}
        rows.append({**row, "score": round(score, 4), "games": games})
    return sorted(rows, key=lambda row: (-row["elo"], row["player"]))


def _pairs(game: Game, scores: Scores, meetings: list[Meeting]) -> list[dict[str, Any]]:
    from ...bots.arena.elo import tally

    found = []
    for meeting in meetings:
        row = {"one": meeting.one, "others": meeting.others, **_numbers(scores.tally(meeting))}
        if game.pair is not None and scores.setting.seats == 2:
            row["matches"] = _numbers(tally(scores.matches(meeting), 0.5))
        found.append(row)
    return found


def _numbers(found: Tally) -> dict[str, Any]:
    error = round(found.error, 4) if found.units else None
    par = round(found.par, 4)
    return {"score": round(found.mean, 4), "error": error, "par": par, "rounds": found.units}


def _failures(scores: Scores) -> dict[str, tuple[int, Message]]:
    """Return how often each player failed, and its first error."""
    found: dict[str, tuple[int, Message]] = {}
    for played in scores.games:
        if played.failed is not None and played.trouble is not None:
            count, why = found.get(played.failed, (0, played.trouble))
            found[played.failed] = (count + 1, why)
    return found


def _test(scores: Scores, meeting: Meeting, sprt: Sprt) -> dict[str, Any]:
    from ...bots.arena.tournament import round_means

    units = round_means(scores.unbroken(meeting))
    verdict = sprt.verdict(units)
    return {
        "low": sprt.low,
        "high": sprt.high,
        "ratio": round(sprt.ratio(units), 3),
        "limit": round(sprt.LIMIT, 3),
        "rounds": len(units),
        "verdict": None if verdict is None else "high" if verdict else "low",
    }


def _tell(
    game: Game,
    scores: Scores,
    meetings: list[Meeting],
    sprt: Sprt | None,
    as_json: bool,
    console: Console,
) -> None:
    seats, rows, failures = scores.setting.seats, _rows(scores), _failures(scores)
    pairs, shares = _pairs(game, scores, meetings), scores.seat_shares()
    test = None if sprt is None else _test(scores, meetings[0], sprt)
    if as_json:
        told = {
            "game": game.key,
            "seats": seats,
            "games": len(scores.games),
            "players": rows,
            "pairs": pairs,
            "seat_shares": [round(share, 4) for share in shares],
            "failures": {name: count for name, (count, _) in failures.items()},
        }
        console.say(json.dumps(told if test is None else {**told, "sprt": test}))
        return
    if not rows:
        console.say(message("cli.arena.nothing"))
        return
    n = len(scores.games)
    console.say(message("cli.arena.heading", title=game.title, seats=seats, n=n))
    heads = [console.text(message(f"cli.column.{c}")) for c in ("player", "elo", "score", "games")]
    cells = [
        [
            r["player"],
            f"{round(r['elo']):+} ± {r['error']:.0f}",
            percent(r["score"]),
            str(r["games"]),
        ]
        for r in rows
    ]
    _lines(table([heads, *cells], right=(1, 2, 3)), console)
    for pair in pairs:
        _tell_pair(pair, seats, console)
    names = [console.text(game.seat_name(seat)) for seat in range(seats)]
    won = [f"{name} {percent(share)}" for name, share in zip(names, shares, strict=True)]
    console.say(message("cli.arena.seat_shares", shares=", ".join(won)))
    if test is not None:
        _tell_test(test, meetings[0], console)
    for name, (count, why) in failures.items():
        console.note(message("cli.arena.failed", player=name, n=count, why=why))


def _lines(lines: list[str], console: Console) -> None:
    for line in lines:
        console.say(line)


def _tell_pair(pair: dict[str, Any], seats: int, console: Console) -> None:
    if pair["error"] is None:
        return
    names = {"one": pair["one"], "others": pair["others"]}
    score = percent(pair["score"], pair["error"])
    if seats == 2:
        console.say(message("cli.arena.pair", **names, score=score))
    else:
        par = percent(pair["par"])
        console.say(message("cli.arena.among", **names, score=score, par=par))
    if "matches" in pair:
        score = percent(pair["matches"]["score"], pair["matches"]["error"])
        console.say(message("cli.arena.matches", score=score, n=pair["matches"]["rounds"]))


def _tell_test(test: dict[str, Any], meeting: Meeting, console: Console) -> None:
    numbers = {"ratio": f"{test['ratio']:+.2f}", "limit": f"{test['limit']:.2f}"}
    console.say(message("cli.arena.ratio", n=test["rounds"], **numbers))
    names = {"one": meeting.one, "others": meeting.others}
    bounds = {"low": f"{test['low']:g}", "high": f"{test['high']:g}"}
    verdict = test["verdict"] or "open"
    console.say(message(f"cli.arena.verdict.{verdict}", **names, **bounds))
