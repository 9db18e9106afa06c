"""A mistake for each kind of reason, and a close one that it does not fit.

The lines come from searches to a depth at which they are settled or nearly so; they are stored
here, so that the tests need no search.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Example:
    """A mistake that shows a kind of reason.

    In the same position the kind must not appear when `harmless` is played instead, or when `worse`
    is the only better move.
    """

    kind: str
    position: str
    played: str
    better: str
    sentence: str
    harmless: str = ""
    worse: str = ""


EXAMPLES = (
    Example(
        kind="misses-isolation",
        position="1ooo/ooo1oo/ooo1oo1o/oo4oo/1o1boooo/o2oosoo/oooo1o/ooo1 s -",
        played="f3-d5 d4xd5",
        better="f3-f1",
        sentence="f3-f1 would have isolated the seal on f1 and won on the spot.",
        worse="f3-f2 d4-d6 f2-f1",
    ),
    Example(
        kind="walks-into-capture",
        position="1ooo/ooo1oo/ooo1oo1o/oo4oo/1o1boooo/o2oosoo/oooo1o/ooo1 s -",
        played="f3-d5 d4xd5",
        better="f3-f1",
        sentence="On d5 the seal stands right beside the bear on d4, which catches it: d4xd5.",
        harmless="f3-f2 d4-d6 f2-f1",
    ),
    Example(
        kind="leaves-seal-attacked",
        position="3o/os1o1o/3b4/8/4s3/2oo1o2/oo1o1o/1b2 s -",
        played="e4-e6 d6xc7",
        better="c7-c8 d1-b3",
        sentence=(
            "The seal on c7 was under attack from the bear on d6 and was left there: d6xc7 "
            "catches it."
        ),
        harmless="c7-c5 d6xc5",
    ),
    Example(
        kind="allows-double-attack",
        position="4/oo3o/1o1s1boo/o1o2o2/1o4oo/2s3o1/o1o1bo/ooo1 s -",
        played="c3-e5 f6-e6",
        better="c3-b3 f2-d4 b3-a4 d4-f4 a4-a3",
        sentence=(
            "After f6-e6 bears stand beside both seals, on d6 and e5, and only one of them can run."
        ),
        harmless="c3-e3 f2-f3",
    ),
    Example(
        kind="no-way-out",
        position="oo1o/oobooo/oooooo2/2ooo2o/1oo1oo1o/oso1o2o/ooo1o1/oooo s -",
        played="b3-a4 d7-b5 a4-a5 b5xa5",
        better="b3-d3 d7-f5 d3-d4",
        sentence=(
            "After d7-b5 the bear on b5 attacks the seal on a4, and every space it could go to is "
            "next to a bear."
        ),
        harmless="b3-b5 d7-f5 b5-a4 f5-d3 a4-a5",
    ),
    Example(
        kind="no-safe-move",
        position="4/o3oo/2o1boo1/3os3/2o1oo2/1s2oo2/ooob1o/4 s -",
        played="b3-a3 e6-d6 a3-c3 d6-d4 e5-g3 d4xc3 g3-g4 e2-d3 g4-f5",
        better="e5-g5 e6-e7 b3-b4 e7-c5 b4-c3 c5-b6 g5-h4 e2-e1 h4-h3 b6-a5",
        sentence=(
            "After b3-a3 e6-d6 a3-c3 d6-d4 the seals have to move, and whatever they do, a bear "
            "can catch one of them."
        ),
        harmless="b3-a3 e6-d6 a3-c3 d6-c5",
    ),
    Example(
        kind="loses-seal",
        position="s3/o4b/8/4b3/4o3/5o2/os3o/4 s -",
        played="c2-a4 g7-e7 a4-c4 e7-d7 c8-e8 d7xe8 c4-d3 e5-f5",
        better="c2-e2",
        sentence=(
            "It costs a seal before long: after c2-a4 g7-e7 a4-c4 e7-d7 c8-e8 d7xe8 the bear from "
            "d7 has caught it on e8."
        ),
        harmless="c2-c1 e5-e3",
    ),
    Example(
        kind="loses-seal-sooner",
        position="os2/o4b/7o/6oo/6ob/4so2/oooo1o/4 s -",
        played="d8-d7 g7-e7 e3-c5 e7xd7 c5-d6 h4-f4 d6-d5",
        better="e3-f2 g7-e7 d8-b6 h4-g3 f2-d4 e7-c5 d4-e4 c5xb6",
        sentence=(
            "A seal is caught sooner than need be: d8-d7 g7-e7 e3-c5 e7xd7 gets the one on d7; "
            "otherwise it takes e3-f2 g7-e7 d8-b6 h4-g3 … c5xb6."
        ),
        harmless="d8-c7 g7-f7",
    ),
    Example(
        kind="loses-last-seal",
        position="1ooo/ooo1oo/ooo1oo1o/oo4oo/1o1boooo/o2oosoo/oooo1o/ooo1 s -",
        played="f3-d5 d4xd5",
        better="f3-f1",
        sentence="The bears get the last seal, on d5: f3-d5 d4xd5.",
        harmless="f3-f2 d4-d6 f2-f1",
    ),
    Example(
        kind="misses-sacrifice",
        position="oooo/o1oooo/o1osbo2/osoo1oob/o3ooo1/o4o2/o4o/4 s -",
        played="d6-b6 h5-h3",
        better="d6-e5 e6xe5 b5-b6 h5-h4 b6-d4 h4-f2 d4-e5 f2-d2 e5-c7",
        sentence=(
            "Giving up the seal on e5 was the way: d6-e5 e6xe5 b5-b6 h5-h4 … e5-c7 costs the "
            "bears a bear, and the other one cannot get the seal on c7 any more."
        ),
        harmless="b5-b4 h5-h4 d6-e5 e6xe5 b4-c3 h4-f2 c3-e5 f2-e3 e5-c7 e3-e1 c7-b6",
    ),
    Example(
        kind="misses-refuge",
        position="o1oo/ooo1oo/oo1o1o1o/ooosoooo/o1oboooo/oooooso1/1o2ob/3o s -",
        played="f3-h3 d4xd5 pass g2xh3",
        better="d5-e6 g2-h3 e6-c6",
        sentence=(
            "d5-e6 would have put the seal on e6 on ice that no bear can ever reach; then the "
            "seals cannot lose."
        ),
        harmless="d5-c6 g2-h3 c6-e6 d4-b2 e6-g6",
    ),
    Example(
        kind="misses-outnumbering",
        position="s2b/oo2oo/oooo1oo1/o1sooooo/ooooooo1/1ooooooo/o1o1oo/1bo1 s -",
        played="c5-a3 f8-e7 a3-c1 d1xc1 c8-e6 e7xe6",
        better="c5-b5 f8-d8 c8-e6",
        sentence=(
            "c5-b5 would have left both seals on one part of the ice with only the bear on f8. A "
            "catch costs the bear too, so one seal is safe for good."
        ),
        harmless="c5-e7 f8-d8 e7-d7 d1-c2 d7-b5",
    ),
    Example(
        kind="isolation-ahead",
        position="2o1/os1ooo/soooo1b1/2o1o2o/1o1ooooo/1oo2o1b/o4o/4 s -",
        played="c7-a5 g6-f6",
        better="c7-d8 h3-f1 a6-c8 f1-d3 d8-d7 d3-b5 d7-d5",
        sentence=(
            "The seals could have worked towards isolation: after c7-d8 h3-f1 a6-c8 f1-d3 … d7-d5 "
            "the seal on c8 is isolated."
        ),
        harmless="a6-a4 h3-f1 c7-d7 f1-d1 d7-d8 d1-d3 d8-c8",
    ),
    Example(
        kind="invites-attack",
        position="4/o4o/1o4o1/1o4o1/oos3b1/8/s4o/3b s -",
        played="c4-d3 f1-e2",
        better="c4-e6 f1-d3 e6-d6 d3-c3 b2-a3 c3-e5 d6-e7 e5-c7",
        sentence="f1-e2 brings a bear right beside the seal on d3, which has to run at once.",
        harmless="c4-c3 f1-f2",
    ),
    Example(
        kind="steps-into-range",
        position="1b2/ooso1o/5o2/8/2so4/2oo4/o3bo/4 s -",
        played="d7-b5 d8-b6 b5-b3 b6-d6 c4-e4 d6-e6 e4-g6 f2-f3 g6-h6",
        better="d7-d6 d8-b6 d6-f4 b6-b5 c4-c2 f2-d2 c2-b3 d2-d1",
        sentence=(
            "d8-b6 brings a bear right beside the seal on b5. After d7-d6 no bear could have come "
            "that close."
        ),
        harmless="d7-c6 d8-d6 c6-e4 d6-b4 c4-e6 f2-f3 e4-c2 b4-a4",
    ),
    Example(
        kind="bears-close-in",
        position="1b2/o2o1o/2o2o2/3s4/1booo3/1ooooo2/o2o1o/2s1 s -",
        played="e1-g3 d8-d6 d5-f7 d6-e5 g3-g5 e5-f5 g5-h4 b4-a4 h4-h3",
        better="e1-d2 b4-d6",
        sentence=(
            "After e1-g3 d8-d6 the bears are only 2 moves away from standing beside both seals; "
            "after e1-d2 b4-d6 it would be 4."
        ),
        harmless="d5-b5 b4xb5 e1-g3 d8-d6 g3-f4 d6-e6 f4-g4 e6-f5 g4-h3",
    ),
    Example(
        kind="few-flights",
        position="4/s4b/8/8/8/8/s4b/4 s -",
        played="b2-c1 g2-e2",
        better="b7-c6 g2-e2 b2-c2 g7-e5 c2-c3 e2-e4",
        sentence=(
            "After b2-c1 g2-e2 the seal on c1 has few safe spaces left to go to: a3, c2, c3. "
            "After b7-c6 g2-e2 each seal has at least 7."
        ),
        harmless="b2-d2 g2-f2",
    ),
    Example(
        kind="bears-first",
        position="4/s4b/8/8/8/s7/o2boo/4 s -",
        played="b7-c6 g7-e7",
        better="b7-d5 g7-f6 d5-d6 e2-e4 a3-b3 f6-e7 b3-d3 e7xd6",
        sentence=(
            "After b7-c6 g7-e7 the bears are first to 19 spaces of open ice, among them d3, e5, "
            "f3; after b7-d5 g7-f6 it would have been 15."
        ),
        harmless="a3-c3 g7-f6",
    ),
    Example(
        kind="isolates-seal",
        position="oooo/oo2bo/oo1o1ooo/ooo3oo/3oo1oo/o1oosooo/oooboo/ooos b -",
        played="e2-c4",
        better="f7-f5 e3-e5 f5xe5 pass e2xf1",
        sentence=(
            "e2-c4 breaks e2, the last ice around the seal on f1: it is isolated, and the seals "
            "win."
        ),
        harmless="f7-e6 e3-f4 e2xf1 f4-e5 e6xe5",
    ),
    Example(
        kind="allows-isolation",
        position="oo1o/ooo1oo/1ooo2o1/o1o1booo/o1o1oo1o/ooooooso/oooooo/oooo b -",
        played="e5-e7 g3-g4",
        better="e5-d4 g3-g4 d4-d5 g4-e6 d5xe6",
        sentence="It lets the seals finish at once: g3-g4 isolates the seal on g4.",
        harmless="e5-e6 g3-g4 e6-e8",
    ),
    Example(
        kind="misses-capture",
        position="3o/oooooo/oooo1oo1/o2o3o/1ooso1oo/o1oobooo/1o1o1o/3o b -",
        played="e3-c1 d4-f4 c1-e1 f4-h6",
        better="e3xd4",
        sentence="The seal on d4 stood right beside the bear on e3: e3xd4 would have caught it.",
        worse="e3-d2 d4-f4 d2-d1 f4-h6",
    ),
    Example(
        kind="bad-trade",
        position="bo2/oosooo/ooooooo1/1oooso1o/1ooooooo/1ooooooo/o4o/3b b -",
        played="c8xd7 e5-g5 f1-d1 g5-h6 d1-c1 h6-f8 c1-c2 f8-e8 c2-e2 e8-d7",
        better=(
            "f1-e2 d7-e8 e2-e1 e5-g5 e1-d1 g5-h6 d1-c2 h6-f8 c2-a4 pass a4-a5 pass a5-a3 pass "
            "a3-c1 pass c1-d2 pass d2-f2 pass"
        ),
        sentence=(
            "The catch c8xd7 costs this bear too, and the bear left on f1 can never reach the "
            "seal on e5."
        ),
        harmless=(
            "f1-d1 d7-e8 d1-c2 e8-f8 c2-a4 e5-g5 a4-a5 g5-h6 a5-a3 pass a3-c1 pass c1-d2 pass "
            "d2-e2 pass e2-f2 pass"
        ),
    ),
    Example(
        kind="trade-too-soon",
        position="oooo/osoooo/oob1ooo1/o2oo1oo/ooooooo1/o1oosooo/oob1oo/oooo b -",
        played="c6xc7 e3-c5 d2-e2 c5-b5 pass b5-b3",
        better="d2xe3 c7-d6 c6xd6",
        sentence=(
            "The catch c6xc7 costs this bear too, and the bear left on d2 does not get the seal "
            "on e3 alone: c6xc7 e3-c5."
        ),
        harmless="c6-c5 e3-e2 d2xe2 c7-d6 c5xd6",
    ),
    Example(
        kind="parts-ice",
        position="oo1o/ooo1oo/1ooo2o1/o1o1booo/o1o1oo1o/ooooooso/oooooo/oooo b -",
        played="e5-e7 g3-g4",
        better="e5-d4 g3-g4 d4-d5 g4-e6 d5xe6",
        sentence="e5-e7 breaks e5, e6, and now no bear can ever reach the seal on g3.",
        harmless="e5-e6 g3-g4 e6-e8",
    ),
    Example(
        kind="strands-bear",
        position="ooso/ooo1bo/oooooboo/o1o1ooso/oooooo2/oooooooo/oo1oo1/oo1o b -",
        played="f7-d5 g5-g4 f6-h4 g4-g2",
        better="f6xg5 e8-e7 f7xe7",
        sentence=(
            "After f7-d5 the bear on d5 can never reach a seal again. A catch costs a bear, so "
            "the bear on f6 alone gets only one of the two."
        ),
        harmless="f6-e7 g5-g4 f7-d5 g4-g2",
    ),
    Example(
        kind="breaks-ice-around-seal",
        position="1s2/o2o1o/1oooooob/2o3o1/1o1o4/b1s1oo2/ooo2o/oo2 b -",
        played="h6-f4 d8-e8 a3-a5 e8-f7 f4-h4 f7-f8",
        better="a3-a5 d8-c8",
        sentence=(
            "It breaks h6, ice that has to go before a seal on f8 is isolated: h6-f4 d8-e8 a3-a5 "
            "e8-f7 f4-h4 f7-f8."
        ),
        harmless="h6-f8 d8-d7 f8-f7 c3-d3 a3-b3 d3-f5 b3-b5 f5-h5 f7-e8 d7-c8",
    ),
    Example(
        kind="lets-seal-escape",
        position="4/oo3o/1o1o2o1/1ooo2o1/1soooo2/5ob1/o4o/4 b -",
        played="g3-e1 b4-a5 e1-c1 a5-a4 c1-e3 a4-c6 e3-c3 c6-c8 c3-a3 c8-a6",
        better="g3-e3",
        sentence=(
            "It lets a seal get away: after g3-e1 b4-a5 e1-c1 a5-a4 … c3-a3 no bear can ever "
            "reach the one on c8."
        ),
        harmless="g3-g4 b4-c3 g4-h3 c3-d3 h3-f5 d3-e3 f5-e6 e3-e2 e6-d7 e2-f2 d7-c6",
    ),
    Example(
        kind="lets-seals-outnumber",
        position="2oo/oosooo/1oo3oo/1oo3o1/oo1o1o2/os2o1b1/oooo1o/2bo b -",
        played="g3-h4 b3-c3 h4-g4 c3-c4 g4-e6 c4-a6 e1-c1 a6-a5",
        better="e1-c3 d7-d8",
        sentence=(
            "After g3-h4 b3-c3 h4-g4 c3-c4 … e1-c1 both seals share their ice with only the bear "
            "on e6. A catch costs the bear too, so one seal is safe for good."
        ),
        harmless="g3-h3 b3-c3 e1-c1",
    ),
    Example(
        kind="runs-into-isolation",
        position="3o/oooooo/oooo1oo1/o2o3o/1ooso1oo/o1oobooo/1o1o1o/3o b -",
        played="e3-c1 d4-f4 c1-e1 f4-h6",
        better="e3xd4",
        sentence=(
            "The seals get their isolation: after e3-c1 d4-f4 c1-e1 f4-h6 the seal on h6 is "
            "isolated."
        ),
        harmless="e3-g5 d4-d2 g5-e5 d2-e1 e5-e6 e1-f2",
    ),
    Example(
        kind="allows-standstill",
        position="o1oo/oo1o2/1oooo3/o1oboooo/o2o3o/so2o1oo/oooooo/ooo1 b -",
        played="d5-f3 a3-b4 f3-d3 b4-b5 d3-c3 b5-a6 c3-c4 pass",
        better="d5-c4 a3-c3 c4xc3",
        sentence=(
            "The hunt comes to a standstill, which wins for the seals: after d5-f3 a3-b4 f3-d3 "
            "b4-b5 … pass nobody can move."
        ),
        harmless="d5-b5 a3-c3 b5-c4 c3-d3 c4xd3",
    ),
    Example(
        kind="misses-double-attack",
        position="oooo/oo2bo/oo1o1ooo/ooo3oo/3oo1oo/o1oosooo/oooboo/ooos b -",
        played="e2-c4",
        better="f7-f5 e3-e5 f5xe5 pass e2xf1",
        sentence="f7-f5 would have attacked both seals, on e3 and f1; only one of them can run.",
        harmless="f7-e6 e3-f4 e2xf1 f4-e5 e6xe5",
    ),
    Example(
        kind="misses-last-seal",
        position="o1s1/ooo2o/oo1o2o1/oooo1bo1/oooooo2/1ooo1oo1/oo2oo/ooo1 b -",
        played="f5-h3 e8-e6 h3-h5 e6-c6",
        better="f5-f7 e8-c6 f7-e7 c6-e6 e7xe6",
        sentence="The bears could have caught the last seal, on e6: f5-f7 e8-c6 f7-e7 c6-e6 e7xe6.",
        harmless="f5-f6 e8-f8 f6-f7 f8-h6 f7-h5 pass h5xh6",
    ),
    Example(
        kind="misses-hunt",
        position="4/o3oo/2o2o2/3s1b2/3oo3/2os4/o4o/3b b -",
        played="f1-e1 d3-c4",
        better="f1-e2 d3-c4 f5-e6 d5-e5 e6xe5 c4-b5 e2-f3 b5-b4",
        sentence=(
            "The bears could have gone after a seal: f1-e2 d3-c4 f5-e6 d5-e5 e6xe5 catches the "
            "one on e5."
        ),
        harmless="f1-f2 d5-c5 f2-e2 d3-c4 f5-e6 c5-e5 e6xe5 c4-b5",
    ),
    Example(
        kind="catches-later",
        position="4/o3oo/o1b3o1/1oooooso/oooooooo/1ooooooo/oooooo/oooo b -",
        played="c6-e8 g5-f6 e8-e7 f6-h6 e7-d6 h6-f8 d6-c7 f8-d8 c7xd8",
        better="c6-e6 g5-h6 e6-e7 h6-f6 e7xf6",
        sentence=(
            "The bears could have caught a seal sooner: c6-e6 g5-h6 e6-e7 h6-f6 e7xf6 gets the "
            "one on f6, while now it takes c6-e8 g5-f6 e8-e7 f6-h6 … c7xd8."
        ),
        harmless="c6-b6 g5-f6 b6-d8 f6-f8 d8-d6 f8-h6",
    ),
    Example(
        kind="unguards-exit",
        position="s3/o4o/5o2/4b3/8/s7/o4b/4 b -",
        played="e5-c7 c8-e6 c7-c5 a3-b3 c5-c3 b3-b5 g2-e4 e6-g4 e4-g6",
        better="g2-f3",
        sentence="The bear on e5 was guarding e6; when it leaves, the seal slips out: c8-e6.",
        harmless="e5-e3 a3-c1",
    ),
    Example(
        kind="misses-attack",
        position="4/os1boo/8/1s3b2/oo2o3/1o3o2/o4o/4 b -",
        played="e7-f8 c7-b6",
        better="e7-d6 c7-d8 d6-d4 b5-a5 d4-d3 d8-d7 d3-c4 d7-e8",
        sentence="e7-d6 would have attacked the seal on c7 at once and made it run: c7-d8.",
        harmless="e7-d7 c7-c5 f5-d3 c5-d4 d3xd4 b5-d5 d7-d6 d5-d4",
    ),
    Example(
        kind="misses-cornering",
        position="3s/ooo1oo/3oo2b/3o2bo/2soo1o1/3o1o2/oo1o1o/1ooo b -",
        played="h6-g6 f8-e7 g5-e5 e7-e8 e5-c3 c4-c5 g6-f6 e8-d8 f6-f4",
        better="g5-e7 f8-e8 e7-c5 c4-a6 c5-b6 a6-a5 h6-f4 a5-c3 b6-c6 c3-a3",
        sentence=(
            "g5-e7 would have attacked the seal on f8, and every space it could go to is next to "
            "a bear."
        ),
        worse="g5-e3 f8-d8",
    ),
    Example(
        kind="loses-touch",
        position="4/o4b/1o6/1s6/8/8/s4b/4 b -",
        played="g7-g5 b5-d5",
        better="g7-e5 b5-d7 e5-e6 d7-e8 g2-f2 e8-c8 f2-d2 b2-b4",
        sentence=(
            "After g7-g5 b5-d5 the nearest bear is 2 moves away from the seal on b2; after g7-e5 "
            "b5-d7 no seal is further away than 1."
        ),
        harmless="g2-e2 b5-d5 g7-e5 d5-f7 e2-c2 b2-b4 c2-c4",
    ),
    Example(
        kind="bears-far-apart",
        position="4/o4o/s5o1/3boob1/1oo2o2/o1s2o2/o4o/4 b -",
        played="g5-h5 a6-b6 d5-d3 c3-e1 d3-e2 e1-c1 e2-e4 b6-c6 e4-e6",
        better="g5-e3 a6-a5",
        sentence=(
            "It takes a bear for each seal. After g5-h5 a6-b6 the bears are 4 moves away from "
            "standing beside both; after g5-e3 a6-a5 it would be 2."
        ),
        harmless="d5-b3 c3-c5",
    ),
    Example(
        kind="seals-first",
        position="4/s4b/8/8/1s6/1o6/o4b/4 b -",
        played="g2-g3 b7-a6",
        better="g2-e4",
        sentence=(
            "After g2-g3 the seals are first to 27 spaces of open ice, among them c2, d3, e2; "
            "after g2-e4 it would have been 23."
        ),
        harmless="g2-e2 b4-d4 g7-e5 b7-c6 e5xd4 c6-e4 e2-e3",
    ),
    Example(
        kind="wins-fewer-points",
        position="o1oo/oo2oo/1oo3ob/soo5/oso5/o3o3/o1o1oo/b3 s -",
        played="b4-c3 h6-f4 a5-a6",
        better="a5-a6",
        sentence=(
            "If play goes on as expected, it still wins, but with 24 points; after a5-a6 it would "
            "be 27."
        ),
        worse="b4-d4 c1-c3 a5-a6",
    ),
    Example(
        kind="loses-more-points",
        position="1o2/oooooo/1o1oooob/sooo1oo1/oooos1o1/obooo1oo/o4o/4 b -",
        played="h6-f8 e4-f4 b3-d1 f4-e5",
        better="h6-f4 e4-c6 b3-d1 c6-a6 d1-f1 a6-c8",
        sentence=(
            "If play goes on as expected, it leaves the winner 13 points; after h6-f4 it would be "
            "only 10."
        ),
        worse="b3-c2 e4-f4 h6-h4 f4-e5",
    ),
    Example(
        kind="must-pass",
        position="oo1o/o1booo/1o1oooo1/ooooo1o1/1oso2o1/oooooo2/o1oooo/o3 b -",
        played="d7-e8 c4-c6 pass c6-c7",
        better="d7-c6 c4-e4 c6-a4 e4-f4 a4-c2 f4-h4 c2-d1 h4-h6",
        sentence="After d7-e8 c4-c6 nothing on e8 can move, and this side has to pass.",
        harmless="d7-f5 c4-c6 f5-e4 c6-c7",
    ),
    Example(
        kind="misses-starving",
        position="oooo/oo2bo/oo1o1ooo/ooo3oo/3oo1oo/o1oosooo/oooboo/ooos b -",
        played="e2-c4",
        better="f7-f5 e3-e5 f5xe5 pass e2xf1",
        sentence=(
            "The other side could have been left without a move: after f7-f5 e3-e5 f5xe5 nothing "
            "on f1 can move, and it has to pass."
        ),
        harmless="e2xf1 e3-e5 f7-e6 e5-f4 e6-f5 pass f5xf4",
    ),
    Example(
        kind="opens-jump",
        position="3o/oo1ooo/1o1ooooo/ob3oo1/soo5/ooo3oo/1ooo1o/4 b -",
        played="b5-d3 a4-c6 d3-d5 c6-c8 d5-f3 c8-a6",
        better="b5xa4",
        sentence="The hole this move leaves on b5 is something to jump over: a4-c6.",
        harmless="b5-c6 a4-a6 c6-d7 a6-c8 d7xc8",
    ),
    Example(
        kind="breaks-own-ice",
        position="4/o3oo/o5o1/1o5o/2oob1o1/1ss2o1b/o4o/4 s -",
        played="c3-c1 h3-f5 c1-e3 f5-f4 e3-c5 f4-d6 c5-b6 d6-c7 b6-a5",
        better="c3-c5 h3-g3 b3-c2 g3-f4 c2-e2 e4-c6 c5-e7 c6-c7",
        sentence="c3-c1 breaks c2, ice that was still needed: c3-c5 h3-g3 b3-c2.",
        harmless="b3-b4 e4-c2",
    ),
)
