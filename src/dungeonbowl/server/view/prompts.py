"""A decision as a coach reads it: the question, its rule, the options with their odds, and what is not possible."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.action_kinds import A_DIRECTION, A_PIECE, A_SQUARE, arguments_of, row_of
from dungeonbowl.engine.actions import first_of, kind_of, second_of
from dungeonbowl.engine.dice import unpacked
from dungeonbowl.engine.events import CHEST_OPENED, DOOR_TRIED
from dungeonbowl.engine.frames import ASK, Frame
from dungeonbowl.engine.game import BRIBES, REROLLS, Game
from dungeonbowl.engine.loop import choose_trusted, list_options, settle
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.engine.procedures.roll_again import RollAgain
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.refusals import explain
from dungeonbowl.server.view import odds
from dungeonbowl.server.view.prompt_words import (
    CHOICE_TITLES,
    MASTER_ACTS,
    MASTER_ATTACKS,
    MASTER_MOVES_REFEREES,
    PLACE_TITLES,
    TITLES,
    humanised,
    prompt_kind,
    waiting_title,
)
from dungeonbowl.server.view.refusals import refusals
from dungeonbowl.server.view.stakes import stakes
from dungeonbowl.server.view.words import (
    FACE_WORDS,
    SOURCE_WORDS,
    capital,
    clause_words,
    group_of,
    kind_word,
    label_names,
    player_label,
    skill_for,
)
from dungeonbowl.server.wire import BlockDice, Menu, Option, Prompt, Skill, TakeBack, Test
from dungeonbowl.server.wire.kinds import PromptKind
from dungeonbowl.words.action_clauses import ACTION_CLAUSES, clause_of
from dungeonbowl.words.notation import COMPASS, FACES, SIDE_LETTERS, Names, spell
from dungeonbowl.words.story import Teller


class Prompter:
    """Writes the prompts of one match."""

    def __init__(self, game: Game) -> None:
        self.names = Names(game)
        self.labels = label_names(game)

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
        skill = skill_asked(game, options)
        if skill is not None:
            title, text = f"Use {skill.name}?", skill.text or text
            at_stake = stakes(game, frame)
            if at_stake:
                title += f" ({at_stake})"
        return Prompt(
            number,
            side,
            mine,
            kind,
            title if mine else waiting_title(game, side, kind),
            text if mine else "",
            rule,
            piece,
            target_of(game, frame, kind),
            test_of(game, frame),
            skill,
            self.options(game, options, kind) if mine else [],
            refusals(game, kind, kinds, options) if mine else [],
            take_back(match),
            sum(1 for option in options if kind_of(option) == actions.ACTIVATE),
            ["concede"] if mine and frame.hears(game, i64(int(actions.CONCEDE))) else [],
        )

    def heading(
        self, game: Game, frame: Frame, kind: PromptKind, kinds: set[int], piece: int | None
    ) -> tuple[str, str, str]:
        """Title, help and rule."""
        title, text, clause = TITLES[kind]
        for placed, words in PLACE_TITLES.items():
            if placed in kinds:
                title, text, clause = words
        if kind == "act" and game.asked == game.squads.sides:
            title, text, clause = MASTER_ACTS if int(actions.BY_RULE) in kinds else MASTER_ATTACKS
        if kind == "referee" and game.asked == game.squads.sides:
            title, text, clause = MASTER_MOVES_REFEREES
        if kind == "choose":
            known = [CHOICE_TITLES[word] for word in map(kind_word, sorted(kinds)) if word in CHOICE_TITLES]
            title, text = known[0] if known else (humanised(frame.name()), text)
            clause = next((ACTION_CLAUSES[each] for each in sorted(kinds) if each in ACTION_CLAUSES), 0)
        if isinstance(frame, StatTest):
            what = clause_words(int(frame.clause))
            title = f"{capital(what)} failed: roll again?"
            clause = int(frame.clause)
        elif kind == "reroll" and isinstance(frame, Block):
            title = "Roll the block dice again?"
        title = title.format(piece=player_label(game, piece) if piece is not None else "the player")
        return title, text, str(game.rules.cite(i64(clause)))

    def options(self, game: Game, options: list[int], kind: str) -> list[Option]:
        steps = odds.StepOdds(game) if kind in ("act", "declare") and game.acting >= 0 else None
        return [self.option(game, option, steps) for option in options]

    def option(self, game: Game, packed: int, steps: odds.StepOdds | None) -> Option:
        """One option with everything that is known about it."""
        group, key = group_of(packed)
        kind = kind_of(packed)
        text = spell(game, self.names, packed)
        piece, target, square, direction = self.arguments(game, packed)
        risk, dice = self.risk(game, packed, square, steps)
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
            self.label(game, packed, group, skill),
            group,
            str(game.rules.cite(i64(clause_of(packed)))),
            key,
            piece,
            target,
            square,
            direction,
            round(risk.odds, 6) if risk is not None else None,
            risk.needed if risk is not None else "",
            risk.rolls if risk is not None else [],
            dice,
            face,
            skill,
            left,
            odds.outcomes_of(game, packed, TOLD_BY[kind], Teller(game)) if kind in TOLD_BY else [],
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
        return piece, found.get("target"), square, found.get("direction")

    def risk(
        self, game: Game, packed: int, square: int | None, steps: odds.StepOdds | None
    ) -> tuple[odds.Risk | None, BlockDice | None]:
        kind = kind_of(packed)
        first = first_of(packed)
        frame = game.frame()
        if kind in (actions.STEP, actions.JUMP) and steps is not None and square is not None:
            return steps.of(square), None
        if kind in (actions.STAND_UP, actions.PAY_PORTAL) and game.acting >= 0:
            return odds.of_setting_out(game, kind), None
        if kind == actions.REROLL:
            return odds.of_reroll(game, packed), None
        if kind == actions.THROW_TO and hasattr(frame, "piece"):
            return odds.of_throw(game, int(frame.piece), first), None
        if kind == actions.HAND_OFF and game.acting >= 0:
            return odds.of_hand_off(game, first), None
        if kind == actions.BLOCK and game.acting >= 0:
            return None, odds.of_block(game, int(game.acting), first)
        if kind == actions.DECLARE and first in DECLARED_AT_ONCE:
            return odds.of_trying(game, packed)
        if kind == actions.DECLARE:
            return None, odds.declared_dice(game, first, second_of(packed) - 1)
        if kind in TRIED:
            return odds.of_trying(game, packed)
        return None, None

    def label(self, game: Game, packed: int, group: str, skill: str) -> str:
        """A choice in words: the entry of the menu, and the piece or square that it is about."""
        kind = kind_of(packed)
        first = first_of(packed)
        if kind == actions.DECLARE:
            target = second_of(packed) - 1
            return group + (f" {player_label(game, target)}" if target >= 0 else "")
        if kind == actions.CHOOSE_FACE:
            return FACE_WORDS[first]
        if kind == actions.REROLL:
            return SOURCE_WORDS.get(first, group)
        if kind == actions.USE:
            return f"Use {skill}"
        if kind == actions.CHOOSE_ZONE:
            return f"End zone {SIDE_LETTERS[first]}"
        if kind == actions.CHOOSE_STARTER and first < len(game.squads.names):
            return f"{game.squads.names[first]} starts"
        if kind == actions.SLIP_TO:
            return f"{group}: {game.dungeon.label(i64(first))}"
        if kind == actions.ENTER_RESERVE and second_of(packed) == 0:
            return f"{group} {player_label(game, first)}"
        row = row_of(packed)
        if row is None or row.is_free_form():
            return capital(spell(game, self.labels, packed))
        parts = [group]
        for argument, value in zip(row.arguments, row.read(packed).values(), strict=True):
            if argument.kind == A_PIECE:
                parts.append(player_label(game, value) if value < game.squads.count else f"player {value}")
            elif argument.kind == A_SQUARE:
                parts.append(str(game.dungeon.label(i64(value))))
            elif argument.kind == A_DIRECTION:
                parts.append(COMPASS[value])
            else:
                parts.append(spell(game, self.names, packed).removeprefix(row.words).strip().replace("_", " "))
        return " ".join(parts)

    # --- a player who is not active yet ------------------------------------------------------------------------------

    def menu(self, match: Match, number: int, piece: int) -> Menu:
        """What a player could do if it were activated now. Asking decides nothing."""
        game = match.game
        options = match.options()
        if piece == game.acting:
            chosen = self.options(game, options, prompt_kind({kind_of(option) for option in options}))
            return Menu(number, piece, [], chosen, refusals(game, "act", set(), options))
        direct = [option for option in options if kind_of(option) in OF_ONE and first_of(option) == piece]
        activate = int(actions.action(actions.ACTIVATE, i64(piece)))
        if activate not in options:
            kept = self.options(game, direct, "turn")
            return Menu(number, piece, [], kept, [], "" if kept else str(explain(game, i64(activate))))
        clone = game.clone()
        choose_trusted(clone, i64(activate))
        if settle(clone) != ASK or clone.asked != game.asked:
            return Menu(number, piece, [], self.options(game, direct, "turn"), [])
        count = int(list_options(clone))
        offered = [int(clone.offered[index]) for index in range(count)]
        kind = prompt_kind({kind_of(option) for option in offered})
        refused = refusals(clone, kind, {kind_of(option) for option in offered}, offered)
        return Menu(number, piece, [str(activate)], self.options(clone, offered, kind), refused)


# Actions whose dice are found by trying them: the tests, or the dice of a block, that follow at once.
TRIED: Final = frozenset(
    int(kind)
    for kind in (
        actions.JUMP,
        actions.CROSS,
        actions.HURRY,
        actions.STEP_OFF,
        actions.CLIMB,
        actions.CLIMB_OUT,
        actions.SLIP_TO,
        actions.SHOVE_CHEST,
        actions.DRAG_CHEST,
        actions.TAKE_CHEST,
        actions.CLOSE_DOOR,
        actions.SMASH_DOOR,
        actions.INTERFERE,
        actions.TRY_CATCH,
        actions.STRIKE_FROM_AFAR,
        actions.FETCH_FROM,
    )
)
# Declarations that are carried out at once.
DECLARED_AT_ONCE: Final = frozenset(int(what) for what in (actions.SMASH_DOOR_ACTION, actions.CLIMB_OUT_ACTION))
# The event that tells the result of an action's die.
TOLD_BY: Final = {int(actions.OPEN_CHEST): int(CHEST_OPENED), int(actions.OPEN_DOOR): int(DOOR_TRIED)}
# Actions that lead in a direction.
STEPS: Final = frozenset(
    int(kind) for kind in (actions.STEP, actions.HURRY, actions.STEP_OFF, actions.SHOVE_CHEST, actions.DRAG_CHEST)
)
# Actions between activations that name a player.
OF_ONE: Final = frozenset(int(kind) for kind in (actions.ENTER_RESERVE, actions.USE_SPONGE, actions.DEPLOY))


def moving_piece(game: Game) -> int | None:
    """The player whose steps are on offer: the acting player, or the one that a procedure is about."""
    piece = int(getattr(game.frame(), "piece", game.acting))
    return piece if 0 <= piece < game.squads.count and game.square[piece] >= 0 else None


def subject_of(game: Game, frame: Frame, kind: str) -> int | None:
    """The player a decision is about."""
    if kind in ("declare", "act"):
        return int(game.acting) if game.acting >= 0 else None
    for name in ("piece", "attacker", "fouler", "thrower"):
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
        needed = odds.needed_by(frame)
        return Test(clause_words(int(frame.clause)), int(frame.piece), [int(game.natural)], needed)
    if isinstance(frame, RollAgain):
        dice = [int(face) for face in unpacked(frame.dice, frame.count)]
        return Test(clause_words(int(frame.clause)), int(frame.piece), dice, None)
    if isinstance(frame, Block) and frame.count != 0:
        dice = [int(face) for face in unpacked(frame.dice, abs(int(frame.count)))]
        return Test("block", int(frame.attacker), dice, None, [FACES[face] for face in dice])
    return None


def skill_asked(game: Game, options: list[int]) -> Skill | None:
    """The skill that a yes-or-no prompt is about; None unless it is about exactly one."""
    used = [option for option in options if kind_of(option) == actions.USE]
    others = [option for option in options if kind_of(option) not in (actions.USE, actions.DECLINE)]
    abilities = {first_of(option) for option in used}
    if len(abilities) != 1 or others:
        return None
    return skill_for(game, second_of(used[0]), abilities.pop())


def take_back(match: Match) -> TakeBack:
    if match.can_take_back():
        return TakeBack(True)
    return TakeBack(
        False, "a die has fallen or something has come out since the last decision, or there is none to take back"
    )
