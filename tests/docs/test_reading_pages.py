"""The tests of this folder see what they are for: a wrong name, a dead link, an unknown option."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import pages
from support.pages import Block, anchors, blocks, commands, links, shell_lines, shell_words, spans

PAGE = """# A page

Words, `a name`, [a link](other.md#part) and [one to elsewhere](https://example.org).

## The second part: *more*

```sh
dungeonbowl watch --seed 4   # a comment
COLUMNS=80 dungeonbowl scenario show ex-09 > my-own.toml
```

1. A list:

   ```python
   first = 1
   ```

```console
$ dungeonbowl version
dungeonbowl 0.1.0
```

    dungeonbowl rule O-PUSH-09
"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    file = tmp_path / "page.md"
    file.write_text(PAGE, "utf-8")
    return file


def test_a_page_is_cut_into_its_blocks(page: Path) -> None:
    found = [(block.language, block.line) for block in blocks(page)]
    assert found == [("sh", 7), ("python", 14), ("console", 18)]
    assert blocks(page)[1].text == "first = 1\n"


def test_names_and_links_are_those_of_the_prose(page: Path) -> None:
    assert spans(page) == ["a name"]
    assert links(page) == ["other.md#part"]
    assert anchors(page) == {"a-page", "the-second-part-more"}


def test_commands_are_found_wherever_they_stand(page: Path) -> None:
    assert [" ".join(words) for words in commands(page)] == [
        "dungeonbowl watch --seed 4",
        "dungeonbowl scenario show ex-09",
        "dungeonbowl version",
        "dungeonbowl rule O-PUSH-09",
    ]


def test_what_a_console_prints_is_not_typed() -> None:
    block = Block(Path("page.md"), 1, "", "$ dungeonbowl version\ndungeonbowl 0.1.0\n")
    assert shell_lines(block) == ["dungeonbowl version"]


def test_a_quotation_mark_that_does_not_end_is_no_command() -> None:
    assert shell_words("dungeonbowl doesn't") == []
