"""Which parts of an event a correction can change, for a form: read from the structs of the events."""

from __future__ import annotations

from functools import cache
from typing import Final, cast

from msgspec import inspect
from msgspec.structs import replace

from dungeonbowl.languages import mark, t
from dungeonbowl.league.corrections import OTHER_MEANS
from dungeonbowl.league.team_events import TeamBody
from dungeonbowl.server.wire.league import CorrectionField, CorrectionForm, FieldKind
from dungeonbowl.teams.rosters import CHARACTERISTICS

# Kinds that no form shows besides those which are corrected by other means: whole players, sums of a season.
LEFT_OUT: Final = frozenset((*OTHER_MEANS, "funds", "traded", "hired"))
TITLES: Final = mark(
    {
        "points": "Experience",
        "mvp": "Most valuable player",
        "gold": "Gold",
        "hurt": "Injury",
        "died": "Death",
        "advanced": "Advancement",
        "granted": "Grant or take away",
        "reroll": "Team re-rolls",
        "fans": "Fans",
    }
)
LABELS: Final = mark(
    {
        "player": "Player",
        "points": "Points",
        "deed": "For",
        "amount": "Gold",
        "why": "Why",
        "loss": "Loses (a characteristic)",
        "restores": "Gets back (a characteristic)",
        "niggle": "Niggling injury",
        "niggles": "Niggling injuries",
        "misses": "Misses the next match",
        "by": "Done by (player id)",
        "how": "How",
        "gain": "Skill gained",
        "without": "Skill taken away",
        "spent": "Points spent",
        "rerolls": "Team re-rolls",
        "leaves": "Leaves the team",
        "change": "Change",
        "at": "Counts before event number (none: from now on)",
    }
)
PLAYERS: Final = ("player",)
CHARACTERISTIC: Final = ("loss", "restores")
GAINS: Final = ("gain", "without")
HIDDEN: Final = ("reason", "newcomer")  # the reason is asked once for all changes


def correction_forms() -> list[CorrectionForm]:
    """The forms, in the language of the reader."""
    forms = [
        replace(form, title=t(form.title), fields=[replace(each, label=t(each.label)) for each in form.fields])
        for form in english_forms()
    ]
    return sorted(forms, key=lambda form: (not form.grant, form.title))


@cache
def english_forms() -> list[CorrectionForm]:
    forms = []
    for body in TeamBody.__args__:
        kind = str(body.__struct_config__.tag)
        if kind in LEFT_OUT:
            continue
        described = cast(inspect.StructType, inspect.type_info(body))
        fields = [field for each in described.fields if (field := field_of(each)) is not None]
        title = TITLES.get(kind, kind.replace("_", " ").capitalize())
        forms.append(CorrectionForm(kind, title, fields, kind == "granted"))
    return forms


def field_of(field: inspect.Field) -> CorrectionField | None:
    """A field of a form; None for a part that no form shows."""
    key = field.name
    label = LABELS.get(key, key.replace("_", " ").capitalize())
    if key in HIDDEN:
        return None
    kind: FieldKind
    if key in PLAYERS:
        kind = "player"
    elif key in GAINS:  # a skill by its name, or a characteristic that was raised
        return CorrectionField(key, "skill", label, list(CHARACTERISTICS))
    elif key in CHARACTERISTIC:
        return CorrectionField(key, "characteristic", label, list(CHARACTERISTICS))
    else:
        found = plain_kind(field.type)
        if found is None:
            return None
        kind = found
    return CorrectionField(key, kind, label, choices_of(field.type))


def plain_kind(of: inspect.Type) -> FieldKind | None:
    if isinstance(of, inspect.UnionType):
        rest = [each for each in of.types if not isinstance(each, inspect.NoneType)]
        return plain_kind(rest[0]) if len(rest) == 1 else None
    if isinstance(of, inspect.BoolType):
        return "switch"
    if isinstance(of, inspect.IntType):
        return "number"
    if isinstance(of, inspect.LiteralType):
        return "choice"
    return "text" if isinstance(of, inspect.StrType) else None


def choices_of(of: inspect.Type) -> list[str]:
    return [str(value) for value in of.values] if isinstance(of, inspect.LiteralType) else []
