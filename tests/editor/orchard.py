"""A small game with a file of each sort, for an editor to work on."""

from pathlib import Path

RULES = """\
# yaml-language-server: $schema=schema/ruleset.schema.json
language: 1
game: orchard
title: Orchard
help: Whoever has picked most apples wins.
players: 2..4
document: document.yaml
data: trees.yaml
picture: picture.yaml
modules: [wasps.yaml]
longest: 60 decisions

kinds:
  Colour: red, green
  Tree:
    cite: [R1]
    rows: trees
    has:
      hue: Colour                           # lint: allow W401, because everybody sees it
      beside: set of Tree = neighbours      # lint: allow W401, because everybody sees it

components:
  fruit: 0..15 per Tree = 5 [R1]
  basket: 0..15 per Player
  last_tree: Tree or none

terms:
  bearing: all t in Tree where fruit(t) > 0
  many(t in Tree): fruit(t) >= 3

phases:
  turns:
    who: each clockwise from P1
    repeat: until the end
    one of: pick [R2]
    if stuck: finish

actions:
  pick:
    help: Take apples from one tree
    says: 'Apples of {from}'
    choose:
      from: bearing [R2]
      number: 1..3
    requires:
      enough:
        that: number <= fruit(from) [R3]
        why not: The tree does not bear so many
    do: |
      remove number from fruit(from)
      add number to basket(me)
      set last_tree to from

ends:
  bare: bearing is empty [R4]

ranking:
  of: p in Player
  keys:
    apples: highest basket(p) [R5]
  last: shared
"""

TREES = """\
# yaml-language-server: $schema=schema/data.schema.json
trees:
  oak: {hue: red, neighbours: [elm]}
  elm: {hue: green, neighbours: [oak]}
"""

DOCUMENT = """\
language: 1
game: orchard
title: Orchard
statements:
  R1: {kind: component, says: There are two trees with five apples each.}
  R2: {kind: rule, says: Each player in turn picks apples of one tree.}
  R3: {kind: rule, says: Nobody picks more than the tree bears.}
  R4: {kind: rule, says: The game is over when no apple is left.}
  R5: {kind: rule, says: Whoever has most apples wins.}
"""

PICTURE = """\
letters: {oak: O, elm: E}
colours: {red: red, green: green}
panels:
  - title: Trees
    rows: t in Tree
    show: {apples: fruit(t), many: many(t)}
  - title: Baskets
    rows: Player
    show: [basket]
leave out: [last_tree]
"""

WASPS = """\
language: 1
game: orchard
title: The wasps
switch:
  wasps: {is: flag = false, help: Anybody may wait once}
adds:
  components:
    waited: set of Player
  phases:
    turns: {one of: wait}
  actions:
    wait:
      when: me not in waited
      do: add me to waited [R2]
changes:
  actions.pick.choose.number: {was: 1..3, now: 1..2}
  terms.many: {was: fruit(t) >= 3, now: fruit(t) >= 2}
"""

SCENARIOS = """\
language: 1
game: orchard
scenarios:
  - name: Apples go to the basket
    cite: [R2]
    players: 2
    given:
      fruit: {oak: 4, elm: 3}
      basket: {P1: 1}
    when:
      - P1 pick from oak number 2
    then:
      - basket(P1) = 3 and fruit(oak) = 2
      - last_tree = oak
"""

VARIANT = """\
language: 1
game: orchard-rich
title: The rich orchard
extends: ../ruleset.yaml
changes:
  components.fruit.start: {was: 5, now: 7}
"""

FILES = {
    "ruleset.yaml": RULES,
    "trees.yaml": TREES,
    "document.yaml": DOCUMENT,
    "picture.yaml": PICTURE,
    "wasps.yaml": WASPS,
    "scenarios/picking.yaml": SCENARIOS,
    "variants/rich.yaml": VARIANT,
}


def plant(folder: Path) -> Path:
    """Write the game into a folder, and give that."""
    home = folder.resolve() / "orchard"
    for name, text in FILES.items():
        file = home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    return home
