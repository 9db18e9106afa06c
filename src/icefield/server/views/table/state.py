"""The state of a table. Everything in it is made from `position.view(seat)` of the viewer's own
seat; the full position never leaves this module."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....core.abilities import Exported, HasBoardFiles
from ....core.errors import IcefieldError, NotNow, StaleMove
from ....core.game import CHANCE, Position
from ....core.message import message
from ....search.proof import lookup
from ...errors import NoSuchPly, NotSeated
from ...tables.permissions import helped, reviewable, watched
from ...tables.table import Table
from ..board import build_board, build_controls, build_move, build_outcome, build_refusal
from ..games import list_changed_options
from ..models.board import Outcome, Refusal
from ..models.table import Ground, Permissions, Ply, TableState
from ..records import plies_of
from ..solitaire import build_practice
from ..viewer import Viewer
from .clocks import build_clock
from .discussion import build_discussion
from .move_list import build_interrupt, build_last_ballot, build_moves
from .move_values import may_ask_values
from .players import (
    build_chat,
    build_consent_question,
    build_invites,
    build_player_permissions,
    build_seats,
)
from .route_preview import build_routes
from .score_sheet import build_score_sheet


def build_state(table: Table, viewer: Viewer) -> TableState:
    """The table as the viewer may know it."""
    identity, language = viewer.identity, viewer.language
    seat, eyes = table.seat_for(identity), table.eyes(identity)
    view = table.position.view(eyes)
    deciding = seat is not None and seat in view.deciders and table.going
    moves = view.moves(seat) if deciding else ()
    screen = deciding and eyes is None
    flip = viewer.flips_board(table.game)
    board = build_board(view, eyes, language, interactive=True, flip=flip)
    listed = build_moves(table, eyes, language)
    outcome, caption = _build_ending(table, len(table.boards), view, language)
    return {
        "id": table.id,
        "number": table.number,
        "decision": table.decision(seat),
        "game": {"key": table.game.key, "title": table.game.title},
        "seat": seat,
        "deciding": deciding,
        "turn": None if view.turn == CHANCE else view.turn,
        "interrupt": build_interrupt(table, view, table.seats_of(identity), language),
        "routes": build_routes(view, eyes, language, flip) if deciding else None,
        "started": table.started,
        "curtain": view.seat_name(seat).text(language) if screen and seat is not None else None,
        "svg": board["svg"],
        "caption": board["caption"] if caption is None else caption,
        "facts": board["facts"],
        "text": board["text"],
        "touches": [build_move(move, language) for move in moves],
        "controls": build_controls(view, eyes, moves, language),
        "seats": build_seats(table, viewer),
        "sheet": build_score_sheet(table, viewer),
        "moves": listed,
        "reveal": build_last_ballot(table, listed),
        "talk": build_discussion(table, identity),
        "practice": build_practice(table),
        "ground": _build_ground(table, language),
        "options": list_changed_options(language, table.game, table.opened.options),
        "outcome": outcome,
        "can": _build_permissions(table, identity),
        "clock": build_clock(table, language),
        "chat": build_chat(table, identity, language),
        "ask": build_consent_question(table, identity, language),
        "invites": build_invites(table, identity, language),
        "rematch": table.rematch,
        "host": identity is not None and identity == table.host,
        "takebacks": table.takebacks,
        "exports": sorted(table.game.exports) if isinstance(table.game, Exported) else [],
        "thinking": bool(table.bots_to_decide()),
    }


def build_ply(table: Table, viewer: Viewer, game: int, ply: int) -> Ply:
    """One moment of one game of the match; games count from 1, ply 0 is the start. Raises
    NoSuchPly."""
    positions = plies_of(table, game)
    if not 0 <= ply < len(positions):
        raise NoSuchPly()
    seat = table.eyes(viewer.identity)
    view = positions[ply].view(seat)
    flip = viewer.flips_board(table.game)
    board = build_board(view, seat, viewer.language, interactive=False, flip=flip)
    outcome, caption = _build_ending(table, game, view, viewer.language)
    return {
        "game": game,
        "ply": ply,
        "plies": len(positions) - 1,
        "svg": board["svg"],
        "caption": board["caption"] if caption is None else caption,
        "facts": board["facts"],
        "text": board["text"],
        "outcome": outcome,
    }


def _build_ground(table: Table, language: str) -> Ground | None:
    """The board that is played on, where a game has several: its name, never its whole text."""
    game = table.game
    if not isinstance(game, HasBoardFiles):
        return None
    board = game.board_read(str(table.opened.options[game.board_option]))
    kind = "reconstruction" if board.reconstruction else "own"
    known = board.value in game.board_samples
    if known and not board.reconstruction:
        kind = "known"
    sentence = message(f"web.ground.{kind}", name=board.name)
    return {"name": board.name, "own": not known, "sentence": sentence.text(language)}


def _build_ending(
    table: Table, game: int, view: Position, language: str
) -> tuple[Outcome | None, str | None]:
    """How a game of the match ended, if `view` is its last position. What ended it by word is not
    on the board, so it comes with a caption."""
    last = view.outcome is None and len(view.history) == len(table.boards[game - 1].history)
    outcome = table.match.outcome_of(game - 1) if last else None
    if outcome is None:
        return build_outcome(view, language), None
    sentence = outcome.reason.text(language)
    built: Outcome = {
        "sentence": sentence,
        "rule": None,
        "winners": list(outcome.winners),
        "scores": list(outcome.scores),
    }
    return built, sentence


def _build_permissions(table: Table, identity: str | None) -> Permissions:
    decision = table.decision(table.seat_for(identity))

    def may(check: Callable[[str | None, int], object]) -> bool:
        try:
            check(identity, decision)
        except IcefieldError:
            return False
        return True

    return {
        "undo": may(table.check_undo),
        "next": may(table.check_next),
        "extend": may(table.check_extend),
        "rematch": table.match.over and bool(table.seats_of(identity)),
        "analyse": may_ask_values(table, identity),
        "review": reviewable(table, identity),
        "prove": reviewable(table, identity) and lookup.available(table.game),
        "hint": helped(table, identity),
        "threats": watched(table, identity),
        **build_player_permissions(table, identity),
    }


def explain_touches(
    table: Table, viewer: Viewer, touches: Sequence[str], decision: int
) -> Refusal | None:
    """Why touches begin no move of the viewer, or None when they begin one."""
    language = viewer.language
    seat = table.seat_for(viewer.identity)
    if seat is None:
        return build_refusal(NotSeated().refusal, language)
    if decision != table.decision(seat):
        return build_refusal(StaleMove(message("play.stale")).refusal, language)
    view = table.position.view(table.eyes(viewer.identity))
    if view.turn is not None and seat not in view.deciders:
        return build_refusal(NotNow(message("web.problem.not-your-turn")).refusal, language)
    try:
        table.check_going()
    except NotNow as error:
        return build_refusal(error.refusal, language)
    refusal = view.explain_touches(touches, seat)
    return None if refusal is None else build_refusal(refusal, language)
