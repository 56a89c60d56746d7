"""A learning curve as SVG, drawn without a library."""

from __future__ import annotations

from collections.abc import Sequence

LEFT, TOP, RIGHT, BOTTOM = 56, 34, 620, 300
COLOURS = ("#1f6feb", "#c2410c", "#15803d", "#7c3aed")
INK, GREY = "#24292f", "#8c959f"


def draw_curve(points: Sequence[tuple[float, float, str]], title: str) -> str:
    """`points` are minutes, a share between 0 and 1, and the phase of training, each of which has a colour."""
    last = max((minutes for minutes, _, _ in points), default=0.0) or 1.0
    step = next(each for each in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1e9) if last / each <= 8)

    def place(minutes: float, share: float) -> tuple[float, float]:
        return LEFT + minutes / last * (RIGHT - LEFT), BOTTOM - share * (BOTTOM - TOP)

    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 650 350" font-family="sans-serif" font-size="13">',
        '<rect width="650" height="350" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="20" font-size="15" fill="{INK}">{title}</text>',
    ]
    for percent in (0, 25, 50, 75, 100):
        y = place(0, percent / 100)[1]
        lines.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{RIGHT}" y2="{y:.1f}" stroke="#d8dee4"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="{INK}">{percent} %</text>')
    tick = 0
    while tick * step <= last:
        x = place(tick * step, 0)[0]
        lines.append(f'<text x="{x:.1f}" y="{BOTTOM + 18}" text-anchor="middle" fill="{INK}">{tick * step:g}</text>')
        tick += 1
    lines.append(f'<text x="{RIGHT}" y="{BOTTOM + 36}" text-anchor="end" fill="{GREY}">minutes on one core</text>')
    phases = list(dict.fromkeys(phase for _, _, phase in points))
    before: tuple[float, float] | None = None
    for minutes, share, phase in points:
        x, y = place(minutes, share)
        colour = COLOURS[phases.index(phase) % len(COLOURS)]
        if before is not None:
            lines.append(
                f'<line x1="{before[0]:.1f}" y1="{before[1]:.1f}" x2="{x:.1f}" y2="{y:.1f}" '
                f'stroke="{colour}" stroke-width="2"/>'
            )
        lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
        before = (x, y)
    for index, phase in enumerate(phases):
        y = BOTTOM + 36
        x = LEFT + index * 120
        lines.append(f'<circle cx="{x}" cy="{y - 4}" r="5" fill="{COLOURS[index % len(COLOURS)]}"/>')
        lines.append(f'<text x="{x + 12}" y="{y}" fill="{INK}">{phase}</text>')
    lines.append("</svg>")
    return "\n".join(lines) + "\n"
