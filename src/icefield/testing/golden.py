"""Golden playthroughs: whole games in `playthrough*.txt` beside a game's tests.

Every block is a position: its text, who decides, what is legal, what the seats see where that
differs, and the decision that was made; the last one holds the outcome. A change of the rules, of a
text or of an order shows up as a readable difference. With ICEFIELD_GOLDEN=write in the environment
the files are written anew: the recorded decisions are followed as long as they are legal, and
random ones after that.
"""

from __future__ import annotations

import difflib
import os
import random
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..core.game import CHANCE, Game, Outcome, Position
from .sample import Variant, decide

FILE = "playthrough.txt"
_PATTERN = "playthrough*.txt"
_HEADER = "# One whole game, checked word by word. ICEFIELD_GOLDEN=write writes it anew.\n"
_NOTHING = "-"


def check(game: Game, folder: Path, longest: int) -> list[Path]:
    """Replay every golden playthrough of that folder.

    Raises AssertionError when there is none or when one of them reads differently now.
    """
    write = os.environ.get("ICEFIELD_GOLDEN") == "write"
    paths = sorted(folder.glob(_PATTERN)) or ([folder / FILE] if write else [])
    assert paths, f"no golden playthrough: make {folder / FILE} with ICEFIELD_GOLDEN=write"
    for path in paths:
        if write:
            path.write_text(_written(game, path, longest), encoding="utf-8")
        compare(game, path)
    return paths


def compare(game: Game, path: Path) -> None:
    """Replay one file's decisions; an AssertionError shows the differences."""
    recorded = path.read_text(encoding="utf-8")
    variant, decisions = parse(game, recorded)
    now = tell(game, variant, decisions)
    if now != recorded:
        lines = difflib.unified_diff(
            recorded.splitlines(), now.splitlines(), "recorded", "now", lineterm="", n=4
        )
        shown = "\n".join(list(lines)[:60])
        raise AssertionError(f"{path} differs (ICEFIELD_GOLDEN=write rewrites it):\n{shown}")
    assert re.search(r"^  outcome ", now, re.MULTILINE), f"{path} stops before the end of the game"


def parse(game: Game, text: str) -> tuple[Variant, list[str]]:
    """The start of the recorded game and its decisions, as `move` or `seat:move`."""
    head = dict(re.findall(r"^(seats|options) (.*)$", text, re.MULTILINE))
    options: dict[str, object] = {}
    known = {option.name: option for option in game.options}
    for pair in head["options"].split():
        if pair != _NOTHING:
            name, _, value = pair.partition("=")
            options[name] = known[name].check(value)
    return Variant(int(head["seats"]), options), re.findall(r"^  plays (.*)$", text, re.MULTILINE)


def tell(game: Game, variant: Variant, decisions: Sequence[str]) -> str:
    """The whole file for these decisions, as far as they are legal."""
    options = " ".join(f"{name}={value}".lower() for name, value in sorted(variant.options.items()))
    text = (
        f"{_HEADER}game {game.key}\nversion {game.version}\nseats {variant.seats}\n"
        f"options {options or _NOTHING}\n"
    )
    position = variant.start(game)
    for number, decision in enumerate([*decisions, None]):
        text += f"\n{number}\n" + "".join(f"  {line}\n" for line in describe(position))
        if decision is None or position.turn is None:
            break
        seat, move = _split(position, decision)
        refusal = position.explain(move, seat)
        if refusal is not None:
            return text + f"  refuses {decision}: {refusal}\n"
        text += f"  plays {decision}\n"
        position = position.play(move, seat)
    return text


def describe(position: Position) -> Iterable[str]:
    """The lines of one block, without the decision."""
    yield f"position {position}"
    if position.outcome is not None:
        yield from _ending(position.outcome)
        return
    assert position.turn is not None
    yield f"turn {'chance' if position.turn == CHANCE else position.turn}"
    if position.active != position.turn:
        yield f"active {position.active}"
    if position.deciders != (position.turn,):
        yield f"deciders {_words(position.deciders)}"
    if position.turn == CHANCE:
        odds = position.odds()
        yield f"odds {_words(f'{m}={odds[m]}' for m in position.moves())}"
    for seat in position.deciders:
        who = f" {seat}" if len(position.deciders) > 1 else ""
        yield f"moves{who} {_words(position.moves(seat))}"
    for viewer in (*range(position.seats), None):
        view = str(position.view(viewer))
        if view != str(position):
            yield f"view {'spectator' if viewer is None else viewer} {view}"


def _ending(outcome: Outcome) -> Iterable[str]:
    yield f"outcome {outcome.rule} {outcome.reason}"
    yield f"winners {_words(outcome.winners)}"
    yield f"scores {_words(outcome.scores)}"
    yield f"payoffs {_words(outcome.payoffs)}"


def _words(things: Iterable[object]) -> str:
    return " ".join(str(thing) for thing in things) or _NOTHING


def _split(position: Position, decision: str) -> tuple[int, str]:
    """The seat and text of a decision.

    The seat is written only where several may decide.
    """
    if len(position.deciders) > 1:
        seat, _, move = decision.partition(":")
        return int(seat), move
    assert position.turn is not None
    return position.turn, decision


def _written(game: Game, path: Path, longest: int) -> str:
    """The file with its decisions as far as they are legal, then random ones."""
    variant, decisions = Variant(game.seats[0], {}), list[str]()
    if path.exists():
        variant, decisions = parse(game, path.read_text(encoding="utf-8"))
    rng, position, made = random.Random(game.key), variant.start(game), list[str]()
    while position.turn is not None:
        assert len(made) < longest, f"{path}: no end after {longest} decisions"
        if decisions:
            seat, move = _split(position, decisions.pop(0))
            if position.explain(move, seat) is not None:
                decisions.clear()
                continue
        else:
            seat, chosen = decide(position, rng)
            move = chosen.text
        made.append(f"{seat}:{move}" if len(position.deciders) > 1 else move)
        position = position.play(move, seat)
    return tell(game, variant, made)
