"""Type checks of public functions: wrong arguments raise `BadArgument`."""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import wraps
from inspect import signature
from numbers import Integral, Real
from typing import Any, Final, ParamSpec, TypeVar

from .errors import BadArgument
from .message import message

P = ParamSpec("P")
R = TypeVar("R")

_NUMBERS: Final[dict[type, type]] = {int: Integral, float: Real}
_LISTS: Final = (Sequence, Collection, Iterable, list, tuple)
_Accepts = Callable[[object], bool]


def checks_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function: arguments of other types than annotated raise BadArgument.

    Only annotations with classes, None, unions and sequences of these are checked; all others
    accept everything.
    """
    described = signature(function)
    accepts: dict[str, _Accepts] = {}

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        if not accepts:
            accepts.update(_find_checks(function))
        try:
            given = described.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise BadArgument(message("core.bad_call", why=str(error))) from error
        for name, value in given.items():
            if not accepts[name](value):
                raise bad_argument(name, value)
        return function(*args, **kwargs)

    return checked


def bad_argument(name: str, value: object) -> BadArgument:
    """The error for an argument of a wrong type."""
    return BadArgument(message("core.bad_argument", name=name, kind=type(value).__name__))


def check_text(name: str, value: object) -> None:
    """Raise BadArgument unless an argument is a text."""
    if not isinstance(value, str):
        raise bad_argument(name, value)


def whole_number(name: str, value: object) -> int:
    """An argument as an `int`, also one of another library; raises BadArgument."""
    if not isinstance(value, Integral):
        raise bad_argument(name, value)
    return int(value)


def check_seat(seat: object, seats: int, *extra: int) -> None:
    """Raise BadArgument unless an argument is None, a seat or an extra number."""
    if seat is None:
        return
    number = whole_number("seat", seat)
    if not 0 <= number < seats and number not in extra:
        shown = str(number)[:20]
        raise BadArgument(message("core.bad_seat", seat=shown, count=seats), detail="no-such-seat")


def _find_checks(function: Callable[..., object]) -> dict[str, _Accepts]:
    names = vars(sys.modules[function.__module__])
    return {
        name: _accepts_all
        if each.kind in (each.VAR_KEYWORD, each.VAR_POSITIONAL)
        # the annotation is source text of this package
        else _find_check(_evaluate(each.annotation, names))
        for name, each in signature(function).parameters.items()
    }


def _evaluate(annotation: object, names: dict[str, Any]) -> object:
    """The annotation as an object; Any where only type checkers know its names."""
    if not isinstance(annotation, str):
        return annotation
    try:
        return eval(annotation, names)  # source text of this package
    except (NameError, TypeError):
        return Any


def _find_check(annotation: object) -> _Accepts:
    origin = typing.get_origin(annotation)
    if origin in (typing.Union, types.UnionType):
        parts = [_find_check(part) for part in typing.get_args(annotation)]
        return lambda value: any(accepts(value) for accepts in parts)
    if origin in _LISTS:
        return _find_list_check(annotation)
    if annotation is Any:  # a class since Python 3.11
        return _accepts_all
    if annotation is None or annotation is type(None):
        return lambda value: value is None
    if isinstance(annotation, type) and not getattr(annotation, "_is_protocol", False):
        kind = _NUMBERS.get(annotation, annotation)
        return lambda value: isinstance(value, kind)
    return _accepts_all


def _find_list_check(annotation: object) -> _Accepts:
    part = next(iter(typing.get_args(annotation)), Any)
    accepts = _find_check(part)

    def check(value: object) -> bool:
        if not isinstance(value, Sequence):  # an iterator could be read only once
            return isinstance(value, Iterable)
        return all(accepts(each) for each in value)

    return check


def _accepts_all(_value: object) -> bool:
    return True
