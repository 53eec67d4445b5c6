"""Shapes of an SVG picture; every text is escaped, every number short."""

from collections.abc import Sequence
from html import escape

SVG_STYLE = """
.lw-cell{fill:#f4ecd8;stroke:#8d8267;stroke-width:1.2}.lw-cell.odd{fill:#e6dabb}.lw-ink{fill:#26241f}
.lw-soft{fill:#6b675e}.lw-label{fill:currentColor;opacity:.7}.lw-water{fill:#bcd7e8;stroke:#8d8267;stroke-width:1}
.lw-text{font-family:system-ui,-apple-system,'Segoe UI',sans-serif}
"""

Point = tuple[float, float]


def number(value: float) -> str:
    """A number with one place at most."""
    return f"{value:.1f}".removesuffix(".0")


class Canvas:
    """Collects shapes, and knows how far they reach. x to the right, y down."""

    def __init__(self, margin: float = 6) -> None:
        self.parts: list[str] = []
        self.margin = margin
        self._low: list[float] = []
        self._high: list[float] = []

    # -- shapes ----------------------------------------------------------------------------------------------

    def polygon(self, points: Sequence[Point], look: str = "lw-cell", fill: str = "") -> None:
        """A closed outline."""
        for point in points:
            self.reach(*point)
        listed = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self.parts.append(f'<polygon class="{look}"{self._fill(fill)} points="{listed}"/>')

    def square(self, x: float, y: float, side: float, look: str = "lw-cell") -> None:
        """A square by its upper left corner."""
        self.reach(x, y)
        self.reach(x + side, y + side)
        self.parts.append(
            f'<rect class="{look}" x="{number(x)}" y="{number(y)}" '
            f'width="{number(side)}" height="{number(side)}"/>'
        )

    def disc(self, x: float, y: float, radius: float, fill: str, ring: str = "#26241f") -> None:
        """A round piece."""
        self.parts.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" '
            f'fill="{fill}" stroke="{ring}" stroke-width="1"/>'
        )

    def tag(self, x: float, y: float, wide: float, high: float, fill: str) -> None:
        """A rounded ground for a text about a point."""
        corner = f'x="{number(x - wide / 2)}" y="{number(y - high / 2)}"'
        size = f'width="{number(wide)}" height="{number(high)}"'
        self.parts.append(f'<rect {corner} {size} rx="4" fill="{fill}"/>')

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        look: str = "lw-ink",
        fill: str = "",
        anchor: str = "middle",
    ) -> None:
        """A text about a point."""
        half = len(text) * size * 0.3
        left = x - half if anchor == "middle" else x if anchor == "start" else x - 2 * half
        self.reach(left, y - size / 2)
        self.reach(left + 2 * half, y + size / 2)
        self.parts.append(
            f'<text class="lw-text {look}"{self._fill(fill)} x="{number(x)}" y="{number(y)}" '
            f'font-size="{number(size)}" '
            f'text-anchor="{anchor}" dominant-baseline="central">{escape(text)}</text>'
        )

    def _fill(self, fill: str) -> str:
        return f' style="fill:{fill}"' if fill else ""

    def reach(self, x: float, y: float) -> None:
        """Make the picture so large that a point is on it."""
        if not self._low:
            self._low, self._high = [x, y], [x, y]
        self._low = [min(self._low[0], x), min(self._low[1], y)]
        self._high = [max(self._high[0], x), max(self._high[1], y)]

    # -- the whole ---------------------------------------------------------------------------------------

    @property
    def size(self) -> Point:
        """Width and height with the margin."""
        if not self._low:
            return 0, 0
        return self._high[0] - self._low[0] + 2 * self.margin, self._high[1] - self._low[1] + 2 * self.margin

    @property
    def bottom(self) -> float:
        """How far down it reaches."""
        return self._high[1] if self._high else 0

    @property
    def left(self) -> float:
        """How far to the left it reaches."""
        return self._low[0] if self._low else 0

    @property
    def wide(self) -> float:
        """How wide the shapes are."""
        return self._high[0] - self._low[0] if self._high else 0

    def svg(self, title: str) -> str:
        """The picture; its size is that of its units, up to what a page gives it."""
        width, height = self.size
        box = " ".join(
            map(
                number,
                (self.left - self.margin, (self._low[1] if self._low else 0) - self.margin, width, height),
            )
        )
        space = 'xmlns="http://www.w3.org/2000/svg"'
        size = f'width="{number(width)}" height="{number(height)}"'
        head = f'<svg {space} role="img" viewBox="{box}" {size}>'
        return f"{head}<title>{escape(title)}</title>{''.join(self.parts)}</svg>"


def standing_alone(pictures: Sequence[tuple[str, float, float]]) -> str:
    """Pictures, with their widths and heights, under one another as one file."""
    width = max((wide for _, wide, _ in pictures), default=0)
    parts, top = [], 0.0
    for svg, _, high in pictures:
        parts.append(
            svg.replace("<svg ", f'<svg y="{number(top)}" ', 1).replace(
                ' xmlns="http://www.w3.org/2000/svg"', "", 1
            )
        )
        top += high
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(top)}" '
        f'width="{number(width)}" height="{number(top)}" color="#26241f"><style>{SVG_STYLE}</style>'
        f'<rect width="100%" height="100%" fill="#fdfcf9"/>{"".join(parts)}</svg>\n'
    )
