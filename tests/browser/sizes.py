"""Places and sizes of a page in pixels, as a coach sees them."""

from __future__ import annotations

from typing import Any

DESKTOP = {"width": 1366, "height": 768}
LARGE = {"width": 1920, "height": 1080}
PHONE = {"width": 390, "height": 844}
ZOOMED = {"width": 683, "height": 384}  # a window of 1366 by 768 pixels at 200 %
SIZES = {"desktop": DESKTOP, "large": LARGE, "phone": PHONE}

# What lies over the board for longer than a moment. Words that float up from a player do not, nor why a click failed,
# nor the notice of a turnover, which the next click takes away.
FLOATING = (
    ".board .overlay > *:not(.float, .excuse), .stage > *:not(.board, .notice), .toast, [data-minimap], [data-desk],"
    " .side-place, .foot-place, .strip-place, .controls-place, .bar-place"
)

# What must not be covered: what can be clicked, numbered squares, the ball, and who stands beside the player in hand.
COVERED = """(floating) => {
  const board = document.querySelector('.board').getBoundingClientRect();
  const unit = Number(document.querySelector('.board').dataset.scale) * 40;
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  const inside = (box) => box.left >= board.left - 1 && box.right <= board.right + 1
    && box.top >= board.top - 1 && box.bottom <= board.bottom + 1;
  const apart = (one, other) => Math.max(
    Math.abs(one.left + one.right - other.left - other.right),
    Math.abs(one.top + one.bottom - other.top - other.bottom),
  ) / 2;
  const hand = boxes('.board .piece:has(.ring:not(.fresh)) .token')[0];
  const beside = hand ? boxes('.board .piece .token').filter((each) => apart(each, hand) < 1.6 * unit) : [];
  const kept = [
    ...boxes('.board [data-target]').map((box) => ['target', box]),
    ...boxes('.board [data-reach]:has(text)').map((box) => ['number', box]),
    ...boxes('.board .ball').map((box) => ['ball', box]),
    ...beside.map((box) => ['player beside the one in hand', box]),
  ].filter(([, box]) => inside(box));
  const faults = [];
  for (const element of document.querySelectorAll(floating)) {
    const over = element.getBoundingClientRect();
    if (over.width === 0 || over.height === 0) continue;
    for (const [what, box] of kept) {
      const wide = Math.min(over.right, box.right) - Math.max(over.left, box.left);
      const high = Math.min(over.bottom, box.bottom) - Math.max(over.top, box.top);
      if (wide > 1 && high > 1) faults.push(`${element.className || element.tagName} over a ${what}`);
    }
  }
  return { faults, kept: kept.length };
}"""


def resize(page: Any, size: dict[str, int]) -> None:
    """Give the window another size, and wait until everything has found its place."""
    page.set_viewport_size(size)
    kind = "low" if size["height"] < 500 else "phone" if size["width"] < 900 else "desk"
    page.wait_for_function(
        "([width, kind]) => innerWidth === width && document.querySelector(`.frame.${kind}`) !== null",
        arg=[size["width"], kind],
    )
    settle(page)


def settle(page: Any) -> None:
    """Until what has changed is drawn."""
    page.evaluate(
        "() => new Promise((done) => { let left = 4;"
        " const frame = () => (left-- > 0 ? requestAnimationFrame(frame) : done()); frame() })"
    )


def box(page: Any, selector: str) -> dict[str, float]:
    found: dict[str, float] = page.evaluate(
        "(selector) => document.querySelector(selector).getBoundingClientRect().toJSON()",
        selector,
    )
    return found


def pixels_a_square(page: Any) -> float:
    return 40 * float(page.get_attribute(".board", "data-scale"))


def share_filled(page: Any) -> float:
    """How much of the width or of the height of its place the dungeon fills, whichever is more."""
    board = box(page, ".board")
    floor = box(page, ".board .ground .mortar")
    return max(floor["width"] / board["width"], floor["height"] / board["height"])


def covered(page: Any) -> tuple[list[str], int]:
    """What lies over something that matters, and how many things matter."""
    found = page.evaluate(COVERED, FLOATING)
    return found["faults"], found["kept"]


# What is tapped alone: a link within a sentence is as high as its line, and a box is as large as its label.
SMALLER = """() => {
  const found = [];
  for (const each of document.querySelectorAll('button, a[href], input, select, textarea, summary')) {
    const isBox = ['checkbox', 'radio'].includes(each.type);
    const tapped = isBox ? each.closest('label') ?? each : each;
    const box = tapped.getBoundingClientRect();
    const style = getComputedStyle(tapped);
    if (box.width === 0 || box.height === 0 || style.visibility === 'hidden') continue;
    if (tapped.closest('.visually-hidden')) continue;
    if (tapped.tagName === 'A' && style.display === 'inline') continue;
    const name = (tapped.textContent || tapped.ariaLabel || tapped.type || '').trim().slice(0, 40);
    if (box.height < 39.5) found.push(`${tapped.tagName} ${name}: ${Math.round(box.height)} high`);
  }
  return [...new Set(found)];
}"""


def smaller_than_a_thumb(page: Any) -> list[str]:
    """What is lower than the 40 pixels that a thumb needs. The window must be one with a touch screen (`has_touch`)."""
    found: list[str] = page.evaluate(SMALLER)
    return found
