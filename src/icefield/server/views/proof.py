"""The walk through the proof of a solved game: board, proof, and links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from ...core.game import Game, Position
from ...core.message import Message, message
from ...search.proof.lookup import Proof
from .analysis import build_line_moves, build_position
from .board import build_move, name_move
from .models import analysis as models


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the tree, as its URL names it: a start and the moves from there.

    The start is the text of a position, or empty for the start of the game. With `wait` the
    winner's answers are shown one by one. `played` are the moves of a game that is compared with
    the proof.
    """

    game: Game
    begin: str
    moves: tuple[str, ...] = ()
    wait: bool = False
    played: tuple[str, ...] = ()

    @property
    def common(self) -> int:
        """How many moves from the start are those of the game that is compared."""
        same = (a == b for a, b in zip(self.moves, self.played, strict=False))
        return next((i for i, equal in enumerate(same) if not equal), self._shorter)

    @property
    def _shorter(self) -> int:
        return min(len(self.moves), len(self.played))

    @property
    def in_game(self) -> bool:
        """Whether this is a place of the game that is compared."""
        return bool(self.played) and self.common == len(self.moves)

    @property
    def path(self) -> str:
        return f"/solved/{self.game.key}{self._query()}"

    def _query(self, **more: str) -> str:
        fields = {
            "from": self.begin,
            "line": ",".join(self.moves),
            "wait": "1" if self.wait else "",
            "game": ",".join(self.played),
            **more,
        }
        query = "&".join(
            f"{name}={quote(text, safe='/,')}" for name, text in fields.items() if text
        )
        return f"?{query}" if query else ""

    def after(self, move: str) -> Place:
        """The place one move further."""
        return replace(self, moves=(*self.moves, move))

    def up_to(self, count: int) -> Place:
        """The place after only so many of the moves."""
        return replace(self, moves=self.moves[:count])

    def up_to_played(self, count: int) -> Place:
        """The place after so many moves of the game that is compared."""
        return replace(self, moves=self.played[:count])

    def path_after_reply(self, move: str) -> str:
        """The URL after a reply and the answer to it; with `wait` before the answer."""
        further = self.after(move)
        more = {} if self.wait else {"answer": "1"}
        return f"/solved/{self.game.key}{further._query(**more)}"


IN, WON, LEFT, OUTSIDE = "in", "won", "left", "outside"


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that is compared with the proof: its end, and a mark for each move."""

    end: Position
    marks: tuple[str, ...] = ()

    @property
    def left(self) -> int | None:
        """The number of moves up to the one that left the proof first."""
        return next((i for i, mark in enumerate(self.marks, 1) if mark == LEFT), None)


def mark_moves(positions: Sequence[Position], proofs: Sequence[Proof | None]) -> tuple[str, ...]:
    """The mark of each move: in the proof, still won, left it here, or outside."""
    return tuple(
        _mark_move(proofs[ply], positions[ply + 1], proofs[ply + 1])
        for ply in range(len(positions) - 1)
    )


def _mark_move(before: Proof | None, after: Position, proof: Proof | None) -> str:
    if before is None:
        return OUTSIDE
    winners: tuple[int, ...] = () if proof is None else (proof.winner,)
    if after.outcome is not None:
        winners = after.outcome.winners
    if before.winner not in winners:
        return LEFT
    return IN if before.move is None or before.move == after.last else WON


def build_proof_state(
    place: Place,
    position: Position,
    proof: Proof | None,
    before: Proof | None,
    head: str,
    language: str,
    game: PlayedGame | None = None,
) -> models.ProofState:
    """A place in the tree with everything around it."""
    stray = _say_stray(position, proof, before)
    return {
        "game": place.game.key,
        "head": head,
        "board": build_position(position, language),
        "line": _build_line(place, position, language, game),
        "standing": _find_standing(position, proof, before),
        "proof": None if proof is None else _build_proof(place, position, proof, language),
        "others": _build_others(place, position, proof, language),
        "stray": stray is not None,
        "said": [each.text(language) for each in _say_standing(position, proof, stray)],
        "links": _build_links(place, position),
        "wait": place.wait,
    }


def _find_standing(position: Position, proof: Proof | None, before: Proof | None) -> str:
    """The state of knowledge: "proven", "lost", "unknown" or "over".

    "proven" is who wins, "lost" what was won a move before.
    """
    if position.outcome is not None:
        return "over"
    if proof is None:
        return "unknown"
    thrown = before is not None and before.winner != proof.winner
    return "lost" if thrown else "proven"


def _build_links(place: Place, position: Position) -> models.ProofLinks:
    made = len(place.moves)
    left = len(place.played) if place.in_game else 0
    astray = bool(place.played) and not place.in_game
    analyse = f"/analyse?game={place.game.key}&text={quote(str(position), safe='/')}"
    return {
        "self": place.path,
        "start": place.up_to(0).path if made else None,
        "back": place.up_to(made - 1).path if made else None,
        "next": place.up_to_played(made + 1).path if made < left else None,
        "end": place.up_to_played(left).path if made < left else None,
        "game": place.up_to_played(place.common).path if astray else None,
        "switch": replace(place, wait=not place.wait).path,
        "analyse": analyse,
    }


def _build_line(
    place: Place, position: Position, language: str, game: PlayedGame | None
) -> list[models.LinkedMove]:
    """The moves so far; in a game that is compared, all its moves with their marks."""
    whole = game is not None and place.in_game
    end = game.end if game is not None and whole else position
    marks = () if game is None else game.marks[: len(place.played) if whole else place.common]
    shown = place.up_to_played if whole else place.up_to
    built: list[models.LinkedMove] = []
    for number, move in enumerate(build_line_moves(end, language), 1):
        mark = marks[number - 1] if number <= len(marks) else None
        built.append(
            {
                **move,
                "href": shown(number).path,
                "mark": mark,
                "marked": None if mark is None else message(f"solved.mark.{mark}").text(language),
                "here": number == len(place.moves),
            }
        )
    return built


def _build_proof(
    place: Place, position: Position, proof: Proof, language: str
) -> models.PositionProof:
    answer: models.LinkedChoice | None = None
    if proof.move is not None:
        href = place.after(proof.move.text).path
        answer = {**build_move(proof.move, language), "href": href}
    return {
        "winner": proof.winner,
        "role": position.seat_name(proof.winner).text(language),
        "plies": proof.plies,
        "leaf": proof.leaf,
        "answer": answer,
        "replies": [
            {
                **build_move(reply.move, language),
                "plies": reply.plies,
                "answers": reply.answers,
                "leaf": reply.leaf,
                "href": place.path_after_reply(reply.move.text),
            }
            for reply in proof.replies
        ],
    }


def _build_others(
    place: Place, position: Position, proof: Proof | None, language: str
) -> list[models.OtherMove]:
    """The moves that are neither the proof's answer nor replies to it.

    Of some it is known that they win as well.
    """
    listed: set[str] = set()
    winning: set[str] = set()
    if proof is not None:
        listed = {reply.move.text for reply in proof.replies}
        listed |= set() if proof.move is None else {proof.move.text}
        winning = {move.text for move, _ in proof.winning}
    return [
        {
            **build_move(move, language),
            "proven": move.text in winning,
            "href": place.after(move.text).path,
        }
        for move in position.moves()
        if move.text not in listed
    ]


# -- in words -------------------------------------------------------------------------------------


def _say_standing(position: Position, proof: Proof | None, stray: Message | None) -> list[Message]:
    """A sentence about the winner, the length, and a move that was not the proof's."""
    sentences = [] if stray is None else [stray]
    if position.outcome is not None:
        return sentences
    if proof is None:
        return [*sentences, message("solved.unknown")]
    winner = position.seat_name(proof.winner)
    sentences.append(message("solved.proven", who=winner))
    if proof.plies == 0:
        return [*sentences, message("solved.certain")]
    kind = "leaf" if proof.leaf else "length"
    return [*sentences, message(f"solved.{kind}", n=proof.plies)]


def _say_stray(position: Position, proof: Proof | None, before: Proof | None) -> Message | None:
    """A sentence about the last move, if it was not the proof's."""
    earlier, last = position.before, position.last
    if earlier is None or last is None or before is None or before.move is None:
        return None
    if last == before.move:
        return None
    name = name_move(last)
    wanted = before.move.text
    winners = position.outcome.winners if position.outcome is not None else ()
    if proof is not None:
        winners = (proof.winner,)
    elif position.outcome is None:
        return message("solved.stray.unknown", move=name, proven=wanted)
    kind = "won" if before.winner in winners else "lost"
    return message(f"solved.stray.{kind}", move=name, proven=wanted)
