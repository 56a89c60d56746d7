"""Dungeon files that are broken in every way one can think of: each is read, or refused with its problems, and nothing
else is ever raised."""

from __future__ import annotations

import random
import re

import pytest

from dungeonbowl.dungeon.problems import DungeonError
from dungeonbowl.dungeon.text import bundled, load_dungeon, read_dungeon
from dungeonbowl.dungeon.writing import write_dungeon
from dungeonbowl.server.api.dungeons import checked_text

TRIES = 400
LISTS = ("door", "ladder", "barrier", "inscription", "room", "tile", "setup", "doorway")
ENTRIES = (
    "[{at=[99,99]}]",
    "[{at=[-1,0], kind='door', size=1}]",
    "5",
    "[{}]",
    "[{between=[[0,0],[99,99]],kind='wall'}]",
    "[{at=[1,1],to=[900,1]}]",
    "[[1]]",
    "[{at=[1,1],rule='Fire',area=[0,0,99,99]}]",
)
HEAD = "format = 1\nid = 'x'\nname = 'X'\nedition = 'astrogranite'\n"


@pytest.mark.parametrize("checked", [True, False])
@pytest.mark.parametrize(
    "below",
    ["####\n#.##......\n####", "####\n#.##\n####\n####\n#.##", "#" * 40 + ".", "\n\n\n\n\n\n."],
    ids=["wider", "higher", "much wider", "far down"],
)
def test_a_layer_below_that_is_larger_than_the_map_is_told(below: str, checked: bool) -> None:
    text = HEAD + f"levels = '''\n####\n#2##\n####\n'''\nbelow = '''\n{below}\n'''\nmap = '''\n####\n#.##\n####\n'''\n"
    with pytest.raises(DungeonError) as refused:
        read_dungeon(text, checked=checked)
    told = [str(problem) for problem in refused.value.problems]
    assert any("the layer 'below' has the size of the map, 4 x 3" in each for each in told), told


def broken(text: str, chance: random.Random) -> str:
    """A dungeon with a line lost, doubled, lengthened or cut; a sign or a number changed; a list or a layer more."""
    for _ in range(chance.randint(1, 3)):
        lines = text.split("\n")
        at = chance.randrange(len(lines))
        line = lines[at]
        match chance.randrange(8):
            case 0:
                lines.insert(at, chance.choice(lines))
            case 1:
                del lines[at]
            case 2:
                lines[at] = line + chance.choice(["x", "....", "#" * 30, "o" * 9, "'''"])
            case 3 if line:
                place = chance.randrange(len(line))
                lines[at] = line[:place] + chance.choice("#.oO$1AB^p~=+|-*0 \0\"'[]{},9LW%@") + line[place + 1 :]
            case 4:
                number = str(chance.choice([-1, 0, 1, 99, 10**20]))
                lines[at] = re.sub(r"-?\d+", number, line, count=chance.randint(1, 3))
            case 5 if line:
                lines[at] = line[: chance.randrange(len(line))]
            case 6:
                drawn = text.split("'''")
                if len(drawn) > 1:
                    sign = chance.choice([".", "2", "3"])
                    rows = [
                        re.sub(r"[^#\s]", sign, row) + chance.choice(["", "o.", "..."]) for row in drawn[1].split("\n")
                    ]
                    lines.insert(
                        chance.randrange(4), f"{chance.choice(['levels', 'below'])} = '''" + "\n".join(rows) + "'''"
                    )
            case _:
                lines.insert(at, f"{chance.choice(LISTS)} = {chance.choice(ENTRIES)}")
        text = "\n".join(lines)
    return text


def test_a_broken_dungeon_is_read_or_refused_and_nothing_else_happens() -> None:
    chance = random.Random(11)
    texts = [write_dungeon(load_dungeon(identity)) for identity in bundled()]
    refused = 0
    for number in range(TRIES):
        text = broken(chance.choice(texts), chance)
        try:
            found = checked_text(text)
            read_dungeon(text, checked=False)
        except DungeonError:
            refused += 1
        except Exception as error:
            raise AssertionError(f"dungeon {number}: {type(error).__name__}\n{text}") from error
        else:
            assert found.board is not None
    assert refused > TRIES // 4
