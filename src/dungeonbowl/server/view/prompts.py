"""A decision as a coach reads it: the question, its rule, the options with their odds, and what is not possible."""

from __future__ import annotations

from typing import Final

import msgspec
from mypy_extensions import i64

from dungeonbowl.dungeon.directions import dx, dy
from dungeonbowl.editions import name_of
from dungeonbowl.engine import actions
from dungeonbowl.engine.action_kinds import arguments_of
from dungeonbowl.engine.actions import first_of, kind_of, second_of
from dungeonbowl.engine.dice import unpacked
from dungeonbowl.engine.frames import ROLL, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, options_of, settle
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.engine.procedures.roll_again import RollAgain
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.refusals import explain
from dungeonbowl.engine.sides import BRIBES, REROLLS
from dungeonbowl.languages import t, translated
from dungeonbowl.server.view import foresight, odds
from dungeonbowl.server.view.ahead import STOP, activating, after_stopping
from dungeonbowl.server.view.foresight import face_results
from dungeonbowl.server.view.further import further, leads, wasting
from dungeonbowl.server.view.prompt_words import (
    CHOICE_TITLES,
    KEPT,
    MASTER_ACTS,
    MASTER_ATTACKS,
    MASTER_MOVES_REFEREES,
    PLACE_TITLES,
    TITLES,
    edition_words,
    in_words_of,
    prompt_kind,
    waiting_title,
)
from dungeonbowl.server.view.refusals import refusals
from dungeonbowl.server.view.stakes import stakes
from dungeonbowl.server.view.teaching import goal_of, subjects_of
from dungeonbowl.server.view.trials import needed_by
from dungeonbowl.server.view.words import (
    HELP_CLAUSES,
    capital,
    group_of,
    kind_word,
    label_names,
    player_label,
    skill_for,
)
from dungeonbowl.server.wire import Menu, Option, Prompt, Skill, TakeBack, Test
from dungeonbowl.server.wire.kinds import PromptKind
from dungeonbowl.words.action_clauses import ACTION_CLAUSES, DECLARATION_CLAUSES, clause_of
from dungeonbowl.words.choices import Choices
from dungeonbowl.words.notation import FACES, Names, spell
from dungeonbowl.words.phrases import rolled_for, test_noun
from dungeonbowl.words.skill_pages import leading_rule


class Prompter:
    """Writes the prompts of one match."""

    def __init__(self, game: Game) -> None:
        self.names = Names(game)
        self.labels = label_names(game)
        self.choices = Choices(game, self.labels)

    def prompt(self, match: Match, number: int, mine: bool) -> Prompt | None:
        """The open decision, with its options only for the coach who decides. None if no side is asked."""
        side = match.asked()
        if side < 0:
            return None
        game = match.game
        options = match.options()
        kinds = {kind_of(option) for option in options}
        frame = game.frame()
        kind = prompt_kind(kinds)
        piece = subject_of(game, frame, kind)
        title, text, rule = self.heading(game, frame, kind, kinds, piece)
        rule = rule or rule_ahead(game, options) or str(game.rules.cite(i64(TITLES[kind][2])))
        skill = skill_asked(game, options)
        if skill is not None:
            title, text = t("Use {skill}?", skill=skill.name), skill.text or text
            rule = rule_of_skill(game, options, skill.name) or rule
            at_stake = stakes(game, frame)
            if at_stake:
                title += f" ({at_stake})"
        later = self.further(game, options) if mine and kind == "act" else []
        shown = self.options(game, options, kind) if mine else []
        return Prompt(
            number=number,
            side=side,
            mine=mine,
            kind=kind,
            title=title if mine else waiting_title(game, side, kind, kinds),
            help=text if mine else "",
            rule=rule,
            piece=piece,
            target=target_of(game, frame, kind),
            test=test_of(game, frame),
            skill=skill,
            options=shown,
            refused=refusals(game, kind, kinds, options) if mine else [],
            take_back=TakeBack(False),  # the session knows the orders
            unfinished=sum(1 for option in options if kind_of(option) == actions.ACTIVATE)
            + sum(1 for option in later if option.kind == "activate"),
            words=["concede"] if mine and frame.hears(game, i64(int(actions.CONCEDE))) else [],
            further=later,
            wasting=wasting(game, options) if mine else "",
            kept=bool(kinds & KEPT),
            goal=goal_of(game, side) if mine else None,
            teaches=subjects_of(game, options, shown) if mine else [],
        )

    def further(self, game: Game, options: list[int]) -> list[Option]:
        """What one order can choose with a decision in front of it."""
        return [
            msgspec.structs.replace(self.option(later, packed), first=[str(each) for each in first])
            for packed, later, first in further(game, options)
        ]

    def heading(
        self, game: Game, frame: Frame, kind: PromptKind, kinds: set[int], piece: int | None
    ) -> tuple[str, str, str]:
        """Title, help and rule."""
        title, text, clause = TITLES[kind]
        told = edition_words(game, kind)
        for placed, words in PLACE_TITLES.items():
            if placed in kinds:
                told = in_words_of(game, words[0]), in_words_of(game, words[1]), words[2]
        if kind == "act":
            clause = DECLARATION_CLAUSES.get(int(game.declared), clause)
        if kind == "act" and game.asked == game.squads.sides:
            title, text, clause = MASTER_ACTS if int(actions.BY_RULE) in kinds else MASTER_ATTACKS
        if kind == "referee" and game.asked == game.squads.sides:
            title, text, clause = MASTER_MOVES_REFEREES
        if kind == "choose":
            known = [CHOICE_TITLES[word] for word in map(kind_word, sorted(kinds)) if word in CHOICE_TITLES]
            title, text = known[0] if known else (title, text)
            own = int(getattr(frame, "clause", 0))
            clause = next((ACTION_CLAUSES[each] for each in sorted(kinds) if each in ACTION_CLAUSES), own)
        if told is not None:
            return told[0], told[1], str(game.rules.cite(i64(told[2])))
        who = player_label(game, piece) if piece is not None else t("the player")
        title = t(title, piece=who)
        if isinstance(frame, StatTest):
            title = t("{test} failed: roll again?", test=capital(test_noun(frame.clause)))
            clause = int(frame.clause)
        elif kind == "reroll" and isinstance(frame, Block):
            title = t("Roll the block dice again?")
        return title, t(text), str(game.rules.cite(i64(clause)))

    def options(self, game: Game, options: list[int], kind: str) -> list[Option]:
        faces = face_results(game, options) if kind == "face" else {}
        return [self.option(game, option, len(options) <= MOST_TRIED, faces.get(option)) for option in options]

    def option(self, game: Game, packed: int, tried: bool = True, face_result: tuple[str, int] | None = None) -> Option:
        """One option with everything that is known about it. With `tried` it is made on a clone, for its dice."""
        group, key = group_of(packed)
        kind = kind_of(packed)
        text = spell(game, self.names, packed)
        piece, target, square, direction = self.arguments(game, packed)
        seen = foresight.of_option(game, packed) if tried and kind not in UNTRIED else None
        chance = seen.odds if seen is not None else None
        if kind == actions.REROLL:
            chance = odds.of_reroll(game, packed)
        face = FACES[first_of(packed)] if kind == actions.CHOOSE_FACE else ""
        skill = ""
        left = None
        if kind == actions.USE:
            skill = skill_for(game, piece if piece is not None else -1, first_of(packed)).name
        elif kind == actions.REROLL and first_of(packed) == actions.TEAM_REROLL:
            left = int(game.side_value(game.asked, REROLLS))
        elif kind == actions.BRIBE:
            left = int(game.side_value(game.asked, BRIBES))
        return Option(
            str(packed),
            kind_word(kind),
            text,
            self.choices.at(game).label(packed, skill),
            group,
            str(game.rules.cite(i64(clause_of(packed)))),
            key,
            piece,
            target,
            square,
            direction,
            round(chance, 6) if chance is not None else None,
            seen.needed if seen is not None else "",
            seen.rolls if seen is not None else [],
            seen.dice if seen is not None else None,
            face,
            skill,
            left,
            seen.outcomes if seen is not None else [],
            face_result[0] if face_result is not None else "",
            face_result[1] if face_result is not None else None,
            leads=leads(packed),
        )

    def arguments(self, game: Game, packed: int) -> tuple[int | None, int | None, int | None, int | None]:
        """Piece, target, square and direction of an action; None for those that it does not have."""
        kind = kind_of(packed)
        found = {name: value for name, value in arguments_of(packed).items() if value >= 0}
        piece, square = found.get("piece"), found.get("square")
        if kind == actions.DECLARE:
            piece = int(game.acting)
        if kind in STEPS:
            piece = moving_piece(game)
            if piece is not None:
                ways = game.dungeon.drops if kind == actions.STEP_OFF else game.steps
                square = int(ways[int(game.square[piece]) * 8 + found["direction"]])
        if kind in FACINGS and (facing := moving_piece(game)) is not None:
            square = beside(game, facing, found["direction"])
        return piece, found.get("target"), square, found.get("direction")

    # --- a player who is not active yet ------------------------------------------------------------------------------

    def menu(self, match: Match, number: int, piece: int) -> Menu:
        """What a player could do if it were activated now. Asking decides nothing."""
        game = match.game
        options = match.options()
        if piece == game.acting:
            chosen = self.options(game, options, prompt_kind({kind_of(option) for option in options}))
            return Menu(number, piece, [], chosen, refusals(game, "act", set(), options))
        before: list[str] = []  # what has to be chosen before the player can be: the end of another's activation
        if (later := after_stopping(game)) is not None:
            game, options, before = later, options_of(later), [str(STOP)]
        direct = [option for option in options if kind_of(option) in OF_ONE and first_of(option) == piece]
        kept = preceded(self.options(game, direct, "turn"), before)
        begun = activating(game, piece)
        if begun is None:
            activate = int(actions.action(actions.ACTIVATE, i64(piece)))
            reason = "" if kept or activate in options else translated(str(explain(game, i64(activate))))
            return Menu(number, piece, [], kept, [], reason)
        first = [*before, *map(str, begun[0])]
        clone = begun[1]
        offered = options_of(clone)
        kind = prompt_kind({kind_of(option) for option in offered})
        refused = refusals(clone, kind, {kind_of(option) for option in offered}, offered)
        return Menu(number, piece, first, preceded(self.options(clone, offered, kind), first), refused)


def preceded(options: list[Option], first: list[str]) -> list[Option]:
    """Options that are chosen after others, in the same order."""
    return [msgspec.structs.replace(option, first=first) for option in options] if first else options


# Choices that are not tried: they end something, answer for a coach, or arrange what comes before the match.
UNTRIED: Final = frozenset(
    int(kind)
    for kind in (
        actions.ACTIVATE,
        actions.END_TURN,
        actions.END_ACTIVATION,
        actions.ACCEPT,
        actions.DECLINE,
        actions.REROLL,
        actions.CHOOSE_FACE,
        actions.PUSH_TO,
        actions.FOLLOW_UP,
        actions.STAY,
        actions.DEPLOY,
        actions.SET_UP_DONE,
        actions.BUY,
        actions.BUY_NO_MORE,
        actions.HIRE,
        actions.TEACH,
        actions.CHOOSE_STARTER,
        actions.CHOOSE_ZONE,
        actions.PLACE_CHEST,
        actions.PLACE_PORTAL,
        actions.PLACE_TRAP,
        actions.PLACE_BALL,
        actions.NAME_VICTIM,
        actions.MOVE_REFEREE,
    )
)
MOST_TRIED: Final = 600  # options of one prompt; where there are more, nothing is told about their dice
# Actions that lead in a direction.
STEPS: Final = frozenset(
    int(kind) for kind in (actions.STEP, actions.HURRY, actions.STEP_OFF, actions.SHOVE_CHEST, actions.DRAG_CHEST)
)
# Actions that only name a direction: the square beside the player stands for it, wherever it leads.
FACINGS: Final = frozenset(int(kind) for kind in (actions.SWING, actions.NAME_DIRECTION))
# Actions between activations that name a player.
OF_ONE: Final = frozenset(int(kind) for kind in (actions.ENTER_RESERVE, actions.USE_SPONGE, actions.DEPLOY))


def moving_piece(game: Game) -> int | None:
    """The player whose steps are on offer: the acting player, or the one that a procedure is about."""
    piece = int(getattr(game.frame(), "piece", game.acting))
    return piece if 0 <= piece < game.squads.count and game.square[piece] >= 0 else None


def beside(game: Game, piece: int, direction: int) -> int | None:
    """The square beside a player in a direction; None if the dungeon has none there."""
    dungeon, here = game.dungeon, int(game.square[piece])
    column, row = int(dungeon.column[here]) + dx(i64(direction)), int(dungeon.row[here]) + dy(i64(direction))
    square = int(dungeon.node_at(i64(column), i64(row)))
    return square if square >= 0 else None


def rule_ahead(game: Game, options: list[int]) -> str:
    """The rule of the dice that the first choice asks for; empty if it asks for none."""
    clone = game.as_known_to(game.asked)
    choose_trusted(clone, i64(options[0]))
    return str(game.rules.cite(clone.dice_clause)) if settle(clone) == ROLL else ""


def rule_of_skill(game: Game, options: list[int], name: str) -> str:
    """The rule of a skill that a coach is asked about, or of a help that is no skill; empty if the edition has none."""
    ability = next(int(first_of(option)) for option in options if kind_of(option) == actions.USE)
    if ability in HELP_CLAUSES:
        return str(game.rules.cite(i64(HELP_CLAUSES[ability])))
    return leading_rule(name_of(game.rules.edition), name)


def subject_of(game: Game, frame: Frame, kind: str) -> int | None:
    """The player a decision is about."""
    if kind in ("declare", "act"):
        return int(game.acting) if game.acting >= 0 else None
    # who is pushed: the next of a chain, or the first; who may catch, and not who threw
    order = ("piece", "defender") if kind == "push" else ("catcher", "piece", "attacker", "fouler", "thrower")
    for name in order:
        found = getattr(frame, name, None)
        if isinstance(found, int) and 0 <= found < game.squads.count:
            return int(found)
    return None


def target_of(game: Game, frame: Frame, kind: str) -> int | None:
    """The other player of a decision; None if there is none."""
    found = getattr(frame, "defender", getattr(frame, "victim", None))
    if isinstance(found, int) and 0 <= found < game.squads.count:
        return int(found)
    return int(game.target) if kind == "act" and game.target >= 0 else None


def test_of(game: Game, frame: Frame) -> Test | None:
    """The roll and the number it needed, where it can still be re-rolled or a face is chosen; None elsewhere."""
    if isinstance(frame, StatTest):
        needed = needed_by(frame)
        return Test(test_noun(frame.clause), int(frame.piece), [int(game.natural)], needed)
    if isinstance(frame, RollAgain):
        dice = [int(face) for face in unpacked(frame.dice, frame.count)]
        return Test(rolled_for(frame.clause), int(frame.piece), dice, None)
    if isinstance(frame, Block) and frame.count != 0:
        dice = [int(face) for face in unpacked(frame.dice, abs(int(frame.count)))]
        return Test(t("block"), int(frame.attacker), dice, None, [FACES[face] for face in dice])
    return None


def skill_asked(game: Game, options: list[int]) -> Skill | None:
    """The skill that a yes-or-no prompt is about; None unless it is about exactly one."""
    used = [option for option in options if kind_of(option) == actions.USE]
    others = [option for option in options if kind_of(option) not in (actions.USE, actions.DECLINE)]
    abilities = {first_of(option) for option in used}
    if len(abilities) != 1 or others:
        return None
    return skill_for(game, second_of(used[0]), abilities.pop())
