"""A plot without a library: memory over games, as SVG."""

from __future__ import annotations

WIDTH, HEIGHT, EDGE = 720, 320, 56


def svg(samples: list[tuple[int, int, int, int]]) -> str:
    """Redis' memory and the size of the archived records, over the number of archived games."""
    games = [sample[0] for sample in samples]
    lines = {"Redis memory": [sample[1] for sample in samples], "archived records": [s[3] for s in samples]}
    top = max(max(values) for values in lines.values()) * 1.1 or 1
    across = (max(games) or 1) / (WIDTH - 2 * EDGE)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" '
        f'font-size="12"><rect width="100%" height="100%" fill="white"/>'
    ]
    for n in range(5):
        value = top * n / 4
        y = HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * n / 4
        parts.append(f'<path d="M{EDGE} {y:.0f}H{WIDTH - EDGE}" stroke="#ddd"/>')
        parts.append(f'<text x="{EDGE - 6}" y="{y + 4:.0f}" text-anchor="end">{value / 1e6:.0f} MB</text>')
    for n, (name, values) in enumerate(lines.items()):
        colour = ("#1f6feb", "#999")[n]
        points = " ".join(
            f"{EDGE + game / across:.1f},{HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * value / top:.1f}"
            for game, value in zip(games, values, strict=True)
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{EDGE + 8 + 180 * n}" y="{EDGE - 20}" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{WIDTH - EDGE}" y="{HEIGHT - 20}" text-anchor="end">{max(games):,} finished games</text>')
    return "\n".join([*parts, "</svg>", ""])
