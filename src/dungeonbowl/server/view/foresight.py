"""What a choice would be, read off a trial: the rolls with their reasons, the dice of a block, what a die may bring."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions, clauses
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.languages import mark, t
from dungeonbowl.server.view import approach
from dungeonbowl.server.view.blows import (
    RESULTS,
    Ending,
    Struck,
    chances_by_face,
    endings_by_face,
    mixed,
    ranked,
)
from dungeonbowl.server.view.consequences import failures, outcomes
from dungeonbowl.server.view.influences import ATTACK, DEFENCE, Influences, strengths, without_skill
from dungeonbowl.server.view.trials import NEXT_THINGS, Noted, Trial
from dungeonbowl.server.view.words import clause_words, group_of, player_label
from dungeonbowl.server.wire import (
    BlockChance,
    BlockDice,
    BlockPreview,
    FacePreview,
    Modifier,
    Outcome,
    Preview,
    Roll,
    RollPreview,
)
from dungeonbowl.server.wire.kinds import BlockResult
from dungeonbowl.words.notation import FACES

YOU_CHOOSE: Final = mark(
    "You choose, and are taken to prefer {order}. Skills are used where they help their owner; re-rolls "
    "are not counted."
)
THEY_CHOOSE: Final = mark(
    "The opponent chooses, and is taken to prefer {order}. Skills are used where they help their owner; re-rolls are "
    "not counted."
)
FOR_BLOCKER: Final = mark("a target that goes down, then a push, nobody down, both down, and last a blocker down")
FOR_TARGET: Final = mark("a blocker that goes down, then both down, nobody down, a push, and last a target down")
# A number in a test that no player nearby and no skill explains.
REST_WORDS: Final = mark({int(clauses.PASS): "distance and surroundings"})
OTHER_REST: Final = mark("situation")


class Foreseen:
    """The dice that a choice asks for at once."""

    def __init__(self, trial: Trial, outcomes: list[Outcome]) -> None:
        self.odds = trial.odds if trial.tests else None
        self.rolls: list[Roll] = [test.roll() for test in trial.tests]
        self.dice: BlockDice | None = trial.dice()
        self.outcomes = outcomes

    @property
    def needed(self) -> str:
        return ", ".join(roll.text for roll in self.rolls if not roll.against)


def of_option(game: Game, action: int) -> Foreseen:
    """What an option of the coach who is asked leads to. If it asks for something first that belongs to it (a leap asks
    for its way), the first answer is taken."""
    trial = Trial(game, int(game.asked))
    asking = type(game.frame())
    trial.trust(action)
    while trial.game.signal == ASK and isinstance(trial.game.frame(), asking):
        offered = trial.offers()
        if not offered or not NEXT_THINGS.isdisjoint(kind_of(i64(option)) for option in offered):
            break
        trial.trust(offered[0])
    # where tests come first, what lies behind them is told when the coach points at the option
    return Foreseen(trial, outcomes(trial.game, trial.side) if not trial.tests and trial.block() is None else [])


# --- a preview -------------------------------------------------------------------------------------------------------


def preview(
    game: Game,
    number: int,
    side: int,
    piece: int,
    option: int | None = None,
    target: int | None = None,
    square: int | None = None,
    first: list[int] | None = None,
) -> Preview | None:
    """The answer to `preview`; None if that cannot be done now."""
    trial = tried(game, side, piece, option, target, square, first or [])
    if trial is None or not trial.chosen:
        return None
    pieces = [piece] + ([target] if target is not None else [])
    block = trial.block()
    for other in ([int(block.defender)] if block is not None else []) + [test.piece for test in trial.tests]:
        if other >= 0 and other not in pieces:
            pieces.append(other)
    why = Influences(game.as_known_to(i64(side)), trial, lambda changed: repeated(changed, trial), pieces)
    rolls = [roll_preview(test, why.found[index], side) for index, test in enumerate(trial.tests)]
    worst = min(range(len(rolls)), key=lambda index: rolls[index].odds) if rolls else None
    return Preview(
        number,
        piece,
        title_of(trial, target),
        target,
        square,
        str(option) if option is not None else "",
        [str(action) for action in trial.chosen],
        trial.path,
        round(trial.odds, 6),
        rolls,
        worst,
        block_preview(trial, why) if block is not None and block.defender >= 0 and not block.paired else None,
        outcomes(trial.game, side) if block is None else [],
    )


def tried(
    game: Game, side: int, piece: int, option: int | None, target: int | None, square: int | None, first: list[int]
) -> Trial | None:
    """The choices that the question means, made on a clone."""
    count, nodes = int(game.squads.count), int(game.dungeon.count)
    if not 0 <= piece < count or (target is not None and not 0 <= target < count):
        return None
    if (square is not None and not 0 <= square < nodes) or (target is not None and game.square[target] < 0):
        return None
    trial = Trial(game, side, keeping=True)
    for choice in first:
        if not trial.choose(choice):
            return None
    if option is None or option not in trial.offers():
        if not approach.activated(trial, piece):
            return None
    if option is not None and not trial.choose(option):
        return None
    if target is None and square is None:
        return trial
    if target is None and square is not None and trial.game.signal == ASK:
        walk = approach.walked(trial.copy(), square)
        if walk is not None:
            return walk
    return approach.approached(trial, approach.Aim(game, target, square))


def repeated(changed: Game, trial: Trial) -> Trial | None:
    """The same choices in a game that is a little different; None where one of them is not open there."""
    again = Trial(changed, trial.side)
    for action in trial.chosen:
        if not again.choose(action):
            return None
    return again


def title_of(trial: Trial, target: int | None) -> str:
    game = trial.game
    declared = approach.declaration_of(trial) or int(game.declared)
    deed = approach.deed_of(trial)
    if kind_of(i64(deed)) == actions.BLOCK and declared:
        deed = int(actions.action(actions.DECLARE, i64(declared)))
    words = group_of(deed)[0]
    return t("{deed} {target}", deed=words, target=player_label(game, target)) if target is not None else words


def roll_preview(test: Noted, parts: list[Modifier], side: int) -> RollPreview:
    rest = test.modifier - sum(part.value for part in parts)
    if rest:
        parts = [*parts, Modifier(t(REST_WORDS.get(test.clause, OTHER_REST)), rest)]
    return RollPreview(
        clause_words(test.clause),
        test.needed,
        test.square,
        round(test.odds, 6),
        test.text(),
        test.is_against,
        test.piece,
        parts,
        failures(test, side),
    )


# --- blocks ----------------------------------------------------------------------------------------------------------


def block_preview(trial: Trial, why: Influences) -> BlockPreview:
    game, block, dice = trial.game, trial.block(), trial.dice()
    assert block is not None
    assert dice is not None
    attacker, defender = int(block.attacker), int(block.defender)
    attack, defence = strengths(trial)
    attack_parts = told_parts(game, why, ATTACK, attacker, defender)
    defence_parts = told_parts(game, why, DEFENCE, defender, attacker)
    endings = endings_by_face(game)
    blocker_chooses = int(block.count) > 0
    shares = chances_by_face(endings, dice.count, blocker_chooses)
    whole = mixed([(shares[face], endings[face]) for face in endings])
    words = Words(game, attacker, defender, trial.side)
    return BlockPreview(
        attacker,
        defender,
        dice,
        attack,
        defence,
        with_strength(game, attacker, attack, attack_parts, block.matched),
        with_strength(game, defender, defence, defence_parts, False),
        helpers(game, attacker, attack_parts),
        helpers(game, defender, defence_parts),
        [
            BlockChance(result, words.short(result), round(whole.chances[result], 6))
            for result in RESULTS
            if whole.chances.get(result, 0.0) > 0.0
        ],
        [
            FacePreview(FACES[face], endings[face].likeliest(), words.of_ending(endings[face]), round(shares[face], 6))
            for face in ranked(endings, blocker_chooses)
        ],
        t(
            YOU_CHOOSE if dice.chooser == trial.side else THEY_CHOOSE,
            order=t(FOR_BLOCKER if blocker_chooses else FOR_TARGET),
        ),
    )


def told_parts(game: Game, why: Influences, what: int, piece: int, other: int) -> list[Modifier]:
    """What has a part in a strength: skills of the two, and team-mates who assist. An opponent who only keeps somebody
    from assisting is left out, because the assist that there is not counts nothing."""
    side = int(game.side_of[piece])
    found = [part for index, (kind, _) in enumerate(why.usual) if kind == what for part in why.found[index]]
    return [
        part
        for part in found
        if part.piece in (piece, other) or (part.value > 0 and int(game.side_of[part.piece or 0]) == side)
    ]


def helpers(game: Game, piece: int, parts: list[Modifier]) -> list[int]:
    """The players whose presence adds to the strength of this one's side."""
    side = int(game.side_of[piece])
    found = [part.piece for part in parts if part.piece is not None and part.piece != piece and part.value > 0]
    return [each for each in dict.fromkeys(found) if int(game.side_of[each]) == side]


def with_strength(game: Game, piece: int, total: int, parts: list[Modifier], matched: bool) -> list[Modifier]:
    """The parts of a strength, beginning with the player's own; what they leave open comes last."""
    own = total - sum(part.value for part in parts)
    if matched:
        name = t("as strong as its target ({why})", why=clause_words(int(clauses.MATCH_STRENGTH)))
        return [Modifier(name, own, piece), *parts]
    strength = int(game.squads.strength[piece])
    rest = [Modifier(t(OTHER_REST), own - strength)] if own != strength else []
    return [Modifier(t("Strength"), strength, piece), *parts, *rest]


SHORT: Final[dict[BlockResult, str]] = mark(
    {
        "down": "knocks down",
        "push": "pushes",
        "stand": "nobody goes down",
        "both": "both down",
    }
)


class Words:
    """What a block comes to, in words about these two players."""

    def __init__(self, game: Game, attacker: int, defender: int, side: int) -> None:
        self.is_mine = int(game.side_of[attacker]) == side
        self.attacker = player_label(game, attacker)
        self.defender = player_label(game, defender)
        self.turn = t("your turn ends") if int(game.active) == side else t("their turn ends")

    def short(self, result: BlockResult) -> str:
        """A word or two, where the two are known."""
        if result == "fall":
            return t("you fall") if self.is_mine else t("the blocker falls")
        return t(SHORT[result])

    def of(self, result: BlockResult, costs: float) -> str:
        words = {
            "down": t("{player} goes down", player=self.defender),
            "push": t("{player} is pushed", player=self.defender),
            "stand": t("nobody goes down"),
            "both": t("both go down"),
            "fall": t("{player} goes down", player=self.attacker),
        }[result]
        return t("{these} and {last}", these=words, last=self.turn) if costs > 0.5 else words

    def of_ending(self, ending: Ending) -> str:
        likeliest = ending.likeliest()
        chance = ending.chances.get(likeliest, 0.0)
        words = self.of(likeliest, ending.costs)
        return words if chance > 0.995 else f"{words} ({round(100 * chance)}%)"


def face_results(game: Game, options: list[int]) -> dict[int, tuple[str, int]]:
    """What each face that a coach may choose does to the two players, and its rank for him. A skill without which it
    would be something else is named."""
    known = game.as_known_to(game.asked)
    block = known.frame()
    if not isinstance(block, Block) or block.defender < 0 or block.paired:
        return {}
    attacker, defender = int(block.attacker), int(block.defender)
    faces = [option for option in options if kind_of(i64(option)) == actions.CHOOSE_FACE]
    endings = {option: Struck(known, attacker, defender).after_choice(known, option) for option in faces}
    words = Words(known, attacker, defender, int(game.asked))
    texts = {option: words.of_ending(ending) for option, ending in endings.items()}
    for piece in (attacker, defender):
        for skill in known.squads.sheets[piece].skills:
            changed = without_skill(known, piece, skill)
            if changed is None:
                continue
            for option in faces:
                other = Struck(changed, attacker, defender).after_choice(changed, option)
                if other.likeliest() != endings[option].likeliest():
                    told = {"skill": skill, "player": player_label(known, piece), "result": words.of_ending(other)}
                    texts[option] += t("; without {skill} of {player}: {result}", **told)
    blocker_chooses = int(block.count) > 0
    order = sorted(faces, key=lambda option: endings[option].worth(), reverse=blocker_chooses)
    return {option: (texts[option], rank) for rank, option in enumerate(order)}


__all__ = ["Foreseen", "face_results", "of_option", "preview"]
