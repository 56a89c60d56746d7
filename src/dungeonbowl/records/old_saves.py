"""Procedures in progress as saves of version 1 have them, made into the fields of today.

Version 1 wrote the fields of a procedure as a list, in the order of its constructor. `FIELDS` keeps that order, because
a procedure of today may have other fields. A field that an old list does not have was added later: it takes the default
of the constructor. Where the meaning of a field has changed since, `UPGRADES` has a function for the procedure.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mypy_extensions import i64

from dungeonbowl.engine.clauses import BLOCK_DICE
from dungeonbowl.engine.moments import (
    ARMOUR_BROKEN,
    ARMOUR_HELD,
    BALL_GAINED,
    BALL_STRAYED,
    BALL_STRIKING,
    BLOCK_RESOLVED,
    INJURY_READ,
    ROLL_COMING,
)
from dungeonbowl.engine.procedures.ball import wall
from dungeonbowl.engine.procedures.ball.passing import CLEARING
from dungeonbowl.engine.procedures.block.block import GATED as BLOCK_GATED
from dungeonbowl.engine.procedures.block.follow_up import ARRIVING, FENDING, FOLLOWING, SETTING_OUT, SETTLING_OTHERS
from dungeonbowl.engine.procedures.stat_test import ANNOUNCING, GATE_FAILED, GATED

Fields = dict[str, Any]  # a victim or the helps of a roll are mappings of their own


def upgraded(name: str, values: list[Any]) -> list[tuple[str, Fields]]:
    """What a procedure of version 1 is today, by name and fields: itself, and perhaps a second procedure that it has
    called.

    A ValueError says why it cannot be one."""
    if name not in FIELDS:
        raise ValueError(f"this version knows no procedure {name!r}")
    names = FIELDS[name].split()
    if len(values) > len(names) and name not in FORGETFUL:
        raise ValueError(f"procedure {name!r} has {len(values)} fields; expected at most {len(names)}")
    fields = dict(zip(names, values, strict=False))
    if name not in UPGRADES:
        return [(name, fields)]
    try:
        fields = UPGRADES[name](fields)
    except (KeyError, TypeError):
        raise ValueError(f"procedure {name!r} has other fields than it had in version 1") from None
    gate = fields.pop("gate", None)
    found = [(fields.pop("name", name), fields)]  # a procedure with another name today gives that name
    return [*found, ("RerollGate", gate)] if gate is not None else found


def merged(stack: list[tuple[str, Fields]]) -> list[tuple[str, Fields]]:
    """The procedures on the stack, without one that is a part of its caller today. A StockBowl throw strays itself. A
    throw at a wall asks itself whether a player tries to catch the ball, and knows the player."""
    found: list[tuple[str, Fields]] = []
    for place, (name, fields) in enumerate(stack):
        if name == "Stray" and found:
            caller, known = found.pop()
            found.append((caller, {**known, **fields}))
        elif name == "CatchInPassing" and found and "piece" not in found[-1][1]:
            caller, known = found.pop()
            known = {**known, "piece": fields.get("piece", -1)}
            if place == len(stack) - 1:  # it had asked, and waited for the answer
                found.append((caller, {**known, "stage": int(wall.OFFERING)}))
            else:
                found += [(caller, known), (name, fields)]
        else:
            found.append((name, fields))
    return found


# --- what the fields were -------------------------------------------------------------------------------------------

# Procedures that had more fields in the first saves: fields after those named here have no meaning any more.
FORGETFUL: Final = ("Vanish", "OfferItem")

FIELDS: Final[dict[str, str]] = {
    "Activation": "piece stage pending announced",
    "Appointment": "count placed square steps stage agreed",
    "ArmourRoll": "piece cause source bonus spare wound walled total harder broken whole answers asked rerolled",
    "Arrangement": "side first left",
    "Arrive": "piece voluntary own_move stage pending",
    "Assassinate": "side piece stage",
    "Attack": "piece target means stage",
    "Attacks": "piece slot target single asks index stage",
    "BadKick": "kicker kicked square stage",
    "BallAside": "ball square loads",
    "BeSpiked": "piece ball thrower stage",
    "Bite": "piece stage ball square",
    "Blast": "piece square victims attacker dropped stage face",
    "BlindingLight": "caster",
    "Block": "attacker defender stage count dice rerolled matched paired touched at gate",
    "BlockAgain": "attacker defender stage",
    "BlockTwo": "piece first second stage first_face second_face first_outcome second_outcome",
    "Bounce": "ball clause more",
    "BounceOff": "ball",
    "Braced": "piece",
    "BreakFree": "piece added",
    "BreakIn": "piece index slot",
    "Burn": "piece stood",
    "ByChance": "clause",
    "CastSpell": "piece loads blitz stage spell anybody",
    "Casting": "side over asked",
    "CasualtyRoll": "piece total",
    "CasualtyTreatment": "piece first second",
    "Catch": "piece ball how thrower extra stage",
    "CatchInPassing": "piece ball thrower stage",
    "ChainLightning": "caster piece stage square struck",
    "ChooseDoor": "piece slot",
    "ClassicCasualty": "piece rolls tens row worst",
    "Climb": "piece square rungs rushes",
    "ClimbOut": "piece out",
    "Collide": "piece square note category struck stage",
    "ComeDown": "piece square thrower outcome crashed skids struck stage broken sure",
    "ComeIn": "piece",
    "Confiscate": "piece",
    "Confiscation": "piece",
    "Contest": "stage",
    "Cooking": "side",
    "Crowd": "side asked left",
    "Dash": "",
    "Decided": "action",
    "Deviate": "ball direction",
    "Disturb": "piece slot chest",
    "DiveAtFeet": "mover origin natural modified diver stage",
    "DragonRoll": "piece stage",
    "Draw": "slot where square trigger stage shift piece displaced",
    "DrawCard": "piece deck",
    "DrawLoads": "slot ball",
    "Drop": "ball piece",
    "DropOnFallen": "attacker defender stage",
    "Dropped": "square",
    "Drown": "piece square",
    "Drugged": "piece status bonus",
    "DumpBall": "piece",
    "EmptyChasm": "square",
    "Enchantment": "piece leaving",
    "Enter": "piece",
    "EnterChest": "piece square deck victims attacker loose stage ball unhindered",
    "Explosion": "square owner hit place thrower",
    "FallIn": "piece kind",
    "FallIntoChasm": "piece square stage left",
    "Falter": "piece needed modifier dazed",
    "Fetch": "piece ball",
    "FinalWhistle": "side",
    "FindKind": "ball slot",
    "Fireball": "caster square rolls hits",
    "FittingStep": "origin",
    "Flames": "square first second index stage loose",
    "FlashAway": "piece square",
    "Flight": "piece square how steps direction",
    "FlyOver": "piece origin target steps crossed",
    "FlyingFist": "piece target stage knocked",
    "Foul": "fouler victim",
    "Fury": "piece",
    "Gas": "pieces index dropped leaving square",
    "GatherFunds": "piece",
    "Gaze": "piece target stage",
    "GoDown": "victims source dropped stage index balls_wait mover",
    "GrabDodger": "dodger origin wearer",
    "GraspingVines": "caster piece",
    "Grumble": "piece throws stage",
    "HandOff": "giver receiver ball given",
    "Held": "piece",
    "HoldBack": "mover stage",
    "Hurl": "piece square column row steps broken scores stage direction",
    "IdolRoll": "piece",
    "Injure": "piece cause source held square",
    "InjuryRoll": "piece cause source bonus wound plain removed total whole weighed",
    "Interference": "thrower ball outcome side piece stage target naming",
    "IronFalls": "piece ball",
    "JailRoll": "piece",
    "JoinIn": "piece what square",
    "JudgeItems": "acting piece",
    "Jump": "piece square origin rushes penalty stage before",
    "KeepBalance": "piece side stage",
    "Kickoff": "stage chooser",
    "KnockOutRecovery": "piece",
    "KnockOutTreatment": "piece",
    "Land": "ball how thrower strayed more fallen struck",
    "LastSideWins": "",
    "LayTraps": "left by_dice side",
    "LeapOver": "piece target path rushes stage",
    "Leave": "piece status stage square balls",
    "LeaveBall": "piece slot",
    "LeaveByDoor": "piece",
    "LeavePassage": "ball clause",
    "LifeDrain": "caster piece",
    "LightningBolt": "caster piece",
    "LookIntoChest": "piece square loads stage lost",
    "LoseHead": "piece slot",
    "MeltBalls": "ball",
    "Moment": "kind a b heard",
    "MonsterDecides": "",
    "Morph": "opener square slot stage",
    "MostTouchdownsWin": "",
    "MoveChest": "piece chest goal square how slot loads origin",
    "MoveDoor": "piece index square slot stage rushes",
    "Mustering": "stage placer placed contenders order",
    "NextDrive": "stage",
    "OfferItem": "piece result",
    "OpenChest": "piece square stage",
    "Pass": "piece stage target ball outcome hurried quick interceptor crossed unhindered",
    "PayForChest": "piece square loads",
    "Penalty": "piece level watched rolls bonus costs_turn stage raised",
    "Phase": "side slot sender asks until after",
    "PickUp": "piece ball stage unhindered",
    "PileOn": "piece",
    "PitBounce": "ball",
    "Plotting": "slot first side",
    "Preparation": "stage first placer placed",
    "Purchases": "side left spent",
    "Push": "attacker defender knocked stage piece direction origin "
    "chain fate followed index stripped fallen from_afar settled",
    "Pushed": "attacker defender knocked piece origin chain fate walled "
    "followed stripped fallen from_afar stage fell index settled",
    "PutBallDown": "piece ball",
    "PutToUse": "piece slot target",
    "QuickStart": "placed from_map",
    "Rampage": "piece slot asks stage eaten rooted",
    "ReachForBall": "ball thrower side on_target diver",
    "Recall": "ball",
    "RefereePhase": "side slot acted closing piece stage in_sight",
    "Reflex": "piece",
    "Regenerate": "piece",
    "ReleaseWinds": "piece slot blitz stage",
    "Repulsion": "attacker defender",
    "Resign": "side piece",
    "Revelation": "slot first side left",
    "Ricochet": "origin direction",
    "RingFlight": "piece direction goal",
    "RollAgain": "piece dice count kind clause roller",
    "RouseFallen": "side piece",
    "RunAbout": "restless ball direction",
    "RunAway": "piece",
    "RunForBall": "thrower target side ran runner stage moves rushes progress",
    "Savage": "piece stage",
    "Scatter": "ball steps",
    "SeeThroughBalls": "piece result ball",
    "SendingOff": "piece stage square costs_turn",
    "SetUp": "placer first second",
    "Shadow": "mover origin shadow stage",
    "ShadowedStep": "caster piece",
    "Slain": "piece monster",
    "Slash": "piece target kind stage",
    "SmashDoor": "piece index blitz stage matched",
    "Somersault": "piece",
    "Sorcery": "side",
    "Sponge": "piece",
    "Spring": "piece square kind slot left stage",
    "StatTest": "piece clause needed modifier roller reading skill_barred rerolled gate watched other",
    "Step": "piece square origin rushes marked stage manner",
    "Stray": "column row steps",
    "Strewn": "piece square steps",
    "Strike": "attacker defender face paired stage outcome yielding",
    "Swallow": "piece ball slot",
    "TakeRootRoll": "piece",
    "TeamTurn": "side stage fresh",
    "Teleport": "piece origin own_move displaced stage arrival rerolled other",
    "TeleportBall": "ball clause leaps_out",
    "Temptation": "eater victim stage square",
    "ThinkAgain": "piece",
    "Thirst": "piece stage",
    "ThrowAtWall": "piece square wall stage ball outcome direction left",
    "ThrowBomb": "owner piece stage square outcome side catcher crossed",
    "ThrowChest": "piece chest loads stage square struck",
    "ThrowFood": "piece target stage",
    "ThrowSafely": "thrower",
    "ThrowTeamMate": "thrower thrown stage target outcome",
    "TornApart": "piece square stage",
    "Trample": "piece slot victim index",
    "Transmutation": "caster piece stage square",
    "Transport": "piece origin stage exit closed direction displaced",
    "Travel": "piece square origin",
    "Trick": "attacker piece stage",
    "TurnToStone": "piece square dropped",
    "Vanish": "piece square stage",
    "Verdict": "",
    "Volunteers": "mover square ability moves side",
    "WallBounce": "origin direction",
    "WallPass": "piece square wall stage ball outcome direction left interceptor crossed",
    "WallPush": "piece",
    "Warp": "piece square own_move",
    "WarpBall": "ball",
    "Whirl": "piece stage facing square origin victim",
    "WideThrow": "ball origin stage",
    "Wound": "piece source cause bonus armour_only rerolled",
}


# --- what has changed since -----------------------------------------------------------------------------------------


def victim(note: int) -> Fields:
    """A victim was one number: the piece, the cause, the source + 1, three numbers for the rolls and three bits."""
    return {
        "piece": note & 0xFF,
        "cause": note >> 8 & 0xFFFF,
        "source": (note >> 24 & 0xFF) - 1,
        "bonus": note >> 32 & 0xFF,
        "spare": note >> 40 & 0xFF,
        "wound": note >> 48 & 0xFF,
        "walled": note >> 56 & 1 != 0,
        "broken": note >> 57 & 1 != 0,
        "soft": note >> 58 & 1 != 0,
    }


def helps(note: int) -> Fields:
    """Helps were one number, eight bits for each giver."""
    return {"skill": note & 0xFF, "place": note >> 8 & 0xFF, "ball": note >> 16 & 0xFF}


def with_victims(fields: Fields) -> Fields:
    """GoDown, Blast and EnterChest: the victims were a list of such numbers."""
    return {**fields, "victims": [victim(note) for note in fields.get("victims", [])]}


def armour_roll(fields: Fields) -> Fields:
    """While broken armour could be re-rolled, the help that was left was kept in `harder`."""
    if not fields.get("broken", False):
        return fields
    return {**fields, "harder": 0, "left": helps(fields["harder"])}


def injury_roll(fields: Fields) -> Fields:
    note = fields.pop("bonus")
    return {**fields, "helps": helps(note)}


def arrive(fields: Fields) -> Fields:
    """`pending` was a victim, 0 for nothing, or -1 if the caller deals with the fall."""
    note = fields.pop("pending", 0)
    return {**fields, "pending": victim(note) if note > 0 else None, "caller_ends": note == -1}


def collide(fields: Fields) -> Fields:
    note = fields.pop("note")
    return {**fields, "fallen": victim(note)}


def passing(fields: Fields) -> Fields:
    """`crossed` was written with the distance before it: first the square of an obstacle, later the number of a
    portal."""
    crossed = fields.get("crossed", -1)
    if crossed < 0:
        return fields
    return {**fields, "crossed": crossed & 0xFFFF if fields["stage"] == CLEARING else crossed & 0xFF}


def over_obstacles(fields: Fields) -> Fields:
    """FlyOver, ThrowBomb and `wall_pass`: likewise, for obstacles alone."""
    crossed = fields.get("crossed", -1)
    return {**fields, "crossed": crossed & 0xFFFF} if crossed >= 0 else fields


def wall_throw(fields: Fields) -> Fields:
    """The throw at a wall of the official game had stages of its own. While a player could catch the ball it had called
    `CatchInPassing`, which asked the coach: see `merged`."""
    stages = (
        *(wall.BALANCING, wall.TESTING, wall.ASIDE, wall.INTERFERENCE),
        *(wall.DISTANCE, wall.CATCHING, wall.STOPPING, wall.WATCHED),
    )
    found = {**fields, "thrower": fields["piece"], "stage": restaged(stages, fields)}
    del found["piece"]
    return found


def wall_pass(fields: Fields) -> Fields:
    """The wall pass of Astrogranite was a procedure of its own. Its `interceptor` was also the player that tried to
    catch the ball on its way back."""
    stages = (
        *(wall.WATCHED, wall.NAMING, wall.EARLY, wall.BALANCING, wall.TESTING, wall.ASIDE, wall.DIRECTION),
        *(wall.DISTANCE, wall.OFFERING, wall.CATCHING, wall.STOPPING, wall.CLEARING, wall.LATE, wall.SKIMMING),
        wall.BEING_STRUCK,
    )
    stage = restaged(stages, fields)
    found = {**over_obstacles(fields), "name": "ThrowAtWall", "thrower": fields["piece"], "stage": stage, "piece": -1}
    if stage in (wall.BEING_STRUCK, wall.CATCHING):
        found |= {"piece": fields["interceptor"], "interceptor": -1}
    return found


def restaged(stages: tuple[i64, ...], fields: Fields) -> int:
    """The stage of today for the number of a stage in an old save; a KeyError if there was no such stage."""
    return dict(enumerate(map(int, stages)))[fields.get("stage", 0)]


def flames(fields: Fields) -> Fields:
    """The pieces in the area were two numbers: five pieces + 1 in the first, the rest in the second."""
    first, second = fields.pop("first", 0), fields.pop("second", 0)
    places = [first >> 8 * place & 0xFF for place in range(5)] + [second >> 8 * place & 0xFF for place in range(4)]
    return {**fields, "reached": [place - 1 for place in places if place > 0]}


def spring(fields: Fields) -> Fields:
    """The traps that were left were one number, eight bits for each of the five kinds."""
    return {**fields, "left": [fields["left"] >> 8 * kind & 0xFF for kind in range(5)]}


def push(fields: Fields) -> Fields:
    """The follow-up belonged to the push, with stages of its own. It is a procedure of its own today."""
    followed, settled = fields.pop("followed", False), fields.pop("settled", -1)
    stages = {4: FENDING, 5: FOLLOWING, 8: SETTING_OUT, 9: SETTLING_OTHERS, 10: ARRIVING}
    if fields.get("stage", 0) not in stages:
        return fields
    fields.pop("direction")
    later = {"name": "FollowUp", "stage": stages[fields["stage"]], "followed": followed, "settled": settled}
    return {**later, "stood": fields.pop("index"), **fields, "stage": later["stage"]}


def stat_test(fields: Fields) -> Fields:
    """The gate before a re-roll was a number with bits, and three of the bits were stages of the test."""
    gate = fields.pop("gate", 0)
    if gate & 1 << 10:
        return {**fields, "stage": ANNOUNCING}
    if gate & 1 << 9:
        return {**fields, "stage": GATE_FAILED}
    if gate == 0:
        return fields
    return {**fields, "stage": GATED, "gate": reroll_gate(gate, fields["piece"], fields["clause"], fields["roller"])}


def block(fields: Fields) -> Fields:
    gate = fields.pop("gate", 0)
    if fields.get("stage", 0) != BLOCK_GATED:
        return fields
    return {**fields, "gate": reroll_gate(gate, fields["attacker"], int(BLOCK_DICE), -1)}


def reroll_gate(gate: int, piece: int, clause: int, side: int) -> Fields:
    """Four bits for the next die, four bits for the die after it, and one bit for Pro."""
    found = {"piece": piece, "clause": clause, "needed": gate & 0xF, "then": gate >> 4 & 0xF}
    return {**found, "own_try": gate >> 8 & 1 != 0, "side": side}


def referee_phase(fields: Fields) -> Fields:
    """The square that a referee was about to go to stood in the stage, added to the number of the last stage."""
    stage, leaving = fields.get("stage", 0), 4
    return {**fields, "stage": leaving, "square": stage - leaving} if stage >= leaving else fields


def moment(fields: Fields) -> Fields:
    """A moment had two numbers. All other arguments were packed into the second, often increased by one."""
    second = fields.pop("b")
    parts = unpacked_moment(int(fields["kind"]), second)
    found = {"kind": fields["kind"], "first": fields["a"], "heard": fields.get("heard", 0)}
    return {**found, **dict(zip(("second", "third", "fourth"), parts, strict=False))}


def unpacked_moment(kind: int, second: int) -> list[int]:
    if kind == BLOCK_RESOLVED:  # the defender and the outcome
        return [second & 0xFFFF, second >> 16]
    if kind == BALL_GAINED:  # the ball and the clause
        return [second & 0xFF, second >> 8]
    if kind == BALL_STRIKING:  # the ball and the thrower
        return [second & 0xFF, (second >> 8) - 1]
    if kind == BALL_STRAYED:  # the thrower, and whether it is on target
        return [(second & 0xFF) - 1, second >> 8]
    if kind == ARMOUR_HELD or kind == ARMOUR_BROKEN:  # the source and the cause
        return [(second & 0xFF) - 1, second >> 8]
    if kind == INJURY_READ:  # the source, the cause and the status
        return [(second & 0xFF) - 1, second >> 8 & 0xFFFF, second >> 24]
    if kind == ROLL_COMING:  # the clause, and the other player or square
        return [second & 0xFFFF, (second >> 16) - 1]
    return [second]


UPGRADES: Final[dict[str, Callable[[Fields], Fields]]] = {
    "ArmourRoll": armour_roll,
    "Arrive": arrive,
    "Blast": with_victims,
    "Block": block,
    "Collide": collide,
    "EnterChest": with_victims,
    "GoDown": with_victims,
    "Flames": flames,
    "FlyOver": over_obstacles,
    "InjuryRoll": injury_roll,
    "Moment": moment,
    "Pass": passing,
    "Push": push,
    "RefereePhase": referee_phase,
    "Spring": spring,
    "StatTest": stat_test,
    "ThrowAtWall": wall_throw,
    "ThrowBomb": over_obstacles,
    "WallPass": wall_pass,
}
