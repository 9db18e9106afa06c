"""Threats of the other side: each where it is one, and close by where it is not."""

from __future__ import annotations

import pytest

import icefield
from icefield.core.mistakes import HasThreats, Threat
from icefield.games.seals.position import SealsPosition

from ..positions import BEARS, RING_D4, SEALS, after_random_moves, all_but, put, start

GAME = icefield.game("seals")


def threats(position: SealsPosition, seat: int) -> list[Threat]:
    assert isinstance(GAME, HasThreats)
    return list(GAME.threats(position, seat))


def kinds(position: SealsPosition, seat: int) -> list[str]:
    return [each.kind for each in threats(position, seat)]


def test_nothing_is_threatened_at_the_start_or_after_the_end() -> None:
    assert threats(start(), SEALS) == threats(start(), BEARS) == []
    over = put("d4", "h5", RING_D4)
    assert over.outcome is not None
    assert threats(over, SEALS) == threats(over, BEARS) == []


@pytest.mark.parametrize("turn", ["s", "b"])
def test_a_bear_beside_a_seal_threatens_to_catch_it_whoever_moves(turn: str) -> None:
    (threat,) = threats(put("d4 b7", "e5 g2", turn=turn), SEALS)
    assert (threat.kind, threat.by, threat.move) == ("catch", BEARS, "e5xd4")
    assert threat.spaces == ("e5", "d4")
    assert str(threat.text) == "The bear on e5 can catch the seal on d4: e5xd4."
    (mark,) = threat.marks
    assert (mark.look, mark.space, len(mark.path)) == ("threat", "d4", 2)
    centres = {space.id: (space.x, space.y) for space in start().scene().spaces}
    assert mark.path == (centres["e5"], centres["d4"])
    assert kinds(put("d4 b7", "f6 g2", turn=turn), SEALS) == []


def test_the_last_seal_is_a_greater_loss() -> None:
    assert kinds(put("d4", "e5"), SEALS) == ["catch-last"]
    assert kinds(put("d4 b7", "e5 e4"), SEALS) == ["catch"]
    (threat,) = threats(put("d4 b7", "e5 e4"), SEALS)
    assert len(threat.marks) == 2


def test_one_move_may_attack_both_seals() -> None:
    found = threats(put("c3 c5", "f4 h5"), SEALS)
    assert [(each.kind, each.move) for each in found] == [("double-attack", "f4-d4")]
    assert kinds(put("c3 c6", "f4 h5"), SEALS) == []


# The seal on a3 has a4 and c5 to go to; a bear on b4 watches both and catches it.
CORNER = all_but("a3", "a4 c5", "b4 d6", "d5 h5")


def test_a_seal_may_be_attacked_without_a_way_out() -> None:
    found = threats(put("a3", "d6", CORNER), SEALS)
    assert [(each.kind, each.move) for each in found] == [("corner", "d6-b4")]
    assert kinds(put("a3", "d6", CORNER - {"c1"}), SEALS) == []


def test_S9_a_seal_may_isolate_itself() -> None:
    # d4 is surrounded but for e5, from where the seal comes
    ring = RING_D4 - {"e5"}
    position = put("e5 b7", "g2 g7", ring, "b")
    (threat, *_) = threats(position, BEARS)
    assert (threat.kind, threat.by, threat.move) == ("isolation", SEALS, "e5-d4")
    assert threats(position, SEALS) == []
    assert "isolation" not in kinds(put("e5 b7", "g2 g7", ring - {"b4"}, "b"), BEARS)


# A seal and a bear on two parts of the ice that only d4 and d5 join.
PARTS = all_but("a4 a5 b5", "d5", "f5 g5 h5")


def test_a_seal_may_come_where_no_bear_can_follow() -> None:
    position = put("d5", "h5", PARTS, "b")
    found = threats(position, BEARS)
    assert [(each.kind, each.move) for each in found] == [("refuge", "d5-b5")]
    assert str(found[0].text) == "d5-b5 would leave the seal on b5 where no bear can ever reach it."
    assert kinds(put("d5", "h5", PARTS - {"c4", "d4", "e4"}, "b"), BEARS) == []


def test_two_seals_may_shut_themselves_in_with_one_bear() -> None:
    position = put("d5 a4", "h5 a5", PARTS, "b")
    found = [each for each in threats(position, BEARS) if each.kind == "outnumber"]
    assert [each.move for each in found] == ["d5-b5"]
    assert kinds(put("d5 a4", "h5 g5", PARTS, "b"), BEARS) == ["refuge"]


@pytest.mark.parametrize("seed", range(30))
def test_every_threat_is_a_move_of_the_other_side_and_does_what_it_says(seed: int) -> None:
    for plies in (6, 10, 14, 18, 22, 26):
        position = after_random_moves(seed, plies)
        for seat in (SEALS, BEARS):
            for threat in threats(position, seat):
                assert threat.by == 1 - seat
                assert not str(threat.text).startswith("seals.")
                assert set(threat.spaces) <= {s.id for s in position.scene().spaces}
                board = str(position).split()[0]
                other = icefield.game("seals").read(f"{board} {'sb'[threat.by]} -")
                after = other.play(threat.move)
                assert isinstance(after, SealsPosition)
                if threat.kind in ("isolation", "catch-last"):
                    assert after.outcome is not None
                    assert after.outcome.winners == (threat.by,)
