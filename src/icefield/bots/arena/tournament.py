"""The arena: matches of players on all cores, and their results.

The unit is a *round*: one player meets another from every seat, with the same opening moves each
time, so that the advantage of a seat or an opening cancels out. With more than two seats the one
sits alone among copies of the other. An opening is a few random moves.

Games run in worker processes. However it is stopped, the finished rounds count.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, count
from typing import Any, Final

from ...core.game import CHANCE, Game, Outcome, Position
from ...core.message import Message
from ...games import game as find_game
from ...play import Record
from ...search import Stop
from ..levels import levels
from .elo import Result, Strength, Tally, fit, tally
from .engines import EngineFailed
from .players import Player, player
from .pool import call_at_worker_exit, cores, run_jobs

OPENING_MOVES: Final = 2
"""Random moves at the start of a game, so that players without any chance in them differ."""
_MAX_DECISIONS: Final = 20_000  # decisions: a game that does not end by then is a draw
_TRIES: Final = 20  # openings of one length that may end the game before it is shortened


@dataclass(frozen=True, slots=True)
class Meeting:
    """One player alone among copies of another."""

    one: str
    others: str


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """The settings of all games: game, seats, options and opening moves."""

    key: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    opening: int = OPENING_MOVES
    seconds: float = 1.0  # for a move of an outside engine
    seed: int = 0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game."""

    meeting: Meeting
    round: int
    seat: int  # where the one sat
    players: tuple[str, ...]  # by seat
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    decisions: int
    record: str
    failed: str | None = None  # which player failed, if one did
    trouble: Message | None = None  # and its error

    @property
    def result(self) -> Result:
        return Result(self.players, self.shares)


# -- one game ------------------------------------------------------------------------------------


_players: dict[tuple[str, str, float], Player] = {}


def _player(key: str, text: str, seconds: float) -> Player:
    """A player from the cache: players, above all engines, live as long as a process."""
    if not _players:
        call_at_worker_exit(_close_players)
    if (key, text, seconds) not in _players:
        _players[key, text, seconds] = player(find_game(key), text, seconds=seconds)
    return _players[key, text, seconds]


def _discard_player(key: str, text: str, seconds: float) -> None:
    """Remove a player that failed; the next game starts it again."""
    found = _players.pop((key, text, seconds), None)
    if found is not None:
        found.close()


def _close_players() -> None:
    for found in [*_players.values()]:
        found.close()


def open_game(setting: MatchSettings, number: int) -> Position:
    """The start of a round: the same for every seat rotation of it.

    Where the opening is so long that games end in it, it is shortened.
    """
    rng = random.Random(f"{setting.seed} {number}")
    game = find_game(setting.key)
    opening, tried = setting.opening, 0
    while True:
        position = game.start(setting.seats, **setting.options)
        left = opening
        while position.turn is not None and (left > 0 or position.turn == CHANCE):
            left -= position.turn != CHANCE
            position = position.play(random_move(position, rng))
        if position.turn is not None:
            return position
        tried += 1
        if tried % _TRIES == 0:
            opening //= 2


def random_move(position: Position, rng: random.Random) -> str:
    """A random move: of chance by its odds, of a seat with equal probability."""
    odds = position.odds()
    if odds:
        return rng.choices([*odds], [float(odd) for odd in odds.values()])[0].text
    return rng.choice(position.moves()).text


def play_game(setting: MatchSettings, meeting: Meeting, number: int, seat: int) -> PlayedGame:
    """Play one game of a round, the one at that seat."""
    rng = random.Random(f"{setting.seed} {number} {seat} {meeting.one} {meeting.others}")
    names = tuple(meeting.one if s == seat else meeting.others for s in range(setting.seats))
    position, decisions = open_game(setting, number), 0
    failed, trouble = None, None
    while (who := position.turn) is not None and decisions < _MAX_DECISIONS:
        if who == CHANCE:
            position = position.play(random_move(position, rng))
            continue
        try:
            chosen = _player(setting.key, names[who], setting.seconds)
            move = chosen.choose(position, who, rng.randrange(1 << 30))
        except EngineFailed as error:
            failed, trouble = names[who], error.sentence
            _discard_player(setting.key, failed, setting.seconds)
            break
        position = position.play(move, who)
        decisions += 1
    lost = [] if failed is None else [s for s, name in enumerate(names) if name == failed]
    return PlayedGame(
        meeting,
        number,
        seat,
        names,
        shares_of(position.outcome, setting.seats, lost),
        position.outcome.scores if position.outcome else (0,) * setting.seats,
        decisions,
        str(Record.of(position, players=names, game_number=number + 1)),
        failed,
        trouble,
    )


def shares_of(outcome: Outcome | None, seats: int, lost: Container[int] = ()) -> tuple[float, ...]:
    """The shares of a win: of the winners, of all in a draw.

    Where a player failed, the other seats share it.
    """
    winners: Sequence[int] = () if outcome is None else outcome.winners
    if outcome is None:
        winners = [s for s in range(seats) if s not in lost]
    winners = winners or range(seats)
    return tuple(1 / len(winners) if s in winners else 0.0 for s in range(seats))


# -- many games ----------------------------------------------------------------------------------


class Scores:
    """The results of all games so far."""

    def __init__(self, setting: MatchSettings, done: Mapping[Meeting, int] | None = None):
        """`done` are the rounds of each meeting that were played before."""
        self.setting = setting
        self._done = done or {}
        self.games: list[PlayedGame] = []
        self._rounds: dict[Meeting, dict[int, list[PlayedGame]]] = {}

    def add(self, played: PlayedGame) -> None:
        self.games.append(played)
        self._rounds.setdefault(played.meeting, {}).setdefault(played.round, []).append(played)

    def whole(self, meeting: Meeting) -> list[list[PlayedGame]]:
        """The games of each complete round, in the order of the rounds."""
        seats = self.setting.seats
        return [r for _, r in sorted(self._rounds.get(meeting, {}).items()) if len(r) == seats]

    def unbroken(self, meeting: Meeting) -> list[list[PlayedGame]]:
        """The games of all rounds before the first that is not complete.

        Use these to continue later, or to decide by the results when to stop: of later rounds the
        short games finish first.
        """
        found: list[list[PlayedGame]] = []
        first = self._done.get(meeting, 0)
        for number, games in sorted(self._rounds.get(meeting, {}).items()):
            if number != first + len(found) or len(games) < self.setting.seats:
                break
            found.append(games)
        return found

    def rounds(self, meeting: Meeting) -> list[float]:
        """The mean share of the one in each complete round."""
        return round_means(self.whole(meeting))

    def tally(self, meeting: Meeting) -> Tally:
        return tally(self.rounds(meeting), 1 / self.setting.seats)

    def strengths(self) -> dict[str, Strength]:
        return fit([played.result for played in self.games])

    def matches(self, meeting: Meeting) -> list[float]:
        """The results of matches of two games with swapped seats: 1, ½ or 0.

        They are decided by the points of both games. A player that failed in one of them has lost
        it.
        """
        leads = [_lead(games) for games in self.whole(meeting) if len(games) == 2]
        return [0.5 + 0.5 * ((lead > 0) - (lead < 0)) for lead in leads]

    def seat_shares(self) -> list[float]:
        """The share that each seat won, over all players."""
        n = max(1, len(self.games))
        return [sum(p.shares[s] for p in self.games) / n for s in range(self.setting.seats)]


def _lead(games: Sequence[PlayedGame]) -> int:
    """The lead of the one in points after the games of a match."""
    broken = [1 if p.failed == p.meeting.others else -1 for p in games if p.failed is not None]
    return sum(broken) if broken else sum(p.scores[p.seat] - p.scores[1 - p.seat] for p in games)


def round_means(rounds: Sequence[Sequence[PlayedGame]]) -> list[float]:
    """The mean share of the one in each of these rounds."""
    return [sum(p.shares[p.seat] for p in games) / len(games) for games in rounds]


def round_robin(players: Sequence[str], seats: int) -> list[Meeting]:
    """The meetings of every player with every other.

    With more than two seats each of a pair is once alone.
    """
    pairs = [Meeting(a, b) for a, b in combinations(players, 2)]
    return pairs if seats == 2 else pairs + [Meeting(m.others, m.one) for m in pairs]


def check_players(game: Game, players: Sequence[str], seconds: float) -> None:
    """Raise the error of an invalid player before any game begins."""
    for text in players:
        player(game, text, seconds=seconds).close()


def concurrent_games(game: Game, seats: int, players: Sequence[str]) -> int:
    """The number of games to play at the same time.

    It is one per core, but one alone where a player uses the whole machine.
    """
    greedy = {level.name for level in levels(game, seats) if level.all_cores}
    return 1 if greedy & {*players} else cores()


def run_meetings(
    setting: MatchSettings,
    meetings: Sequence[Meeting],
    rounds: int | None,
    *,
    done: Mapping[Meeting, int] | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    stop: Stop | None = None,
    on_game: Callable[[Scores], object] | None = None,
    enough: Callable[[Scores], bool] | None = None,
) -> Scores:
    """Play that many rounds of each meeting, in turns (None: without end).

    Rounds that have been `done` before are left out. Ends early when `stop` is set or `enough` says
    so; running games are then dropped. Raises PoolBroken, with a `cluster` NoCluster too.
    """
    scores = Scores(setting, done)
    players = [name for meeting in meetings for name in (meeting.one, meeting.others)]
    number = workers
    if number is None and cluster is None:
        number = concurrent_games(find_game(setting.key), setting.seats, players)

    def take(played: PlayedGame) -> bool:
        scores.add(played)
        if on_game is not None:
            on_game(scores)
        return enough is not None and enough(scores)

    jobs = ((setting, *job) for job in _jobs(meetings, rounds, setting.seats, done or {}))
    run_jobs(play_game, jobs, take, workers=number, cluster=cluster, stop=stop)
    return scores


def _jobs(
    meetings: Sequence[Meeting], rounds: int | None, seats: int, done: Mapping[Meeting, int]
) -> Iterator[tuple[Meeting, int, int]]:
    for number in count() if rounds is None else range(rounds):
        for meeting in meetings:
            if number >= done.get(meeting, 0):
                for seat in range(seats):
                    yield meeting, number, seat
