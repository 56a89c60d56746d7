"""The parameters of a game (table 1.3): one row each."""

from __future__ import annotations

import re
from typing import Final, final

from dungeonbowl.editions.options import CHOICE, NUMBER, OPTION_CHOICES, OPTION_WORDS, SWITCH, WORDS, EditionError


@final
class ParameterRow:
    """A parameter of table 1.3. Values are kept as the texts that the text form writes."""

    def __init__(
        self,
        key: str,
        default: str,
        kind: str,
        title: str,
        text: str,
        module: str = "",
        choices: list[str] | None = None,
        least: int = 0,
        most: int = 9_999_999,
    ) -> None:
        """`module` is the module it belongs to, empty for the core. The value of a number may also be one of
        `choices`."""
        self.key = key
        self.default = default
        self.kind = kind
        self.title = title
        self.text = text
        self.module = module
        self.choices: list[str] = choices if choices is not None else []
        self.least = least
        self.most = most

    def read(self, value: str) -> str:
        """The value as the text form writes it. If it is not possible: an error in words."""
        value = value.lower()
        if self.kind == SWITCH:
            return on_or_off(self.key, value)
        if value in self.choices:
            return value
        if self.kind == NUMBER and re.fullmatch(r"\d{1,7}", value) and self.least <= int(value) <= self.most:
            return str(int(value))
        if self.kind == WORDS and re.fullmatch(r"[a-z0-9_:-]+(\+[a-z0-9_:-]+)*", value):
            return value
        raise EditionError(f"parameter {self.key!r}: expected {self.expected()}, found {value!r}")

    def expected(self) -> str:
        words = " or ".join(self.choices)
        if self.kind == CHOICE:
            return words
        if self.kind == WORDS:
            return f"{words + ' or ' if words else ''}names joined by +"
        if self.most < 9_999_999:
            span = f"a number from {self.least} to {self.most}"
        else:
            span = f"a number of at least {self.least}"
        return f"{span} or {words}" if words else span


def on_or_off(key: str, value: str) -> str:
    if value in ("on", "true", "1", ""):
        return "on"
    if value in ("off", "false", "0"):
        return "off"
    raise EditionError(f"{key!r}: expected on or off, found {value!r}")


PARAMETERS: Final = [
    ParameterRow(
        "turn_limit",
        "none",
        NUMBER,
        "Turn limit",
        "Rounds until the game is a draw.",
        choices=["none"],
        least=1,
        most=999,
    ),
    ParameterRow(
        "chest_mode",
        "roll",
        CHOICE,
        "Contents of chests",
        "Decided by a die when a chest is opened, or drawn before the game; the odds are the same.",
        choices=["roll", "hidden"],
    ),
    ParameterRow("chests", "6", NUMBER, "Chests", "How many the coaches place.", least=6, most=24),
    ParameterRow("teleporters", "6", NUMBER, "Teleporters", "How many the coaches place.", least=6, most=20),
    ParameterRow(
        "balls", "usual", NUMBER, "Balls", "One, or three with several balls.", choices=["usual"], least=1, most=24
    ),
    ParameterRow(
        "multiball_mode",
        "standard",
        CHOICE,
        "Several balls",
        "All of them real, or all but one an illusion.",
        "multiball",
        ["standard", "illusionary"],
    ),
    ParameterRow("first_td_wins", "off", SWITCH, "First touchdown wins", "With several balls too.", "multiball"),
    ParameterRow(
        "ball_type",
        "normal",
        CHOICE,
        "Kind of ball",
        "What the balls are; each by a die, or all of one kind.",
        "ball_variants",
        ["normal", "spiked", "enchanted", "living", "iron", "roll"],
    ),
    ParameterRow("trap_count", "12", NUMBER, "Traps", "How many are laid.", "traps", most=60),
    ParameterRow(
        "trap_mix",
        "equal",
        WORDS,
        "Kinds of traps",
        "Equal shares, or so many of each, pit:4+gas:2.",
        "traps",
        ["equal"],
    ),
    ParameterRow(
        "trap_placement",
        "alternate",
        CHOICE,
        "Placing of traps",
        "By the coaches in turn, by dice, or as the map says.",
        "traps",
        ["alternate", "random", "map"],
    ),
    ParameterRow(
        "monster_pool",
        "all",
        WORDS,
        "Monsters",
        "Which may come: all that fit, or their names, of big players too: hellhound+mummy.",
        "",
        ["all"],
    ),
    ParameterRow(
        "own_monsters",
        "none",
        WORDS,
        "Monsters of your own",
        "Profiles beside those of the rulebook, name:ma:st:ag:av:attacks:skills, such as "
        "wyvern:ma6:st5:ag2:av9:block-attack2:piercing1:bone-head:huge; several joined by +.",
        "",
        ["none"],
    ),
    ParameterRow(
        "hydra_heads", "3", NUMBER, "Heads of a hydra", "How many it comes with: a block for each.", least=1, most=9
    ),
    ParameterRow(
        "ref_count", "roll", NUMBER, "Referees", "How many, or by a die.", "onsite_referees", ["roll"], least=1, most=3
    ),
    ParameterRow("ref_race", "human", WORDS, "Race of the referees", "Any race with a lineman.", "onsite_referees"),
    ParameterRow(
        "ref_av_penalty",
        "1",
        NUMBER,
        "Armour of the referees",
        "How much less it is than a lineman's.",
        "onsite_referees",
        most=1,
    ),
    ParameterRow(
        "ref_squares",
        "dice",
        WORDS,
        "Where referees begin",
        "Squares that were agreed on, column:row from the top left, such as 5:3+12:7; or near a random teleporter.",
        "onsite_referees",
        ["dice"],
    ),
    ParameterRow("budget", "1000000", NUMBER, "Budget", "Gold for a new team.", least=0, most=9_999_999),
    ParameterRow(
        "fan_factor_cost",
        "1000",
        CHOICE,
        "Price of fan factor",
        "Gold for each point of a new team.",
        choices=["1000", "10000"],
    ),
    ParameterRow(
        "gm_arrival", "off", SWITCH, "A monster from the start", "One comes in the first round.", "monster_gm"
    ),
    ParameterRow(
        "follow_up",
        "before",
        CHOICE,
        "Follow-ups",
        "Decided before or after the new square of the pushed player does anything to it.",
        choices=["before", "after"],
    ),
    ParameterRow(
        "sponge",
        "start",
        CHOICE,
        "The Magic Sponge",
        "Used at the start of a team turn, or at any moment between two activations.",
        choices=["start", "any"],
    ),
    ParameterRow("apothecaries", "0", NUMBER, "Apothecaries", "How many each team has for the game.", most=2),
    ParameterRow(
        "enchanted_score",
        "first",
        CHOICE,
        "An enchanted ball in the end zone",
        "The touchdown comes first, or the die that may carry the player off.",
        "ball_variants",
        ["first", "rolled"],
    ),
    ParameterRow(
        "ref_revenge",
        "range",
        CHOICE,
        "Revenge of the referees",
        "Whoever is near enough, through walls too, or only somebody in sight.",
        "onsite_referees",
        ["range", "sight"],
    ),
    ParameterRow(
        "fist_targets",
        "opponents",
        CHOICE,
        "Flying Fist",
        "Strikes at opponents, or at any standing player but the sorcerer.",
        "sorcery",
        ["opponents", "anybody"],
    ),
    ParameterRow(
        "optional_skills",
        OPTION_CHOICES["optional_skills"][0],
        CHOICE,
        *OPTION_WORDS["optional_skills"],
        choices=OPTION_CHOICES["optional_skills"],
    ),
    ParameterRow("quick", "off", SWITCH, "Quick start", "Everything before the first team turn is done by itself."),
]
