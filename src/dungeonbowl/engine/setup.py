"""The sheet of a match: its players and teams. Fixed before the first die and shared by every clone."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.engine.abilities import FOR_HIRE, LEADS, WORDS

MOST_SIDES: Final[i64] = 4
MOST_PIECES: Final[i64] = 120
NO_PASSING: Final[i64] = 99  # PA "-"

# How a player belongs to the team that it plays for.
OWN: Final = ""
JOURNEYMAN: Final = "journeyman"  # of this match only
NEWCOMER: Final = "newcomer"  # joins the team if one of its players infects an opponent
STAR: Final = "star"  # a star player: may be hired for this match
MERCENARY: Final = "mercenary"  # may be hired for this match, if the coach likes with one more skill
ROLES: Final = (OWN, JOURNEYMAN, NEWCOMER, STAR, MERCENARY)


@final
class Lesson:
    """A skill that a mercenary may have for gold: its name, the abilities that it gives, and their numbers."""

    def __init__(self, name: str, abilities: list[int], parameters: dict[int, int]) -> None:
        self.name = name
        self.abilities = abilities
        self.parameters = parameters


@final
class PlayerSheet:
    """One player as it enters a match.

    Agility, passing and armour are target numbers. An edition that writes them in another way converts them when it
    makes its sheets. `side` is the index of the side, or the number of sides for a neutral piece.
    """

    def __init__(
        self,
        side: i64,
        number: i64,
        name: str,
        movement: i64 = 6,
        strength: i64 = 3,
        agility: i64 = 3,
        passing: i64 = 4,
        armour: i64 = 9,
        abilities: list[int] | None = None,
        size: i64 = 1,
        niggles: i64 = 0,
        position: str = "",
        skills: list[str] | None = None,
        parameters: dict[int, int] | None = None,
        identity: str = "",
        role: str = OWN,
        price: i64 = 0,
        partner: str = "",
        lessons: list[Lesson] | None = None,
    ) -> None:
        """`parameters` are the numbers that some abilities have on a roster: 2 for Mighty Blow (+2), 4 for Loner
        (4+). `identity` is the player's own in a league, and no rule of a match asks for it. `role` says how it belongs
        to its team. A player that can be hired has a `price`, perhaps a `partner` that comes with it for the same
        price, and `lessons`."""
        self.side = side
        self.number = number
        self.name = name
        self.movement = movement
        self.strength = strength
        self.agility = agility
        self.passing = passing
        self.armour = armour
        self.abilities: list[int] = abilities if abilities is not None else []
        self.size = size
        self.niggles = niggles
        self.position = position
        self.skills: list[str] = skills if skills is not None else []
        self.parameters: dict[int, int] = parameters if parameters is not None else {}
        self.identity = identity
        self.role = role
        self.price = price
        self.partner = partner
        self.lessons: list[Lesson] = lessons if lessons is not None else []


@final
class TeamSheet:
    """What a side has besides its players: its value and its gold, which decide what it may buy before the match, the
    number of its college (0 for none), and what it has bought already."""

    def __init__(
        self,
        value: i64 = 0,
        treasury: i64 = 0,
        college: i64 = 0,
        bribes: i64 = 0,
        wizards: i64 = 0,
        apothecaries: i64 = 0,
        perks: i64 = 0,
        rating: i64 = 0,
        identity: str = "",
        head: str = "",
    ) -> None:
        """`perks` are bits of `engine/market.py`: what this team may buy, and what is cheaper for it. `rating` is the
        strength of the team, for rules that compare strengths. `identity` and `head` say which team of a league this
        is, and what the last event of its history is: no rule of a match asks for them."""
        self.value = value
        self.treasury = treasury
        self.college = college
        self.bribes = bribes
        self.wizards = wizards
        self.apothecaries = apothecaries
        self.perks = perks
        self.rating = rating
        self.identity = identity
        self.head = head


@final
class Squads:
    """All pieces of a match in columns, side after side, neutral pieces last."""

    side: vec[u8]
    number: vec[u8]
    movement: vec[u8]
    strength: vec[u8]
    agility: vec[u8]
    passing: vec[u8]
    armour: vec[u8]
    size: vec[u8]
    niggles: vec[u8]
    first: vec[i16]
    abilities: vec[i64]
    parameters: vec[u8]

    def __init__(
        self,
        sides: i64,
        sheets: list[PlayerSheet],
        rerolls: list[int],
        names: list[str],
        teams: list[TeamSheet] | None = None,
    ) -> None:
        """`rerolls`, `names` and `teams` have one entry per side. The sheets are sorted by side."""
        self.sides = sides
        self.sheets = sheets
        self.count = i64(len(sheets))
        self.rerolls = rerolls
        self.names = names
        if teams is None:
            teams = [TeamSheet() for _ in range(int(sides))]
        self.teams: list[TeamSheet] = teams
        self.side = vec[u8]()
        self.number = vec[u8]()
        self.movement = vec[u8]()
        self.strength = vec[u8]()
        self.agility = vec[u8]()
        self.passing = vec[u8]()
        self.armour = vec[u8]()
        self.size = vec[u8]()
        self.niggles = vec[u8]()
        self.first = vec[i16]()
        self.abilities = vec[i64]([0] * int(self.count * WORDS))
        self.parameters = vec[u8]([0] * int(self.count * WORDS * 32))
        self.has_large: bool = False  # a piece covers more than one square
        piece: i64 = 0
        for sheet in sheets:
            if sheet.size > 1:
                self.has_large = True
            while len(self.first) <= sheet.side:
                self.first = append(self.first, i16(piece))
            self.side = append(self.side, u8(sheet.side))
            self.number = append(self.number, u8(sheet.number))
            self.movement = append(self.movement, u8(sheet.movement))
            self.strength = append(self.strength, u8(sheet.strength))
            self.agility = append(self.agility, u8(sheet.agility))
            self.passing = append(self.passing, u8(sheet.passing))
            self.armour = append(self.armour, u8(sheet.armour))
            self.size = append(self.size, u8(sheet.size))
            self.niggles = append(self.niggles, u8(sheet.niggles))
            for number in sheet.abilities:
                ability = i64(number)
                word = piece * WORDS + (ability >> 5)
                self.abilities[word] = self.abilities[word] | i64(1) << (ability & 31)
            for lesson in sheet.lessons:  # a number is of no use without its ability
                for number, value in lesson.parameters.items():
                    self.parameters[piece * WORDS * 32 + i64(number)] = u8(value)
            for number, value in sheet.parameters.items():
                self.parameters[piece * WORDS * 32 + i64(number)] = u8(value)
            piece += 1
        while len(self.first) <= sides + 1:
            self.first = append(self.first, i16(piece))

    def parameter(self, piece: i64, ability: i64) -> i64:
        """The number that a piece has with an ability; 0 if it has none."""
        return i64(self.parameters[piece * WORDS * 32 + ability])

    def leaders(self, side: i64) -> i64:
        """1 if a player of the side brings one more re-roll, otherwise 0."""
        piece: i64 = 0
        while piece < self.count:
            if i64(self.side[piece]) == side and self.has(piece, LEADS) and not self.has(piece, FOR_HIRE):
                return 1
            piece += 1
        return 0

    def has(self, piece: i64, ability: i64) -> bool:
        """Whether the sheet of a piece has an ability."""
        return self.abilities[piece * WORDS + (ability >> 5)] >> (ability & 31) & 1 != 0

    def anybody_can(self, ability: i64) -> bool:
        """Whether any piece of the match has an ability."""
        word = ability >> 5
        while word < len(self.abilities):
            if self.abilities[word] >> (ability & 31) & 1 != 0:
                return True
            word += WORDS
        return False


def standard_squads(
    players: int, rerolls: int = 3, agility: i64 = 3, sides: int = 2, neutral: list[PlayerSheet] | None = None
) -> Squads:
    """Equal sides of players without skills, for measuring and for first matches. `neutral` pieces belong to no
    side."""
    sheets: list[PlayerSheet] = []
    for side in range(sides):
        for number in range(1, players + 1):
            sheets.append(PlayerSheet(side, number, f"Player {number}", agility=agility))
    if neutral is not None:
        sheets.extend(neutral)
    return Squads(sides, sheets, [rerolls] * sides, ["Home", "Away", "Third", "Fourth"][:sides])
