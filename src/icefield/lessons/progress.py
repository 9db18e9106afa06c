"""A learner's progress through a step: its start, and the effect of each move.

Nothing is stored here: the caller passes the moves that the learner has made in the step so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..core.errors import NotNow, Refusal
from ..core.game import CHANCE, Move, Position
from ..core.message import Message, message
from ..games import game
from .course import START, TRY, Course, Lesson, Made, Step, Try, Turn, matches_pattern


@dataclass(frozen=True, slots=True)
class Frame:
    """A position to show, with the move that led to it and the seat that made it."""

    position: Position
    move: Move | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """A step in progress: the frames to show, and how far the learner is."""

    step: Step
    seat: int
    frames: tuple[Frame, ...]
    made: int = 0
    """How many right moves the learner has made."""

    @property
    def turn(self) -> Turn | None:
        """The decision the learner has to make now; None when the step is done."""
        return self.step.turns[self.made] if self.made < len(self.step.turns) else None

    @property
    def position(self) -> Position:
        return self.frames[-1].position


@dataclass(frozen=True, slots=True)
class Answer:
    """The effect of a learner's move."""

    right: bool
    stage: Stage
    words: Message | None = None
    """What is said about a move that is legal and not asked for."""
    rule: str | None = None


def play_moves(position: Position, moves: Iterable[Made]) -> list[Frame]:
    """The frames of these moves; raises as `Position.play` does."""
    frames = []
    for made in moves:
        seat, move = position.legal(made.text, made.seat)
        position = position.play(move, made.seat)
        frames.append(Frame(position, move, seat))
    return frames


def _base_position(course: Course, lesson: Lesson, step: Step) -> Position:
    """The position of a step's text, or the end of the step before it."""
    if step.position is None:
        before = lesson.steps[lesson.steps.index(step) - 1]
        return demonstrate_step(course, lesson, before)[-1].position
    found = game(course.game)
    if step.position == START:
        return found.start(step.seats, **step.options)
    seats = {} if step.seats is None else {"seats": step.seats}
    return found.read(step.position, **seats, **step.options)


def begin_step(course: Course, lesson: Lesson, step: Step) -> Stage:
    """The step before the learner's first move."""
    position = _base_position(course, lesson, step)
    for frame in play_moves(position, step.moves):
        position = frame.position
    frames = (Frame(position), *play_moves(position, step.watch))
    now = frames[-1].position
    return Stage(step, _learner_seat(step, now), frames)


def _learner_seat(step: Step, position: Position) -> int:
    if step.seat is not None:
        return step.seat
    return 0 if position.turn in (None, CHANCE) else int(position.turn or 0)


def demonstrate_step(course: Course, lesson: Lesson, step: Step) -> list[Frame]:
    """The step as "Show me" plays it, from its beginning to its end."""
    stage = begin_step(course, lesson, step)
    frames = list(stage.frames)
    while stage.turn is not None:
        stage = judge_move(stage, _first_accepted(stage)).stage
        frames += stage.frames
    return frames


def _first_accepted(stage: Stage) -> str:
    """The move that "Show me" plays."""
    assert stage.turn is not None
    moves, accept = stage.position.moves(stage.seat), stage.turn.accept
    found = (
        move.text for pattern in accept for move in moves if matches_pattern(pattern, move.text)
    )
    return next(found, accept[0])


def replay_step(course: Course, lesson: Lesson, step: Step, made: Sequence[str]) -> Stage:
    """The step after moves of the learner, all of which must have been accepted.

    Raises as `play` does, or NotNow where the step does not ask for so many or for such moves.
    """
    stage = begin_step(course, lesson, step)
    for text in made:
        answer = judge_move(stage, text)
        if not answer.right:
            raise NotNow(message("learn.problem.other-way"), detail="other-way")
        stage = answer.stage
    return stage


def judge_move(stage: Stage, text: str) -> Answer:
    """The effect of a move of the learner; raises as `play` does."""
    turn = stage.turn
    if turn is None:
        raise NotNow(message("learn.problem.nothing-to-play"), detail="nothing-to-play")
    frames = play_moves(stage.position, [Made(text, stage.seat)])
    move = frames[0].move
    assert move is not None
    if not turn.accepts(move.text):
        after = replace(stage, frames=tuple(frames))
        for wrong in stage.step.wrong:
            if matches_pattern(wrong.move, move.text):
                return Answer(False, after, wrong.words, wrong.rule)
        return Answer(False, after)
    frames += play_moves(frames[0].position, turn.reply)
    return Answer(True, replace(stage, frames=tuple(frames), made=stage.made + 1))


def next_hint(stage: Stage) -> str | Try:
    """The next step of "Show me": a move to play, or an action to try."""
    if stage.step.task == TRY:
        return stage.step.tries[0]
    if stage.turn is None:
        raise NotNow(message("learn.problem.nothing-to-play"), detail="nothing-to-play")
    return _first_accepted(stage)


def find_refusal(position: Position, each: Try, seat: int) -> Refusal | None:
    """The refusal that a try meets; None where it is allowed."""
    if each.move is not None:
        return position.explain(each.move, seat)
    return position.explain_touches(each.touches, seat)


def is_wanted_refusal(stage: Stage, refused: Refusal) -> bool:
    """Whether a refusal is the one that a step asks the learner to provoke."""
    if stage.step.task != TRY:
        return False
    found = (find_refusal(stage.position, each, stage.seat) for each in stage.step.tries)
    return any(each is not None and each.code == refused.code for each in found)
