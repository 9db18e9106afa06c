"""The framework for explanations: finders, policies that select, wording."""

from __future__ import annotations

from collections.abc import Iterator

from icefield.core.errors import Refusal
from icefield.core.explain import (
    Finder,
    Finding,
    Reason,
    collect,
    drop_implied,
    explain,
    explain_first,
    fall_back,
    find_first,
    keep_one_per_kind,
    limit,
    reason,
    refusal,
    sort_by_kind,
    sort_by_weight,
)
from icefield.core.message import message


def made(kind: str, *spaces: str) -> Reason:
    return Reason(kind, message("core.game_over"), None, spaces)


def is_even(n: int) -> Reason | None:
    return made("even") if n % 2 == 0 else None


def is_large(n: int) -> Reason | None:
    return made("large") if n > 9 else None


def divisors(n: int) -> Iterator[Finding[Reason]]:
    """Every divisor is a finding of its own; a large one weighs more."""
    for each in (2, 3, 5):
        if n % each == 0:
            yield Finding(made("divisor", str(each)), each)


def kinds(finder: Finder[int, Reason], case: int) -> list[str]:
    return [" ".join((each.kind, *each.spaces)) for each in explain(finder, case)]


def test_explain_takes_one_explanation_none_or_several() -> None:
    assert kinds(is_even, 4) == ["even"]
    assert kinds(is_even, 5) == []
    assert kinds(divisors, 6) == ["divisor 2", "divisor 3"]


def test_explain_first_gives_the_first_or_none() -> None:
    assert explain_first(divisors, 15) == made("divisor", "3")
    assert explain_first(divisors, 7) is None


def test_collect_keeps_the_order_of_the_finders() -> None:
    assert kinds(collect(is_large, divisors, is_even), 12) == [
        "large",
        "divisor 2",
        "divisor 3",
        "even",
    ]


def test_find_first_gives_one_of_a_theme() -> None:
    assert kinds(find_first(is_large, divisors), 12) == ["large"]
    assert kinds(find_first(is_large, divisors), 6) == ["divisor 2"]


def test_fall_back_asks_the_next_finder_only_when_nothing_was_found() -> None:
    asked: list[int] = []

    def last_resort(n: int) -> Reason:
        asked.append(n)
        return made("number")

    finder: Finder[int, Reason] = fall_back(divisors, last_resort)
    assert kinds(finder, 6) == ["divisor 2", "divisor 3"]
    assert asked == []
    assert kinds(finder, 7) == ["number"]
    assert asked == [7]


def test_limit_gives_at_most_so_many() -> None:
    assert kinds(limit(divisors, 2), 30) == ["divisor 2", "divisor 3"]


def test_sort_by_weight_puts_the_heaviest_first() -> None:
    assert kinds(sort_by_weight(divisors), 30) == ["divisor 5", "divisor 3", "divisor 2"]


def test_sort_by_weight_keeps_the_order_of_equal_weights_or_takes_a_key() -> None:
    finder: Finder[int, Reason] = collect(is_large, is_even)
    assert kinds(sort_by_weight(finder), 12) == ["large", "even"]
    assert kinds(sort_by_weight(finder, lambda each: each.kind), 12) == ["even", "large"]


def test_sort_by_kind_follows_the_list_of_kinds() -> None:
    finder: Finder[int, Reason] = collect(is_large, divisors, is_even)
    assert kinds(sort_by_kind(finder, ("even", "divisor", "large")), 15) == [
        "divisor 3",
        "divisor 5",
        "large",
    ]


def test_keep_one_per_kind_keeps_the_first() -> None:
    assert kinds(keep_one_per_kind(collect(sort_by_weight(divisors), is_even)), 6) == [
        "divisor 3",
        "even",
    ]


def test_drop_implied_leaves_out_what_another_kind_says() -> None:
    finder: Finder[int, Reason] = collect(is_even, is_large)
    implied = drop_implied(finder, {"even": ("large",)})
    assert kinds(implied, 12) == ["large"]
    assert kinds(implied, 4) == ["even"]


def test_a_policy_can_be_used_for_another_case() -> None:
    finder = keep_one_per_kind(sort_by_weight(collect(divisors, is_even)))
    assert [kinds(finder, 30), kinds(finder, 30)] == [["divisor 5", "even"]] * 2


def test_refusal_takes_its_sentence_from_the_catalogue_of_the_game() -> None:
    found = refusal("seals", "off-board", "S1", square="z9")
    assert found == Refusal("off-board", "S1", message("seals.why.off-board", square="z9"))


def test_reason_names_its_form_and_each_space_once() -> None:
    found = reason("glide", "further-away", None, ("a1", "b2", "a1"), ".far", most=5)
    assert found.spaces == ("a1", "b2")
    assert found.text == message("glide.reason.further-away.far", most=5)
