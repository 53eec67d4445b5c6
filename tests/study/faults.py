"""Small rulesets each of which has one known fault, and what to write to mend it."""

from dataclasses import dataclass

TURNS = """
players: 2
longest: 30 decisions
phases:
  turns:
    who: each clockwise from P1
    repeat: until the end
    one of: {actions}
    if stuck: {stuck}
"""


def turns(rest: str, actions: str = "go", stuck: str = "finish") -> str:
    return TURNS.format(actions=actions, stuck=stuck) + rest


COUNT = """
components:
  total: 0..4
  bonus: flag
  never: 0..9
actions:
  go:
    do: DO
ends:
  over: total = 4
"""

PILE = """
components:
  pile: 0..3 = 3
actions:
  go:
    choose: {number: 1..2}
    requires:
      there: number <= pile
    do: remove number from pile
"""

PING_PONG = """
components:
  far: flag
  laps: 0..3
actions:
  go:
    do: |
      set far to not far
      add (1 if far and laps < 3 else 0) to laps
ends:
  home: laps = LAPS and far
"""

PIT = """
components:
  depth: 0..3
actions:
  fall:
    choose: {number: 1..2}
    requires:
      not_deeper: depth + number <= 3
    do: add number to depth
ends:
  done: depth = ENDING
"""

JUMP = """
components:
  level: 0..3
actions:
  go:
    do: add 1 to level
  jump:
    requires:
      high: level > NEEDED
    do: set level to 3
ends:
  up: level = 3
"""

RACE = """
components:
  gone: 0..6
  last: Player or none
actions:
  go:
    choose: {number: 1..2}
    do: |
      set gone to min(gone + number, 6)
      set last to me
ends:
  there:
    when: gone = 6
    winners: WINNERS
"""

SCORE = """
components:
  turns: 0..4
  score: 0..HIGH per Player
actions:
  go:
    choose: {number: 0..2}
    do: |
      add number to score(me)
      add 1 to turns
ends:
  over: turns = 4
ranking:
  of: p in Player
  keys: {most: highest score(p)}
  last: shared
"""

SHELVES = """
kinds:
  Thing: cup, jug, pan
  Shelf: low, high
components:
  box: bag of Thing up to 3
  on: Thing or none per Shelf
setup:
  fill: add all to box
actions:
  go:
    choose:
      thing: kinds(box)
      shelf: SHELF
    do: move thing from box to on(shelf)
"""

ENDS = """
components:
  total: 0..4
actions:
  go:
    choose: {number: 1..2}
    do: set total to min(total + number, 4)
ends:
  over: total = 4
  early: total = EARLY
"""

OPTION = """
options:
  quick:
    is: flag = false
    help: A shorter game
components:
  turns: 0..4
actions:
  go:
    do: set turns to min(turns + AMOUNT, 4)
ends:
  over: turns = 4
"""

RULE = """
components:
  turns: 0..4
  bonus: flag
always:
  reward:
    when: turns > HERE and not bonus
    do: set bonus to true
actions:
  go:
    do: add 1 to turns
ends:
  over: turns = 4
"""

TWO = """
players: 2
longest: 30 decisions
components:
  total: 0..4
phases:
  turns:
    who: each clockwise from P1
    repeat: 2 times
    one of: go
  after:
    who: P1
    when: total > WHEN
    one of: stay, leave
actions:
  go:
    do: add 1 to total
  stay:
    do: set total to 0
  leave:
    do: set total to 1
"""

STAGE = """
kinds:
  Card: ace, king, queen
components:
  used: 0..6
  last: Card or none
actions:
  go:
    choose:
      card: all c in Card where CONDITION
    do: |
      set last to card
      add 1 to used
ends:
  over: used = 6
"""

LAPS = """
players: 2
longest: 30 decisions
components:
  total: 0..4
phases:
  turns:
    who: each clockwise from P1
    repeat: until total >= 3
    never more than: MOST
    one of: go
actions:
  go: {do: add 1 to total}
"""


ALL_P1 = "all p in Player where p = P1"


@dataclass(frozen=True)
class Fault:
    """A fault by its name: ``word`` stands for what is faulty, and for what is sound in the twin."""

    name: str
    rules: str
    word: str
    faulty: str
    sound: str
    rule: str
    severity: str = "error"
    shows: str = ""
    every_option: bool = False

    def __str__(self) -> str:
        return self.name


FAULTS = (
    Fault("too-much-work", turns(PILE, stuck="STUCK"), "STUCK", "nothing", "finish", ""),
    Fault("endless", turns(PING_PONG), "LAPS", "0", "3", "phases.turns"),
    Fault("endless", turns(PIT, "fall, nothing"), "ENDING", "2", "3", "phases.turns"),
    Fault("action-never", turns(JUMP, "go, jump"), "NEEDED", "2", "1", "actions.jump"),
    Fault("seat-never-wins", turns(RACE), "WINNERS", ALL_P1, "all p in Player where last = p", "ends.there"),
    Fault("nobody-wins", turns(RACE), "WINNERS", "nothing", ALL_P1, "ends.there"),
    Fault("range-never-near", turns(SCORE), "HIGH", "100", "4", "components.score", "note"),
    Fault(
        "not-conserved",
        turns(SHELVES),
        "SHELF",
        "Shelf",
        "all s in Shelf where on(s) = none",
        "components.box",
    ),
    Fault("rule-never", turns(RULE), "HERE", "4", "1", "always.reward"),
    Fault("end-never", turns(ENDS), "EARLY", "4", "3", "ends.early"),
    Fault(
        "never-changes",
        turns(COUNT),
        "DO",
        "add 1 to total",
        "|\n      add 1 to total\n      add 1 to never",
        "components.never",
        "note",
    ),
    Fault("out-of-range", turns(COUNT), "DO", "add 3 to total", "add 2 to total", "actions.go"),
    Fault("decision-never", TWO, "WHEN", "4", "1", "phases.after"),
    Fault("value-never", turns(STAGE), "CONDITION", "c != king", "true", "actions.go.choose.card", "note"),
    Fault("laps-never-near", LAPS, "MOST", "20", "4", "phases.turns", "note"),
    Fault("always-forced", turns(JUMP, "go, jump"), "NEEDED", "2", "0", "phases.turns", "note"),
    Fault(
        "invariant-broken",
        turns(COUNT + "invariants:\n  low: not bonus\n"),
        "DO",
        "|\n      add 1 to total\n      set bonus to total = 3",
        "add 1 to total",
        "invariants.low",
    ),
    Fault(
        "option-idle",
        turns(OPTION),
        "AMOUNT",
        "(1 if quick else 1)",
        "(2 if quick else 1)",
        "options.quick",
        "warning",
        every_option=True,
    ),
)
