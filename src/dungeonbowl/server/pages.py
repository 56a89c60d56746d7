"""The pages of the browser: files that Vite has built, or one page that says how to build them."""

from __future__ import annotations

import asyncio
import mimetypes
import re
from pathlib import Path
from typing import Any, Final

from litestar import MediaType, Request, Response, get

from dungeonbowl.server.failures import NotFound

MISSING: Final = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Dungeon Bowl</title></head>
<body>
<h1>Dungeon Bowl</h1>
<p>The server is running, but the page to play on has not been built. In the folder of the project:</p>
<pre>make play</pre>
<p>builds it and starts the server; <code>cd web &amp;&amp; npm install &amp;&amp; npm run build</code> only builds it.
Then load this page again.</p>
<p><a href="/schema">The interface for programs</a></p>
</body>
</html>
"""
# The ending of a file. A fixture's id has a dot too, and behind it a name with a hyphen: c_x.1-2-1, c_x.friendly-1.
FILE: Final = re.compile(r"\.[A-Za-z][A-Za-z0-9]*")
LEAGUE: Final = re.compile(r"/league/([a-z0-9_]{1,40})(?:/|$)")
FOREVER: Final = "public, max-age=31536000, immutable"  # the name of a file under assets/ changes when its content does


@get("/", include_in_schema=False)
async def home(request: Request[Any, Any, Any]) -> Response[bytes]:
    return page(request.app.state.settings.static)


@get("/{path:path}", include_in_schema=False)
async def anything_else(request: Request[Any, Any, Any], path: str) -> Response[bytes]:
    """A file of the client. Every other address gets the client's start page, which reads the address by itself."""
    if path.startswith(("/api/", "/schema")):
        raise NotFound(f"there is nothing at {path[:200]}")
    folder: Path = request.app.state.settings.static
    found = file_at(folder, path)
    if found is not None:
        kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
        kept = FOREVER if "/assets/" in path else "no-cache"
        return Response(found.read_bytes(), media_type=kind, headers={"cache-control": kept})
    if FILE.fullmatch(Path(path).suffix):  # a file that is not there
        raise NotFound(f"there is nothing at {path[:200]}")
    found_page = page(folder)
    if await is_listed(request, path):
        found_page.headers["x-robots-tag"] = "all"  # instead of what the guard says of all pages
    return found_page


async def is_listed(request: Request[Any, Any, Any], path: str) -> bool:
    """Whether search engines may list a page: one of a league that wants it. Without accounts nobody forbids it."""
    registry, league = request.app.state.registry, LEAGUE.match(path)
    if registry is None or league is None:
        return False
    from dungeonbowl.server.league.privacy import is_for_search_engines

    return await asyncio.to_thread(is_for_search_engines, registry, league[1])


def file_at(folder: Path, path: str) -> Path | None:
    """The file of the client at an address; None if there is no such file inside the folder."""
    try:
        found = (folder / path.lstrip("/")).resolve()
        return found if found.is_relative_to(folder.resolve()) and found.is_file() else None
    except (ValueError, OSError):  # not a possible file name: it contains NUL, or is too long
        return None


def page(folder: Path) -> Response[bytes]:
    index = folder / "index.html"
    content = index.read_bytes() if index.is_file() else MISSING.encode()
    return Response(content, media_type=MediaType.HTML, headers={"cache-control": "no-cache"})
