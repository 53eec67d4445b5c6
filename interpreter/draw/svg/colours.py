"""Colours of pieces and land: those of the picture file, else by what things are called, else one after
another.
"""

_TERMINAL = {
    "black": "#26241f", "red": "#c0392b", "green": "#3c8d4f", "yellow": "#e0b12c", "blue": "#2f6db0",
    "magenta": "#9b4f96", "cyan": "#3d9fa8", "white": "#ece8df", "bright_black": "#55524c",
    "bright_red": "#e2604f", "bright_green": "#67b36f", "bright_yellow": "#f0cf5b", "bright_blue": "#5b97d6",
    "bright_magenta": "#c17cbc", "bright_cyan": "#6fc2c9", "bright_white": "#fbf9f4",
}  # fmt: skip
_WORDS = {
    "black": "#26241f", "dark": "#26241f", "white": "#fbf9f4", "light": "#fbf9f4", "red": "#c0392b",
    "blue": "#2f6db0",
    "green": "#3c8d4f", "yellow": "#e0b12c", "orange": "#d9822b", "purple": "#7d4f9b", "brown": "#8a5a36",
    "grey": "#8c8880", "gray": "#8c8880", "gold": "#d4a72c", "silver": "#b9b9b4", "pink": "#d98aa8",
}  # fmt: skip
_LAND = {
    "plain": "#e9e2a8", "plains": "#e9e2a8", "grassland": "#d9e2a0", "meadow": "#bfdc9a",
    "grass": "#bfdc9a", "desert": "#f1d79b",
    "sand": "#f1d79b", "mountain": "#bdb2a4", "rock": "#bdb2a4", "hill": "#d8c49a", "hills": "#d8c49a",
    "forest": "#8fb983",
    "wood": "#8fb983", "water": "#aecfe3", "sea": "#9cc4dd", "lake": "#aecfe3", "river": "#aecfe3",
    "swamp": "#a9b98c",
    "rice": "#dcebb0", "field": "#e6dd9c", "wheat": "#ecd98a", "mine": "#c9c4d1", "volcano": "#e0a08a",
    "snow": "#f2f5f7",
    "ice": "#e3eff5", "city": "#d9cfc4", "village": "#e3d6bf",
}  # fmt: skip
_SERIES = (
    "#26241f",
    "#fbf9f4",
    "#c0392b",
    "#2f6db0",
    "#3c8d4f",
    "#e0b12c",
    "#9b4f96",
    "#d9822b",
    "#3d9fa8",
    "#8a5a36",
)
_TINTS = ("#e9e2a8", "#bfdc9a", "#f1d79b", "#d2c7ba", "#a9cc9d", "#cfdfe8", "#e6cdd6", "#d5d0e4")


def piece(name: str, position: int, terminal: str = "") -> str:
    """The colour of a piece: that of its name, that of the terminal that the picture gives it, or of its
    place in the list. The name comes first: black pieces are not black on a dark terminal.
    """
    for word in name.lower().split("_"):
        if word in _WORDS:
            return _WORDS[word]
    if terminal in _TERMINAL:
        return _TERMINAL[terminal]
    return _SERIES[position % len(_SERIES)]


def ink(terminal: str, otherwise: str = "") -> str:
    """A colour of the terminal for text."""
    return _TERMINAL.get(terminal, otherwise)


def land(name: str, position: int) -> str:
    """The ground of a place."""
    for word in name.lower().split("_"):
        if word in _LAND or word in _WORDS:
            return _LAND.get(word) or _WORDS[word]
    return _TINTS[position % len(_TINTS)]


def on(fill: str) -> str:
    """Black or white, whichever can be read on a colour."""
    red, green, blue = (int(fill[i : i + 2], 16) for i in (1, 3, 5))
    return "#26241f" if red * 299 + green * 587 + blue * 114 > 140_000 else "#fbf9f4"
