"""Words that do not fit: found with the pseudo-language, which is longer than any real one."""

from __future__ import annotations

from typing import Any

# A page that scrolls sideways, words beyond its edge, labels that are cut off. Regions that scroll on purpose say so.
CLIPPED = """() => {
  const edge = innerWidth;
  const wide = document.documentElement.scrollWidth;
  const found = wide > edge ? [`the page is ${wide} wide`] : [];
  for (const each of document.querySelectorAll('body *')) {
    if (each.closest('.visually-hidden, svg, [aria-hidden=true], [role=region][tabindex="0"]')) continue;
    const box = each.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) continue;
    const style = getComputedStyle(each);
    const said = `${each.tagName} ${each.className}: ${each.textContent.trim().slice(0, 40)}`;
    const holds = (inside, room) => room === 0 || inside <= room + 2;
    const hides = (how) => ['hidden', 'clip'].includes(how) && !/INPUT|SELECT|TEXTAREA/.test(each.tagName);
    const [across, down] = [holds(each.scrollWidth, each.clientWidth), holds(each.scrollHeight, each.clientHeight)];
    if (box.right > edge + 1) found.push(`beyond the edge: ${said}`);
    if ((!across && hides(style.overflowX)) || (!down && hides(style.overflowY))) found.push(`cut off: ${said}`);
    if (each.matches('.button') && !across) found.push(`too narrow: ${said}`);
  }
  return [...new Set(found)];
}"""


def clipped(page: Any) -> list[str]:
    found: list[str] = page.evaluate(CLIPPED)
    return found


def in_language(path: str, language: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}language={language}"
