"""Boards that visitors draw or write as files, and their errors."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, cast

from ...core.abilities import BoardFile, HasBoardEditor, HasBoardFiles
from ...core.errors import BadDrawing, NotNow, TextError
from ...core.game import Game
from ...core.message import message
from ...games import game as find_game
from ...render.svg import svg
from ..errors import problem_json
from .models.games import BoardFileCheck, LevelCheck, OwnBoard, Problem

MAX_FILE_BYTES: Final = 100_000
MAX_VALUE_CHARACTERS: Final = 8000
"""The maximum length of an option's text: a whole board, packed."""


def build_problem(error: TextError, language: str) -> Problem:
    """The error of a text that could not be read, with its place."""
    return cast(Problem, problem_json(error, language))


# -- drawn boards ---------------------------------------------------------------------------------


def check_drawn(game: Game) -> HasBoardEditor:
    """The game as one whose boards are drawn; raises NotNow."""
    if not isinstance(game, HasBoardEditor):
        sentence = message("web.problem.no-levels", game=game.title)
        raise NotNow(sentence, detail="no-levels")
    return game


def build_level_check(game: HasBoardEditor, text: str, language: str) -> LevelCheck:
    """Whether a drawn board can be played, with its drawing if there can be one."""
    level: str | None = None
    players: int | None = None
    problem: Problem | None = None
    try:
        level, players = game.level_read(text)
    except TextError as error:
        problem = build_problem(error, language)
    built: LevelCheck = {
        "legal": problem is None,
        "level": level,
        "players": players,
        "problem": problem,
        "svg": None,
        "facts": [],
        "cells": {},
    }
    try:
        scene = game.level_scene(text)
    except TextError:
        return built
    built["svg"] = svg(scene, language=language, interactive=True)
    built["facts"] = [fact.text(language) for fact in scene.facts]
    built["cells"] = {space.id: space.cell for space in scene.spaces}
    return built


@lru_cache(maxsize=512)
def draw_level(key: str, level: str, language: str) -> str:
    """A drawn board as SVG without labels, for the list of puzzles."""
    scene = check_drawn(find_game(key)).level_scene(level)
    return svg(replace(scene, labels=()), theme="page", language=language)


# -- boards from files ----------------------------------------------------------------------------


def check_board_file(game: Game, text: str, language: str) -> BoardFileCheck:
    """The board of a file, or the error in it.

    Raises NotNow for a game without such boards.
    """
    if not isinstance(game, HasBoardFiles):
        sentence = message("web.problem.no-boards", game=game.title)
        raise NotNow(sentence, detail="no-boards")
    try:
        board = _read_file(game, text)
        source = game.board_text(board.value) if text == board.value else None
    except TextError as error:
        return {"legal": False, "problem": build_problem(error, language), "board": None}
    return {
        "legal": True,
        "problem": None,
        "board": _build_own_board(game, board, source, language),
    }


def _read_file(game: HasBoardFiles, text: str) -> BoardFile:
    if len(text.encode("utf-8", "replace")) > MAX_FILE_BYTES:
        sentence = message("web.problem.board-long", most=MAX_FILE_BYTES // 1000)
        raise BadDrawing(sentence, detail="board-long")
    board = game.board_read(text)
    if len(board.value) > MAX_VALUE_CHARACTERS:
        raise BadDrawing(message("web.problem.board-full"), detail="board-full")
    return board


def _build_own_board(
    game: HasBoardFiles, board: BoardFile, text: str | None, language: str
) -> OwnBoard:
    assert isinstance(game, Game)
    options: dict[str, Any] = {game.board_option: board.value}
    scene = game.start(**options).scene(None)
    return {
        "name": board.name,
        "value": board.value,
        "text": text,
        "reconstruction": board.reconstruction,
        "facts": [fact.text(language) for fact in board.facts],
        "svg": svg(scene, theme="page", language=language),
    }
