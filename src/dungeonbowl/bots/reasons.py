"""The reasons for an action in words: facts of the position, no opinions.

"2 dice of your choice: knocks it down 56 %; it has the ball." An action without words here has only a label, no reason.
"""

from __future__ import annotations

from typing import Final

import msgspec
from mypy_extensions import i64

from dungeonbowl.bots.tactics import plans, striking
from dungeonbowl.bots.tactics.chests import beside_chest, promise
from dungeonbowl.bots.tactics.odds import BlockOdds, block_odds
from dungeonbowl.bots.tactics.places import DEFENDS, ESCORTS, FETCHES, Places
from dungeonbowl.bots.tactics.plans import Plan
from dungeonbowl.bots.tactics.view import FAR, View, far
from dungeonbowl.dungeon.terrain import FIERY_CHASM, is_wall_like
from dungeonbowl.engine import actions
from dungeonbowl.engine.abilities import CANCELS_DODGE, IGNORES_BOTH_DOWN, TURNS_STUMBLE_INTO_PUSH
from dungeonbowl.engine.action_kinds import row_of
from dungeonbowl.engine.actions import first_of, kind_of, second_of
from dungeonbowl.engine.dice import BOTH_DOWN, PLAYER_DOWN, POW, STUMBLE
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import list_options
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.engine.procedures.stat_test import StatTest, die_needed
from dungeonbowl.engine.sides import REROLLS
from dungeonbowl.languages import mark, plural, t
from dungeonbowl.words.choices import Choices
from dungeonbowl.words.labels import label_names
from dungeonbowl.words.notation import Names
from dungeonbowl.words.phrases import CLAUSE_WORDS

PLAN_WORDS: Final = {
    int(plans.SCORE): "score",
    int(plans.RUN): "run",
    int(plans.FETCH): "fetch",
    int(plans.BLOCK): "block",
    int(plans.BLITZ): "blitz",
    int(plans.OPEN): "open",
    int(plans.HAND): "hand",
    int(plans.WALK): "walk",
    int(plans.RISE): "rise",
    int(plans.CROSS): "walk",
    int(plans.COME): "walk",
}
WAY_WORDS: Final = mark(
    {
        int(actions.OPEN_DOOR): "{player} opens {place}",
        int(actions.SMASH_DOOR): "{player} breaks {place}",
        int(actions.CLIMB): "{player} climbs {place}",
    }
)
ROLL: Final = mark("roll")
NO_RISK: Final = mark("no roll needed")
NOT_WORTH_IT: Final = mark("what else there is to do is not worth its risk")


class Words(msgspec.Struct):
    """The words for a candidate, and the piece, target and square that it is about."""

    kind: str
    label: str
    reason: str = ""
    odds: float | None = None
    piece: int | None = None
    target: int | None = None
    square: int | None = None
    path: list[int] = []


def percent(odds: float) -> str:
    """A chance in percent; never 0 or 100 unless it is exactly that."""
    value = round(odds * 100)
    if value <= 0 < odds:
        return t("under 1 %")
    if value >= 100 > odds * 100 + 1e-6:
        return t("over 99 %")
    return f"{value} %"


def squares(number: int) -> str:
    return plural("{count} square", "{count} squares", number)


def steps_of(number: int) -> str:
    return plural("{count} step", "{count} steps", number)


def opponents(number: int) -> str:
    return plural("{count} opponent", "{count} opponents", number)


def team_mates(number: int) -> str:
    return plural("{count} team-mate beside it", "{count} team-mates beside it", number)


def joined(parts: list[str]) -> str:
    return "; ".join(part for part in parts if part)


class Why:
    """The words for one decision of one side."""

    def __init__(self, game: Game, side: int, names: Names | None = None) -> None:
        self.game = game
        self.side = side
        self.names = names or label_names(game)
        self.choices = Choices(game, self.names)
        self.view = View(game, i64(side))
        self.offered = [int(game.offered[index]) for index in range(int(list_options(game)))]

    def place(self, square: int) -> str:
        """What a square is called."""
        return self.choices.places.noun(square, self.side)

    def going(self, square: int) -> str:
        """Where somebody goes."""
        return self.choices.places.to(square, self.side)

    @property
    def goal(self) -> str:
        """Where a carrier scores, in the word of the edition."""
        return t(f"the {self.choices.places.zone_word}")

    # --- plans --------------------------------------------------------------------------------------------------------

    def of_plan(self, plan: Plan, steps: list[int]) -> Words:
        """The words for a plan of the scripted coach. `steps` are the actions that are left of it."""
        piece = int(plan.piece)
        kind = int(plan.kind)
        path = self.walked(piece, steps)
        end = path[-1] if path else int(self.game.square[piece])
        who = self.names.of(piece)
        words = Words(PLAN_WORDS.get(kind, ""), who, piece=piece, square=end, path=path)
        if kind == plans.SCORE:
            words.label = t("{player} runs in and scores", player=who)
            words.reason = joined(
                [t("{squares} to {goal}", squares=squares(len(path)), goal=self.goal), self.rolls(piece, end, True)]
            )
        elif kind == plans.RUN:
            words.label = t("{player} carries the ball {where}", player=who, where=self.going(end))
            words.reason = joined([*self.of_run(piece, end), self.rolls(piece, end, True)])
        elif kind == plans.FETCH:
            words.label = t("{player} picks up the ball", player=who)
            words.reason = joined([self.rolls(piece, end, True), self.left_after(piece, end)])
        elif kind in (plans.BLOCK, plans.BLITZ):
            self.tell_hit(words, steps, plan)
        elif kind == plans.OPEN:
            self.tell_chest(words, steps, end)
        elif kind == plans.HAND:
            mate = next((first_of(step) for step in steps if kind_of(step) == actions.HAND_OFF), -1)
            self.tell_hand_off(words, mate)
        elif kind == plans.RISE:
            words.label = t("{player} stands up", player=who)
            words.reason = t("on its feet it marks opponents and can act")
        elif kind == plans.CROSS:
            self.tell_way(words, steps, end)
        else:
            words.label = t("{player} moves {where}", player=who, where=self.going(end))
            words.reason = joined([*self.of_place(piece, end), self.rolls(piece, end, False)])
        return words

    def tell_way(self, words: Words, steps: list[int], end: int) -> None:
        """Add the words for a door or a ladder on the way."""
        piece = words.piece if words.piece is not None else -1
        for step in steps:
            verb = WAY_WORDS.get(kind_of(step))
            if verb is not None:
                words.square = first_of(step)
                words.label = t(verb, player=self.names.of(piece), place=self.place(words.square))
        words.reason = joined([t("the way leads on there"), self.rolls(piece, end, False)])

    def walked(self, piece: int, steps: list[int]) -> list[int]:
        """The squares that a plan enters."""
        found: list[int] = []
        here = int(self.game.square[piece])
        for step in steps:
            kind = kind_of(step)
            if kind == actions.STEP and here >= 0:
                here = int(self.game.steps[here * 8 + first_of(step)])
            elif kind == actions.JUMP:
                here = first_of(step)
            else:
                continue
            if here < 0:
                break
            found.append(here)
        return found

    def rolls(self, piece: int, square: int, holding: bool) -> str:
        """The rolls on the way to a square."""
        found = self.view.reach(i64(piece))
        if found.label(i64(square), holding) < 0:
            return ""
        rolls = [
            f"{t(CLAUSE_WORDS.get(clause, 'roll'))} {needed}+"
            for clause, needed, _ in found.rolls(i64(square), holding)
        ]
        if not rolls:
            return t(NO_RISK)
        return f"{', '.join(rolls)}: {percent(found.odds(i64(square), holding))}"

    def left_after(self, piece: int, square: int) -> str:
        left = int(self.game.squads.movement[piece]) - int(self.view.reach(i64(piece)).cost(i64(square), True))
        if left <= 0:
            return ""
        return plural(
            "{count} square of movement left to go on with it",
            "{count} squares of movement left to go on with it",
            left,
        )

    def of_run(self, piece: int, end: int) -> list[str]:
        view = self.view
        here = int(self.game.square[piece])
        parts: list[str] = []
        before, after = int(far(view.attack, i64(here))), int(far(view.attack, i64(end)))
        if int(self.game.portal_number(i64(end))) > 0:
            parts.append(t("through {way}", way=self.place(end)))
        elif after < before < FAR:
            steps = steps_of(before - after)
            parts.append(t("{steps} nearer to {goal}, {left} to go", steps=steps, goal=self.goal, left=after))
        marks, marked = int(view.marks(i64(here))), int(view.marks(i64(end)))
        if marked < marks:
            parts.append(t("{opponents} beside it instead of {before}", opponents=opponents(marked), before=marks))
        near, threats = int(view.threat(i64(here))), int(view.threat(i64(end)))
        if threats < near:
            reaching = opponents(threats)
            parts.append(t("{opponents} can reach it there, {before} where it is", opponents=reaching, before=near))
        mates = self.mates_beside(end, piece)
        if mates:
            parts.append(team_mates(mates))
        return parts

    def mates_beside(self, square: int, but: int) -> int:
        """How many team-mates stand beside a square."""
        game = self.game
        count = 0
        for direction in range(8):
            other = int(game.steps[square * 8 + direction])
            piece = int(game.occupant[other]) if other >= 0 else -1
            if piece >= 0 and piece != but and int(game.side_of[piece]) == self.side and game.has_zone(i64(piece)):
                count += 1
        return count

    # --- deeds --------------------------------------------------------------------------------------------------------

    def tell_hit(self, words: Words, steps: list[int], plan: Plan | None) -> None:
        """Add the words for a block, or for a blitz with the way to it."""
        piece = words.piece if words.piece is not None else -1
        target = self.target_of(steps)
        who = self.names.of(piece)
        if target < 0:
            words.label = t("{player} blocks", player=who)
            return
        words.target = target
        way = self.game.square[piece] != words.square and words.square is not None
        deed = mark("{player} blitzes {target}") if words.kind == "blitz" else mark("{player} blocks {target}")
        words.label = t(deed, player=who, target=self.names.of(target))
        odds = self.hit(piece, target, words.square)
        words.reason = joined(
            [
                t(
                    "{dice}: knocks down {down}, falls {falls}",
                    dice=chosen_dice(int(odds.dice)),
                    down=percent(odds.fell),
                    falls=percent(odds.fall),
                ),
                self.of_target(target),
                t("the way there: {rolls}", rolls=self.rolls(piece, words.square or 0, False)) if way else "",
            ]
        )
        words.odds = plan.odds if plan is not None else 1.0 - odds.fall

    def target_of(self, steps: list[int]) -> int:
        for step in steps:
            if kind_of(step) == actions.BLOCK:
                return first_of(step)
        for step in steps:
            if kind_of(step) == actions.DECLARE:
                return second_of(step) - 1
        return -1

    def hit(self, piece: int, target: int, square: int | None) -> BlockOdds:
        """The dice of a block from a square."""
        game = self.game
        if square is not None and square != int(game.square[piece]) and int(game.occupant[square]) == -1:
            game = game.clone()
            game.place(i64(piece), i64(square))
        return block_odds(game, i64(piece), i64(target))

    def of_target(self, target: int) -> str:
        """What is special about an opponent."""
        view, game = self.view, self.game
        square = i64(int(game.square[target]))
        if target == int(view.foe_carrier):
            return t("it has the ball")
        if int(view.carrier) >= 0:
            if game.are_adjacent(square, view.square(view.carrier)):
                return t("it stands beside your carrier")
            if striking.on_the_way(view, square):
                return t("it stands in the way of your carrier")
        elif int(view.loose) >= 0 and game.are_adjacent(square, view.loose):
            return t("it stands beside the ball")
        elif view.hidden and beside_chest(game, square):
            return t("it stands beside a chest")
        return ""

    def tell_chest(self, words: Words, steps: list[int], end: int) -> None:
        chest = next((first_of(step) for step in steps if kind_of(step) == actions.OPEN_CHEST), end)
        piece = words.piece if words.piece is not None else -1
        words.square = chest
        words.label = t("{player} opens {place}", player=self.names.of(piece), place=self.place(chest))
        closed = int(self.game.chests_closed)
        hope = promise(self.game)
        parts = [
            t("no trap is left: it holds the ball")
            if hope >= 1.0
            else t("one of {count} closed chests: the ball is in it with {odds}", count=closed, odds=percent(hope))
        ]
        if self.is_nearest(piece, chest) and closed > 1:
            parts.append(t("the nearest chest"))
        mates = self.mates_beside(chest, piece)
        if hope < 1.0:
            parts.append(team_mates(mates) if mates else t("no team-mate beside it"))
        if words.path:
            rolls = self.rolls(piece, words.path[-1], False)
            odds = self.view.reach(i64(piece)).odds(i64(words.path[-1]))
            safe = rolls == t(NO_RISK) and odds < 1.0
            parts.append(t("{odds} to come out of it well", odds=percent(odds)) if safe else rolls)
        words.reason = joined(parts)

    def is_nearest(self, piece: int, chest: int) -> bool:
        game, view = self.game, self.view
        mine = int(view.way(view.to(i64(chest)), i64(piece)))
        for other in range(int(game.dungeon.count)):
            if other != chest and game.is_chest(i64(other)) and int(view.way(view.to(i64(other)), i64(piece))) < mine:
                return False
        return True

    def tell_hand_off(self, words: Words, mate: int) -> None:
        piece = words.piece if words.piece is not None else -1
        if mate < 0:
            words.label = t("{player} hands the ball on", player=self.names.of(piece))
            return
        view = self.view
        words.target = mate
        giver, taker = self.names.of(piece), self.names.of(mate)
        words.label = t("{player} hands the ball to {target}", player=giver, target=taker)
        there = int(self.game.square[mate])
        before, after = int(far(view.attack, view.square(i64(piece)))), int(far(view.attack, i64(there)))
        catch = plans.catch_odds(view, i64(mate), i64(there))
        words.reason = joined(
            [
                t("it catches with {odds}", odds=percent(catch)),
                t("{steps} nearer to {goal}", steps=steps_of(before - after), goal=self.goal)
                if after < before < FAR
                else "",
                t("it can still go on in this turn") if view.is_ready(i64(mate)) else "",
            ]
        )
        words.odds = words.odds if words.odds is not None else (catch if not words.path else None)

    # --- places -------------------------------------------------------------------------------------------------------

    def of_place(self, piece: int, end: int) -> list[str]:
        """The reason why a player is useful on a square."""
        view, game = self.view, self.game
        here = i64(int(game.square[piece]))
        there = i64(end)
        errand = Places(view).errand(view, i64(piece))
        if errand == ESCORTS:
            return [self.beside_carrier(here, there)]
        if errand == DEFENDS:
            return [self.against_carrier(here, there)]
        if errand == FETCHES:
            return [self.nearer(view.loose, here, there, t("the loose ball"))]
        if view.hidden:
            chests = [node for node in range(int(game.dungeon.count)) if game.is_chest(i64(node))]
            if chests:
                nearest = min(chests, key=lambda chest: int(far(view.to(i64(chest)), there)))
                if beside_chest(game, here) and not beside_chest(game, there):
                    return [t("away from the chest, out of an explosion")]
                closer = self.nearer(i64(nearest), here, there, self.place(nearest))
                if closer:
                    return [closer]
        before, after = int(far(view.attack, here)), int(far(view.attack, there))
        if not after < before < FAR:
            return []
        return [t("{steps} nearer to where you score", steps=steps_of(before - after))]

    def beside_carrier(self, here: i64, there: i64) -> str:
        view = self.view
        carrier = view.square(view.carrier)
        name = self.names.of(int(view.carrier))
        if self.game.are_adjacent(there, carrier):
            return t("screens the carrier {player}", player=name)
        ahead = int(far(view.attack, carrier)) - int(far(view.attack, there))
        if ahead > 0:
            steps = steps_of(ahead)
            return t("{steps} ahead of the carrier {player}, towards {goal}", steps=steps, player=name, goal=self.goal)
        return self.nearer(carrier, here, there, t("the carrier {player}", player=name))

    def against_carrier(self, here: i64, there: i64) -> str:
        view = self.view
        foe = view.square(view.foe_carrier)
        name = self.names.of(int(view.foe_carrier))
        if self.game.are_adjacent(there, foe):
            return t("marks {player}, who has the ball", player=name)
        left = int(far(view.defend, foe))
        if left < FAR and int(far(view.to(foe), there)) + int(far(view.defend, there)) <= left:
            return t("stands in the way of {player}, who has the ball", player=name)
        return self.nearer(foe, here, there, t("{player}, who has the ball", player=name))

    def nearer(self, goal: i64, here: i64, there: i64, what: str) -> str:
        steps = self.view.to(goal)
        before, after = int(far(steps, here)), int(far(steps, there))
        if after >= before:
            return ""
        left = steps_of(after)
        if before < FAR:
            return t("{steps} from {what} instead of {before}", steps=left, what=what, before=before)
        return t("{steps} from {what}", steps=left, what=what)

    # --- bare actions -------------------------------------------------------------------------------------------------

    def of_action(self, steps: list[int]) -> Words:
        """The words for an action outside a plan: a small question, an end, a player from the dugout."""
        first = steps[0]
        row, kind = row_of(first), kind_of(first)
        label = self.choices.label(first)
        words = Words(row.words if row is not None else label, label)
        if int(self.game.acting) >= 0:
            words.piece = int(self.game.acting)
        if len(steps) > 1 and words.piece is not None:
            return self.going_on(words, steps)
        if kind in (actions.BLOCK, actions.OPEN_CHEST, actions.HAND_OFF) and words.piece is not None:
            words.square = int(self.game.square[words.piece])
            if kind == actions.BLOCK:
                self.tell_hit(words, steps, None)
            elif kind == actions.OPEN_CHEST:
                self.tell_chest(words, steps, words.square)
            else:
                self.tell_hand_off(words, first_of(first))
        elif kind in (actions.ENTER_RESERVE, actions.USE_SPONGE, actions.ACTIVATE, actions.DEPLOY):
            words.piece = first_of(first)
            if kind in (actions.ENTER_RESERVE, actions.USE_SPONGE):
                words.reason = t("one player more; it costs no roll and no activation")
            elif kind == actions.DEPLOY:
                words.square = second_of(first)
                words.reason = t("fast and strong players first, as far forward as they may stand")
        else:
            words.reason = self.of_answer(first, words)
        return words

    def going_on(self, words: Words, steps: list[int]) -> Words:
        piece = words.piece if words.piece is not None else -1
        words.path = self.walked(piece, steps)
        words.kind = "walk"
        if words.path:
            words.square = words.path[-1]
            where = self.going(words.path[-1])
            words.label = t("{player} goes on {where}", player=self.names.of(piece), where=where)
            holding = self.game.ball_of(i64(piece)) >= 0
            of_end = self.of_run(piece, words.path[-1]) if holding else self.of_place(piece, words.path[-1])
            words.reason = joined([*of_end, self.rolls(piece, words.path[-1], holding)])
        return words

    def of_answer(self, choice: int, words: Words) -> str:
        """The reason for an answer to a small question."""
        kind = kind_of(choice)
        value = first_of(choice)
        if kind == actions.END_TURN:
            more = any(kind_of(option) == actions.ACTIVATE for option in self.offered)
            words.piece = None
            return t(NOT_WORTH_IT) if more else t("everybody has acted")
        if kind == actions.END_ACTIVATION:
            going = any(kind_of(option) in (actions.STEP, actions.JUMP) for option in self.offered)
            chest = any(kind_of(option) == actions.OPEN_CHEST for option in self.offered)
            if chest and self.view.hidden and len(self.view.ready) > 0:
                return t("a trap in the chest would end the turn: the others act first")
            return t(NOT_WORTH_IT) if going else t("there is nothing left to do")
        if kind == actions.CHOOSE_FACE:
            return self.of_face(value)
        if kind == actions.REROLL:
            return self.of_reroll(value, words)
        if kind == actions.ACCEPT:
            return t("the re-rolls are kept for later")
        if kind == actions.PUSH_TO:
            words.square = value
            return self.of_push(value)
        if kind == actions.FOLLOW_UP:
            return t("it stays beside the opponent and marks it")
        if kind == actions.STAY:
            holding = int(self.game.acting) >= 0 and self.game.ball_of(self.game.acting) >= 0
            return t("the ball stays away from the opponent") if holding else t("it keeps its place")
        if kind == actions.CAST_ON:
            words.target = value
            return t("it has the ball") if self.game.ball_of(i64(value)) >= 0 else ""
        if kind in (actions.CAST_AT, actions.PLACE_CHEST, actions.PLACE_PORTAL, actions.PLACE_BALL, actions.THROW_TO):
            words.square = value
            if kind in (actions.PLACE_CHEST, actions.PLACE_PORTAL):
                doors = self.choices.places.zone_word == "door"
                return t("about as far from both doors") if doors else t("about as far from both end zones")
        return ""

    def of_face(self, face: int) -> str:
        game = self.game
        frame = next((each for each in reversed(game.frames()) if isinstance(each, Block)), None)
        if frame is None:
            return ""
        attacker, defender = self.names.of(int(frame.attacker)), self.names.of(int(frame.defender))
        steady = game.able(frame.attacker, IGNORES_BOTH_DOWN)
        if face == PLAYER_DOWN:
            return t("{player} goes down", player=attacker)
        if face == BOTH_DOWN:
            other = game.able(frame.defender, IGNORES_BOTH_DOWN)
            if steady:
                return t("both stay on their feet") if other else t("only {player} goes down", player=defender)
            return t("only {player} goes down", player=attacker) if other else t("both go down")
        if face == POW:
            return t("{player} is pushed back and goes down", player=defender)
        if face == STUMBLE:
            dodges = game.able(frame.defender, TURNS_STUMBLE_INTO_PUSH) and not game.able(frame.attacker, CANCELS_DODGE)
            if dodges:
                return t("{player} is pushed back, and dodges the fall", player=defender)
            return t("{player} is pushed back and goes down", player=defender)
        return t("{player} is pushed back, nobody goes down", player=defender)

    def of_reroll(self, source: int, words: Words) -> str:
        game = self.game
        frame = game.frame()
        parts: list[str] = []
        if isinstance(frame, StatTest) and frame.reading == 0:
            needed = int(die_needed(frame.needed, frame.modifier))
            words.odds = (7 - needed) / 6
            parts.append(t("{needed}+ comes up with {odds}", needed=needed, odds=percent(words.odds)))
        if source == actions.TEAM_REROLL:
            left = int(game.side_value(i64(self.side), REROLLS))
            parts.append(plural("{count} team re-roll left", "{count} team re-rolls left", left))
        else:
            parts.append(t("it costs no team re-roll"))
        return joined(parts)

    def of_push(self, square: int) -> str:
        game, view = self.game, self.view
        terrain = i64(int(game.dungeon.terrain[square]))
        if terrain == FIERY_CHASM:
            return t("into the fiery chasm")
        if is_wall_like(terrain):
            return t("against the wall")
        if game.is_chest(i64(square)):
            return t("onto a chest")
        if game.portal_number(i64(square)) > 0:
            return t("into a {portal}", portal=t(self.choices.places.portal_word))
        steps = int(far(view.defend, i64(square)))
        return t("{steps} from where it scores", steps=steps_of(steps)) if steps < FAR else ""


def chosen_dice(dice: int) -> str:
    """The dice of a block; a negative number for those that the opponent chooses from."""
    if abs(dice) == 1:
        return t("1 die")
    if dice > 0:
        return t("{count} dice of your choice", count=dice)
    return t("{count} dice of the opponent's choice", count=-dice)
