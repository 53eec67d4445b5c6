"""A small sound ruleset with holes, to put hostile pieces in."""

from dataclasses import dataclass

PAGE = """language: 1
game: hostile
title: Hostile
players: {players}
longest: {longest}
{top}
components:
  n: 0..10
{components}
{terms}
phases:
  turns:
    {phase}
actions:
  go:
    {choose}
    do: |
      {do}
{actions}
{rest}
"""


@dataclass(frozen=True)
class Page:
    """The pieces of a ruleset; each has a harmless one of its own."""

    players: str = "2"
    longest: str = "20 decisions"
    top: str = ""
    components: str = ""
    terms: str = ""
    phase: str = "who: each clockwise from P1\n    repeat: until the end\n    one of: go, nothing"
    choose: str = "when: n >= 0"
    do: str = "set n to 1"
    actions: str = ""
    rest: str = ""

    def __str__(self) -> str:
        return PAGE.format(**vars(self))


def terms(count: int, first: str, other: str) -> str:
    """``t0``, ``t1`` …: each the same phrase about the one before, whose number stands for ``#``."""
    lines = [f"  t0{first}", *(f"  t{i}{other.replace('#', str(i - 1))}" for i in range(1, count))]
    return "terms:\n" + "\n".join(lines)


def steps(count: int, other: str) -> str:
    """``s0``, ``s1`` …: shared steps, each the same lines about the one before."""
    text = "steps:\n  s0:\n    do: set n to 1\n"
    for i in range(1, count):
        text += f"  s{i}:\n    do: |\n" + "".join(
            f"      {line}\n" for line in other.replace("#", str(i - 1)).split("; ")
        )
    return text


def nested(inside: str, times: int, before: str = "max(0, ", after: str = ")") -> str:
    return before * times + inside + after * times


def chain(count: int, last: str) -> str:
    """Terms that each are the next one; ``last`` is what the last one is."""
    return "\n".join(["terms:", *(f"  t{i}: t{i + 1}" for i in range(count - 1)), f"  t{count - 1}: {last}"])


def entries(letter: str, each: str, count: int) -> str:
    """Entries of a board, each the same."""
    return "".join(f"\n      {letter}{i}: {each}" for i in range(count))


def indented(lines: list[str], inside: str) -> str:
    """Headings inside one another, with a line in the innermost."""
    text = [f"{' ' * (6 + depth) if depth else ''}{line}" for depth, line in enumerate(lines)]
    return "\n".join([*text, f"{' ' * (7 + len(lines))}{inside}"])


def laps(count: int, times: int) -> str:
    """Shared steps that each run the one before so many times."""
    text = f"steps:\n  s0:\n    repeat: {times} times\n    do: set n to 1\n"
    for i in range(1, count):
        text += f"  s{i}:\n    repeat: {times} times\n    do: run s{i - 1}\n"
    return text


def deep_steps(count: int) -> str:
    """Shared steps that each run the one before as deep inside as a step can say it."""
    text = "steps:\n  s0:\n    do: set n to 1\n"
    for i in range(1, count):
        text += (
            f"  s{i}:\n    when: n >= 0\n    repeat: 1 times\n    steps:\n      a:\n        repeat: 1 times\n"
        )
        text += "        steps:\n          b:\n            do: |\n              if n >= 0:\n"
        text += f"                run s{i - 1}\n"
    return text


def deep_terms(count: int, each: int, form: str) -> str:
    """Terms that each nest a form so many times around the one before; ``%`` is a name, ``#`` the inside."""
    text = "terms:\n  t0: n = 1\n"
    for i in range(1, count):
        phrase = f"t{i - 1}"
        for k in range(each):
            phrase = form.replace("%", f"x{i}_{k}").replace("#", phrase)
        text += f"  t{i}: '{phrase}'\n"
    return text
