"""Why a move was a mistake: every kind of reason where it must appear, and close by where it must
not; and what is said about mistakes of real games."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import icefield
from icefield.core.game import Move
from icefield.core.insight import Mistake, Reason, Reasoned
from icefield.games.torch.reason_facts import Study
from icefield.games.torch.rules import TorchPosition

from .positions import FOUR, put, random_game, read

GAME = icefield.game("torch")
MISTAKES = Path(__file__).parent / "mistakes.jsonl"
LANGUAGES = ("en", "de", "fr", "ja")


@dataclass(frozen=True)
class Case:
    """A mistake in short: the lines are words with spaces between."""

    kind: str
    position: TorchPosition
    played: str
    better: str
    says: str = ""
    seat: int | None = None
    followed: str = ""

    def mistake(self) -> Mistake:
        turn = self.position.turn
        seat = turn if self.seat is None else self.seat
        assert seat is not None
        lines = (
            tuple(Move(text) for text in line.split())
            for line in (self.played, self.better, self.followed)
        )
        played, better, followed = lines
        return Mistake(self.position, seat, played, better, 0.5, followed)

    def found(self) -> tuple[Reason, ...]:
        assert isinstance(GAME, Reasoned)
        return tuple(GAME.reasons(self.mistake()))

    def kinds(self) -> list[str]:
        return [each.kind for each in self.found()]


def ballot(on: str, phase: str = "number", **more: Any) -> TorchPosition:
    return put(on, phase=phase, done=4, **more)


def coins(on: str, worth: str, **more: Any) -> TorchPosition:
    """Coins are asked for; worth is by option number."""
    return put(on, phase="number-coins", done=4, worth=worth, **more)


END = "SF@a1 SB@b1 AE@a3 ME@e4 MF@e5 CF@e1"
CROWN: dict[str, Any] = {"phase": "crown", "end": "pyramids", "torch": "S"}
SCORE: dict[str, Any] = {"phase": "score", "round": 5}
BURN: dict[str, Any] = {"phase": "burn", "done": 4, "left": 1}
FEW = "S2@a5 S3@b5 M0@e1 C4@d1 A0@e2 C2@d2 M1@c2 S1@c1"
"""Two tiles in one corner, six in the other."""
BALLOT = "SE@c4 MF@e4 MB@b5 CC@d4 AD@a5"
DANGER = "SF@c2 SA@a5 MB@c1 MF@e5 CB@c2 CF@e3 AA@c2 AF@a3"
PLACING = (
    "S2,S3:MA,C1,M2,M3:SA/S4:CD,S5:CB,A1:MC,M4:AD,M5:SC/M0,C0:SD,-,S0:CC,A0:AB/A2,A3,M1,C2:SB,C3:AA"
    "/A4:AC,A5:CA,S1,C4:MD,C5:MB suits=SMCA return=0 limit=20 phase=place round=0 torch=S turn=S"
    " done=16 coins=3333 scores=0,0,0,0 rolls=5103"
)

# fmt: off
CASES = [
    Case("ends-behind", put(END), "Fa1-a3", "Bb1-c2 Ee4-d4",
         "Fa1-a3 ends the game at once, and Moons wins 11 to your 2."),
    Case("missed-win", put(END, scores="20,0,0,0"), "Bb1-c2 Ee4-d4", "Fa1-a3",
         "you win 22 to 11"),
    Case("crowns-another", put(FOUR, scores="5,5,3,1", winners="SM", **CROWN),
         "crown:M", "crown:S", "tied at 5 points"),
    Case("crowns-another", put(FOUR, scores="5,5,3,1", winners="SM", **CROWN),
         "share", "crown:S", "no need to share"),
    Case("scores-less", put("SF@a1 SB@b1 MF@e5 CF@e1 AF@e3", **SCORE),
         "score:b1", "score:a1", "b1 pays you 2 points; a1 would have paid you 6 points"),
    Case("feeds-rival", put("SC@a1 MB@a1 SB@b1 CF@e1 AF@e3", **SCORE),
         "score:a1", "score:b1", "a1 pays Moons 2 points; with b1 it would have been 0"),
    Case("burns-cover", put("SF@b4 MA@b2 CA@d2 AA@e2", gone="e4 e1", **BURN),
         "burn:b1", "burn:a5", "every 5 that is left carries pyramids of yours (F)"),
    Case("missed-target", put("MF@b4 SA@b2 CA@d2 AA@e2", gone="e4 e1", **BURN),
         "burn:a5", "burn:b1", "After burn:b1 every 5 that is left"),
    Case("burns-refuge", put("SF@a5 MA@e1 CA@d1 AA@e2", tiles=FEW, **BURN),
         "burn:b5", "burn:d2", "Your F on a5 loses b5 as a refuge"),
    Case("leaves-refuge", put("MF@a5 SA@e1 CA@d1 AA@e2", tiles=FEW, **BURN),
         "burn:d2", "burn:b5", "Moons F on a5 can still flee to b5; after burn:b5"),
    Case("line-loses", put("SE@c4 MF@e4 CC@d4 AD@a5", coins="0000", torch="A", turn="S", done=1),
         "Ec4-c5 Fe4-e5 Cd4-e5 vote:1 vote:1 vote:1 vote:1 vote:C vote:C vote:C vote:C",
         "Ec4-d5 Fe4-e5 Cd4-e5 vote:1 vote:1 vote:1 vote:1 vote:C vote:C vote:C vote:C",
         "After Ec4-c5, expect the vote to take Crowns 1 on c5, with your E (5 points)."),
    Case("line-spares", put("SE@c4 MF@e4 CC@d4 AD@a5", coins="0000", torch="C", turn="S", done=2),
         "Ec4-c5 Fe4-e3 vote:5 vote:5 vote:5 vote:5 vote:M vote:M vote:M vote:M",
         "Ec4-d5 Fe4-e3 vote:0 vote:0 vote:0 vote:0 vote:A vote:A vote:A vote:A",
         "Arms 0 on e3 being voted out, with Moons F (6 points)"),
    Case("void-vote", ballot(BALLOT, gone="a3 b3 d3 e3"),
         "vote:0 vote:4 vote:4 vote:5", "vote:5 vote:4 vote:4 vote:5",
         "No tile of number 0 is left"),
    Case("void-vote", ballot(BALLOT, "suit", number=1, gone="c2"),
         "vote:M vote:S vote:S vote:S", "vote:S vote:S vote:S vote:S", "Moons 1 has left"),
    Case("own-number", ballot(BALLOT), "vote:1 vote:5 vote:4", "vote:5 vote:5 vote:4",
         "Arms 1 on c4 carries your own E (5 points); with vote:5 nothing of yours is at stake."),
    Case("own-tile", ballot("SE@c4 MF@c5 CC@d4 AD@a5", "suit", number=1), "vote:A", "vote:C",
         "Arms 1 on c4 to go, with your own E on it (5 points)"),
    Case("own-tile", put("SE@c4 MF@c5 CC@d4 AD@a5", phase="suit-tie", done=4, number=1,
                         worth="2:2,3:2"), "choose:A", "choose:C", "your own E"),
    Case("spares-strongest", ballot(BALLOT), "vote:4 vote:1", "vote:5 vote:1",
         "Moons is the strongest of the others with 8 points scored and standing, yet number 4"),
    Case("aims-low", ballot("SE@c4 MF@e4 CC@d4 AE@a5"), "vote:4 vote:1", "vote:2 vote:1",
         "no more than 3 points with number 4; vote:2 aims at Arms E on a5 (5 points)"),
    Case("harmless", ballot(BALLOT), "vote:0 vote:1", "vote:5 vote:1",
         "No pyramid of the others can be lost with number 0; vote:5 aims at Moons F on e4"),
    Case("coin-wasted", coins(BALLOT, "1:1,5:3", coins="3010"), "add2:5 decline decline vote:M",
         "decline decline vote:M",
         "At 3 to 1 nobody could overtake number 5 any more: the others have only 1 left"),
    Case("coin-in-vain", coins(BALLOT, "1:1,5:4", coins="1000"), "add1:1 vote:M", "decline vote:M",
         "Even with the ace coin number 1 has only 2 against 4"),
    Case("coin-kept", coins(BALLOT, "1:1,5:2", coins="1030"),
         "add1:5 decline vote:M", "decline decline vote:M",
         "goes to number 5 with the ace coin or"),
    Case("coin-overpaid", coins(BALLOT, "1:2,5:2", coins="3000"), "add3:5 vote:M",
         "add1:5 decline vote:M", "add1:5 was enough: number 5 leads 3 to 2"),
    Case("coin-rescue", coins(BALLOT, "1:2,5:2", coins="1000"), "decline choose:1",
         "add1:5 vote:M", "number 5 would have led 3 to 2; as it is, number 1 puts your E on c4"),
    Case("coin-rescue", coins(BALLOT, "1:3,5:2", coins="1000", torch="M", turn="S"),
         "decline vote:A", "add1:5 choose:5", "would have drawn level at 3"),
    Case("coin-strike", coins(BALLOT, "0:2,5:2", coins="2000"), "decline choose:0",
         "add2:5 vote:M", "number 5 would have led 4 to 2, and it can take Moons F on e4"),
    Case("coin-strike", coins(BALLOT, "0:1,5:2", coins="2030"), "decline add3:0",
         "add2:5 decline", "So far number 5 leads 2 to 1"),
    Case("sinks-own", put("SE@c4 SF@c5 SA@e1 MF@e4 CC@d4 AD@a5"), "Ec4-c5 Fe4-e5", "Ec4-b4 Fe4-e5",
         "Ec4-c5 sinks Crowns 1 on c5 with your own F and E (11 points), and the others lose"),
    Case("missed-sinking", put("SA@c4 SF@a1 MF@c5 CC@c5 MA@e5 CA@e1 AD@a5"),
         "Ac4-b4 Ae5-e4", "Ac4-c5 Ae5-e4",
         "Ac4-c5 would have sunk Crowns 1 on c5 under Moons F and Crowns C: 9 points gone"),
    Case("walks-into-sinking", put("SF@e1 SA@a5 MB@b1 CB@c2 CA@c2 AF@a3"), "Fe1-c1-c2 Bb1-c2",
         "Fe1-d2 Bb1-b2", "On c2 your F can be sunk: Bb1-c2 costs you 6 points and Moons only 2"),
    Case("left-in-danger", put(DANGER), "Aa5-b5 Bc1-c2", "Fc2-d2 Bc1-c2",
         "You left your F on c2 in danger: Moons can sink that tile with Bc1-c2"),
    Case("stands-alone", put("SF@c4 MA@c4 CC@d4 AD@a5 SA@e1"), "Fc4-b4 Ac4-c5", "Ae1-e2 Ac4-c5",
         "Suns 5 on b4 carries nobody but your F (6 points)"),
    Case("piles-up", put("SF@c4 SD@b5 SA@e1 MA@e5 CC@d4 AD@a5"), "Db5-c4 Ae5-e4", "Db5-b4 Ae5-e4",
         "puts your D and F on one tile: a single vote for Arms 1 on c4 takes 10 points of"),
    Case("thin-scoring", put("SF@c4 SD@b5 SA@e1 MA@e5 CC@d4 AD@a5", round=5), "Db5-b4 Ae5-e4",
         "Db5-c4 Ae5-e4", "after Db5-b4 your best tile pays 6 points, after Db5-c4 10 points"),
    Case("same-number", put("SA@b4 MA@b2 CA@d2 AA@e2", phase="place", round=0, done=4),
         "B@e4 B@a1", "B@a3 B@a1", "B@e4 puts your A and B on tiles of number 5"),
    Case("easy-to-reach", read(PLACING), "E@c2 E@a3 E@c1 E@a5", "E@a5 E@d5 E@a2 E@c1",
         "12 pyramids of the others can reach your E on c2 with one move; after E@a5 it stands"),
]
"""Where each kind must appear, and a piece of what it says."""

NEAR = [
    Case("ends-behind", put(END, scores="20,0,0,0"), "Fa1-a3", "Bb1-c2 Ee4-d4"),
    Case("missed-win", put(END), "Bb1-c2 Ee4-d4", "Fa1-a3"),
    Case("crowns-another", put(FOUR, scores="3,5,5,1", winners="MC", **CROWN),
         "crown:M", "crown:C"),
    Case("scores-less", put("SF@a1 SE@b1 MA@a1 CF@e1 AF@e3", **SCORE), "score:a1", "score:b1"),
    Case("feeds-rival", put("SC@a1 SB@b1 MB@b1 CF@e1 AF@e3", **SCORE), "score:a1", "score:b1"),
    Case("burns-cover", put("SF@b5 MA@b2 CA@d2 AA@e2", gone="e4 e1", **BURN),
         "burn:b1", "burn:a5"),
    Case("missed-target", put("MF@b4 SA@b4 CA@d2 AA@e2", gone="e4 e1", **BURN),
         "burn:a5", "burn:b1"),
    Case("burns-refuge", put("SF@a5 MA@e1 CA@d1 AA@e2", tiles=FEW, **BURN), "burn:d2", "burn:b5"),
    Case("leaves-refuge", put("MF@a5 SA@e1 CA@d1 AA@e2", tiles=FEW, **BURN), "burn:b5", "burn:d2"),
    Case("line-loses", put("SE@c4 MF@e4 CC@d4 AD@a5", coins="0000", torch="A", turn="S", done=1),
         "Ec4-c5 Fe4-e5 Cd4-e5 vote:1 vote:1 vote:1 vote:1 vote:C vote:C vote:C vote:C",
         "Ec4-d5 Fe4-e5 Cd4-e5 vote:2 vote:2 vote:2 vote:2 vote:M vote:M vote:M vote:M"),
    Case("line-spares", put("SE@c4 MF@e4 CC@d4 AD@a5", coins="0000", torch="C", turn="S", done=2),
         "Ec4-c5 Fe4-e3 vote:0 vote:0 vote:0 vote:0 vote:A vote:A vote:A vote:A",
         "Ec4-d5 Fe4-e3 vote:0 vote:0 vote:0 vote:0 vote:A vote:A vote:A vote:A"),
    Case("void-vote", ballot(BALLOT, gone="a3 b3 d3"),
         "vote:0 vote:4 vote:4 vote:5", "vote:5 vote:4 vote:4 vote:5"),
    Case("own-number", ballot("SE@d5 MF@e4 MB@b5 CC@d4 AD@a5"), "vote:1 vote:5 vote:4",
         "vote:5 vote:5 vote:4"),
    Case("own-tile", ballot("SE@c4 SF@c5 MF@d5 CC@d4 AD@a5", "suit", number=1), "vote:A", "vote:C"),
    Case("spares-strongest", ballot("SE@c4 MF@e4 MB@b5 CC@d4 CF@c5 AD@a5"), "vote:4 vote:1",
         "vote:5 vote:1"),
    Case("aims-low", ballot("SE@c4 MF@e4 CD@d4 AE@a5"), "vote:4 vote:1", "vote:2 vote:1"),
    Case("harmless", ballot("SE@c4 MF@e4 MB@b5 CC@d4 AD@a5 AA@a3"), "vote:0 vote:1",
         "vote:5 vote:1"),
    Case("coin-wasted", coins(BALLOT, "1:1,5:3", coins="3020"), "add2:5 decline decline vote:M",
         "decline decline vote:M"),
    Case("coin-in-vain", coins(BALLOT, "1:1,5:2", coins="1000"), "add1:1 choose:5",
         "decline vote:M"),
    Case("coin-kept", coins(BALLOT, "1:1,5:1", coins="1030"),
         "add1:5 decline vote:M", "decline decline choose:1"),
    Case("coin-overpaid", coins(BALLOT, "1:3,5:2", coins="3000"), "add3:5 vote:M",
         "add1:5 decline choose:5"),
    Case("coin-rescue", coins(BALLOT, "0:2,5:2", coins="1000"), "decline choose:0",
         "add1:5 vote:M"),
    Case("coin-strike", coins(BALLOT, "0:5,5:2", coins="2000"), "decline vote:M", "add2:5 vote:M"),
    Case("coin-strike", coins(BALLOT, "0:1,5:2", coins="2000"), "decline vote:M", "add2:5 vote:M"),
    Case("sinks-own", put("SD@c4 SF@c5 SA@e1 MF@e4 CC@d4 AD@a5"), "Dc4-c5 Fe4-e5", "Dc4-b4 Fe4-e5"),
    Case("missed-sinking", put("SA@c4 SF@a1 MF@c5 CB@c5 MA@e5 CA@e1 AD@a5"),
         "Ac4-b4 Ae5-e4", "Ac4-c5 Ae5-e4"),
    Case("walks-into-sinking", put("SF@e1 SA@a5 MB@b1 CB@c2 CA@c2 AF@a3", torch="M", turn="S",
                                   done=3), "Fe1-c1-c2", "Fe1-d2"),
    Case("left-in-danger", put(DANGER, turn="S", torch="M", done=3), "Aa5-b5", "Fc2-d2"),
    Case("stands-alone", put("SF@c4 MA@b4 CC@d4 AD@a5 SA@e1"), "Fc4-b4 Ab4-c5", "Ae1-e2 Ab4-c5"),
    Case("piles-up", put("MF@c4 SD@b5 SA@e1 MA@e5 CC@d4 AD@a5"), "Db5-c4 Ae5-e4",
         "Db5-b4 Ae5-e4"),
    Case("thin-scoring", put("SF@c4 SD@b5 SA@e1 MA@e5 CC@d4 AD@a5", round=4), "Db5-b4 Ae5-e4",
         "Db5-c4 Ae5-e4"),
    Case("same-number", put("SA@b5 MA@b2 CA@d2 AA@e2", phase="place", round=0, done=4),
         "B@e4 B@a1", "B@a3 B@a1"),
    Case("easy-to-reach", read(PLACING), "E@a5 E@d5 E@a2 E@c1", "E@c2 E@a3 E@c1 E@a5"),
]
"""Positions and lines close to those, where the kind must not appear."""
# fmt: on


def _id(case: Case) -> str:
    return f"{case.kind} {case.played.split()[0]}"


@pytest.mark.parametrize("case", CASES, ids=_id)
def test_a_reason_appears(case: Case) -> None:
    found = [each for each in case.found() if each.kind == case.kind]
    assert found, case.kinds()
    assert case.says in str(found[0].text)


@pytest.mark.parametrize("case", NEAR, ids=_id)
def test_a_reason_does_not_appear_close_by(case: Case) -> None:
    study = Study(case.mistake())
    assert study.complete
    assert len(study.played.steps) == len(case.played.split()), "the line is not legal"
    assert len(study.better.steps) == len(case.better.split()), "the line is not legal"
    assert case.kind not in case.kinds()


def test_every_kind_has_both() -> None:
    assert isinstance(GAME, Reasoned)
    assert {case.kind for case in CASES} == set(GAME.reason_kinds)
    assert {case.kind for case in NEAR} == set(GAME.reason_kinds)
    assert len(set(GAME.reason_kinds)) == len(GAME.reason_kinds) >= 10


@pytest.mark.parametrize("case", CASES, ids=_id)
def test_the_lines_of_the_cases_are_legal(case: Case) -> None:
    study = Study(case.mistake())
    assert len(study.played.steps) == len(case.played.split())
    assert len(study.better.steps) == len(case.better.split())


def test_what_came_true_is_told() -> None:
    position = ballot("SE@c4 MF@c5 CC@d4 AD@a5", "suit", number=1, coins="0000")
    followed = "vote:A vote:A vote:C burn:a1"
    case = Case("own-tile", position, "vote:A", "vote:C", followed=followed)
    assert "And so it came: Arms 1 went down with your E on it." in str(case.found()[0].text)
    other = replace(case, followed="vote:C vote:C vote:C burn:a1")
    assert "And so it came" not in str(other.found()[0].text)


# -- secrecy ------------------------------------------------------------------------------------


@pytest.mark.parametrize("votes", ["-444", "-555", "-012", "-???"])
def test_no_reason_rests_on_votes_the_mover_could_not_know(votes: str) -> None:
    open_ballot = ballot(BALLOT)
    cast = ballot(BALLOT, votes=votes)
    lines = "vote:1 vote:5 vote:4 vote:1", "vote:5 vote:5 vote:4 vote:4"
    one, other = Case("", open_ballot, *lines), Case("", cast, *lines)
    assert one.found() == other.found() != ()


def test_a_line_that_counts_on_secret_votes_is_cut_short() -> None:
    """The others have voted; a line that goes straight on to the coins is not the mover's."""
    cast = ballot(BALLOT, votes="-555", coins="0000")
    case = Case("", cast, "vote:4 vote:M vote:M", "vote:5 vote:M vote:M")
    study = Study(case.mistake())
    assert len(study.played.steps) == 1
    assert study.before.votes == (None, None, None, None)


def test_lines_that_cannot_be_played_give_no_reason() -> None:
    assert Case("", ballot(BALLOT), "vote:9", "vote:5").found() == ()
    assert Case("", ballot(BALLOT), "vote:5", "").found() == ()


# -- mistakes of real games -----------------------------------------------------------------------


def real() -> list[Mistake]:
    """Mistakes of games between weak players, found and checked with much longer searches."""
    found = []
    for line in MISTAKES.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        lines = {
            name: tuple(Move(text) for text in entry[name])
            for name in ("played", "better", "followed")
        }
        position = read(entry["position"])
        assert position.seats == entry["seats"]
        found.append(Mistake(position, entry["seat"], drop=entry["drop"], **lines))
    return found


def test_most_real_mistakes_get_a_reason() -> None:
    mistakes = real()
    assert len(mistakes) >= 60
    silent = [m for m in mistakes if not GAME.reasons(m)]  # type: ignore[attr-defined]
    assert len(silent) <= 0.15 * len(mistakes), [str(m.before) for m in silent]


def test_real_reasons_are_sound() -> None:
    """Every sentence can be said in every language, and speaks of spaces of the board."""
    spaces = {space.id for space in put(FOUR).scene().spaces}
    for mistake in real():
        for each in GAME.reasons(mistake):  # type: ignore[attr-defined]
            assert each.kind in GAME.reason_kinds  # type: ignore[attr-defined]
            assert set(each.spaces) <= spaces
            assert each.rule is not None
            for language in LANGUAGES:
                text = each.text.text(language)
                assert "{" not in text
                assert not text.startswith("torch.")


def test_no_kind_fires_on_everything() -> None:
    mistakes = real()
    told = [{each.kind for each in GAME.reasons(m)} for m in mistakes]  # type: ignore[attr-defined]
    assert isinstance(GAME, Reasoned)
    for kind in GAME.reason_kinds:
        assert sum(kind in kinds for kinds in told) <= len(mistakes) / 2


@pytest.mark.parametrize("seats", [3, 4])
def test_reasons_can_be_asked_for_anywhere(seats: int) -> None:
    """Any two moves of any position: nothing is raised, and all sentences can be said."""
    rng = random.Random(f"reasons {seats}")
    for seed in range(4):
        for position in random_game(f"reasons {seed}", seats):
            if not position.deciders or rng.random() < 0.6:
                continue
            seat = rng.choice(position.deciders)
            moves = position.moves(seat)
            played, better = rng.choice(moves), rng.choice(moves)
            mistake = Mistake(position, seat, (played,), (better,), 0.3)
            for each in GAME.reasons(mistake):  # type: ignore[attr-defined]
                assert "{" not in str(each.text)
