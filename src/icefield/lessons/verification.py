"""Proving a course: every position can be read, every move is legal, every try is refused with the
rule it names, and everything is said in every language.

    python -m icefield.lessons.verification [KEY …]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Final

from ..core.errors import IcefieldError
from ..core.game import CHANCE
from ..core.message import ENGLISH
from ..games import LESSONS, data, game, keys
from ..locale.catalogue import find, read
from . import progress
from .course import PLAY, BadCourse, Course, Lesson, Step, course, fits
from .progress import Stage

_WIDEST: Final = 4000
"""How many ways through one step are followed."""


def faults(found: Course) -> list[str]:
    """What is wrong with a course: nothing, if all is well."""
    return [*_steps(found), *_words(found)]


def _steps(found: Course) -> Iterator[str]:
    known = {rule.number for rule in game(found.game).rules}
    for lesson in found.lessons:
        for step in lesson.steps:
            where = f"{lesson.id}.{step.id}"
            named = {*step.rules, *(each.rule for each in step.tries)}
            named |= {each.rule for each in step.wrong if each.rule is not None}
            yield from (f"{where}: there is no rule {rule}" for rule in sorted(named - known))
            try:
                yield from (f"{where}: {fault}" for fault in _step(found, lesson, step))
            except IcefieldError as error:
                yield f"{where}: {error}"


def _step(found: Course, lesson: Lesson, step: Step) -> Iterator[str]:
    stage = progress.begin(found, lesson, step)
    if not 0 <= stage.seat < stage.position.seats:
        yield f"there is no seat {stage.seat}"
        return
    scene = stage.position.view(stage.seat).scene(stage.seat)
    yield from (f"{id_} is not on the board" for id_ in step.point if id_ not in scene.touchable())
    yield from _tries(stage)
    if step.task == PLAY:
        yield from _ways(stage)


def _tries(stage: Stage) -> Iterator[str]:
    for each in stage.step.tries:
        tried = each.move or " ".join(each.touches)
        refused = progress.refusal(stage.position, each, stage.seat)
        if refused is None:
            yield f"{tried} is not refused"
        elif refused.rule != each.rule:
            yield f"{tried} is refused with {refused.rule}, not with {each.rule} ({refused})"


def _ways(start: Stage) -> Iterator[str]:
    """Every way through the step, along everything that is accepted."""
    ahead = [start]
    used: set[str] = set()
    meant: set[str] = set()
    followed = 0
    while ahead:
        stage = ahead.pop()
        turn = stage.turn
        if turn is None:
            continue
        if stage.position.turn == CHANCE or stage.seat not in stage.position.deciders:
            yield f"it is not seat {stage.seat}'s decision at {stage.position}"
            continue
        texts = [move.text for move in stage.position.moves(stage.seat)]
        if not any(fits(turn.accept[0], text) for text in texts):
            yield f"{turn.accept[0]} is not legal at {stage.position}"
            continue
        for text in texts:
            used |= {pattern for pattern in turn.accept if fits(pattern, text)}
            if not turn.accepts(text):
                fitting = (each.id for each in stage.step.wrong if fits(each.move, text))
                meant |= {next(fitting, "")}
                continue
            followed += 1
            if followed > _WIDEST:
                yield "there are too many ways through it"
                return
            ahead.append(progress.judge(stage, text).stage)
    for turn in start.step.turns:
        yield from (f"{each} is nowhere legal" for each in turn.accept if each not in used)
    for wrong in start.step.wrong:
        if wrong.id not in meant:
            yield f"{wrong.move} ({wrong.id}) is nowhere a legal move that is not accepted"


def _words(found: Course) -> Iterator[str]:
    domain = f"{LESSONS}{found.game}"
    wanted = {each.id for each in found.messages()}
    folder = data(found.game, "locale")
    folders = [] if folder is None else [each for each in folder.iterdir() if each.is_dir()]
    for language in sorted({ENGLISH, *(each.name for each in folders)}):
        file = None if folder is None else find(folder, domain, language)
        if file is None:
            yield f"{language}: {domain}.po is missing"
            continue
        told = {id_ for id_ in read(file)._catalog if id_}  # type: ignore[attr-defined]
        yield from (f"{language}: {id_} is missing" for id_ in sorted(wanted - told))
        yield from (f"{language}: {id_} is never said" for id_ in sorted(told - wanted))


def main(arguments: Sequence[str]) -> int:
    """Tell what is wrong with the courses of these games, or of all."""
    count = 0
    for key in arguments or keys():
        try:
            found = course(key)
            told = ["there is no course"] if found is None else faults(found)
        except (BadCourse, IcefieldError) as error:
            told = [str(error)]
        for fault in told:
            print(f"{key}: {fault}")
        count += len(told)
    if not count:
        print("all is well")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
