"""Checks of messages: they are in the catalogue, and have all their parameters."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.message import Message
from ..core.scene import Scene


def check_message(said: Message) -> None:
    """Assert that a message is in the English catalogue and has all parameters."""
    text = str(said)
    assert text, f"{said.id} says nothing"
    assert text not in (said.id, f"{said.id}.many"), f"{said.id} is not in the English catalogue"
    given = "".join(str(value) for _, value in said.params)
    if "{" not in given and "}" not in given:
        assert "{" not in text, f"{said.id} leaves a brace: {text}"
        assert "}" not in text, f"{said.id} leaves a brace: {text}"
    for _, value in said.params:
        if isinstance(value, Message):
            check_message(value)


def messages_of(scene: Scene) -> Iterator[Message]:
    """Every message of a scene."""
    yield scene.caption
    yield from scene.facts
    parts = (scene.spaces, scene.pieces, scene.controls)
    yield from (thing.name for part in parts for thing in part)
    said = [thing.chosen for part in (scene.spaces, scene.controls) for thing in part]
    yield from filter(None, (scene.prompt, *said, *(control.warning for control in scene.controls)))
    for mark in scene.marks:
        if mark.name is not None:
            yield mark.name
