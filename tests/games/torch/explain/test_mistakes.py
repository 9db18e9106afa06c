"""Reasons for mistakes: each kind where it applies, and close by where not.

Also the reasons for mistakes of real games.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import icefield
from icefield.core.game import Move
from icefield.core.mistakes import ExplainsMistakes, Mistake, Reason
from icefield.games.torch.explain.mistakes.case import Case as ReplayedCase
from icefield.games.torch.position import TorchPosition

from ..positions import FOUR, put, random_game, read

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
        assert isinstance(GAME, ExplainsMistakes)
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
LAST = "SF@c2 SA@a5 MA@c2 MF@e5 CB@c1 CF@e3 AA@c2 AF@a3"
PLACING = (
    "S2,S3:MA,C1,M2,M3:SA/S4:CD,S5:CB,A1:MC,M4:AD,M5:SC/M0,C0:SD,-,S0:CC,A0:AB/A2,A3,M1,C2:SB,C3:AA"
    "/A4:AC,A5:CA,S1,C4:MD,C5:MB suits=SMCA return=0 limit=20 phase=place round=0 torch=S turn=S"
    " done=16 coins=3333 scores=0,0,0,0 rolls=5103"
)

LATE: dict[str, Any] = {"torch": "C", "turn": "S", "done": 2}
"""Only Moons moves after Suns."""
LOST_BY_SINKING = "Ec4-c5 Aa1-b1 Fe5-c5 Db1-b2"

# fmt: off
NOT_THE_CAUSE = {
    "the attack is possible as well":
    Case("", read("-,S3:ME,C1:CA,M2:SB,-/S4:MA,S5:SC,A1,M4,M5:CE/M0:CB,C0:CC,-,S0:CF,A0:MF+CD/"
                  "A2:MD,A3,M1:SD,C2:SF,C3:MB/-,A5:MC,S1:SA,C4:SE,- suits=SMC return=0 limit=20 "
                  "phase=move round=1 torch=M turn=C done=1 coins=333 scores=0,0,0 rolls=342"),
         "Cb3-c2-d1 Ac1-e3 vote:1 vote:5 vote:5",
         "Ba3-b2-b4 Dc2-c4-d3 vote:2 vote:3 vote:5"),
    "the attack is possible as well, and takes others":
    Case("", read("-,S3,C1:SF+CD,-,-/S4:MB,S5,A1,-,-/-,-,-,S0,A0:CA/A2,-,M1:MA+MD,-,C3:SE/"
                  "-,-,-,-,- suits=SMC return=0 limit=20 phase=move round=5 torch=M turn=C done=1 "
                  "coins=000 scores=6,1,4 rolls=510"),
         "Dc5-b5-b4 Fc5-b4-a4 vote:0 vote:4 vote:5 choose:0 vote:C vote:S vote:A choose:S burn:a2 "
         "score:c2",
         "Dc5-c4-b5 Ee2-d3-c2 vote:3 vote:1 vote:4 choose:3 vote:S vote:C vote:S burn:e2 score:a4"),
    "another player can sink it":
    Case("", put("SE@c4 SA@e1 MC@c5 MA@a1 CF@e5 CA@d1 AD@b1 AF@b2"), LOST_BY_SINKING,
         "Ec4-a4 Aa1-b1 Fe5-e4 Db1-c1"),
    "the attack needs another move first":
    Case("", put("SE@c4 SA@e1 MA@e5 MB@a1 CC@d3 CF@e2 AD@a2"),
         "Ec4-c5 Ae5-c5 Cd3-d4-c5 Da2-b2", "Ec4-a4 Ae5-e4 Cd3-e3 Da2-b2"),
    "the other line breaks off during the movement":
    Case("", put("SE@c4 SA@e1 MC@c5 MA@a1 CF@e5 CA@d1 AD@b1"), LOST_BY_SINKING, "Ec4-a4 Aa1-b1"),
    "the same stands on the tile":
    Case("", read("-,S3,C1:SD+ME,-,-/-,S5:CB,-,-,-/-,C0:SE+MD,-,S0,A0/A2:CC,-,M1,C2:CA,C3:MF/"
                  "-,-,S1:SB,-,- suits=SMC return=0 limit=20 phase=move round=4 torch=S turn=M "
                  "done=1 coins=000 scores=0,0,0 rolls=510"),
         "Db3-c2-d3 Ad2-b4-c5 vote:3 vote:5 vote:3 vote:C vote:S vote:M choose:C spare score:b3 "
         "score:d3",
         "e2>e1 Bb4-c5 vote:1 vote:2 vote:2 vote:M vote:S vote:S"),
    "the same stands on the tile of the last to move":
    Case("", read("S2,-,-,M2,-/S4,S5:SC+AA,A1,M4,M5:AD/M0,C0,-,S0:SD,A0:MA/A2:MF+CD,A3:CA,-,-,-/"
                  "-,-,S1:CB,C4:AF,C5:AE suits=SMCA return=0 limit=20 phase=move round=3 torch=A "
                  "turn=C done=3 coins=0000 scores=0,0,0,0 rolls=12xx"),
         "Ab2-a3-b3 vote:1 vote:4 vote:1 vote:5 vote:S vote:S vote:M vote:A spare Cb4-b3-b2",
         "Da2-a4-a5 vote:0 vote:4 vote:0 vote:0 vote:S vote:M vote:C vote:S"),
    "the other line breaks off before the vote":
    Case("", read("-,-,-,-,-/-,-,-,-,-/-,C0:SE,-,S0:MD,A0/A2:CC,-,M1,C2:CA,C3:MF/-,-,S1:SB,-,- "
                  "suits=SMC return=0 limit=20 phase=move round=5 torch=M turn=M coins=000 "
                  "scores=2,0,3 rolls=510"),
         "Dd3-e3-c1 Ad2-e2-e3 b3>b4 vote:0 vote:3 vote:3 vote:A vote:C vote:C spare score:c1 "
         "score:e3",
         "Fe2-e3 Ad2-c2-a2 c1>b1 vote:3 vote:4 vote:0"),
    "the played line breaks off before the vote":
    Case("", put("SA@e3 SE@c4 MF@e3 MA@a1 CC@d4 AD@a5", **LATE, coins="0000"),
         "Ec4-c5 Aa1-a2 vote:5 vote:5 vote:5 vote:5",
         "Ae3-d3 Aa1-a2 vote:0 vote:0 vote:0 vote:0 vote:A vote:A vote:A vote:A"),
    "the mover stands on the tile after neither":
    Case("", put("SE@c4 MF@e4 CC@d4 AD@a5", coins="0000", **LATE),
         "Ec4-c5 Fe4-e3 vote:5 vote:5 vote:5 vote:5 vote:M vote:M vote:M vote:M",
         "Ec4-d5 Fe4-e3 vote:0 vote:0 vote:0 vote:0 vote:A vote:A vote:A vote:A"),
}
"""What the lines show has other causes than the first moves: only the guesses differ."""
CASES = [
    Case("ends-behind", put(END), "Fa1-a3", "Bb1-c2 Ee4-d4",
         "Fa1-a3 ends the game at once. The winner is Moons, 11 to your 2."),
    Case("ends-behind", put(END), "Bb1-b2 Ee4-d4 Fe1-d1 Ea3-a1", "Fa1-b2 Ee4-d4",
         "If the others play as expected, Ea3-a1 ends the game after Bb1-b2. The winner is Moons"),
    Case("missed-win", put(END, scores="20,0,0,0"), "Bb1-c2 Ee4-d4", "Fa1-a3",
         "you win 22 to 11"),
    Case("missed-win", put(END, scores="20,0,0,0"), "Fa1-b2 Ee4-d4", "Bb1-b2 Ee4-d4 Fe1-d1 Ea3-a1",
         "If the others play as expected, Bb1-b2 lets Ea3-a1 end the game: you win 22 to 11."),
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
    Case("line-loses", put("SE@c4 SA@e1 MC@c5 MA@a1 CF@e5 CA@d1 AD@b1"), LOST_BY_SINKING,
         "Ec4-a4 Aa1-b1 Fe5-e4 Db1-b2",
         "After Ec4-c5, Crowns can sink Crowns 1 on c5 with Fe5-c5, and you lose E (5 points)."),
    Case("line-spares", put("SA@e3 SE@c4 MF@e3 MA@a1 CC@d4 AD@a5", **LATE, coins="0000"),
         "Ec4-c5 Aa1-a2 vote:5 vote:5 vote:5 vote:5 vote:M vote:M vote:M vote:M",
         "Ae3-d3 Aa1-a2 vote:0 vote:0 vote:0 vote:0 vote:A vote:A vote:A vote:A",
         "expect the vote to take Arms 0 on e3, with Moons F (6 points); after Ec4-c5 your own A"),
    Case("line-spares", put("SA@c4 SF@e1 MB@e5 MF@a1 CF@c5 CA@c5 CB@d1 AD@a3", **LATE),
         "Ac4-b4 Be5-e4", "Ac4-c5 Be5-c5",
         "After Ac4-c5, Moons can sink Crowns 1 on c5 with Be5-c5, under Crowns F, Moons B and"),
    Case("void-vote", ballot(BALLOT, gone="a3 b3 d3 e3"),
         "vote:0 vote:4 vote:4 vote:5", "vote:5 vote:4 vote:4 vote:5",
         "No tile of number 0 is left"),
    Case("void-vote", ballot(BALLOT, "suit", number=1, gone="c2"),
         "vote:M vote:S vote:S vote:S", "vote:S vote:S vote:S vote:S", "Moons 1 has left"),
    Case("own-number", ballot(BALLOT), "vote:1 vote:5 vote:4", "vote:5 vote:5 vote:4",
         "Arms 1 on c4 carries your own E (5 points); with number 5 nothing of yours is at stake."),
    Case("own-tile", ballot("SE@c4 MF@c5 CC@d4 AD@a5", "suit", number=1), "vote:A", "vote:C",
         "Arms 1 on c4 to go, with your own E on it (5 points)"),
    Case("own-tile", put("SE@c4 MF@c5 CC@d4 AD@a5", phase="suit-tie", done=4, number=1,
                         worth="2:2,3:2"), "choose:A", "choose:C", "your own E"),
    Case("spares-strongest", ballot(BALLOT), "vote:4 vote:1", "vote:5 vote:1",
         "Moons is the strongest of the others with 8 points scored and standing, yet number 4"),
    Case("aims-low", ballot("SE@c4 MF@e4 CC@d4 AE@a5"), "vote:4 vote:1", "vote:2 vote:1",
         "no more than 3 points with number 4; number 2 aims at Arms E on a5 (5 points)"),
    Case("harmless", ballot(BALLOT), "vote:0 vote:1", "vote:5 vote:1",
         "No pyramid of the others can be lost with number 0; number 5 aims at Moons F on e4"),
    Case("coin-wasted", coins(BALLOT, "1:1,5:3", coins="3010"), "add2:5 decline decline vote:M",
         "decline decline vote:M",
         "At 3 to 1 nobody could overtake number 5 any more: the others have only 1 left"),
    Case("coin-wasted", coins(BALLOT, "1:1,5:2", coins="3000"), "add2:5 decline vote:M",
         "decline vote:M", "the others have no coins left, so the 2 coin changed nothing."),
    Case("coin-in-vain", coins(BALLOT, "1:1,5:4", coins="1000"), "add1:1 vote:M", "decline vote:M",
         "Even with the ace coin number 1 has only 2 against 4"),
    Case("coin-kept", coins(BALLOT, "1:1,5:2", coins="1030"),
         "add1:5 decline vote:M", "decline decline vote:M",
         "goes to number 5 with the ace coin or"),
    Case("coin-overpaid", coins(BALLOT, "1:2,5:2", coins="3000"), "add3:5 vote:M",
         "add1:5 decline vote:M", "Playing the ace coin was enough: number 5 leads 3 to 2"),
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
         "Fe1-d2 Bb1-b2",
         "and Moons only 2 points. After Fe1-d2 nobody can do it that cheaply in this round."),
    Case("left-in-danger", put(DANGER), "Aa5-b5 Bc1-c2", "Fc2-d2 Bc1-c2",
         "You left your F on c2 in danger: Moons can sink that tile with Bc1-c2, 6 points of"),
    Case("danger-next-round", put(LAST, turn="S", torch="M", done=3), "Aa5-b5", "Fc2-d2",
         "your F on c2 can be sunk in the next round before you move again: Bc1-c2 costs you 6"),
    Case("stands-alone", put("SF@c4 MA@c4 CC@d4 AD@a5 SA@e1"), "Fc4-b4 Ac4-c5", "Ae1-e2 Ac4-c5",
         "Suns 5 on b4 carries nobody but your F (6 points)"),
    Case("stands-alone", put("SF@c4 MA@c4 CC@d4 AD@a5 SA@d4"), "Fc4-b4 Ac4-c5", "Ad4-c5-a5 Ac4-c5",
         "voting it out costs the others nothing. After Ad4-c5-a5 nothing of yours stands alone."),
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
    *(replace(case, kind="line-loses") for case in NOT_THE_CAUSE.values()),
    *(replace(case, kind="line-spares") for case in NOT_THE_CAUSE.values()),
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
    # the better line loses the same pyramid
    Case("walks-into-sinking", put("SF@e1 SA@a5 MB@b1 CB@c2 CA@c2 AF@a3"), "Fe1-c1-c2 Bb1-c2",
         "Fe1-d2 Bb1-b2 Bc2-c1 Fa3-b2-d2"),
    # it costs as much as it takes
    Case("walks-into-sinking", read("-,-,-,-,-/-,S5,A1:MD+CF,-,M5/M0:CB,-,-,S0,-/A2,-,-,C2,C3/"
                                    "-,-,S1:SF,-,- suits=SMC return=0 limit=20 phase=move round=5 "
                                    "torch=C turn=C coins=000 scores=6,0,0 rolls=342"),
         "Fc4-d3 Fc1-d2-d3",
         "Fc4-b4-d2 Fc1-d2"),
    Case("left-in-danger", put(DANGER, turn="S", torch="M", done=3), "Aa5-b5", "Fc2-d2"),
    # it needs the move of another player first
    Case("left-in-danger", read("S2:AA,S3:CE,C1:SF+MC,M2:SA,M3:MB/S4,S5:AF,A1:CD,M4:SC,M5:CB/"
                                "M0:AC,C0:CC,-,S0:MF,A0:MA/A2:AD,A3:CA,M1:ME,C2:CF,C3:SE/"
                                "A4:AE,A5:AB,S1:MD,C4:SB,C5:SD suits=SMCA return=0 limit=20 "
                                "phase=move round=1 torch=M turn=C done=1 coins=3333 "
                                "scores=0,0,0,0 rolls=12xx"),
         "Ab2-d4-c5 Fb4-b3 Ad5-c4-b3",
         "Ab2-b4-c5 Fb4-b2-b3"),
    # as cheap after the better move, though less is lost
    Case("left-in-danger", put("SF@c2 SB@c2 SA@a5 MD@c1 CF@d3 CA@d3 AA@d1", turn="S",
                               torch="A", done=1), "Aa5-b5 Dc1-c2", "Bc2-d3 Dc1-c2"),
    # Moons moves after Suns in the next round; Suns is not the last; it costs as much as it takes
    Case("danger-next-round", put(DANGER, turn="S", torch="M", done=3), "Aa5-b5", "Fc2-d2"),
    Case("danger-next-round", put(LAST, **LATE), "Aa5-b5 Fe5-e4", "Fc2-d2 Fe5-e4"),
    Case("danger-next-round", put(LAST.replace("CB@c1", "CB@c2 CE@c1").replace("MA@c2", "MA@e4"),
                                  turn="S", torch="M", done=3), "Aa5-b5", "Fc2-d2"),
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
    replayed = ReplayedCase(case.mistake())
    assert replayed.complete
    assert len(replayed.played.steps) == len(case.played.split()), "the line is not legal"
    assert len(replayed.better.steps) == len(case.better.split()), "the line is not legal"
    assert case.kind not in case.kinds()


def test_every_kind_has_both() -> None:
    assert isinstance(GAME, ExplainsMistakes)
    assert {case.kind for case in CASES} == set(GAME.reason_kinds)
    assert {case.kind for case in NEAR} == set(GAME.reason_kinds)
    assert len(set(GAME.reason_kinds)) == len(GAME.reason_kinds) >= 10


@pytest.mark.parametrize("case", CASES, ids=_id)
def test_the_lines_of_the_cases_are_legal(case: Case) -> None:
    replayed = ReplayedCase(case.mistake())
    assert len(replayed.played.steps) == len(case.played.split())
    assert len(replayed.better.steps) == len(case.better.split())


def test_what_came_true_is_mentioned() -> None:
    position = ballot("SE@c4 MF@c5 CC@d4 AD@a5", "suit", number=1, coins="0000")
    followed = "vote:A vote:A vote:C burn:a1"
    case = Case("own-tile", position, "vote:A", "vote:C", followed=followed)
    assert "And so it came: Arms 1 went down with your E on it." in str(case.found()[0].text)
    other = replace(case, followed="vote:C vote:C vote:C burn:a1")
    assert "And so it came" not in str(other.found()[0].text)


def test_moves_that_come_to_the_same_have_no_reasons() -> None:
    """A jump and two steps: with all these lines the move is not the cause."""
    position = put("SE@c4 SA@e1 MC@c5 MA@a1 CF@e5 CA@d1 AD@b1")
    assert Case("", position, LOST_BY_SINKING, "Ec4-b4-c5 Aa1-b1 Fe5-e4 Db1-b2").found() == ()
    later = "Bb1-b2 Ee4-d4 Fe1-d1 Ea3-a1"
    assert Case("", put(END), later, "Bb1-a2-b2 Ee4-d4").found() == ()


# -- secrecy ------------------------------------------------------------------------------------


@pytest.mark.parametrize("votes", ["-444", "-555", "-012", "-???"])
def test_no_reason_rests_on_votes_the_mover_could_not_know(votes: str) -> None:
    open_ballot = ballot(BALLOT)
    cast = ballot(BALLOT, votes=votes)
    lines = "vote:1 vote:5 vote:4 vote:1", "vote:5 vote:5 vote:4 vote:4"
    one, other = Case("", open_ballot, *lines), Case("", cast, *lines)
    assert one.found() == other.found() != ()


def test_a_line_that_counts_on_secret_votes_is_cut_short() -> None:
    """The others have voted, so a line that begins with coins is not the mover's."""
    cast = ballot(BALLOT, votes="-555", coins="0000")
    case = Case("", cast, "vote:4 vote:M vote:M", "vote:5 vote:M vote:M")
    replayed = ReplayedCase(case.mistake())
    assert len(replayed.played.steps) == 1
    assert replayed.before.votes == (None, None, None, None)


def test_lines_that_cannot_be_played_give_no_reason() -> None:
    assert Case("", ballot(BALLOT), "vote:9", "vote:5").found() == ()
    assert Case("", ballot(BALLOT), "vote:5", "").found() == ()


# -- mistakes of real games -----------------------------------------------------------------------


def real() -> list[Mistake]:
    """Mistakes of games between weak players, found by much longer searches."""
    found = []
    for line in MISTAKES.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        lines: dict[str, Any] = {
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
    found = [{each.kind for each in GAME.reasons(m)} for m in mistakes]  # type: ignore[attr-defined]
    assert isinstance(GAME, ExplainsMistakes)
    for kind in GAME.reason_kinds:
        assert sum(kind in kinds for kinds in found) <= len(mistakes) / 2


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
