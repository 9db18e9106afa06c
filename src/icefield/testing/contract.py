"""The contract of every game, as checks that pytest collects from a subclass."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import numpy as np

from ..core import jit
from ..core.errors import (
    BadNotation,
    BadOption,
    GameOver,
    HiddenPosition,
    IcefieldError,
    IllegalMove,
    NotYourDecision,
    Refusal,
)
from ..core.game import CHANCE, Game, Move, Position
from ..core.jit import OVER, Tag, bind
from ..core.scene import Scene
from ..games import game as registered
from . import golden, kernel, perft
from .learners import LearnerContract
from .messages import check_message, messages_of
from .sample import Playthrough, mutations, sample, variants

_JUNK = ("", " ", "no such move", "!", "\n", "\x00", "é", "-" * 500)
Kind = TypeVar("Kind", bound=IcefieldError)


def _number(name: str, default: int) -> int:
    return int(os.environ.get(name, default))


def refused(
    kind: type[Kind], position: Position, move: str | Move, seat: int | None = None
) -> Kind:
    """The error of exactly that kind that `play` raises without changing anything."""
    before = str(position), hash(position), position.moves(), position.history
    raised: IcefieldError | None = None
    try:
        position.play(move, seat)
    except IcefieldError as error:
        raised = error
    assert type(raised) is kind, f"{position}: {move!r} by {seat}: {raised!r}, not {kind.__name__}"
    after = str(position), hash(position), position.moves(), position.history
    assert after == before, f"{position}: the refused {move!r} left a trace"
    return raised


class GameContract(LearnerContract):
    """The checks of a game: subclass it with `key` and `data`, named `Test…`."""

    key: ClassVar[str]
    """The registered game."""
    data: ClassVar[Path]
    """The folder with `perft.json` and `playthrough.txt`."""
    games: ClassVar[int] = _number("ICEFIELD_CONTRACT_GAMES", 24)
    """How many random games are played; ICEFIELD_CONTRACT_GAMES overrides it."""
    nodes: ClassVar[int] = _number("ICEFIELD_CONTRACT_NODES", 40_000_000)
    """Perft tables are counted to the depth that stays within this; ICEFIELD_CONTRACT_NODES."""
    most: ClassVar[int] = _number("ICEFIELD_CONTRACT_POSITIONS", 4_000)
    """The positions of one check, a sample where there are more.

    Games that are played again have no more together, but for the first game.
    ICEFIELD_CONTRACT_POSITIONS overrides it.
    """
    slow_nodes: ClassVar[int] = 5_000
    """The same for the count by `Position.play`."""
    longest: ClassVar[int] = 20_000
    """A random game must end within so many decisions."""
    late: ClassVar[tuple[str, ...]] = ()
    """Positions near the end, for very long random games; interpreted runs begin there."""
    history_rules: ClassVar[frozenset[str]] = frozenset()
    """Rules that end a game because of what happened before, which a text does not tell."""
    # -- the positions checked ---------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return registered(self.key)

    def plays(self) -> list[Playthrough]:
        """The random games, played once per class."""
        cls = type(self)
        if "_plays" not in cls.__dict__:
            cls._plays = sample(self.game, self.games, self.longest, self.late)  # type: ignore[attr-defined]
        return cls.__dict__["_plays"]  # type: ignore[no-any-return]

    def positions(self, most: int | None = None) -> list[Position]:
        """Positions of the random games, with every start and end.

        They are a sample of `self.most` where there are more, or of fewer when given.
        """
        most = self.most if most is None else min(most, self.most)
        plays = self.plays()
        every = [position for play in plays for position in play.positions]
        if len(every) <= most:
            return every
        ends = [position for play in plays for position in (play.positions[0], play.end)]
        return ends + random.Random(most).sample(every, max(most - len(ends), 0))

    def replayed(self) -> list[Playthrough]:
        """The games that are played again; the first of them with any length."""
        first, *others = self.plays()
        found, room = [first], self.most
        for play in sorted(others, key=lambda play: len(play.positions)):
            room -= len(play.positions)
            if room >= 0:
                found.append(play)
        return found

    def read(self, position: Position) -> Position:
        """The position read from its text, with the options the text leaves out."""
        text, options = str(position), dict(position.options)
        again = self.game.read(text)
        if again != position and options:
            again = self.game.read(text, **options)
        if again.seats != position.seats:
            again = self.game.read(text, seats=position.seats, **options)
        return again

    def by_history(self, position: Position) -> bool:
        """Whether a rule about the history ended the game here, not the board."""
        return position.outcome is not None and position.outcome.rule in self.history_rules

    # -- moves and turns --------------------------------------------------------------------------

    def test_moves_are_sorted_unique_and_without_spaces(self) -> None:
        for position in self.positions():
            for seat in (position.turn, *position.deciders):
                texts = [str(move) for move in position.moves(seat)]
                assert texts == sorted(set(texts)), f"{position}: {texts}"
                assert all(text and not any(c.isspace() for c in text) for text in texts), texts

    def test_somebody_decides_exactly_until_the_end(self) -> None:
        for p in self.positions():
            assert (p.turn is None) == (p.outcome is not None), f"{p}: {p.turn}, {p.outcome}"
            assert len(set(p.deciders)) == len(p.deciders), f"{p}: {p.deciders}"
            if p.turn is None or p.turn == CHANCE:
                assert p.deciders == (), f"{p}: {p.deciders}"
            else:
                assert p.deciders[:1] == (p.turn,), f"{p}: {p.turn} is not first of {p.deciders}"
                assert set(p.deciders) <= set(range(p.seats)), f"{p}: {p.deciders}"
            if p.turn is None:
                assert p.moves() == (), f"{p} is over but has moves"
            else:
                assert p.moves(), f"{p} goes on but has no moves"
                assert p.moves() == p.moves(p.turn), f"{p}: the default seat is not turn"
                assert all(p.moves(seat) for seat in p.deciders), f"{p}: a decider has no moves"
            others = set(range(p.seats)) - set(p.deciders)
            assert not any(p.moves(s) for s in others), f"{p}: a seat that waits has moves"

    def test_random_games_end_and_remember_their_moves(self) -> None:
        for play in self.plays():
            assert play.end.outcome is not None
            history = play.end.history
            assert sorted(history) == sorted(move for _, move in play.made)
            if all(seat == p.turn for p, (seat, _) in zip(play.positions, play.made, strict=False)):
                assert history == tuple(move for _, move in play.made)
        for play in self.replayed():
            position, history = play.positions[0], play.end.history
            for move in history:  # in the rules' order, not the order in which the votes came
                after = position.play(move)
                assert after.before == position, f"{after} does not come from {position}"
                assert after.history[:-1] == position.history
                position = after
            assert position == play.end, f"the history of {play.end} leads to {position}"

    def test_play_leaves_the_position_as_it_was(self) -> None:
        for position in self.positions(150):
            before = str(position), hash(position), position.turn, position.history
            for seat in position.deciders or ((CHANCE,) if position.turn == CHANCE else ()):
                moves = position.moves(seat)
                after = [position.play(move, seat) for move in moves]
                assert after == [position.play(str(move), seat) for move in moves]
                assert position.moves(seat) == moves
            assert (str(position), hash(position), position.turn, position.history) == before

    def test_the_same_moves_lead_to_equal_positions(self) -> None:
        for play in self.replayed()[:8]:
            position = play.variant.start(self.game)
            for wanted, (seat, move) in zip(play.positions, play.made, strict=False):
                assert position == wanted
                assert hash(position) == hash(wanted)
                position = position.play(str(move), seat)
            assert position == play.end
            assert position.outcome == play.end.outcome

    def test_different_positions_are_unequal(self) -> None:
        by_text = {str(position): position for position in self.positions(300)}
        every = list(by_text.values())
        assert len(every) > 1
        assert all(a != b for a, b in pairwise(every))
        assert len(set(every)) == len(every)
        assert all(position != text for text, position in by_text.items())

    # -- texts ------------------------------------------------------------------------------------

    def test_position_texts_are_one_line_and_read_back_equal(self) -> None:
        default = dict(self.game.start().options)
        for position in self.positions():
            text = str(position)
            assert text.splitlines() == [text.strip()], f"{position!r} is not one line"
            assert text == text.strip(), f"{position!r} begins or ends with a space"
            again = self.read(position)
            assert again == position, f"{position} reads back as {again}"
            assert hash(again) == hash(position), f"{position}: equal but another hash"
            assert again.history == (), f"{position}: read with a history"
            if dict(position.options) == default and position.seats == self.game.seats[0]:
                assert self.game.read(str(position)) == position

    def test_a_position_read_from_its_text_means_the_same(self) -> None:
        for position in self.positions():
            if self.by_history(position):
                continue
            again = self.read(position)
            assert again.turn == position.turn, str(position)
            assert again.active == position.active, str(position)
            assert again.deciders == position.deciders, str(position)
            assert again.outcome == position.outcome, str(position)
            assert again.odds() == position.odds(), str(position)
            for seat in (None, *position.deciders):
                assert again.moves(seat) == position.moves(seat), str(position)

    def test_bad_position_texts_are_refused_with_a_column(self) -> None:
        rng = random.Random(1)
        texts = [*_JUNK, *(m for p in self.positions(60) for m in mutations(str(p), rng, 12))]
        refusals = 0
        for text in texts:
            found = _attempt(self.game, text)
            if isinstance(found, BadNotation):
                refusals += 1
                assert 1 <= found.column <= len(text) + 1, f"{text!r}: column {found.column}"
                self.check_refusal(found.refusal, text)
            else:
                assert self.read(found) == found, f"{text!r} reads as {found}"
        assert refusals >= len(_JUNK)

    # -- the end ----------------------------------------------------------------------------------

    def test_outcomes_name_a_rule_and_pay_by_winners(self) -> None:
        numbers = {rule.number for rule in self.game.rules}
        for play in self.plays():
            position, outcome = play.end, play.end.outcome
            assert outcome is not None
            assert outcome.rule in numbers, f"{position}: no rule {outcome.rule}"
            check_message(outcome.reason)
            assert len(outcome.scores) == position.seats
            assert outcome.winners == tuple(sorted(set(outcome.winners)))
            assert set(outcome.winners) <= set(range(position.seats))
            payoffs = outcome.payoffs
            assert sum(payoffs) == 0, f"{position}: {payoffs}"
            if len(outcome.winners) in (0, position.seats):
                assert set(payoffs) == {Fraction(0)}
            else:
                won = [payoffs[seat] for seat in outcome.winners]
                assert sum(won) == 1, f"{position}: {payoffs}"
                assert len(set(won)) == 1, f"{position}: {payoffs}"
                lost = [x for seat, x in enumerate(payoffs) if seat not in outcome.winners]
                assert max(lost) < 0, f"{position}: {payoffs}"

    # -- views, secrets and chance ----------------------------------------------------------------

    def test_views_round_trip_and_know_their_own_moves(self) -> None:
        for position in self.positions(300):
            for seat in (None, *range(position.seats)):
                view = position.view(seat)
                assert self.read(view) == view, f"{position} seen by {seat}: {view}"
                assert view.view(seat) == view, f"{position} seen twice by {seat}"
                assert view.turn == position.turn, f"{position} seen by {seat}"
                assert view.deciders == position.deciders, f"{position} seen by {seat}"
                if seat in position.deciders:
                    assert view.moves(seat) == position.moves(seat), f"{position} seen by {seat}"
                assert view.concealed or view == position, f"{view} is not {position}"
                if view.concealed and position.deciders:
                    mover = position.deciders[0]
                    refused(HiddenPosition, view, position.moves(mover)[0], mover)

    def test_simultaneous_decisions_are_secret_and_in_any_order(self) -> None:
        for position in self.positions(200):
            if len(position.deciders) < 2:
                continue
            first, second, *_ = position.deciders
            after = [position.play(move, first) for move in position.moves(first)]
            for seat in (None, *(s for s in range(position.seats) if s != first)):
                assert len({str(p.view(seat)) for p in after}) == 1, f"{position}: {seat} sees"
                assert len({p.scene(seat) for p in after}) == 1, f"{position}: {seat} sees"
            a, b = position.moves(first)[0], position.moves(second)[-1]
            one, other = position.play(a, first), position.play(b, second)
            assert one.play(b, second) == other.play(a, first), f"{position}: the order shows"

    def test_odds_are_exact_and_belong_to_the_chance_moves(self) -> None:
        for position in self.positions():
            odds = position.odds()
            if position.turn != CHANCE:
                assert odds == {}, f"{position} has odds without chance"
                continue
            assert sorted(odds) == list(position.moves()), f"{position}: {odds}"
            assert all(isinstance(odd, Fraction) and odd > 0 for odd in odds.values()), str(odds)
            assert sum(odds.values()) == 1, f"{position}: {odds}"

    # -- scenes -----------------------------------------------------------------------------------

    def test_scenes_hold_everything_a_move_touches(self) -> None:
        for position in self.positions(300):
            for seat in position.deciders:
                touchable = position.scene(seat).touchable()
                ways = sorted(move.touches for move in position.moves(seat))
                for way in ways:
                    assert way, f"{position}: a move without touches"
                    assert touchable.issuperset(way), f"{position}: {way} is not in the scene"
                for way, after in pairwise(ways):  # a prefix sorts right before
                    assert after[: len(way)] != way, f"{position}: {way} begins {after}"

    def test_scenes_are_well_formed(self) -> None:
        for position in self.positions(120):
            for seat in (None, *range(position.seats)):
                scene = position.scene(seat)
                assert scene == position.view(seat).scene(seat), f"{position}: more than the view"
                self.check_scene(scene)

    def check_scene(self, scene: Scene) -> None:
        """Assert unique ids, elements on the sheet and on spaces, and English names."""
        assert scene.game == self.key
        ids = [x.id for part in (scene.spaces, scene.pieces, scene.controls) for x in part]
        assert len(ids) == len(set(ids)), f"ids twice: {sorted(ids)}"
        spaces = {space.id for space in scene.spaces}
        for at in [*(x.space for x in scene.pieces), *(x.space for x in scene.marks)]:
            assert at is None or at in spaces, f"something is on {at}, which is no space"
        points = [(x.x, x.y) for part in (scene.spaces, scene.pieces, scene.labels) for x in part]
        points += [point for mark in scene.marks for point in mark.path]
        for x, y in points:
            assert 0 <= x <= scene.width, f"({x}, {y}) is off the sheet"
            assert 0 <= y <= scene.height, f"({x}, {y}) is off the sheet"
        for said in messages_of(scene):
            check_message(said)

    # -- refusals ---------------------------------------------------------------------------------

    def check_refusal(self, refusal: Refusal | None, about: object) -> None:
        assert isinstance(refusal, Refusal), f"{about!r} is not refused"
        assert refusal.code, f"{about!r}: a refusal without a code"
        numbers = {rule.number for rule in self.game.rules}
        assert refusal.rule is None or refusal.rule in numbers, f"{about!r}: {refusal.rule}"
        check_message(refusal.sentence)

    def tries(self, position: Position, seat: int, rng: random.Random) -> Iterator[str]:
        """Texts that may or may not be legal moves here."""
        yield from self.pool()
        for move in position.moves(seat):
            yield move.text
            yield from mutations(move.text, rng, 2)

    def pool(self) -> list[str]:
        """Texts of moves that are legal somewhere."""
        texts = sorted({move.text for play in self.plays() for _, move in play.made})
        return random.Random(2).sample(texts, min(len(texts), 60))

    def test_explain_agrees_with_moves(self) -> None:
        rng, refusals = random.Random(3), 0
        for position in self.positions(150):
            for seat in position.deciders:
                legal = {move.text for move in position.moves(seat)}
                for text in self.tries(position, seat, rng):
                    refusal = position.explain(text, seat)
                    if text in legal:
                        assert refusal is None, f"{position}: {text} is legal, but {refusal}"
                        continue
                    refusals += 1
                    self.check_refusal(refusal, text)
                    try:
                        position._parse(text)
                        kind: type[IcefieldError] = IllegalMove
                    except BadNotation:
                        kind = BadNotation
                    assert refused(kind, position, text, seat).refusal == refusal, text
        assert refusals > 0

    def test_explain_touches_agrees_with_moves(self) -> None:
        rng = random.Random(4)
        for position in self.positions(100):
            for seat in position.deciders:
                ways = [move.touches for move in position.moves(seat)]
                places = sorted(position.scene(seat).touchable())
                begun = {way[:n] for way in ways for n in range(len(way) + 1)}
                tries = {
                    *begun,
                    *((place,) for place in places),
                    *((rng.choice(places), rng.choice(places)) for _ in range(30)),
                    *((*way, rng.choice(places)) for way in ways[:5]),
                    *((*way[:-1], rng.choice(places)) for way in ways),
                    ("no-such-element",),
                    ("",),
                }
                for way in sorted(tries):
                    refusal = position.explain_touches(way, seat)
                    if way in begun:
                        assert refusal is None, f"{position}: {way} begins a move, but {refusal}"
                    else:
                        self.check_refusal(refusal, way)

    def test_junk_is_bad_notation(self) -> None:
        for position in [play.positions[0] for play in self.plays()]:
            for seat in position.deciders:
                for text in _JUNK:
                    error = refused(BadNotation, position, text, seat)
                    assert 1 <= error.column <= len(text) + 1, f"{text!r}: {error.column}"
                    self.check_refusal(position.explain(text, seat), text)

    def test_nobody_moves_after_the_end(self) -> None:
        for play in self.plays():
            for move in (play.made[-1][1], play.made[0][1].text, "", "junk"):
                for seat in (None, 0):
                    error = refused(GameOver, play.end, move, seat)
                    self.check_refusal(error.refusal, move)
                    assert play.end.explain(move, seat) == error.refusal
            self.check_refusal(play.end.explain_touches(play.made[-1][1].touches), "touches")

    def test_nobody_decides_for_another_seat(self) -> None:
        for position in self.positions(200):
            if position.turn is None:
                continue
            for seat in {*range(position.seats), position.seats, 99} - set(position.deciders):
                move = position.moves()[0]
                error = refused(NotYourDecision, position, move, seat)
                assert position.explain(move, seat) == error.refusal
                self.check_refusal(error.refusal, move)
                self.check_refusal(position.explain_touches(move.touches, seat), move)

    # -- options, rules and words -----------------------------------------------------------------

    def test_options_and_seats_are_checked(self) -> None:
        game = self.game
        text = str(game.start())
        for seats in (0, -1, 99):
            _bad_option(lambda seats=seats: game.start(seats=seats))
        _bad_option(lambda: game.start(no_such_option=1))
        _bad_option(lambda: game.read(text, no_such_option=1))
        for option in game.options:
            assert option.default in option.choices, option.name
            check_message(option.about)
            value: dict[str, Any] = {option.name: "no such value"}
            _bad_option(lambda value=value: game.start(**value))
        known = {option.name: option for option in game.options}
        for variant in variants(game):
            start = variant.start(game)
            assert start.seats == variant.seats
            assert start.history == ()
            assert start.before is None
            for name, value in start.options.items():
                assert known[name].check(value) == value, f"{variant}: {name} is {value}"
                if name in variant.options:
                    assert value == known[name].check(variant.options[name]), f"{variant}"

    def test_rules_are_numbered_and_told(self) -> None:
        game = self.game
        numbers = [rule.number for rule in game.rules]
        assert len(numbers) == len(set(numbers)) > 0, f"none, or one twice: {numbers}"
        for rule in game.rules:
            check_message(rule.title)
            check_message(rule.text)
        check_message(game.promise)
        for seats in game.seats:
            names = [str(game.seat_name(seat)) for seat in range(seats)]
            assert len(set(names)) == seats, f"two seats of one name: {names}"
            for seat in range(seats):
                check_message(game.seat_name(seat))
                check_message(game.aim(seat))
        assert game.pair is None or game.pair in numbers
        assert all((game.title, game.designer, game.version >= 1))

    def test_moves_have_names_in_english(self) -> None:
        for position in self.positions(200):
            for seat in position.deciders:
                for move in position.moves(seat):
                    if move.name is not None:
                        check_message(move.name)

    # -- the kernel -------------------------------------------------------------------------------

    def stored(self, tag: Tag, position: Position) -> np.ndarray:
        """The position's state in a row of its own."""
        row: np.ndarray = kernel.room(tag, 1)[0]
        kernel.put(tag, position.state, row)
        return row

    def test_kernel_states_survive_saving(self) -> None:
        tag = bind(self.game)
        rows = kernel.room(tag, 3)
        for position in self.positions():
            kernel.put(tag, position.state, rows[1])
            assert kernel.same(kernel.get(tag, rows[1]), position.state), str(position)
            kernel.copy(tag, rows[1], rows[2])
            assert np.array_equal(rows[1], rows[2]), str(position)

    def test_kernel_and_position_agree(self) -> None:
        tag = bind(self.game)
        buffer = np.empty(tag.max_moves, dtype=np.int64)
        for play in self.replayed():
            for i, position in enumerate(play.positions):
                row = self.stored(tag, position)
                if position.turn is None:
                    self.check_kernel_end(tag, row, position)
                    continue
                assert kernel.whose(tag, row) == position.turn, str(position)
                codes = [int(code) for code in buffer[: kernel.listed(tag, row, buffer)]]
                assert sorted(codes) == sorted(m.code for m in position.moves()), str(position)
                seat, move = play.made[i]
                if seat == position.turn and not self.by_history(play.positions[i + 1]):
                    after = kernel.room(tag, 1)[0]
                    kernel.step(tag, row, move.code, after)
                    wanted = self.stored(tag, play.positions[i + 1])
                    assert np.array_equal(after, wanted), f"{position}: {move}"

    def check_kernel_end(self, tag: Tag, row: np.ndarray, position: Position) -> None:
        """Assert that at the end the kernel names the winners."""
        if self.by_history(position):
            return
        assert position.outcome is not None
        assert kernel.whose(tag, row) == OVER, str(position)
        out = np.zeros(position.seats)
        kernel.result(tag, row, out)
        wanted = [float(x) for x in position.outcome.payoffs]
        assert np.allclose(out, wanted), f"{position}: {out} instead of {wanted}"
        if position.seats == 2 and tag.find("utility") is not None:
            found = int(kernel.utility(tag, row))
            assert np.sign(found) == np.sign(wanted[0]), f"{position}: utility {found}"

    def test_kernel_keys_belong_to_states(self) -> None:
        tag = bind(self.game)
        known: dict[int, tuple[object, ...]] = {}
        for position in self.positions():
            if self.by_history(position):
                continue
            found = int(kernel.key(tag, self.stored(tag, position)))
            again = int(kernel.key(tag, self.stored(tag, self.read(position))))
            assert found == again, f"{position}: equal positions, different keys"
            meaning = (position.seats, position.turn, position.moves())
            assert known.setdefault(found, meaning) == meaning, (
                f"{position}: a key means two states"
            )
        assert len(known) > 1

    def test_pick_makes_every_legal_move_and_no_other(self) -> None:
        tag = bind(self.game)
        buffer = np.empty(tag.max_moves, dtype=np.int64)
        rng = jit.generator(5)
        for position in self.positions(60):
            if position.turn is None:
                continue
            legal = {move.code for move in position.moves()}
            odds = [float(odd) for odd in position.odds().values()]
            draws = int(30 / min(odds)) if odds else 30 * len(legal)
            out = np.empty(draws, dtype=np.int64)
            kernel.picked(tag, self.stored(tag, position), rng, buffer, out)
            assert set(out.tolist()) == legal, f"{position}: {set(out.tolist()) ^ legal}"

    # -- data -------------------------------------------------------------------------------------

    def test_perft_tables_hold(self) -> None:
        for table in perft.tables(self.data):
            assert perft.check(self.game, table, self.nodes) >= 1

    def test_perft_tables_hold_by_position_too(self) -> None:
        for table in perft.tables(self.data):
            assert perft.check_slow(self.game, table, min(self.slow_nodes, self.nodes)) >= 1

    def test_golden_playthroughs_read_the_same(self) -> None:
        golden.check(self.game, self.data, self.longest)


def _attempt(game: Game, text: str) -> Position | BadNotation:
    try:
        return game.read(text)
    except BadNotation as error:
        return error


def _bad_option(attempt: Any) -> None:
    try:
        attempt()
    except BadOption as error:
        check_message(error.sentence)
        return
    raise AssertionError("a bad option was accepted")
