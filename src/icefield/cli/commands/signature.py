"""`icefield signature`: print node counts of the searches over fixed positions."""

from __future__ import annotations

import argparse
import json

from ..arguments import Commands
from ..console import Console


def add(commands: Commands) -> None:
    parser = commands.add("signature", signature)
    commands.flag(parser, "--json", "cli.signature.json")


def signature(options: argparse.Namespace, console: Console) -> int:
    """Search and print the line; it is not translated, for use in commit messages."""
    from ...search.signature import signature as search
    from ..interruptible import wait_for

    found = wait_for(search)
    if options.json:
        console.say(json.dumps(found))
    else:
        console.say(f"search signature: {found['nodes']} nodes, {found['visits']} visits")
    return 0
