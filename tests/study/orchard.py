"""A small game whose trees of reasons can be worked out by hand."""

ORCHARD = """
players: 2
longest: 60 decisions
document: document.yaml
options:
  strict: flag = false
kinds:
  Fruit:
    has: {worth: 0..9}
    rows:
      fig: 2
      plum: 3
      pear: 5
components:
  tree: 0..20 = 4
  purse: 0..20 per Player = 3
  basket: bag of Fruit up to 9 per Player
  wish: Fruit or none per Player seen by owner
terms:
  rich(p in Player): purse(p) >= 3 [S3]
  riches: sum of purse(p) for p in Player
  longs(p in Player): wish(p) != none
costs:
  coins(n in 0..9):
    from: purse(me)
    base: 2 * n
    modifiers:
      early: less 1 when tree > 3
      floor: at least 1
setup:
  gifts: |
    add 2 of fig to basket(P1)
    add plum to basket(P1)
    set wish(P1) to pear
    set wish(P2) to fig
phases:
  turns:
    who: each clockwise from P1
    repeat: until the end
    one of: pick, buy, grant
    if stuck: add 1 to tree
actions:
  pick:
    choose:
      number: 1..6
    requires:
      enough:
        that: number <= tree [S1]
        why not: The tree has not that many
      all_rich: not strict or (every p in Player has rich(p))
    do: |
      remove number from tree
      if tree < 2:
        add 1 to purse(me)
  buy:
    choose:
      fruit: all f in Fruit where worth(f) < 5
      many: 1..3
    cost: coins(many)
    do: add many of fruit to basket(me)
  grant:
    when: wish(me) in kinds(basket(me))
    do: |
      add 3 to purse(me)
      set wish(me) to none
limits:
  light: size(basket(me)) <= 4 [S2]
always:
  regrow:
    when: tree = 1
    do: set tree to 6
ends:
  bare: tree = 0
ranking:
  of: p in Player
  keys:
    coins: highest purse(p)
    fruit: highest size(basket(p))
  last: shared
"""

DOCUMENT = """
language: 1
game: small
title: The orchard
statements:
  S1: {kind: rule, heading: Picking, says: Nobody picks more than hangs there.}
  S2: {kind: rule, heading: Baskets, says: A basket holds four.}
  S3: {kind: rule, heading: Riches, says: Who has three coins is rich.}
"""
