"""The framework for refusals, reasons of mistakes, threats and turn summaries.

A *case* is what is explained: a position with an illegal move, a mistake with its two lines, a
completed turn. A *finder* looks for one thing in a case and returns explanations of it (`Refusal`,
`Reason`, `Threat` or `Message`). The policies below combine finders into one finder and select
among their findings; `explain` runs the result. A game has one module per theme with its finders,
and one that combines them:

>>> from icefield.core.message import message
>>> def is_even(n: int) -> Reason | None:
...     return Reason("even", message("core.game_over")) if n % 2 == 0 else None
>>> def is_large(n: int) -> Reason | None:
...     return Reason("large", message("core.game_over")) if n > 9 else None
>>> [reason.kind for reason in explain(collect(is_even, is_large), 12)]
['even', 'large']
>>> [reason.kind for reason in explain(find_first(is_even, is_large), 12)]
['even']
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from .errors import Refusal
from .message import Message, message
from .mistakes import Mistake, Reason, Threat

__all__ = [
    "Finder",
    "Finding",
    "Mistake",
    "Reason",
    "Refusal",
    "Threat",
    "collect",
    "drop_implied",
    "explain",
    "explain_first",
    "fall_back",
    "find_first",
    "keep_one_per_kind",
    "limit",
    "reason",
    "refusal",
    "sort_by_kind",
    "sort_by_weight",
]

C = TypeVar("C")
C_contra = TypeVar("C_contra", contravariant=True)
E = TypeVar("E", bound=Refusal | Reason | Threat | Message)
E_co = TypeVar("E_co", bound=Refusal | Reason | Threat | Message, covariant=True)
K = TypeVar("K", bound=Reason | Threat)


@dataclass(frozen=True, slots=True)
class Finding(Generic[E_co]):
    """An explanation and its weight, in a unit that all finders of a game share."""

    explanation: E_co
    weight: float = 0


class Finder(Protocol[C_contra, E_co]):
    """A function that looks for one thing in a case.

    It returns one explanation or None, or yields several, each with a weight where weights count.
    """

    def __call__(
        self, case: C_contra, /
    ) -> E_co | Finding[E_co] | Iterable[E_co | Finding[E_co]] | None:
        """The explanations that hold in this case, the most important first."""


def explain(finder: Finder[C, E], case: C) -> tuple[E, ...]:
    """The explanations that a finder gives of a case, in order."""
    return tuple(finding.explanation for finding in _findings(finder, case))


def explain_first(finder: Finder[C, E], case: C) -> E | None:
    """The first explanation that a finder gives of a case, or None."""
    return next((finding.explanation for finding in _findings(finder, case)), None)


def _findings(finder: Finder[C, E], case: C) -> Iterator[Finding[E]]:
    found = finder(case)
    if found is None:
        return
    for each in found if isinstance(found, Iterable) else (found,):
        yield each if isinstance(each, Finding) else Finding(each)


# -- policies -------------------------------------------------------------------------------------


def collect(*finders: Finder[C, E]) -> Finder[C, E]:
    """Finds everything that these finders find, in their order."""

    def collected(case: C) -> Iterator[Finding[E]]:
        for finder in finders:
            yield from _findings(finder, case)

    return collected


def find_first(*finders: Finder[C, E]) -> Finder[C, E]:
    """Finds one explanation: the first of a theme."""
    return limit(collect(*finders), 1)


def fall_back(*finders: Finder[C, E]) -> Finder[C, E]:
    """Finds what the first finder that finds anything does.

    The others are its last resort.
    """

    def found(case: C) -> Iterable[Finding[E]]:
        each = (tuple(_findings(finder, case)) for finder in finders)
        return next((findings for findings in each if findings), ())

    return found


def limit(finder: Finder[C, E], most: int) -> Finder[C, E]:
    """Finds at most so many."""

    def limited(case: C) -> Iterator[Finding[E]]:
        return islice(_findings(finder, case), most)

    return limited


def sort_by_weight(finder: Finder[C, E], then: Callable[[E], Any] | None = None) -> Finder[C, E]:
    """Finds the same, the heaviest first.

    Equal weights by the key `then`, or as they came.
    """

    def weigh(finding: Finding[E]) -> tuple[float, Any]:
        return -finding.weight, then(finding.explanation) if then is not None else 0

    def by_weight(case: C) -> Iterable[Finding[E]]:
        return sorted(_findings(finder, case), key=weigh)

    return by_weight


def sort_by_kind(finder: Finder[C, K], kinds: Sequence[str]) -> Finder[C, K]:
    """Finds the same in the order of these kinds; of one kind as they came."""

    def by_kind(case: C) -> Iterable[Finding[K]]:
        return sorted(_findings(finder, case), key=lambda each: kinds.index(each.explanation.kind))

    return by_kind


def keep_one_per_kind(finder: Finder[C, K]) -> Finder[C, K]:
    """Finds only the first of each kind."""

    def distinct(case: C) -> Iterator[Finding[K]]:
        seen: set[str] = set()
        for finding in _findings(finder, case):
            if finding.explanation.kind not in seen:
                seen.add(finding.explanation.kind)
                yield finding

    return distinct


def drop_implied(finder: Finder[C, K], implied_by: Mapping[str, Collection[str]]) -> Finder[C, K]:
    """Leaves out kinds that add nothing to one of the kinds that imply them."""

    def remaining(case: C) -> Iterator[Finding[K]]:
        findings = tuple(_findings(finder, case))
        kinds = {finding.explanation.kind for finding in findings}
        for finding in findings:
            if kinds.isdisjoint(implied_by.get(finding.explanation.kind, ())):
                yield finding

    return remaining


# -- wording --------------------------------------------------------------------------------------


def refusal(game: str, code: str, rule: str | None, /, **params: str | int | Message) -> Refusal:
    """A refusal whose sentence is `<game>.why.<code>` in the game's catalogue."""
    return Refusal(code, rule, message(f"{game}.why.{code}", **params))


def reason(
    game: str,
    kind: str,
    rule: str | None = None,
    spaces: Iterable[str] = (),
    form: str = "",
    /,
    **params: str | int | Message,
) -> Reason:
    """A reason whose sentence is `<game>.reason.<kind><form>` in the game's catalogue.

    A kind has several forms where its sentence depends on the case. A space is named once.
    """
    text = message(f"{game}.reason.{kind}{form}", **params)
    return Reason(kind, text, rule, tuple(dict.fromkeys(spaces)))
