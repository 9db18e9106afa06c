"""What reasons say is true: where explorers stand, how far they have to go, what is certain."""

from __future__ import annotations

from icefield.core.insight import Reasoned
from icefield.games.strait.reason_facts import Ice
from icefield.games.strait.rules import StraitPosition
from icefield.games.strait.words import place_name

from .positions import play, put, read
from .test_reasons import GAME, IDLE, MISTAKES, SHORE, found, judged, real

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


def test_a_way_is_told_as_it_is_when_the_walk_ends() -> None:
    """The floe on g4 drifts away after the walk; the way is not one from the water there."""
    assert isinstance(GAME, Reasoned)
    row = next(row for row in MISTAKES if row["better"][:4] == DRIFTS_AFTER)
    reasons = {reason.kind: str(reason.text) for reason in GAME.reasons(real(row))}
    way = Ice(play(read(row["position"]), *DRIFTS_AFTER[:3])).way(row["seat"], "g4")
    assert way is not None
    assert way.needs == (7, 1, 3, 1)
    assert f"from h4 to g4, where it has {way.told()} to go" in reasons["stands-still"]


def test_a_floe_action_after_a_walk_is_told_of_no_explorer_on_its_new_place() -> None:
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


def test_reasons_of_real_mistakes_name_places_where_somebody_stands() -> None:
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
