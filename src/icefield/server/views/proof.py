"""The walk through the proof of a solved game: the board, what is proven there, and where every
move leads."""

from __future__ import annotations

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
    """A place in the tree, as its address names it: where it begins (the text of a position, or
    nothing for the start of the game) and the moves from there. With `wait` the winner's answers
    are shown one by one."""

    game: Game
    begin: str
    moves: tuple[str, ...] = ()
    wait: bool = False

    @property
    def path(self) -> str:
        return f"/solved/{self.game.key}{self._query()}"

    def _query(self, **more: str) -> str:
        fields = {
            "from": self.begin,
            "line": ",".join(self.moves),
            "wait": "1" if self.wait else "",
            **more,
        }
        query = "&".join(
            f"{name}={quote(text, safe='/,')}" for name, text in fields.items() if text
        )
        return f"?{query}" if query else ""

    def after(self, move: str) -> Place:
        """One move further."""
        return replace(self, moves=(*self.moves, move))

    def up_to(self, count: int) -> Place:
        """After only so many of the moves."""
        return replace(self, moves=self.moves[:count])

    def path_after_reply(self, move: str) -> str:
        """The address after a reply and the answer to it; with `wait` before the answer."""
        further = self.after(move)
        more = {} if self.wait else {"answer": "1"}
        return f"/solved/{self.game.key}{further._query(**more)}"


def build_proof_state(
    place: Place,
    position: Position,
    proof: Proof | None,
    before: Proof | None,
    head: str,
    language: str,
) -> models.ProofState:
    """A place in the tree with everything around it."""
    stray = _say_stray(position, proof, before)
    return {
        "game": place.game.key,
        "head": head,
        "board": build_position(position, language),
        "line": _build_line(place, position, language),
        "standing": _find_standing(position, proof, before),
        "proof": None if proof is None else _build_proof(place, position, proof, language),
        "others": _build_others(place, position, proof, language),
        "stray": stray is not None,
        "said": [each.text(language) for each in _say_standing(position, proof, stray)],
        "links": _build_links(place, position),
        "wait": place.wait,
    }


def _find_standing(position: Position, proof: Proof | None, before: Proof | None) -> str:
    """The state of knowledge: "proven" who wins, "lost" what was won a move before, "unknown", or
    that it is "over"."""
    if position.outcome is not None:
        return "over"
    if proof is None:
        return "unknown"
    thrown = before is not None and before.winner != proof.winner
    return "lost" if thrown else "proven"


def _build_links(place: Place, position: Position) -> models.ProofLinks:
    made = len(place.moves)
    analyse = f"/analyse?game={place.game.key}&text={quote(str(position), safe='/')}"
    return {
        "self": place.path,
        "start": place.up_to(0).path if made else None,
        "back": place.up_to(made - 1).path if made else None,
        "switch": replace(place, wait=not place.wait).path,
        "analyse": analyse,
    }


def _build_line(place: Place, position: Position, language: str) -> list[models.LinkedMove]:
    moves = build_line_moves(position, language)
    return [{**move, "href": place.up_to(number).path} for number, move in enumerate(moves, 1)]


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
    """The moves that are neither the proof's answer nor replies to it; of some it is known that
    they win as well."""
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
    """What came of a move that was not the proof's, who wins, how long it takes."""
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
    """What came of the last move, if it was another than the proof's."""
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
