"""Commands in the documents are run, examples executed, links followed."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from icefield.cli.arguments import Parser
from icefield.cli.console import Console
from icefield.cli.main import parser
from icefield.cli.ugi import Engine
from icefield.games import game
from icefield.server.storage.event_log import Store
from icefield.server.storage.migrations import upgrade

from .documents import (
    DOCUMENTS,
    ROOT,
    Example,
    anchors,
    examples,
    fences,
    inline,
    links,
    name,
    needs_shell,
    prose,
    relative_links,
    run,
    run_here,
)

DOCS = ROOT / "docs"


def commands() -> dict[str, Parser]:
    """The parsers of all commands by name."""
    actions = parser(Console())._subparsers
    assert actions is not None
    found: dict[str, Parser] = actions._group_actions[0].choices  # type: ignore[assignment]
    return found


# -- commands -------------------------------------------------------------------------------------


@pytest.mark.parametrize("document", [d for d in DOCUMENTS if examples(d)], ids=name)
@pytest.mark.slow
def test_commands_do_what_is_shown(document: Path, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'own.db'}"  # and never that of the developer
    store = Store(database)
    upgrade(store.engine)
    store.close()
    for example in examples(document):
        program = example.command.split()[0]
        if program == "make":
            _is_target(example)
        elif example.command.startswith("icefield serve"):
            parser(Console()).parse_args(shlex.split(example.command)[1:])
        else:
            way = run if needs_shell(example.command) else run_here
            way(example, document, tmp_path, ICEFIELD_DATABASE=database)


def _is_target(example: Example) -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(example.command.split()[1:]) <= set(targets)


def test_the_two_commands_of_the_readme_exist() -> None:
    shown = [example.command for example in examples(ROOT / "README.md")]
    assert {"make run", "make test"} <= set(shown)


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_commands_within_sentences_exist(document: Path) -> None:
    known = {*commands(), "COMMAND", "--help"}
    for code in inline(document):
        words = code.split()
        if words[0] == "icefield" and len(words) > 1:
            assert words[1] in known, code


def test_every_command_and_option_is_documented() -> None:
    text = (DOCS / "cli.md").read_text(encoding="utf-8")
    for command, parser_ in commands().items():
        assert re.search(rf"^## .*\b{command}\b", text, re.MULTILINE), command
        for action in parser_._actions:
            for option in action.option_strings:
                if option not in ("-h", "--help"):
                    assert option in text, f"{command} {option}"


def test_every_command_typed_while_playing_is_documented() -> None:
    text = (ROOT / "src/icefield/locale/en/LC_MESSAGES/cli.po").read_text(encoding="utf-8")
    shown = (DOCS / "cli.md").read_text(encoding="utf-8")
    typed = re.findall(r'msgid "cli\.play\.help\.(\w+)"', text)
    assert len(typed) > 10
    assert [word for word in typed if f"`{word}" not in shown] == []


def test_every_command_and_option_of_the_protocol_is_documented() -> None:
    engine = Engine(game("seals"), lambda _line: None)
    text = (DOCS / "engine-protocol.md").read_text(encoding="utf-8")
    assert [word for word in engine.commands if f"| `{word}" not in text] == []
    assert [word for word in engine.settings if f"| `{word}`" not in text] == []


def test_every_game_has_its_readme_linked() -> None:
    index = links(DOCS / "index.md")
    games = [d for d in DOCUMENTS if d.parent.parent.name == "games"]
    assert games
    for document in games:
        assert any((DOCS / link).resolve() == document for link in index)


# -- examples -------------------------------------------------------------------------------------


@pytest.mark.parametrize("document", [d for d in DOCUMENTS if [*fences(d, "python")]], ids=name)
@pytest.mark.slow
def test_python_examples(document: Path) -> None:
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
    names: dict[str, object] = {}
    count = 0
    for line, block in fences(document, "python"):
        test = doctest.DocTestParser().get_doctest(
            block, names, name(document), name(document), line - 1
        )
        assert test.examples, f"{name(document)}:{line} has no >>> in it"
        said: list[str] = []
        runner.run(test, out=said.append, clear_globs=False)
        names.update(test.globs)
        assert runner.failures == 0, "".join(said)
        count += len(test.examples)
    assert count


# -- links ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_links_lead_somewhere(document: Path) -> None:
    for link in links(document):
        if link.startswith("https://"):
            continue
        file, _, anchor = link.partition("#")
        target = (document.parent / file).resolve() if file else document
        assert target.exists(), f"{name(document)}: {link}"
        if anchor:
            assert anchor in anchors(target), f"{name(document)}: {link}"


def test_the_readme_has_no_relative_link() -> None:
    """It is also the page of the package, where no other file lies beside it."""
    assert relative_links(ROOT / "README.md") == []


def test_every_document_can_be_reached_from_the_readme() -> None:
    seen: set[Path] = set()
    todo = [ROOT / "README.md"]
    while todo:
        document = todo.pop()
        if document in seen:
            continue
        seen.add(document)
        for link in links(document):
            target = (document.parent / link.partition("#")[0]).resolve()
            if target.suffix == ".md" and not link.startswith("https://"):
                todo.append(target)
    assert set(DOCUMENTS) <= seen


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_a_document_begins_with_its_title(document: Path) -> None:
    assert prose(document).startswith("# ")


# -- the checks themselves ------------------------------------------------------------------------


def test_the_output_check_sees() -> None:
    example = Example("x", "a ... c\n<BLANKLINE>\n...\nend\n", 1)
    assert example.pattern.fullmatch("a b b c\n\nwhatever\nelse\nend\n")
    assert not example.pattern.fullmatch("a b b c\nwhatever\nend\n")
    assert not example.pattern.fullmatch("a b c\n\nx\nend\nmore\n")
