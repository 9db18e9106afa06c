"""Why a decision was a mistake: where each kind of reason appears and where not."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import icefield
from icefield.core.game import Move
from icefield.core.message import Message
from icefield.core.mistakes import ExplainsMistakes, Mistake, Reason
from icefield.games.strait.explain.facts import Line, PathFinder
from icefield.games.strait.kernel.evaluate import (
    PATH_COLUMNS,
    PATH_COST,
    find_paths_home,
    find_waits,
)
from icefield.games.strait.position import StraitPosition

from ..positions import APART, DECK, SENDS, TWELVE, play, put, read

GAME = icefield.game("strait")
assert isinstance(GAME, ExplainsMistakes)
MISTAKES = [
    json.loads(line) for line in Path(__file__).with_name("mistakes.jsonl").read_text().splitlines()
]
"""From games of weak players, judged and continued by `isuct.search`."""


def mistake(before: StraitPosition, played: str, better: str, drop: float = 0.2) -> Mistake:
    assert before.turn is not None
    mine, best = (tuple(Move(text) for text in line.split()) for line in (played, better))
    return Mistake(before, before.turn, mine, best, drop)


def found(before: StraitPosition, played: str, better: str) -> dict[str, Reason]:
    assert isinstance(GAME, ExplainsMistakes)
    return {reason.kind: reason for reason in GAME.reasons(mistake(before, played, better))}


# -- every kind -----------------------------------------------------------------------------------

IDLE = "turn:c1:cw"  # a floe that is on no explorer's path
SHORE = "b4:9,c1:3,a4"  # b4 and a4 lead to Naukan; what a4 turns there is up to each
CHAIN = "d4:9,c4:9,b4:9,c1:3"
BEAR = f"{SENDS},c1:3"
SENT = "e6-e5 stop send"


@dataclass(frozen=True)
class Row:
    """A position with two lines that gives a reason, and a close one that does not."""

    kind: str
    before: StraitPosition
    played: str
    better: str
    says: str
    other: StraitPosition | None = None
    other_played: str | None = None
    other_better: str | None = None

    def close(self) -> tuple[StraitPosition, str, str]:
        return (
            self.other or self.before,
            self.other_played or self.played,
            self.other_better or self.better,
        )


def swapped(kind: str, before: StraitPosition, played: str, better: str, says: str) -> Row:
    """What gives a reason one way round gives none the other way round."""
    return Row(kind, before, played, better, says, None, better, played)


def moved(floes: str, explorers: str, packs: str = "") -> StraitPosition:
    """The explorer action of the turn is done, the floe action is not."""
    return put(floes, explorers, packs, done="explorer")


def bounced(red: str = "e4", floes: str = f"{BEAR},d4:9,f4:9") -> StraitPosition:
    """Red on Diomede has to make way for a bear."""
    position = put(floes, f"e6/{red}", "f/f")
    for move in f"{SENT}:N".split():
        position = position.after(move)
    return position


NEAR = TWELVE.replace("a2:3", "i7:48")  # a floe right before Tin City
STATIONING = read(
    f"seats=2 phase=station first=0 active=1 floes={NEAR} explorers=-/- packs=rf/rf deck={DECK}"
)

ROWS = [
    Row(
        "misses-win",
        put("a3:3,c1:3", "uelen.chini.a3"),
        f"{IDLE} end",
        "a3-naukan",
        "gets to Naukan",
        put("a3:3,c1:3", "uelen.wales.a3"),
    ),
    Row(
        "misses-home",
        put("a3:3,c1:3", "uelen.wales.a3"),
        f"{IDLE} end",
        f"a3-naukan {IDLE}",
        "from a3 to Naukan",
        None,
        f"{IDLE} a3-naukan",
    ),
    Row(
        "gives-win",
        put(f"{SHORE}:48", "wales/b4.uelen.chini"),
        "turn:a4:ccw end",
        "drift:a4-a3 end",
        "Red can win",
        put(f"{SHORE}:48", "wales/b4.uelen.wales"),
    ),
    Row(
        "opens-road",
        put(f"{SHORE}:48", "wales/b4.uelen.wales"),
        "turn:a4:ccw end",
        "turn:a4:cw end",
        "Red, who now gets from b4 home to Naukan",
        put(f"{SHORE}:48", "wales/b4.uelen.wales", "-/r"),  # who could have paid for the ridge
    ),
    swapped(
        "leaves-road",
        put(f"{SHORE}:24", "wales/b4.uelen.wales"),
        f"{IDLE} end",
        "drift:a4-a3 end",
        "Red gets from b4 home to Naukan",
    ),
    Row(
        "bars-own-road",
        moved(f"{SHORE}:24", "b4"),
        "turn:a4:cw",
        IDLE,
        "from b4 to Naukan",
        moved(f"{SHORE}:24", "b4", "r"),
    ),
    Row(
        "misses-road",
        moved(f"{SHORE}:48", "b4"),
        IDLE,
        "turn:a4:ccw",
        "from b4 to Naukan",
        moved(f"{SHORE}:48", "b4", "r"),
    ),
    Row(
        "stands-still",
        put(CHAIN, "d4"),
        f"{IDLE} end",
        f"{IDLE} d4-c4 stop",
        "from d4 to c4",
        None,
        f"{IDLE} d4-c4 stop",
        f"{IDLE} d4-c4 c4-b4 stop",
    ),
    swapped(
        "stops-short",
        put(CHAIN, "d4"),
        f"d4-c4 stop {IDLE}",
        f"d4-c4 c4-b4 stop {IDLE}",
        "stops on c4",
    ),
    swapped(
        "wrong-explorer",
        put(f"{CHAIN},i6:9", "d4.wales"),
        f"wales-i6 stop {IDLE}",
        f"d4-c4 c4-b4 stop {IDLE}",
        "going from d4 to b4",
    ),
    swapped("walks-away", put(CHAIN, "b4"), f"b4-c4 stop {IDLE}", f"{IDLE} end", "from b4 to c4"),
    swapped("flees-far", bounced(), "e4-f4", "e4-d4", "to f4"),
    Row(
        "pays-more",
        put("d4:36,c4:18,c5:36,c1:3", "d4", "r"),
        f"d4-c4 stop {IDLE}",
        f"d4-c5 c5-c4 stop {IDLE}",
        "This costs 1 rope (walk from d4 to c4)",
        put("d4:9,c4:18,c5:36,c1:3", "d4", "r"),
    ),
    Row(
        "leaves-item",
        put(f"{SHORE}:24", "wales", stations="wales:rf"),
        f"{IDLE} end",
        f"{IDLE} collect:wales:rope",
        "There is a rope at Wales",
        None,
        f"{IDLE} collect:wales:fish",
    ),
    Row(
        "misses-fishing",
        put("b4:9,c1:3", "b4", "r"),
        f"{IDLE} end",
        f"{IDLE} fish",
        "the way home from b4 needs 1 fish",
        put("b4:9,c1:3", "b4", "rf"),
    ),
    Row(
        "fishes-amiss",
        put("b4:9,c1:3", "b4", "rrf"),
        f"{IDLE} fish",
        f"{IDLE} end",
        "only 1 fish",
        put("b4:9,c1:3", "b4", "rf"),
    ),
    Row(
        "out-of-rope",
        put("a4:48,c1:3", "a4", "r"),
        f"drop:a4:rope {IDLE} end",
        f"{IDLE} end",
        "a ridge between a4 and Naukan",
        put("a4:24,c1:3", "a4", "r"),
    ),
    Row(
        "out-of-fish",
        put("b4:9,c1:3", "b4", "f"),
        f"drop:b4:fish {IDLE} end",
        f"{IDLE} end",
        "water to swim at a",
        put(f"{SHORE}:24", "b4", "f"),
    ),
    Row(
        "drops-needed",
        put("b4:9,c1:3", "b4", "f"),
        f"drop:b4:fish {IDLE} end",
        f"{IDLE} end",
        "the way home from b4 takes 1 fish",
        put(f"{SHORE}:24", "b4", "f"),
    ),
    Row(
        "drops-idly",
        put(f"{SHORE}:24", "b4", "f"),
        f"drop:b4:fish {IDLE} end",
        f"{IDLE} end",
        "Dropping a fish on b4",
        put("b4:9:r,a4:24,c1:3", "b4", "fff"),
        f"drop:b4:fish {IDLE} collect:b4:rope",
    ),
    swapped(
        "closes-way",
        moved(f"{SHORE}:24", "b4"),
        "turn:a4:cw",
        IDLE,
        "your explorer on b4 has 2 steps, 1 rope to go instead of 2 steps",
    ),
    Row(
        "loses-floe",
        moved("c4:9,b4:9,a4:24,c1:3,g1:3", "c4"),
        "drift:b4-b6",
        IDLE,
        "away from b4 was on your way home from c4",
        None,
        "drift:g1-g4",
    ),
    Row(
        "carried-off",
        moved(f"{SHORE}:24", "b4"),
        "drift:b4-b6",
        IDLE,
        "from b4 to b6",
        moved("c4:9,b4:9,a4:24,c1:3", "c4"),
    ),
    swapped(
        "misses-bridge",
        moved("b4:9,a6:9,c1:3", "b4"),
        IDLE,
        "drift:a6-a5",
        "the explorer on b4: 2 steps to go instead of 2 steps, 1 fish",
    ),
    Row(
        "misses-discovery",
        put("c1:3", "shishmaref"),
        f"{IDLE} end",
        "discover tile:9 card:100 put:i1:9 end",
        "A new floe on i1",
        None,
        None,
        "discover tile:9 card:100 put:a8:9 end",
    ),
    swapped(
        "helps-other",
        put(f"{SHORE}:48", "wales/b4"),
        "turn:a4:ccw end",
        f"{IDLE} end",
        "helps Red: the explorer on b4 has 2 steps to go instead of 2 steps, 1 rope",
    ),
    swapped(
        "misses-block",
        put(f"{SHORE}:24", "wales/b4"),
        f"{IDLE} end",
        "turn:a4:cw end",
        "would have hindered Red",
    ),
    Row(
        "bear-to-own",
        put(BEAR, "e6.e4", "ff"),
        f"{SENT}:N",
        f"{SENT}:S",
        "sent to Diomede",
        put(BEAR, "e6/e4", "ff"),
    ),
    swapped(
        "bear-on-way",
        put(f"{BEAR},d4:9", "e6", "f"),
        f"{SENT}:NW {IDLE}",
        f"{SENT}:S {IDLE}",
        "sent to d4, right onto your way home from e5",
    ),
    Row(
        "misses-bear",
        put(BEAR, "e6/e4", "f"),
        f"{SENT}:S {IDLE}",
        f"{SENT}:N",
        "sent to Diomede, where Red",
        put(BEAR, "e6/wales", "f"),
        None,
        f"{SENT}:N {IDLE}",
    ),
    Row(
        "bear-in-reach",
        put(f"{BEAR},f4:9", "f4/e6", "-/f"),
        f"f4-e4 stop {IDLE}",
        f"{IDLE} end",
        "Red can send the bear on e5 to the explorer on Diomede",
        put(f"{BEAR},f4:9", "f4/e6", "-/r"),
    ),
    swapped("far-station", STATIONING, "station:shishmaref", "station:tincity", "From Shishmaref"),
]


def test_every_kind_is_in_the_table() -> None:
    assert isinstance(GAME, ExplainsMistakes)
    assert sorted(row.kind for row in ROWS) == sorted(GAME.reason_kinds)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.kind)
def test_a_reason_appears(row: Row) -> None:
    reasons = found(row.before, row.played, row.better)
    assert row.kind in reasons
    assert row.says in str(reasons[row.kind].text)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.kind)
def test_a_reason_stays_away_from_a_close_case(row: Row) -> None:
    assert row.kind not in found(*row.close())


@pytest.mark.parametrize(
    ("kind", "before", "played", "better", "says"),
    [
        (
            "pays-more",
            put("d4:18,c4:9,c1:3", "d4", "f"),
            f"d4~d3~c4 stop {IDLE}",
            f"d4-c4 stop {IDLE}",
            "without paying anything",
        ),
        (
            "leaves-item",
            put("d4:9,c4:9:r,c1:3", "d4"),
            f"{IDLE} end",
            f"{IDLE} d4-c4 stop take:rope",
            "could have fetched",
        ),
        (
            "fishes-amiss",
            put("a4:48,c1:3", "a4", "r"),
            f"{IDLE} fish",
            f"{IDLE} end",
            "the way home from a4, which needs 1 rope",
        ),
        (
            "out-of-fish",
            put("b4:9,a4:24:b,a5:36:b,c1:3", "b4", "f"),
            f"drop:b4:fish {IDLE} end",
            f"{IDLE} end",
            "there is a bear on a",
        ),
        (
            "stands-still",
            put("c1:3", "shishmaref"),
            f"{IDLE} end",
            "discover tile:9 card:100 put:i1:9 shishmaref-i1 stop take:rope",
            "onto a new floe on i1",
        ),
        (
            "misses-bridge",  # the tile is known when it is laid
            play(put("c1:3", "shishmaref"), "discover", "tile:9", "card:100"),
            "put:i1:36 end",
            "put:i1:9 end",
            "(floe on i1, ridges north, south) would have helped the explorer at Shishmaref",
        ),
        (
            "misses-bridge",  # the explorer walks onto the floe first
            put("i7:9,h7:9,c1:3", "i7"),
            f"{IDLE} end",
            "i7-h7 stop drift:h7-h5",
            "(floe drifts from h7 to h5) would have helped the explorer on i7 after its walk to h7",
        ),
        (
            "wrong-explorer",
            put(f"{CHAIN},a4:24,a2:24", "a2.d4"),
            f"a2-uelen {IDLE}",
            f"d4-c4 c4-b4 b4-a4 a4-naukan {IDLE}",
            "the one on d4, who is further away, could have got to Naukan",
        ),
        (
            "misses-bear",
            put(f"{APART},c1:3", "e6/e4", "f"),
            f"{SENT}:S {IDLE}",
            f"{SENT}:N lift:wales {IDLE}",
            "Red would have been flown back to Alaska",
        ),
        (
            "bear-in-reach",
            put(f"{APART},c1:3,f4:9", "f4/e6", "-/f"),
            "f4-e4 stop drift:f4-f2",
            f"{IDLE} end",
            "flown back to Alaska",
        ),
        (
            "bear-in-reach",
            put(f"{BEAR},f4:9", "f4/e6", "f/f"),
            f"f4-e4 stop {IDLE}",
            f"{IDLE} end",
            "the explorer on Diomede, who must flee or pay a fish.",
        ),
        (
            "bear-in-reach",  # without a fish there is nothing to pay with
            put(f"{BEAR},f4:9", "f4/e6", "r/f"),
            f"f4-e4 stop {IDLE}",
            f"{IDLE} end",
            "the explorer on Diomede, who must flee.",
        ),
    ],
)
def test_other_sentences_of_a_kind(
    kind: str, before: StraitPosition, played: str, better: str, says: str
) -> None:
    assert says in str(found(before, played, better)[kind].text)


def test_the_most_telling_comes_first() -> None:
    won = put(f"{SHORE}:24", "b4.uelen.chini")
    assert next(iter(found(won, f"{IDLE} end", "b4-a4 a4-naukan"))) == "misses-win"


def test_nothing_is_said_where_both_lines_are_the_same_or_empty() -> None:
    before = put(CHAIN, "d4")
    line = f"{IDLE} d4-c4 stop"
    assert found(before, line, line) == {}
    assert found(before, "", line) == {}
    assert found(before, line, "") == {}


def test_an_explorer_that_is_on_the_way_stops_short_and_does_not_stand_still() -> None:
    before = put(CHAIN, "d4").after(IDLE).after("d4-c4")
    reasons = found(before, "stop", "c4-b4 stop")
    assert "stands-still" not in reasons
    assert "stops on c4" in str(reasons["stops-short"].text)


def test_an_unfinished_line_claims_nothing_about_the_whole_turn() -> None:
    """A line that breaks off in the middle has no reason about what is still to come."""
    before = put(CHAIN, "d4", "f")
    assert found(before, IDLE, f"{IDLE} d4-c4 stop") == {}
    assert "stops-short" not in found(before, "d4-c4", f"d4-c4 c4-b4 stop {IDLE}")


def test_what_a_draw_brings_is_no_reason() -> None:
    """The better line's card has a rope, which was not known before the draw (I15)."""
    before = put("a4:48,i1:9,c1:3", "a4.i1")
    drawn = "discover tile:9 card:100 put:a8:9 end"
    assert "out-of-rope" not in found(before, f"{IDLE} end", drawn)
    fetched = "discover tile:9 card:100 put:b1:9 end"
    assert "leaves-item" not in found(before, f"{IDLE} end", fetched)


# -- ways -----------------------------------------------------------------------------------------


def test_a_way_is_traced_as_it_is_counted() -> None:
    """The places of a way add up to the cost that the guess counts with."""
    import numpy as np

    from icefield.games.strait.kernel import state as s

    for row in MISTAKES[:25]:
        position = read(row["position"])
        wait = np.empty(s.MAX_PLACES, dtype=np.int64)
        table = np.empty((s.MAX_PLACES, PATH_COLUMNS), dtype=np.int64)
        find_waits(position.state, wait)
        find_paths_home(position.state, 0, table, wait)
        paths = PathFinder(position)
        for place in {p for own in position.explorers for p in own if p}:
            way = paths.find(0, place)
            if way is None:
                continue
            assert way.cost == table[position.map.number[place], PATH_COST]
            assert way.places[0] == place
            assert way.steps == 0 or way.places[-1] in {x.id for x in position.map.siberia}


def test_a_line_knows_where_the_turn_ends() -> None:
    before = put(CHAIN, "d4", "rf")
    line = Line(before, 0, tuple(Move(m) for m in f"{IDLE} d4-c4 stop turn:c1:ccw".split()))
    assert [deed.move.text for deed in line.turn_moves] == [IDLE, "d4-c4", "stop"]
    assert [deed.move.text for deed in line.later_moves] == ["turn:c1:ccw"]
    assert line.complete
    assert line.walk is not None
    assert (line.walk.start, line.walk.end, line.walk.paid) == ("d4", "c4", (0, 0))


# -- real mistakes --------------------------------------------------------------------------------


def real(row: dict[str, object]) -> Mistake:
    lines = {name: tuple(Move(m) for m in row[name]) for name in ("played", "better", "followed")}  # type: ignore[attr-defined]
    before = read(str(row["position"]))
    return Mistake(
        before,
        int(str(row["seat"])),
        lines["played"],
        lines["better"],
        float(str(row["drop"])),
        lines["followed"],
    )


@cache
def judged() -> list[tuple[Mistake, tuple[Reason, ...]]]:
    """The real mistakes with their reasons."""
    assert isinstance(GAME, ExplainsMistakes)
    cases = [real(row) for row in MISTAKES]
    return [(case, tuple(GAME.reasons(case))) for case in cases]


def test_most_real_mistakes_get_a_reason() -> None:
    assert len(MISTAKES) >= 60
    silent = [case for case, reasons in judged() if not reasons]
    assert len(silent) <= 0.15 * len(MISTAKES)


def test_reasons_of_real_mistakes_are_well_formed() -> None:
    assert isinstance(GAME, ExplainsMistakes)
    rules = {rule.number for rule in GAME.rules}
    for case, reasons in judged():
        spaces = {space.id for space in case.before.scene().spaces}
        kinds = []
        for reason in reasons:
            kinds.append(reason.kind)
            assert reason.kind in GAME.reason_kinds
            assert reason.rule is None or reason.rule in rules
            assert set(reason.spaces) <= spaces
            for language in ("en", "de", "fr", "ja"):
                assert "{" not in reason.text.text(language)
                assert "strait." not in reason.text.text(language)
        assert len(kinds) == len(set(kinds))


def test_no_kind_fires_on_everything() -> None:
    assert isinstance(GAME, ExplainsMistakes)
    told = [{reason.kind for reason in reasons} for _, reasons in judged()]
    for kind in GAME.reason_kinds:
        assert sum(kind in kinds for kinds in told) < 0.5 * len(told), kind
    assert len(set().union(*told)) >= 15


THINGS = {
    place: (put(floes, place, stations="wales:r"), f"{IDLE} end", f"{IDLE} collect:{place}:rope")
    for place, floes in (("wales", "c1:3"), ("c4", "c4:9:r,c1:3"))
}


def test_words_name_places_as_people_do() -> None:
    """A station is something else than a hex, in each language."""
    wales = found(*THINGS["wales"])["leaves-item"].text
    floe = found(*THINGS["c4"])["leaves-item"].text
    said = [("en", "at", "on"), ("de", "in", "auf"), ("fr", "à", "en")]
    for language, at, on in said:
        assert f" {at} Wales" in wales.text(language)
        assert f" {on} c4" in floe.text(language)
    text = found(put("a3:3,c1:3", "uelen.wales.a3"), f"{IDLE} end", f"a3-naukan {IDLE}")
    assert isinstance(text["misses-home"].text, Message)
    assert "Naukan" in text["misses-home"].text.text("de")
