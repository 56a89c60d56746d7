"""A small policy that plays with NumPy alone: features of an observation, a forward pass, a file.

`examples/train_network.py` trains one with PyTorch. It is made of:

- an embedding of every player, the same weights for all (`player_*`);
- a trunk of two layers over all embeddings, the squares round the acting player and the match (`first_*`, `second_*`);
- logits of the indices without a square (`dense_*`). Those that name a player add the agreement of its embedding with a
  query (`query_*`), those that name a direction that of the square there (`way_*`), and those of a square are the
  agreement of what is on it with a query (`square_*`);
- an estimate of the result, for training (`value_*`).
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dungeonbowl.bots.seat import one_line
from dungeonbowl.errors import UserError
from dungeonbowl.learn import shape
from dungeonbowl.learn.extra import missing

try:
    import numpy as np
except ImportError as error:
    raise missing(error) from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

Weights = dict[str, "NDArray[np.float32]"]
Rows = dict[str, "NDArray[Any]"]

FORMAT = 1
NUMBERS = "biuf"  # the kinds of arrays that a file may have
WIDTH, HEIGHT, CELLS = int(shape.WIDTH), int(shape.HEIGHT), int(shape.CELLS)
PLANES, SLOTS = int(shape.PLANES), int(shape.SLOTS)
SQUARES, REST, ACTIONS = int(shape.DO_SQUARE), int(shape.DO_REST), int(shape.ACTIONS)
DENSE = ACTIONS - CELLS  # indices that name no square
FAR = 40.0
# Groups of indices that name a player by its row: where they begin, and whether the rows are those of the other side.
GROUPS = (
    (int(shape.DO_ACTIVATE), 0),
    (int(shape.DO_ENTER), 0),
    (int(shape.DO_SPONGE), 0),
    (int(shape.DO_OWN), 0),
    (int(shape.DO_OTHER), 1),
)
WAYS = [int(plane) for plane in (shape.TO_SCORE, shape.TO_DEFEND, shape.TO_BALL)]
NEAR = [  # the planes that are read for the eight squares around the acting player, besides the ways
    int(plane)
    for plane in (
        shape.LEGAL,
        shape.OWN_STANDING,
        shape.OTHER_STANDING,
        shape.OTHER_STANDING + 1,
        shape.OTHER_MARKS,
        shape.CHESTS,
        shape.PORTALS,
        shape.BALL,
        shape.OTHER_ZONE,
    )
]
WIDE = [int(plane) for plane in (shape.FLOOR, shape.OWN_STANDING, shape.OTHER_STANDING, shape.OTHER_MARKS)]
VIEW = 3  # how many squares to each side of the acting player are read
EMBEDDING, FIRST, SECOND = 16, 128, 96
DECLARATIONS = 8
PLAYER_FEATURES = int(shape.PLAYER_COLUMNS) + 3 + len(WAYS) + 2
ROUND_FEATURES = len(NEAR) + len(WAYS)  # for each of the eight squares; they come first
GLOBAL_FEATURES = (
    8 * ROUND_FEATURES
    + int(shape.MATCH_COLUMNS)
    + DECLARATIONS
    + len(WAYS)
    + PLAYER_FEATURES
    + len(WIDE) * (2 * VIEW + 1) ** 2
)
# Groups of indices that name a direction.
DIRECTIONS = (int(shape.DO_STEP), int(shape.DO_CHEST))


def player_scales() -> NDArray[np.float32]:
    scales = np.ones(int(shape.PLAYER_COLUMNS), np.float32)
    for column, most in (
        (shape.PLAYER_COLUMN, WIDTH),
        (shape.PLAYER_ROW, HEIGHT),
        (shape.PLAYER_STATUS, 8),
        (shape.PLAYER_MARKED, 3),
        (shape.PLAYER_TELEPORTS, 4),
        (shape.PLAYER_MOVEMENT, 8),
        (shape.PLAYER_STRENGTH, 5),
        (shape.PLAYER_AGILITY, 6),
        (shape.PLAYER_PASSING, 7),
        (shape.PLAYER_ARMOUR, 12),
    ):
        scales[int(column)] = 1 / most
    return scales


def match_scales() -> NDArray[np.float32]:
    scales = np.full(int(shape.MATCH_COLUMNS), 1 / 8, np.float32)
    scales[int(shape.KINDS_OFFERED) :] = 1
    scales[int(shape.OWN_TURN) : int(shape.BEGAN) + 1] = 1
    scales[int(shape.JUST_JUMPED) : int(shape.FOUL_TAKEN) + 1] = 1
    for column, most in ((shape.ABILITY, 192), (shape.PART_CHOSEN, 64), (shape.OPTIONS, 32), (shape.TURN_LIMIT, 16)):
        scales[int(column)] = 1 / most
    for column in (shape.OWN_TURNS, shape.OTHER_TURNS, shape.ACTING_ROW, shape.TARGET_ROW, shape.PART_ROW):
        scales[int(column)] = 1 / 16
    scales[int(shape.BALL_COLUMN)] = 1 / WIDTH
    scales[int(shape.BALL_ROW)] = 1 / HEIGHT
    return scales


def plane_scales() -> NDArray[np.float32]:
    scales = np.ones(PLANES, np.float32)
    scales[WAYS] = 1 / FAR
    scales[int(shape.TERRAIN)] = 1 / 18
    scales[[int(shape.OTHER_MARKS), int(shape.OWN_MARKS)]] = 1 / 3
    return scales


PLAYER_SCALES, MATCH_SCALES, PLANE_SCALES = player_scales(), match_scales(), plane_scales()
ROUND = np.array([(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)])  # by direction


def features(observation: Rows) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The inputs of the policy for a batch of observations: a table for each player, and a row with everything else."""
    planes, players, match = observation["planes"], observation["players"], observation["match"]
    count = len(match)
    which = np.arange(count)
    flat = planes.reshape(count, PLANES, CELLS)
    acting = match[:, int(shape.ACTING_ROW)].astype(np.int64) - 1
    acts = acting >= 0
    actor = players[which, np.maximum(acting, 0)]
    acts &= actor[:, int(shape.PLAYER_ON_BOARD)] > 0
    row = actor[:, int(shape.PLAYER_ROW)].astype(np.int64)
    column = actor[:, int(shape.PLAYER_COLUMN)].astype(np.int64)

    table = np.zeros((count, 2 * SLOTS, PLAYER_FEATURES), np.float32)
    width = int(shape.PLAYER_COLUMNS)
    table[:, :, :width] = players * PLAYER_SCALES
    here = players[:, :, int(shape.PLAYER_ON_BOARD)] > 0
    status = players[:, :, int(shape.PLAYER_STATUS)]
    rows = players[:, :, int(shape.PLAYER_ROW)].astype(np.int64)
    columns = players[:, :, int(shape.PLAYER_COLUMN)].astype(np.int64)
    for each in range(3):
        table[:, :, width + each] = here & (status == each)
    cells = rows * WIDTH + columns
    for each, plane in enumerate(WAYS):
        table[:, :, width + 3 + each] = here * np.minimum(flat[which[:, None], plane, cells] / FAR, 1)
    seen = here & acts[:, None]
    table[:, :, -2] = seen * np.clip((rows - row[:, None]) / 8, -1, 1)
    table[:, :, -1] = seen * np.clip((columns - column[:, None]) / 8, -1, 1)

    parts: list[NDArray[Any]] = [match * MATCH_SCALES]
    declared = match[:, int(shape.DECLARED)]
    parts.append((declared[:, None] == np.arange(1, DECLARATIONS + 1)).astype(np.float32))
    centre = row * WIDTH + column
    ways = flat[which[:, None], np.array(WAYS), centre[:, None]].astype(np.float32)
    parts.append(acts[:, None] * np.minimum(ways / FAR, 1))
    parts.append(acts[:, None] * table[which, np.maximum(acting, 0)])
    near_rows, near_columns = row[:, None] + ROUND[:, 0], column[:, None] + ROUND[:, 1]
    valid = acts[:, None] & inside(near_rows, near_columns)
    near = np.where(valid, near_rows * WIDTH + near_columns, 0)
    taken = flat[which[:, None, None], np.array(NEAR)[:, None], near[:, None, :]].astype(np.float32)
    around = [(taken * valid[:, None, :]).reshape(count, -1)]
    further = flat[which[:, None, None], np.array(WAYS)[:, None], near[:, None, :]].astype(np.float32)
    known = valid[:, None, :] & (further > 0) & (ways[:, :, None] > 0)
    goal = valid & (flat[which[:, None], int(shape.OTHER_ZONE), near] > 0)
    gain = known * np.clip(ways[:, :, None] - further, -2, 2)
    gain[:, 0] += goal * 2  # a way of 0 steps: the player scores there
    around.append(gain.reshape(count, -1))
    span = np.arange(-VIEW, VIEW + 1)
    wide_rows = (row[:, None, None] + span[:, None]) + np.zeros_like(span)
    wide_columns = (column[:, None, None] + span) + np.zeros_like(span)[:, None]
    valid = acts[:, None, None] & inside(wide_rows, wide_columns)
    wide = np.where(valid, wide_rows * WIDTH + wide_columns, 0)
    taken = flat[which[:, None, None, None], np.array(WIDE)[:, None, None], wide[:, None]].astype(np.float32)
    parts.append((taken * valid[:, None]).reshape(count, -1))
    return table, np.concatenate(around + parts, 1).astype(np.float32)


def inside(rows: NDArray[Any], columns: NDArray[Any]) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = (rows >= 0) & (rows < HEIGHT) & (columns >= 0) & (columns < WIDTH)
    return found


def with_squares(mask: NDArray[Any]) -> NDArray[np.int64]:
    """The rows of a batch where a square may be chosen; only these need the logits of squares."""
    return np.flatnonzero(mask[:, SQUARES:REST].any(1))


def square_features(planes: NDArray[Any]) -> NDArray[np.float32]:
    """What is on every square: rows, squares, planes."""
    flat = planes.reshape(len(planes), PLANES, CELLS).astype(np.float32) * PLANE_SCALES[:, None]
    return flat.transpose(0, 2, 1)


class Policy:
    """The weights of a policy, and how it chooses."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def logits(self, observation: Rows) -> NDArray[np.float32]:
        """A number for every index; minus infinity for those that the mask does not allow."""
        weights = self.weights
        table, row = features(observation)
        mask = observation["action_mask"]
        count = len(row)
        embedded = relu(table @ weights["player_weight"] + weights["player_bias"])
        trunk = np.concatenate([embedded.reshape(count, -1), row], 1)
        trunk = relu(trunk @ weights["first_weight"] + weights["first_bias"])
        trunk = relu(trunk @ weights["second_weight"] + weights["second_bias"])
        dense = trunk @ weights["dense_weight"] + weights["dense_bias"]
        queries = (trunk @ weights["query_weight"]).reshape(count, len(GROUPS), EMBEDDING)
        for group, (first, other) in enumerate(GROUPS):
            rows = embedded[:, other * SLOTS : (other + 1) * SLOTS]
            dense[:, first : first + SLOTS] += (rows * queries[:, group, None]).sum(2)
        around = row[:, : 8 * ROUND_FEATURES].reshape(count, ROUND_FEATURES, 8)
        wishes = (trunk @ weights["way_weight"]).reshape(count, len(DIRECTIONS), ROUND_FEATURES)
        for group, first in enumerate(DIRECTIONS):
            dense[:, first : first + 8] += (around * wishes[:, group, :, None]).sum(1)
        found = np.full((count, ACTIONS), -np.inf, np.float32)
        found[:, :SQUARES] = dense[:, :SQUARES]
        found[:, REST:] = dense[:, SQUARES:]
        squares = with_squares(mask)
        if len(squares):
            query = trunk[squares] @ weights["square_weight"] + weights["square_bias"]
            found[squares, SQUARES:REST] = (square_features(observation["planes"][squares]) * query[:, None]).sum(2)
        return np.where(mask > 0, found, -np.inf).astype(np.float32)

    def choose(self, observation: Rows, noise: NDArray[np.float32] | None = None) -> NDArray[np.int64]:
        """The index of the largest logit in each row. With Gumbel noise added it is drawn by its probability."""
        logits = self.logits(observation)
        if noise is not None:
            logits = logits + noise
        best: NDArray[np.int64] = logits.argmax(1)
        return best

    def save(self, path: Path) -> None:
        """Save as a plain .npz of 16-bit numbers: less than half a megabyte, read by NumPy alone."""
        kept: dict[str, Any] = {name: weight.astype(np.float16) for name, weight in self.weights.items()}
        kept["format"] = np.array(FORMAT)
        np.savez_compressed(path, **kept)


def relu(values: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.maximum(values, 0)


SHAPES: dict[str, tuple[int, ...]] = {
    "player_weight": (PLAYER_FEATURES, EMBEDDING),
    "player_bias": (EMBEDDING,),
    "first_weight": (2 * SLOTS * EMBEDDING + GLOBAL_FEATURES, FIRST),
    "first_bias": (FIRST,),
    "second_weight": (FIRST, SECOND),
    "second_bias": (SECOND,),
    "dense_weight": (SECOND, DENSE),
    "dense_bias": (DENSE,),
    "query_weight": (SECOND, len(GROUPS) * EMBEDDING),
    "way_weight": (SECOND, len(DIRECTIONS) * ROUND_FEATURES),
    "square_weight": (SECOND, PLANES),
    "square_bias": (PLANES,),
    "value_weight": (SECOND, 1),
    "value_bias": (1,),
}


def read_weights(path: Path) -> tuple[int, Weights]:
    """The format of a policy file and its arrays; `UserError` if it is none."""
    try:
        data = path.read_bytes()
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            arrays = {name: np.asarray(file[name]) for name in file.files}
        for name, array in arrays.items():
            if array.dtype.kind not in NUMBERS:
                raise ValueError(f"{name} is no array of numbers")
        form = int(arrays.pop("format", np.zeros(())))
        with np.errstate(over="ignore"):  # what is too large becomes infinite, which `check_weights` refuses
            return form, {name: array.astype(np.float32) for name, array in arrays.items()}
    except FileNotFoundError:
        raise UserError(f"policy {path}: there is no such file") from None
    except Exception as error:
        raise UserError(f"policy {path}: not a policy file, {one_line(str(error))}") from None


def load_policy(path: Path) -> Policy:
    """A policy from its file; `UserError` if it is none."""
    form, weights = read_weights(path)
    check_weights(path, form, weights, FORMAT, SHAPES)
    return Policy(weights)


def check_weights(
    path: Path, form: int, weights: Weights, expected: int, shapes: Mapping[str, tuple[int, ...]]
) -> None:
    """`UserError` if a file has another format, or an array of another shape."""
    if form != expected:
        raise UserError(f"policy {path}: its format is {form}, expected {expected}")
    for name, size in shapes.items():
        if name not in weights or weights[name].shape != size:
            found = weights[name].shape if name in weights else "nothing"
            raise UserError(f"policy {path}: {name} is {found}, expected {size}; train it again")
        if not np.isfinite(weights[name]).all():  # such a policy rates every choice alike: it would play nonsense
            raise UserError(f"policy {path}: {name} has entries that are no numbers; train it again")
