"""Skill names and what they stand for."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

from dungeonbowl.engine import abilities
from dungeonbowl.errors import UserError
from dungeonbowl.teams.facts import skill_books
from dungeonbowl.teams.skills import ability_names, skill_name, skill_names


def test_a_skill_may_be_several_abilities() -> None:
    assert ability_names(["Stunty"]) == ["FRAGILE", "SLIPS_THROUGH", "THROWS_WEAKLY"]


def test_an_ability_is_named_once() -> None:
    assert ability_names(["Dodge", "dodge"]) == ["REROLLS_DODGE", "TURNS_STUMBLE_INTO_PUSH"]


@pytest.mark.parametrize(
    ("text", "name"),
    [("side step", "Sidestep"), ("Mighty Blow", "Mighty Blow (+1)"), ("  sure   HANDS ", "Sure Hands")],
)
def test_other_spellings_are_understood(text: str, name: str) -> None:
    assert skill_name(text) == name


def test_an_unknown_skill_is_named_with_its_neighbours() -> None:
    with pytest.raises(UserError, match=r"unknown skill 'Tentacle'; did you mean Tentacles"):
        ability_names(["Block", "Tentacle"])


def test_a_skill_like_no_other_gets_the_whole_list() -> None:
    with pytest.raises(UserError, match=r"unknown skill 'xyzzy'; known: Accurate, .*Block, .*Bone Head, "):
        ability_names(["xyzzy"])


@pytest.mark.parametrize("skill", skill_names())
def test_every_ability_named_is_one_of_the_engine(skill: str) -> None:
    for name in ability_names([skill]):
        assert isinstance(getattr(abilities, name), int)


def test_every_alias_means_a_skill() -> None:
    text = (resources.files("dungeonbowl.teams") / "skills.toml").read_text(encoding="utf-8")
    assert set(tomllib.loads(text)["aliases"].values()) <= set(skill_names())


@pytest.mark.parametrize("edition", skill_books())
def test_every_skill_of_an_edition_is_played(edition: str) -> None:
    book = skill_books()[edition]
    assert len(book.names()) == len(set(book.names()))
    for name in book.names():
        assert skill_name(name) in skill_names()
