"""The state of a table.

Everything in it is made from `position.view(seat)` of the viewer's own seat; the full position
never leaves this module.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....core.abilities import Exported, HasBoardFiles, HasStake
from ....core.errors import IcefieldError, NotNow, StaleMove
from ....core.game import CHANCE, Position
from ....core.message import message
from ....search.proof import lookup
from ...errors import NoSuchPly, NotSeated
from ...tables.permissions import helped, reviewable, watched
from ...tables.table import Table
from ..board import (
    build_board,
    build_controls,
    build_move,
    build_outcome,
    build_refusal,
    build_seat_cards,
)
from ..games import list_changed_options
from ..models.board import Outcome, Refusal
from ..models.table import Aim, Ground, Permissions, Ply, TableState
from ..records import plies_of
from ..solitaire import build_practice
from ..viewer import Viewer
from .clocks import build_clock
from .discussion import build_discussion, caption_discussion
from .move_list import build_interrupt, build_moves, build_reveal
from .move_values import may_ask_values
from .players import (
    build_absence,
    build_chat,
    build_closing,
    build_consent_question,
    build_declined_request,
    build_invites,
    build_player_permissions,
    build_seats,
    find_chat_rule,
)
from .result import build_result
from .route_preview import build_routes
from .score_sheet import build_score_sheet


def build_state(table: Table, viewer: Viewer, version: str = "") -> TableState:
    """The table as the viewer may know it; `version` names this state."""
    identity, language = viewer.identity, viewer.language
    seat, eyes = table.seat_for(identity), table.eyes(identity)
    view = table.position.view(eyes)
    deciding = seat is not None and seat in view.deciders and table.going
    moves = view.moves(seat) if deciding else ()
    screen = deciding and eyes is None
    alone = len(table.seats_of(identity)) == 1
    flip = viewer.flips_board(table.game)
    scene = view.scene(eyes)
    board = build_board(
        view,
        scene,
        language,
        interactive=True,
        flip=flip,
        deciding=seat if deciding else None,
        alone=alone,
    )
    outcome, caption = _build_ending(table, len(table.boards), view, language)
    closed = build_closing(table, identity, language)
    if not table.started and outcome is None:
        caption = closed or message("web.table.waiting.caption").text(language)
    elif outcome is None:
        caption = caption_discussion(table, viewer, board["caption"])
    return {
        "id": table.id,
        "number": table.number,
        "version": version,
        "decision": table.decision(seat),
        "game": {"key": table.game.key, "title": table.game.title},
        "seat": seat,
        "deciding": deciding,
        "turn": None if view.turn == CHANCE else view.turn,
        "interrupt": build_interrupt(table, view, table.seats_of(identity), language),
        "routes": build_routes(view, scene, language, flip) if deciding else None,
        "started": table.started,
        "curtain": view.seat_name(seat).text(language) if screen and seat is not None else None,
        "premoves": table.game.premoves if table.going and alone and seat is not None else None,
        "stake": _build_stake(view, seat, language),
        "svg": board["svg"],
        "caption": board["caption"] if caption is None else caption,
        "facts": board["facts"],
        "text": board["text"],
        "touches": [build_move(move, language) for move in moves],
        "controls": build_controls(scene, moves, language),
        "seats": build_seats(table, viewer),
        "cards": build_seat_cards(view, language),
        "aims": _build_aims(table, view, viewer),
        "sheet": build_score_sheet(table, viewer),
        "moves": build_moves(table, eyes, language),
        "reveal": build_reveal(view, language),
        "talk": build_discussion(table, identity),
        "practice": build_practice(table),
        "ground": _build_ground(table, language),
        "options": _list_notes(table, language),
        "outcome": outcome,
        "can": _build_permissions(table, identity),
        "clock": build_clock(table, language),
        "chat": build_chat(table, identity, language),
        "chat_rule": find_chat_rule(table),
        "ask": build_consent_question(table, identity, language),
        "declined": build_declined_request(table, identity, language),
        "result": build_result(table, viewer),
        "invites": build_invites(table, identity, language),
        "rematch": table.rematch,
        "host": identity is not None and identity == table.host,
        "closed": closed,
        "absence": build_absence(table, identity, language),
        "takebacks": table.takebacks,
        "exports": sorted(table.game.exports) if isinstance(table.game, Exported) else [],
        "thinking": bool(table.bots_to_decide()),
    }


def _list_notes(table: Table, language: str) -> list[str]:
    """What is special about this table: its options, and unequal sides.

    The options of practice are the same at every table of it, so they are left out.
    """
    if build_practice(table) is not None:
        return []
    notes = list_changed_options(language, table.game, table.opened.options)
    single = not notes and table.opened.games == 1
    if single and table.game.unequal is not None:
        notes.append(table.game.unequal.text(language))
    return notes


def build_ply(table: Table, viewer: Viewer, game: int, ply: int) -> Ply:
    """One ply of a game of the match; games count from 1, ply 0 is the start.

    Raises NoSuchPly.
    """
    positions = plies_of(table, game)
    if not 0 <= ply < len(positions):
        raise NoSuchPly()
    seat = table.eyes(viewer.identity)
    view = positions[ply].view(seat)
    flip = viewer.flips_board(table.game)
    board = build_board(view, view.scene(seat), viewer.language, interactive=False, flip=flip)
    outcome, caption = _build_ending(table, game, view, viewer.language)
    return {
        "game": game,
        "ply": ply,
        "plies": len(positions) - 1,
        "svg": board["svg"],
        "caption": board["caption"] if caption is None else caption,
        "facts": board["facts"],
        "text": board["text"],
        "cards": build_seat_cards(view, viewer.language),
        "outcome": outcome,
    }


def _build_stake(view: Position, seat: int | None, language: str) -> str | None:
    """What the opponent scores when the seat resigns, where that scores points."""
    if (
        seat is None
        or view.seats != 2
        or view.outcome is not None
        or not isinstance(view, HasStake)
    ):
        return None
    who = view.seat_name(1 - seat)
    return message("web.company.stake", who=who, n=view.stake()).text(language)


def _build_ground(table: Table, language: str) -> Ground | None:
    """The name of the board that is played on, where a game has several."""
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


def _build_aims(table: Table, view: Position, viewer: Viewer) -> list[Aim]:
    """What the viewer plays for; all aims for a viewer with no seat or several.

    A practice board states its goal itself.
    """
    if view.seats == 1:
        return []
    own = table.seats_of(viewer.identity)
    seats = own if len(own) == 1 else range(view.seats)
    aims = {seat: table.game.aim(seat, **view.options).text(viewer.language) for seat in seats}
    if len(set(aims.values())) == 1:
        return [{"role": None, "sentence": next(iter(aims.values()))}]
    return [
        {"role": view.seat_name(seat).text(viewer.language), "sentence": aim}
        for seat, aim in aims.items()
    ]


def _build_ending(
    table: Table, game: int, view: Position, language: str
) -> tuple[Outcome | None, str | None]:
    """The ending of a game of the match, if `view` is its last position.

    An ending by its players is not on the board, so it comes with a caption.
    """
    last = view.outcome is None and view.ply == table.boards[game - 1].ply
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
        return _may(lambda: check(identity, decision))

    return {
        "undo": may(table.check_undo),
        "next": may(table.check_next),
        "extend": may(table.check_extend),
        "rematch": _may(lambda: table.consent.check_rematch(table, identity)),
        "analyse": may_ask_values(table, identity),
        "review": reviewable(table, identity),
        "prove": reviewable(table, identity) and lookup.available(table.game),
        "hint": helped(table, identity),
        "threats": watched(table, identity),
        **build_player_permissions(table, identity),
    }


def _may(check: Callable[[], object]) -> bool:
    try:
        check()
    except IcefieldError:
        return False
    return True


def explain_touches(
    table: Table, viewer: Viewer, touches: Sequence[str], decision: int
) -> Refusal | None:
    """The reason why touches begin no move of the viewer, or None when they do."""
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
