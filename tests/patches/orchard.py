"""A small game with two modules and a variant, as an author would lay it out."""

from pathlib import Path

RULESET = """\
language: 1
game: orchard
title: Orchard
players: 2..3
longest: 60 decisions
document: document.yaml
data: trees.yaml
modules: [wasps.yaml, ladder.yaml]

options:
  most: 1..3 = 3

kinds:
  Tree:
    rows: trees
    has: {apples: 0..9}

components:
  hanging: 0..9 per Tree = apples
  basket: 0..20 per Player [R1]

phases:
  turns:
    who: each clockwise from P1
    repeat: until the end
    one of: pick [R2]
    if stuck: finish

actions:
  pick:
    choose:
      tree: all t in Tree where hanging(t) > 0
      number: 1..3
    requires:
      enough: number <= hanging(tree) and number <= most
    do: |
      remove number from hanging(tree)
      add number to basket(me) [R2]

ends:
  bare: every t in Tree has hanging(t) = 0 [R3]

ranking:
  of: p in Player
  keys:
    apples: highest basket(p) [R3]
  last: shared
"""

TREES = """\
trees:
  old: {apples: 4}
  young: {apples: 2}
"""

DOCUMENT = """\
language: 1
game: orchard
title: The rules of Orchard
statements:
  R1: {kind: component, says: Each player has a basket.}
  R2: {kind: rule, says: In turn you pick one to three apples of one tree.}
  R3: {kind: rule, says: When both trees are bare whoever has most apples wins.}
  R4: {kind: rule, says: With wasps you may also wait.}
  R5: {kind: rule, says: With a ladder the young tree carries five apples.}
"""

WASPS = """\
language: 1
game: orchard
title: The wasps
switch:
  wasps: {is: flag = false, help: Whoever likes may wait}
adds:
  options:
    patience: 1..3 = 1
  components:
    waited: 0..3 per Player
  phases: {turns: {one of: wait}}
  actions:
    wait:
      requires: {patient: waited(me) < patience}
      do: add 1 to waited(me) [R4]
changes:
  ranking.keys.calm: {before: apples, now: highest waited(p)}
  data.trees.old.apples: {was: 4, now: 3}
"""

LADDER = """\
language: 1
game: orchard
help: A ladder reaches higher
switch: {ladder: flag = false}
data: more.yaml
changes:
  data.trees.young.apples: {was: 2, now: 5, cite: [R5]}
  players: {was: 2..3, now: 3..4}
"""

MORE = """\
nests:
  wren: {eggs: 3}
"""

GREEDY = """\
language: 1
game: orchard-greedy
title: Orchard, the last apple
extends: ../ruleset.yaml
document: greedy/document.yaml
adds:
  components:
    last: Player or none
changes:
  actions.pick.do:
    was: |
      remove number from hanging(tree)
      add number to basket(me)
    now: |
      remove number from hanging(tree)
      add number to basket(me)
      set last to me [V1]
  ranking.keys.not_last: {before: apples, now: 'lowest (1 if last = p else 0) [V1]'}
  options.most.start: {was: 3, now: 2}
"""

GREEDY_DOCUMENT = """\
language: 1
game: orchard-greedy
title: The last apple
statements:
  V1: {kind: rule, says: Whoever takes the last apple comes last.}
"""

SCENARIOS = """\
language: 1
game: orchard
scenarios:
  - name: Apples are picked and counted
    cite: [R2, R3]
    players: 2
    when:
      - P1 pick from old 3
"""

FILES = {
    "ruleset.yaml": RULESET,
    "trees.yaml": TREES,
    "document.yaml": DOCUMENT,
    "wasps.yaml": WASPS,
    "ladder.yaml": LADDER,
    "more.yaml": MORE,
    "variants/greedy.yaml": GREEDY,
    "variants/greedy/document.yaml": GREEDY_DOCUMENT,
}


def lay_out(folder: Path, **changes: str) -> Path:
    """The game in a folder; ``changes`` are texts of other files."""
    for name, text in {**FILES, **changes}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder
