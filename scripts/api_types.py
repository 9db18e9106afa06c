"""Writes the TypeScript declarations of the HTTP interface from OpenAPI.

    python scripts/api_types.py            write server/web/types/api.d.ts
    python scripts/api_types.py --check    exit 1 where that file is out of date

Own code and no package from npm: the usual generator needs an older TypeScript and brings some
thirty packages of floating versions along.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

TARGET: Final = Path(__file__).parents[1] / "src/icefield/server/web/types/api.d.ts"
_HEAD: Final = """\
// Made by scripts/api_types.py from the server's OpenAPI document; `make api-types` makes it anew.
"""
_SCALARS: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
_JSON: Final = "application/json"

Schema = Mapping[str, Any]


def declarations(document: Schema) -> str:
    """The declarations of all schemas and operations of an OpenAPI document."""
    schemas = document.get("components", {}).get("schemas", {})
    lines = [_HEAD, "export interface Schemas {"]
    lines += [f"  {_name(name)}: {type_of(schemas[name], '  ')};" for name in sorted(schemas)]
    lines += ["}", "", "export interface Operations {"]
    for path, methods in sorted(document["paths"].items()):
        for method, operation in sorted(methods.items()):
            lines += [f'  "{method.upper()} {path}": {{', *_operation(operation), "  };"]
    return "\n".join([*lines, "}", ""])


def _operation(operation: Schema) -> list[str]:
    """The members of an operation: parameters, body and answer."""
    parameters = operation.get("parameters", [])
    body = operation.get("requestBody", {}).get("content", {}).get(_JSON, {}).get("schema")
    return [
        f"    path: {_parameters(parameters, 'path')};",
        f"    query: {_parameters(parameters, 'query')};",
        f"    body: {'undefined' if body is None else type_of(body, '    ')};",
        f"    answer: {_answer(operation['responses'])};",
    ]


def _parameters(parameters: list[Schema], place: str) -> str:
    members = [
        f"{_name(each['name'])}{'' if each.get('required') else '?'}: {type_of(each['schema'])}"
        for each in parameters
        if each["in"] == place
    ]
    return f"{{ {'; '.join(members)} }}" if members else "Record<never, never>"


def _answer(responses: Schema) -> str:
    """The type of what a successful request is answered with."""
    for status in sorted(responses):
        if status.startswith("2"):
            schema = responses[status].get("content", {}).get(_JSON, {}).get("schema")
            return "unknown" if not schema else type_of(schema, "    ")
    return "unknown"


def type_of(schema: Schema, indent: str = "") -> str:
    """The TypeScript type of a JSON schema; `unknown` where it allows anything."""
    if "$ref" in schema:
        return f'Schemas["{schema["$ref"].rpartition("/")[2]}"]'
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(type_of(each, indent) for each in schema[several]))
    if "allOf" in schema:
        return " & ".join(type_of(each, indent) for each in schema["allOf"])
    kind = schema.get("type")
    if kind == "array":
        return _array(schema, indent)
    if kind == "object":
        return _object(schema, indent)
    return _SCALARS.get(str(kind), "unknown")


def _array(schema: Schema, indent: str) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(each, indent) for each in schema['prefixItems'])}]"
    item = type_of(schema.get("items", {}), indent)
    return f"({item})[]" if " | " in item or " & " in item else f"{item}[]"


def _object(schema: Schema, indent: str) -> str:
    properties = schema.get("properties", {})
    if not properties:
        more = schema.get("additionalProperties", True)
        return f"Record<string, {type_of(more, indent) if isinstance(more, dict) else 'unknown'}>"
    required = schema.get("required", [])
    deeper = indent + "  "
    members = [
        f"{deeper}{_name(name)}{'' if name in required else '?'}: {type_of(each, deeper)};"
        for name, each in properties.items()
    ]
    return "\n".join(["{", *members, indent + "}"])


def _name(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_$][\w$]*", name) else json.dumps(name)


def current() -> str:
    """The declarations of the server as it is now."""
    from icefield.server.app import create_app
    from icefield.server.settings import Settings

    return declarations(create_app(Settings(database="sqlite://", secret="-")).openapi())


def main(arguments: list[str]) -> int:
    wanted = current()
    if arguments == ["--check"]:
        if TARGET.exists() and TARGET.read_text(encoding="utf-8") == wanted:
            return 0
        print(f"{TARGET.name} is out of date: run `make api-types`", file=sys.stderr)
        return 1
    TARGET.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
