"""On which line of a file a place of it stands: `step 2: expect.at` is found by looking at the text."""

from __future__ import annotations

import re


def line_of(text: str, place: str) -> int:
    """The line, counted from 1, or 0 where it cannot be told: inside a value that spans lines, or in a file without
    headers."""
    lines = text.splitlines()
    first, last = 0, len(lines)
    header = r"step"
    found = 0
    if match := re.match(r"variant (\d+)", place):
        first, last = region(lines, 0, last, r"\[\[variant\]\]", int(match[1]), r"\[\[variant\]\]")
        found = first + 1
        header = r"variant\.step"
    if first < 0:
        return 0
    if match := re.search(r"(?:^|: )step (\d+)", place):
        keeps = [int(kept) for kept in re.findall(r"(?m)^\s*keep\s*=\s*(\d+)", "\n".join(lines[first:last]))]
        kept = keeps[0] if keeps else 0
        number = int(match[1]) - (kept if header != "step" else 0)
        first, last = region(lines, first, last, rf"\[\[{header}\]\]", number, rf"\[\[(?:{header}|variant)\]\]")
        if first < 0:
            return found
        found = first + 1
    parts = [part for part in place.split(": ") if not re.match(r"(?:variant|step) \d+$", part)]
    keys = [key for part in parts for key in part.split(".") if key]
    for key in keys:
        # the key with its value, or the header of its table
        written = re.compile(rf"(?<![\w-])['\"]?{re.escape(key)}['\"]?\s*[=.\]}}]")
        hit = next((number for number in range(max(first, 0), last) if written.search(lines[number])), -1)
        if hit < 0:
            break
        first = hit
        found = hit + 1
    return found


def region(lines: list[str], first: int, last: int, header: str, number: int, end: str) -> tuple[int, int]:
    """The lines from the header of this number to the next such header; (-1, -1) if there is none."""
    starts = [index for index in range(first, last) if re.match(rf"\s*{header}", lines[index])]
    if not 0 < number <= len(starts):
        return -1, -1
    begin = starts[number - 1]
    after = [index for index in range(begin + 1, last) if re.match(rf"\s*{end}", lines[index])]
    return begin, after[0] if after else last
