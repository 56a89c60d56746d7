"""The page about the HTTP interface. It is made here, because the usual ones load scripts from other servers."""

from __future__ import annotations

from html import escape
from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin


class PlainPage(OpenAPIRenderPlugin):
    """All requests and records in one page without scripts."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        info = openapi_schema["info"]
        parts = [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(info['title'])}</title>",
            "<style>body{font:16px/1.5 sans-serif;max-width:60rem;margin:auto;padding:1rem}"
            "code{background:#eee;padding:0 .2rem}table{border-collapse:collapse}td,th{border:1px solid #999;"
            "padding:.2rem .5rem;text-align:left;vertical-align:top}</style></head><body>",
            f"<h1>{escape(info['title'])} {escape(info['version'])}</h1>",
            f"<p>{escape(info.get('description', ''))} The same as <a href='/schema/openapi.json'>OpenAPI</a>.</p>",
            "<h2>Requests</h2>",
        ]
        for path, methods in openapi_schema.get("paths", {}).items():
            for method, operation in methods.items():
                parts.append(f"<h3><code>{method.upper()} {escape(path)}</code></h3>")
                parts.append(f"<p>{escape(operation.get('description') or operation.get('summary', ''))}</p>")
                parts.append(parameters(operation))
                parts.append(bodies(operation))
        parts.append("<h2>Records</h2>")
        for name, schema in openapi_schema.get("components", {}).get("schemas", {}).items():
            parts.append(f"<h3 id='{escape(name)}'>{escape(name)}</h3>")
            parts.append(f"<p>{escape(schema.get('description', ''))}</p>")
            parts.append(properties(schema))
        parts.append("</body></html>")
        return "\n".join(part for part in parts if part).encode()


def parameters(operation: dict[str, Any]) -> str:
    rows = [
        f"<tr><td><code>{escape(each['name'])}</code></td><td>{escape(each['in'])}</td>"
        f"<td>{kind_of(each.get('schema', {}))}</td></tr>"
        for each in operation.get("parameters", [])
    ]
    return f"<table><tr><th>parameter</th><th>in</th><th>kind</th></tr>{''.join(rows)}</table>" if rows else ""


def bodies(operation: dict[str, Any]) -> str:
    sent = operation.get("requestBody", {}).get("content", {})
    found = [f"<p>Body: {kind_of(each.get('schema', {}))}</p>" for each in sent.values()]
    for status, answer in operation.get("responses", {}).items():
        for each in answer.get("content", {}).values():
            found.append(f"<p>Answer {escape(status)}: {kind_of(each.get('schema', {}))}</p>")
    return "".join(found)


def properties(schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    rows = [
        f"<tr><td><code>{escape(name)}</code></td><td>{kind_of(each)}</td>"
        f"<td>{'' if name in required else 'may be left out'}</td></tr>"
        for name, each in schema.get("properties", {}).items()
    ]
    return f"<table>{''.join(rows)}</table>" if rows else ""


def kind_of(schema: dict[str, Any]) -> str:
    """A type as people write it."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f"<a href='#{name}'>{name}</a>"
    if "oneOf" in schema or "anyOf" in schema:
        return " or ".join(kind_of(each) for each in [*schema.get("oneOf", []), *schema.get("anyOf", [])])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(each))}</code>" for each in schema["enum"])
    if "const" in schema:
        return f"<code>{escape(str(schema['const']))}</code>"
    if schema.get("type") == "array":
        items = schema.get("items")
        return f"list of {kind_of(items)}" if isinstance(items, dict) else "list"
    return escape(str(schema.get("type", "anything")))
