"""What somebody gets who walks through a solved game: the board, what is proven there, and where
every move leads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from ...core.game import Game, Position
from ...core.message import Message, message
from ...search.proof.lookup import Proof
from .analysis import moves_json, position_json
from .table import move_json


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the tree, as its address tells it: where it begins (the text of a position, or
    nothing for the start of the game) and the moves from there. Who wants to `wait` sees the
    winner's answers one by one."""

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
        said = "&".join(f"{name}={quote(text, safe='/,')}" for name, text in fields.items() if text)
        return f"?{said}" if said else ""

    def after(self, move: str) -> Place:
        """One move further."""
        return replace(self, moves=(*self.moves, move))

    def upto(self, count: int) -> Place:
        """After only so many of the moves."""
        return replace(self, moves=self.moves[:count])

    def answered(self, move: str) -> str:
        """The address after a move and the answer to it; without the answer for who waits."""
        further = self.after(move)
        more = {} if self.wait else {"answer": "1"}
        return f"/solved/{self.game.key}{further._query(**more)}"


def state_json(
    place: Place,
    position: Position,
    proof: Proof | None,
    before: Proof | None,
    head: str,
    language: str,
) -> dict[str, Any]:
    """A place in the tree with everything around it."""
    stray = _stray(position, proof, before)
    return {
        "game": place.game.key,
        "head": head,
        "board": position_json(position, language),
        "line": _line_json(place, position, language),
        "standing": _standing(position, proof, before),
        "proof": None if proof is None else _proof_json(place, position, proof, language),
        "others": _others_json(place, position, proof, language),
        "stray": stray is not None,
        "said": [said.text(language) for said in _said(position, proof, stray)],
        "links": _links_json(place, position),
        "wait": place.wait,
    }


def _standing(position: Position, proof: Proof | None, before: Proof | None) -> str:
    """What there is to say: "proven" who wins, "lost" what was won a move before, "unknown", or
    that it is "over"."""
    if position.outcome is not None:
        return "over"
    if proof is None:
        return "unknown"
    thrown = before is not None and before.winner != proof.winner
    return "lost" if thrown else "proven"


def _links_json(place: Place, position: Position) -> dict[str, str | None]:
    made = len(place.moves)
    analyse = f"/analyse?game={place.game.key}&text={quote(str(position), safe='/')}"
    return {
        "self": place.path,
        "start": place.upto(0).path if made else None,
        "back": place.upto(made - 1).path if made else None,
        "switch": replace(place, wait=not place.wait).path,
        "analyse": analyse,
    }


def _line_json(place: Place, position: Position, language: str) -> list[dict[str, Any]]:
    told = moves_json(position, language)
    return [{**move, "href": place.upto(number).path} for number, move in enumerate(told, 1)]


def _proof_json(place: Place, position: Position, proof: Proof, language: str) -> dict[str, Any]:
    answer = None
    if proof.move is not None:
        told = move_json(proof.move, language)
        answer = {**told, "href": place.after(proof.move.text).path}
    return {
        "winner": proof.winner,
        "role": position.seat_name(proof.winner).text(language),
        "plies": proof.plies,
        "leaf": proof.leaf,
        "answer": answer,
        "replies": [
            {
                **move_json(reply.move, language),
                "plies": reply.plies,
                "answers": reply.answers,
                "leaf": reply.leaf,
                "href": place.answered(reply.move.text),
            }
            for reply in proof.replies
        ],
    }


def _others_json(
    place: Place, position: Position, proof: Proof | None, language: str
) -> list[dict[str, Any]]:
    """The moves that are neither the proof's answer nor replies to it; of some it is known that
    they win as well."""
    told: set[str] = set()
    winning: set[str] = set()
    if proof is not None:
        told = {reply.move.text for reply in proof.replies}
        told |= set() if proof.move is None else {proof.move.text}
        winning = {move.text for move, _ in proof.winning}
    return [
        {
            **move_json(move, language),
            "proven": move.text in winning,
            "href": place.after(move.text).path,
        }
        for move in position.moves()
        if move.text not in told
    ]


# -- in words -------------------------------------------------------------------------------------


def _said(position: Position, proof: Proof | None, stray: Message | None) -> list[Message]:
    """What is to be said: what came of a move that was not the proof's, who wins, how long it
    takes."""
    told = [] if stray is None else [stray]
    if position.outcome is not None:
        return told
    if proof is None:
        return [*told, message("solved.unknown")]
    winner = position.seat_name(proof.winner)
    told.append(message("solved.proven", who=winner))
    if proof.plies == 0:
        return [*told, message("solved.certain")]
    kind = "leaf" if proof.leaf else "length"
    return [*told, message(f"solved.{kind}", n=proof.plies)]


def _stray(position: Position, proof: Proof | None, before: Proof | None) -> Message | None:
    """What came of the last move, if it was another than the proof's."""
    earlier, last = position.before, position.last
    if earlier is None or last is None or before is None or before.move is None:
        return None
    if last == before.move:
        return None
    name: str | Message = last.text if last.name is None else last.name
    wanted = before.move.text
    winners = position.outcome.winners if position.outcome is not None else ()
    if proof is not None:
        winners = (proof.winner,)
    elif position.outcome is None:
        return message("solved.stray.unknown", move=name, proven=wanted)
    kind = "won" if before.winner in winners else "lost"
    return message(f"solved.stray.{kind}", move=name, proven=wanted)
