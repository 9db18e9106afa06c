"""Wrong types: every public function of the reference raises our error.

It never raises a bare AttributeError, IndexError or TypeError from inside.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from numbers import Integral
from pathlib import Path
from typing import Any

import pytest

import icefield
from icefield.analysis.values import GradedMove
from icefield.core.arguments import checks_arguments
from icefield.core.errors import BadArgument, IcefieldError
from icefield.play import Match, read_records

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
WRONG: dict[str, tuple[object, ...]] = {
    "str": (None, 3, b"x", [], object()),
    "int": (None, "x", 2.5, [], object()),
    "float": ("x", [], object()),
    "Position": (None, 3, "x", object()),
    "Game": (None, 3, "seals", object()),
    "Move": (None, 3, "b2-d4", object()),
    "Sequence[Position]": (None, 3, [None], ["x"]),
    "Sequence[str]": (None, 3, [None]),
    "Limits": (None, 3, "x"),
    "Evaluator": (None, 3, "x"),
    "Scene": (None, 3, "x"),
}
"""Values that an argument with that annotation cannot have."""
ELSEWHERE = re.compile(r"icefield\.(core\.(jit|bits|message|scene|abilities)|testing)\b")
"""Compiled functions trust their callers; the others are for authors of games."""


def named_in_reference() -> Iterator[tuple[str, Callable[..., object]]]:
    for file in sorted(REFERENCE.glob("*.md")):
        for name in re.findall(r"^::: (\S+)", file.read_text("utf-8"), re.MULTILINE):
            if ELSEWHERE.match(name):
                continue
            yield from functions(name)


def functions(name: str) -> Iterator[tuple[str, Callable[..., object]]]:
    """A function, or the public functions of a module."""
    module, _, last = name.rpartition(".")
    found = getattr(import_module(module), last, None)
    if inspect.isfunction(found):
        yield name, found
    elif inspect.ismodule(found) or found is None:
        loaded = import_module(name)
        own = [n for n, v in vars(loaded).items() if getattr(v, "__module__", "") == name]
        for each in getattr(loaded, "__all__", own):
            value = getattr(loaded, each)
            if inspect.isfunction(value) and not each.startswith("_"):
                yield f"{name}.{each}", value


def cases() -> list[tuple[str, str, object]]:
    found = []
    for name, function in named_in_reference():
        for parameter in inspect.signature(function).parameters.values():
            annotation = str(parameter.annotation)
            kind = annotation.removesuffix(" | None")
            for wrong in WRONG.get(kind, ()):
                if not (wrong is None and kind != annotation):
                    found.append((name, parameter.name, wrong))
    return found


CASES = cases()
FUNCTIONS = dict(named_in_reference())


class _Anything:
    """An argument whose annotation is not checked."""


START = icefield.game("seals").start()
RIGHT: dict[str, object] = {
    "str": "x",
    "int": 0,
    "Position": START,
    "Game": START.game,
    "Move": START.moves()[0],
    "Sequence[Position]": [START],
    "Sequence[str]": ["x"],
    "Sequence[T]": [1],
    "Scene": START.scene(),
    "GradedMove": object.__new__(GradedMove),
    "Collection[str]": ["x"],
}
"""Arguments beside the wrong one."""


def test_reference_names_enough_functions() -> None:
    assert len(FUNCTIONS) > 25
    assert len(CASES) > 150


@pytest.mark.parametrize("name", FUNCTIONS)
def test_public_functions_refuse_wrong_types(name: str) -> None:
    function = FUNCTIONS[name]
    parameters = inspect.signature(function).parameters
    required = [
        p.name
        for p in parameters.values()
        if p.default is p.empty and p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)
    ]
    for _, argument, wrong in [case for case in CASES if case[0] == name]:
        values: dict[str, Any] = {
            n: RIGHT.get(str(parameters[n].annotation), _Anything()) for n in required
        } | {argument: wrong}
        positional = [
            values.pop(n)
            for n in required
            if parameters[n].kind is not inspect.Parameter.KEYWORD_ONLY
        ]
        with pytest.raises(BadArgument, match=f"“{argument}”"):
            function(*positional, **values)


def test_wrong_calls_of_public_functions_raise_our_error() -> None:
    with pytest.raises(BadArgument, match="reference"):
        read_records()  # type: ignore[call-arg]
    with pytest.raises(BadArgument, match="reference"):
        icefield.game("seals", 1)  # type: ignore[call-arg]


WRONG_SEATS: tuple[Any, ...] = (99, -2, 2**70, "x", 1.5, [0], object())
NO_TEXTS: tuple[Any, ...] = (None, 3, b"x", [])
NO_NUMBERS: tuple[Any, ...] = (2.0, "2", 99, [2], 2**70)
NO_OPTIONS: tuple[Any, ...] = (None, 3, {3: 4}, {"x": None})


@pytest.mark.parametrize("key", icefield.keys())
def test_positions_refuse_what_is_no_seat(key: str) -> None:
    position = icefield.game(key).start()
    calls = (position.view, position.moves, position.scene, position.svg, position.board)
    for seat in WRONG_SEATS:
        for call in calls:
            with pytest.raises(BadArgument):
                call(seat)
        with pytest.raises(IcefieldError):
            position.play("x", seat)
        if isinstance(seat, int):
            refusal = position.explain_touches([], seat)
            assert refusal is not None
            assert refusal.code == "no-such-seat"
        else:
            with pytest.raises(BadArgument):
                position.explain_touches([], seat)
    for seat in range(position.seats):
        assert position.view(seat).seats == position.seats


@pytest.mark.parametrize("key", icefield.keys())
def test_games_refuse_wrong_types(key: str) -> None:
    game = icefield.game(key)
    position = game.start()
    calls: list[Callable[[], object]] = [
        *(partial(game.seat_name, seat) for seat in (None, *WRONG_SEATS)),
        *(partial(game.aim, seat) for seat in WRONG_SEATS),
        *(partial(game.start, seats) for seats in NO_NUMBERS),
        *(partial(game.read, text) for text in NO_TEXTS),
        *(partial(game.check, options) for options in NO_OPTIONS),
        *(partial(position.play, move) for move in NO_TEXTS),
        lambda: position.explain_touches(None),  # type: ignore[arg-type]
        lambda: position.explain_touches("b2"),
        lambda: position.explain_touches([3]),  # type: ignore[list-item]
    ]
    for number, call in enumerate(calls):
        with pytest.raises(IcefieldError):
            print(number, call())


def test_numbers_of_other_libraries_are_seats() -> None:
    class Number(int):
        pass

    assert issubclass(Number, Integral)
    position = icefield.game("seals").start(Number(2))
    assert position.moves(Number(0)) == position.moves(0)


def test_match_refuses_wrong_types() -> None:
    match = Match(icefield.game("seals"))
    for call in (
        lambda: Match(None),  # type: ignore[arg-type]
        lambda: Match("seals"),  # type: ignore[arg-type]
        lambda: match.submit(None),  # type: ignore[arg-type]
        lambda: match.submit("b2-d4", player="x"),  # type: ignore[arg-type]
        lambda: match.submit("b2-d4", player=99),
        lambda: match.seat_of(99),
        lambda: match.outcome_of(99),
    ):
        with pytest.raises(IcefieldError):
            call()


def test_checks_arguments_accepts_what_is_annotated_as_any() -> None:
    @checks_arguments
    def show(value: Any, other: "Any | None" = None) -> tuple[object, object]:  # noqa: UP037
        return value, other

    assert show(1, "x") == (1, "x")


def test_checks_arguments_keeps_the_function() -> None:
    @checks_arguments
    def double(number: int, *, times: float = 1.0, other: Any = None) -> float:
        """Twice a number."""
        return 2 * number * times + (other is None)

    assert double(3, times=2) == 13
    assert double.__doc__ == "Twice a number."
    with pytest.raises(BadArgument, match="number"):
        double("x")  # type: ignore[arg-type]
    with pytest.raises(BadArgument):
        double(3, wrong=1)  # type: ignore[call-arg]
