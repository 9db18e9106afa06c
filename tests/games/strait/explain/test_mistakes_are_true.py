"""Reasons are true: where explorers stand, their paths home, what is certain."""

from __future__ import annotations

import pytest

from icefield.core.mistakes import ExplainsMistakes
from icefield.games.strait.explain.facts import PathFinder
from icefield.games.strait.explain.move_words import place_name
from icefield.games.strait.position import StraitPosition

from ..positions import play, put, read
from .test_mistakes import GAME, IDLE, MISTAKES, ROWS, SHORE, found, judged, real

# -- where the explorers are ----------------------------------------------------------------------

RIDE = "d3:18,d2:18,c6:9,b6:9,c1:3"
RIDDEN = "drift:d3-d6 d6-c6 c6-b6"
DRIFTS_AFTER = ["h4-g4", "stop", "take:rope", "drift:g4-g7"]


def test_an_explorer_that_a_floe_carries_first_is_named_where_it_stands() -> None:
    """It walks from d6, but when one decides it is on d3."""
    reason = found(put(RIDE, "d3"), f"{IDLE} end", f"{RIDDEN} stop")["stands-still"]
    assert "from d3 to b6" in str(reason.text)
    assert reason.spaces == ("d3", "b6")
    home = found(put(f"{RIDE},a6:3", "d3"), f"{IDLE} end", f"{RIDDEN} b6-a6 a6-chini")
    assert "from d3 to Chini" in str(home["misses-home"].text)


def test_an_explorer_that_a_floe_carries_first_is_no_other_one() -> None:
    """Both lines move the explorer on d3, so it stops short and is not the wrong one."""
    reasons = found(put(RIDE, "d3"), f"d3-d2 stop {IDLE}", f"{RIDDEN} stop")
    assert "wrong-explorer" not in reasons
    assert "on b6 it would have had" in str(reasons["stops-short"].text)


def test_a_path_is_described_as_it_is_when_the_walk_ends() -> None:
    """The floe on g4 drifts away after the walk, so the way ends at its water."""
    assert isinstance(GAME, ExplainsMistakes)
    row = next(row for row in MISTAKES if row["better"][:4] == DRIFTS_AFTER)
    reasons = {reason.kind: str(reason.text) for reason in GAME.reasons(real(row))}
    way = PathFinder(play(read(row["position"]), *DRIFTS_AFTER[:3])).find(row["seat"], "g4")
    assert way is not None
    assert way.needs == (7, 1, 3, 1)
    assert f"from h4 to g4, where it has {way.describe()} to go" in reasons["stands-still"]


def test_a_floe_action_after_a_walk_names_no_explorer_on_its_new_place() -> None:
    before = put(f"c4:9,{SHORE}:24", "c4")
    walked = found(before, "c4-b4 stop turn:a4:cw", f"c4-b4 stop {IDLE}")
    assert not any("explorer on b4" in str(reason.text) for reason in walked.values())
    stood = found(before, "turn:a4:cw end", f"{IDLE} end")
    assert "explorer on c4" in str(stood["closes-way"].text)


NAMES_AN_EXPLORER = (
    *("misses-win", "misses-home", "stands-still", "wrong-explorer", "walks-away"),
    *("closes-way", "loses-floe", "carried-off", "misses-bridge", "misses-discovery"),
    *("helps-other", "misses-block"),
)


def test_reasons_of_real_mistakes_name_places_where_explorers_stand() -> None:
    seen = set()
    for case, reasons in judged():
        assert isinstance(case.before, StraitPosition)
        others = ("helps-other", "misses-block")
        for reason in (reason for reason in reasons if reason.kind in NAMES_AN_EXPLORER):
            seats = set(range(case.before.seats)) - {case.seat}
            seats = seats if reason.kind in others else {case.seat}
            stand = {place for seat in seats for place in case.before.explorers[seat]}
            assert reason.spaces[0] in stand, (reason.kind, str(reason.text))
            name = place_name(case.before.map, reason.spaces[0])
            assert f" {name}" in str(reason.text)
            seen.add(reason.kind)
    assert len(seen) >= 10


# -- what is certain ------------------------------------------------------------------------------


def test_no_win_is_given_that_a_floe_action_brings_anyway() -> None:
    """After turn:a4:cw the way is closed; Red turns on and walks home (I14, I18)."""
    before = put(f"{SHORE}:48", "wales/b4.uelen.chini")
    closed = play(before, "turn:a4:cw", "end")
    assert play(closed, "turn:a4:cw", "b4-a4", "a4-naukan").outcome is not None
    assert "gives-win" not in found(before, "turn:a4:ccw end", "turn:a4:cw end")
    assert "gives-win" in found(before, "turn:a4:ccw end", "drift:a4-a3 end")


def test_no_player_is_kept_from_a_route_that_a_floe_action_opens_again() -> None:
    before = put(f"{SHORE}:24", "wales/b4.uelen.wales")
    assert "leaves-road" not in found(before, f"{IDLE} end", "turn:a4:cw end")
    assert "leaves-road" in found(before, f"{IDLE} end", "drift:a4-a3 end")


@pytest.mark.parametrize(
    ("kind", "explorers"), [("misses-home", "c1.wales.wales"), ("misses-win", "c1.chini.naukan")]
)
def test_no_missed_homecoming_rests_on_a_lucky_draw(kind: str, explorers: str) -> None:
    """With another tile the ridges on b1 cost a rope that is not there (I15, I24)."""
    lucky, turned = "put:b1:9 c1-b1 b1~a1~uelen", "turn:c1:ccw end"
    drawn = "discover tile:9 card:100"
    assert kind not in found(put("c1:3", explorers, "f"), turned, f"{drawn} {lucky}")
    bridge = put("c1:3,b1:9", explorers, "f")  # without the draw one gets home as well
    reasons = found(bridge, turned, f"{drawn} {lucky.replace('b1:9', 'a8:9')}")
    assert "c1" in str(reasons[kind].text)
    first = found(bridge, turned, f"c1-b1 b1~a1~uelen {'' if kind == 'misses-win' else drawn}")
    assert "c1" in str(first[kind].text)


# -- in other languages ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "language", "says"),
    [
        ("closes-way", "fr", "votre explorateur en b4"),
        ("closes-way", "ja", "大変になりました"),
        ("helps-other", "ja", "楽になりました"),
        ("misses-bridge", "ja", "楽になりました"),
        ("misses-block", "ja", "大変になりました"),
        ("stands-still", "de", "gehen konnte, wo er noch"),
        ("flees-far", "de", ", dann noch"),
        ("leaves-item", "de", "Es gibt ein Seil in Wales, direkt vor den Füßen"),
        ("loses-floe", "fr", "sur votre route du but"),
        ("carried-off", "fr", "emporte votre explorateur"),
        ("bear-to-own", "fr", "où votre explorateur"),
        ("bear-on-way", "fr", "sur votre route du but"),
    ],
)
def test_sentences_in_other_languages(kind: str, language: str, says: str) -> None:
    row = next(row for row in ROWS if row.kind == kind)
    assert says in found(row.before, row.played, row.better)[kind].text.text(language)
