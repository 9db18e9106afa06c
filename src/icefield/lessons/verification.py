"""Verification of a course: positions, moves, refusals and translations.

Positions can be read, moves are legal, tries are refused with the rule they name, and every text
exists in every language.

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
from .course import PLAY, BadCourse, Course, Lesson, Step, course, matches_pattern
from .progress import Stage

_MAX_WAYS: Final = 4000
"""How many sequences of accepted moves through one step are played."""


def find_faults(found: Course) -> list[str]:
    """All errors of a course, as sentences."""
    return [*_faults_of_steps(found), *_faults_of_words(found)]


def _faults_of_steps(found: Course) -> Iterator[str]:
    known = {rule.number for rule in game(found.game).rules}
    for lesson in found.lessons:
        for step in lesson.steps:
            where = f"{lesson.id}.{step.id}"
            named = {*step.rules, *(each.rule for each in step.tries)}
            named |= {each.rule for each in step.wrong if each.rule is not None}
            yield from (f"{where}: there is no rule {rule}" for rule in sorted(named - known))
            try:
                yield from (f"{where}: {fault}" for fault in _faults_of_step(found, lesson, step))
            except IcefieldError as error:
                yield f"{where}: {error}"


def _faults_of_step(found: Course, lesson: Lesson, step: Step) -> Iterator[str]:
    stage = progress.begin_step(found, lesson, step)
    if not 0 <= stage.seat < stage.position.seats:
        yield f"there is no seat {stage.seat}"
        return
    scene = stage.position.view(stage.seat).scene(stage.seat)
    yield from (f"{id_} is not on the board" for id_ in step.point if id_ not in scene.touchable())
    yield from _faults_of_tries(stage)
    if step.task == PLAY:
        yield from _faults_of_ways(stage)


def _faults_of_tries(stage: Stage) -> Iterator[str]:
    for each in stage.step.tries:
        tried = each.move or " ".join(each.touches)
        refused = progress.find_refusal(stage.position, each, stage.seat)
        if refused is None:
            yield f"{tried} is not refused"
        elif refused.rule != each.rule:
            yield f"{tried} is refused with {refused.rule}, not with {each.rule} ({refused})"


def _faults_of_ways(start: Stage) -> Iterator[str]:
    """The errors met while playing every sequence of accepted moves."""
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
        if not any(matches_pattern(turn.accept[0], text) for text in texts):
            yield f"{turn.accept[0]} is not legal at {stage.position}"
            continue
        for text in texts:
            used |= {pattern for pattern in turn.accept if matches_pattern(pattern, text)}
            if not turn.accepts(text):
                fitting = (each.id for each in stage.step.wrong if matches_pattern(each.move, text))
                meant |= {next(fitting, "")}
                continue
            followed += 1
            if followed > _MAX_WAYS:
                yield "there are too many ways through it"
                return
            ahead.append(progress.judge_move(stage, text).stage)
    for turn in start.step.turns:
        yield from (f"{each} is nowhere legal" for each in turn.accept if each not in used)
    for wrong in start.step.wrong:
        if wrong.id not in meant:
            yield f"{wrong.move} ({wrong.id}) is nowhere a legal move that is not accepted"


def _faults_of_words(found: Course) -> Iterator[str]:
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
    """Print the errors in the courses of these games, or of all; the exit status."""
    count = 0
    for key in arguments or keys():
        try:
            found = course(key)
            told = ["there is no course"] if found is None else find_faults(found)
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
