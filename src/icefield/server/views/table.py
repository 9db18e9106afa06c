"""What a client gets. Everything here is made from `position.view(seat)` of the client's own seat;
the full position never leaves this module's arguments, and events pass `events_json` only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from ...core.abilities import Exported, HasBoardFiles
from ...core.errors import IcefieldError, NotNow, StaleMove
from ...core.game import CHANCE, Move, Position
from ...core.message import Message, message
from ...core.scene import Scene
from ...play import Record, write_records
from ...play.session import score_sheet, series_result
from ...render.svg import picture as picture_of
from ...render.svg import svg
from ...render.text import listing, text
from ...search.proof import lookup
from ..errors import BadRequest, NoSuchPly, NotSeated
from ..storage.event_log import Event
from ..tables.permissions import helped, reviewable, watched
from ..tables.table import Table, spoken_name
from .discussion import said_json, talk_json
from .games import changed
from .move_list import interrupt_json, turns_json
from .move_values import offered
from .players import EVENTS, company_can, company_json, event_json, seat_company
from .route_preview import routes_json
from .solitaire import practice_json

_OPEN_FIELDS: Final = ("game", "version", "options", "games")


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks, in which language, and at which games from the opposite side."""

    identity: str | None
    language: str = "en"
    flips: frozenset[str] = frozenset()


def state_json(table: Table, viewer: Viewer) -> dict[str, Any]:
    """The table as this viewer may know it."""
    language = viewer.language
    seat, eyes = table.seat_for(viewer.identity), table.eyes(viewer.identity)
    view = table.position.view(eyes)
    deciding = seat is not None and seat in view.deciders and table.going
    moves = view.moves(seat) if deciding else ()
    screen = deciding and eyes is None
    flip = table.game.key in viewer.flips
    return {
        "id": table.id,
        "number": table.number,
        "decision": table.decision(seat),
        "game": {"key": table.game.key, "title": table.game.title},
        "seat": seat,
        "deciding": deciding,
        "turn": None if view.turn == CHANCE else view.turn,
        "interrupt": interrupt_json(table, view, table.seats_of(viewer.identity), language),
        "routes": routes_json(view, eyes, language, flip) if deciding else None,
        "started": table.started,
        "curtain": view.seat_name(seat).text(language) if screen and seat is not None else None,
        **board_json(view, eyes, language, interactive=True, flip=flip),
        "touches": [move_json(move, language) for move in moves],
        "controls": controls_json(view, eyes, moves, language),
        "seats": seats_json(table, viewer),
        "sheet": _sheet_json(table, viewer),
        "moves": (listed := _moves_json(table, eyes, language)),
        "reveal": _reveal_json(table, listed),
        "talk": talk_json(table, viewer.identity),
        "practice": practice_json(table),
        "ground": _ground_json(table, language),
        "options": changed(language, table.game, table.opened["options"]),
        **_ended_json(table, len(table.boards), view, language),
        "can": _can(table, viewer.identity) | company_can(table, viewer.identity),
        **company_json(table, viewer.identity, language),
        "exports": sorted(table.game.exports) if isinstance(table.game, Exported) else [],
        "thinking": bool(table.bots_to_decide()),
    }


def ply_json(table: Table, viewer: Viewer, game: int, ply: int) -> dict[str, Any]:
    """One moment of one game of the match; games count from 1, ply 0 is the start."""
    positions = _plies(table, game)
    if not 0 <= ply < len(positions):
        raise NoSuchPly()
    seat = table.eyes(viewer.identity)
    view = positions[ply].view(seat)
    flip = table.game.key in viewer.flips
    return {
        "game": game,
        "ply": ply,
        "plies": len(positions) - 1,
        **board_json(view, seat, viewer.language, interactive=False, flip=flip),
        **_ended_json(table, game, view, viewer.language),
    }


def moments(
    table: Table, viewer: Viewer, game: int | None = None
) -> tuple[int | None, list[Position]]:
    """Every moment of a game of the match (default: the present one) as the viewer may know it, and
    the seat they look from."""
    seat = table.eyes(viewer.identity)
    plies = _plies(table, len(table.boards) if game is None else game)
    return seat, [position.view(seat) for position in plies]


def _plies(table: Table, game: int) -> list[Position]:
    if not 1 <= game <= len(table.boards):
        raise NoSuchPly()
    return table.plies(game - 1)


def events_json(table: Table, events: Sequence[Event], viewer: Viewer) -> list[dict[str, Any]]:
    """The one filter every event passes on its way to a client: no identities, and no vote of
    anybody else before all have voted. At a screen that several seats share, no vote at all. What
    another process wrote after the table was looked at is told with the next look."""
    own = table.owned(viewer.identity)

    def hidden(event: Event) -> bool:
        mine = len(own) == 1 and event.body.get("player") == own[0]
        return event.number > table.shown and not mine

    known = (event for event in events if event.number <= table.number)
    return [_event_json(table, event, viewer, hidden(event)) for event in known]


def _event_json(table: Table, event: Event, viewer: Viewer, hidden: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {"number": event.number, "kind": event.kind, "at": event.at}
    body = event.body
    match event.kind:
        case "opened":
            shown |= {field: body[field] for field in _OPEN_FIELDS}
            shown["players"] = [
                {"kind": p.kind, "level": p.level, "name": _name(table, i, viewer)}
                for i, p in enumerate(table.players)
            ]
        case "sat":
            player = body["player"]
            shown |= {"player": player, "name": _name(table, player, viewer)}
        case "undone":
            shown["decisions"] = body["decisions"]
        case kind if kind in EVENTS:
            shown |= event_json(kind, body)
        case "moved" | "chance":
            shown["player"] = body.get("player", CHANCE)
            if not hidden:
                shown["move"] = body["move"]
        case kind:
            shown |= said_json(kind, body)
    return shown


def record_text(table: Table, viewer: Viewer) -> str:
    """The record file of the match, up to the last position that hides nothing from the viewer."""
    records, position = list(table.match.records()), _told(table, viewer)
    if position is None:
        records.pop()
    elif position is not table.position:
        players = tuple(records[-1].tags[f"Seat{i + 1}"] for i in range(position.seats))
        pairs = table.match.length > 1
        round_ = table.match.number + 1 if pairs else None
        records[-1] = Record.of(position, players=players, round_=round_)
    return write_records(records)


def export_text(table: Table, viewer: Viewer, name: str) -> str:
    """The match in a format of other programs, as far as it hides nothing from the viewer."""
    formats = table.game.exports if isinstance(table.game, Exported) else {}
    if name not in formats:
        known = ", ".join(("text", *sorted(formats)))
        raise BadRequest("no-such-format", formats=known)
    position = _told(table, viewer)
    games = [*table.boards[:-1], *(() if position is None else (position,))]
    return "\n".join(formats[name](game) for game in games)


def _told(table: Table, viewer: Viewer) -> Position | None:
    """The last position of the present game that hides nothing from the viewer."""
    seat = table.eyes(viewer.identity)
    position: Position | None = table.position
    while position is not None and position.view(seat).concealed:
        position = position.before
    return position


def picture(position: Position, language: str) -> str:
    """A drawing for a page that has the style sheet."""
    return svg(position.view(None).scene(None), theme="page", language=language)


# -- the parts ----------------------------------------------------------------------------------


def board_json(
    view: Position, seat: int | None, language: str, *, interactive: bool, flip: bool = False
) -> dict[str, Any]:
    scene = view.scene(seat)
    drawing, words = _drawn(scene, language, interactive, flip)
    return {
        "svg": drawing,
        "caption": scene.caption.text(language),
        "facts": [fact.text(language) for fact in scene.facts],
        "text": words,
    }


@lru_cache(maxsize=64)
def _drawn(scene: Scene, language: str, interactive: bool, flip: bool) -> tuple[str, str]:
    """A scene as a drawing and in words: the same for all who see the same."""
    drawing = svg(
        scene,
        theme=None if interactive else "page",
        language=language,
        interactive=interactive,
        readable=not interactive,
        flip=flip,
    )
    words = [text(scene, language=language), "", *listing(scene, language=language)]
    return drawing, "\n".join(words)


def move_json(move: Move, language: str) -> dict[str, Any]:
    name = move.text if move.name is None else move.name.text(language)
    return {"move": move.text, "touches": list(move.touches), "name": name}


def controls_json(
    view: Position, seat: int | None, moves: Sequence[Move], language: str
) -> list[dict[str, Any]]:
    if not moves:
        return []
    used = {touch for move in moves for touch in move.touches}
    scene = view.scene(seat)
    return [
        {
            "id": control.id,
            "name": control.name.text(language),
            "icon": control.icon,
            "picture": picture_of(control.picture, scene.game) if control.picture else None,
        }
        for control in scene.controls
        if control.id in used
    ]


def _called(table: Table, player: int, viewer: Viewer) -> Message:
    """What the viewer calls a player: "You" for the one seat of their own."""
    found = table.players[player]
    if not found.name and found.owner is not None and table.owned(viewer.identity) == (player,):
        return message("web.player.you")
    return spoken_name(found, player)


def _name(table: Table, player: int, viewer: Viewer) -> str:
    return _called(table, player, viewer).text(viewer.language)


def seats_json(table: Table, viewer: Viewer) -> list[dict[str, Any]]:
    """Who sits where, in the order of the seats."""
    return [_seat_json(table, seat, viewer) for seat in range(len(table.players))]


def _seat_json(table: Table, seat: int, viewer: Viewer) -> dict[str, Any]:
    player = table.player_at(seat)
    return {
        "seat": seat,
        "player": table.match.seating[seat],
        "role": table.position.seat_name(seat).text(viewer.language),
        "name": _name(table, table.match.seating[seat], viewer),
        "kind": player.kind,
        "level": player.level,
        "mine": player.owner is not None and player.owner == viewer.identity,
        "deciding": table.going and seat in table.position.deciders,
        "active": table.going and seat == table.position.active,
        **seat_company(table, seat, viewer.identity),
    }


def _ground_json(table: Table, language: str) -> dict[str, Any] | None:
    """The board that is played on, where a game has several: its name, never its whole text."""
    game = table.game
    if not isinstance(game, HasBoardFiles):
        return None
    board = game.board_read(str(table.opened["options"][game.board_option]))
    kind = "reconstruction" if board.reconstruction else "own"
    known = board.value in game.board_samples
    if known and not board.reconstruction:
        kind = "known"
    said = message(f"web.ground.{kind}", name=board.name)
    return {"name": board.name, "own": not known, "sentence": said.text(language)}


def _ended_json(table: Table, game: int, view: Position, language: str) -> dict[str, Any]:
    """How a game of the match ended, if this is its last position. What ended it by word is not
    on the board, so it becomes the caption."""
    last = view.outcome is None and len(view.history) == len(table.boards[game - 1].history)
    outcome = table.match.outcome_of(game - 1) if last else None
    if outcome is None:
        return {"outcome": outcome_json(view, language)}
    told = {
        "sentence": outcome.reason.text(language),
        "rule": None,
        "winners": list(outcome.winners),
        "scores": list(outcome.scores),
    }
    return {"outcome": told, "caption": told["sentence"]}


def outcome_json(view: Position, language: str) -> dict[str, Any] | None:
    if view.outcome is None:
        return None
    return {
        "sentence": view.outcome.reason.text(language),
        "rule": view.outcome.rule,
        "winners": list(view.outcome.winners),
        "scores": list(view.outcome.scores),
    }


def _sheet_json(table: Table, viewer: Viewer) -> dict[str, Any]:
    language = viewer.language
    sheet = table.match.sheet
    rows = [
        {
            "number": game.number + 1,
            "roles": [score.seat_name.text(language) for score in game.players],
            "points": None if None in (points := [s.points for s in game.players]) else points,
            "rule": game.rule,
        }
        for game in score_sheet(table.match)
    ]
    names = [_called(table, player, viewer) for player in range(len(table.players))]
    you = frozenset(p for p, name in enumerate(names) if name.id == "web.player.you")
    result = series_result(table.match, names.__getitem__, you)
    return {
        "players": [name.text(language) for name in names],
        "rows": rows,
        "totals": list(sheet.totals),
        "length": table.match.length,
        "complete": sheet.complete,
        "winners": list(sheet.winners),
        "sentence": None if result is None else result.text(language),
    }


def _moves_json(table: Table, seat: int | None, language: str) -> list[dict[str, Any]]:
    listed = []
    for number, (board, movers) in enumerate(zip(table.boards, table.movers, strict=True), 1):
        view = board.view(seat)
        turns = turns_json(table.plies(number - 1), language) if view is board else []
        for ply, (move, mover) in enumerate(zip(view.history, movers, strict=False), 1):
            role = None if mover == CHANCE else board.seat_name(mover).text(language)
            listed.append(
                {"game": number, "ply": ply, "seat": mover, "role": role}
                | move_json(move, language)
                | (turns[ply - 1] if turns else {})
            )
    for entry in listed:
        del entry["touches"]
    return listed


def _reveal_json(table: Table, moves: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The last ballot that all have voted in, by what was voted for, most votes first."""
    game, plies = len(table.boards), table.plies(len(table.boards) - 1)
    end = min(len(plies) - 1, sum(move["game"] == game for move in moves))
    while end and not plies[end - 1].view(None).concealed:
        end -= 1
    begin = end
    while begin and plies[begin - 1].view(None).concealed:
        begin -= 1
    votes: dict[str, dict[str, Any]] = {}
    for move in moves:
        if move["game"] == game and begin <= move["ply"] <= end:
            group = votes.setdefault(move["move"], {"name": move["name"], "roles": []})
            group["roles"].append(move["role"])
    return sorted(votes.values(), key=lambda group: -len(group["roles"]))


def _can(table: Table, identity: str | None) -> dict[str, bool]:
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
        "analyse": offered(table, identity),
        "review": reviewable(table, identity),
        "prove": reviewable(table, identity) and lookup.available(table.game),
        "hint": helped(table, identity),
        "threats": watched(table, identity),
    }


def why_json(
    table: Table, viewer: Viewer, touches: Sequence[str], decision: int
) -> dict[str, Any] | None:
    """Why touches begin no move of the viewer, or None when they begin one."""
    seat = table.seat_for(viewer.identity)
    if seat is None:
        return NotSeated().refusal.to_json(viewer.language)
    if decision != table.decision(seat):
        return StaleMove(message("play.stale")).refusal.to_json(viewer.language)
    view = table.position.view(table.eyes(viewer.identity))
    if view.turn is not None and seat not in view.deciders:
        return NotNow(message("web.problem.not-your-turn")).refusal.to_json(viewer.language)
    try:
        table.check_going()
    except NotNow as error:
        return error.refusal.to_json(viewer.language)
    refusal = view.explain_touches(touches, seat)
    return None if refusal is None else refusal.to_json(viewer.language)
