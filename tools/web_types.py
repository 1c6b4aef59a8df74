"""Write the schemas of the OpenAPI document as TypeScript types, for checking the JavaScript of the pages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "openapi" / "openapi.json"
TYPES = ROOT / "service" / "web" / "js" / "openapi.d.ts"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def written(schemas: dict[str, Any]) -> str:
    """All schemas as exported types, in the order of their names."""
    lines = ["// Written from openapi/openapi.json by `make openapi`.", ""]
    lines += [f"export type {identifier(name)} = {type_of(schema)};\n" for name, schema in sorted(schemas.items())]
    return "\n".join(lines)


def identifier(name: str) -> str:
    """A schema's name as TypeScript allows it."""
    return re.sub(r"\W", "_", name)


def type_of(schema: dict[str, Any] | bool) -> str:
    """One schema as a type."""
    match schema:
        case True | False:
            return "unknown"
        case {"$ref": str(ref)}:
            return identifier(ref.rpartition("/")[2])
        case {"const": value}:
            return json.dumps(value)
        case {"enum": list(values)}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": list(several)} | {"oneOf": list(several)}:
            return " | ".join(dict.fromkeys(type_of(one) for one in several))
        case {"allOf": list(several)}:
            return " & ".join(type_of(one) for one in several)
        case {"type": list(types)}:
            return " | ".join(type_of({**schema, "type": one}) for one in types)
        case {"type": "array", "prefixItems": list(items)}:
            return f"[{', '.join(map(type_of, items))}]"
        case {"type": "array"}:
            return f"({type_of(schema.get('items', True))})[]"
        case {"type": "object"}:
            return object_type(schema)
        case {"type": str(plain)}:
            return PLAIN[plain]
        case _:
            return "unknown"


def object_type(schema: dict[str, Any]) -> str:
    """An object: its properties, and whatever else it may have."""
    required = set(schema.get("required", ()))
    fields = [
        f"{json.dumps(name)}{'' if name in required else '?'}: {type_of(field)}"
        for name, field in schema.get("properties", {}).items()
    ]
    rest = schema.get("additionalProperties", not fields)
    if not fields:
        return f"{{ [key: string]: {'any' if rest in (True, {}, False) else type_of(rest)} }}"
    return "{ " + "; ".join(fields) + " }"


def main() -> None:
    """Write the types of the committed document."""
    TYPES.write_text(written(json.loads(DOCUMENT.read_text("utf-8"))["components"]["schemas"]), "utf-8")


if __name__ == "__main__":
    main()
