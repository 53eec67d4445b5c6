"""How players choose at random."""

from typing import Literal

Policy = Literal["auto", "move", "stage"]
"""What is chosen uniformly: whole moves ("move"), or the value of each stage in turn ("stage"); "auto" is
whole moves where they are few enough to be counted and no stage has several parts, else stages.
"""

CUT = 4096
"""With more legal moves than this, a move is made stage by stage instead of picked by its number."""
