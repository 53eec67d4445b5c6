"""The files of a new game: small, whole, tested, with remarks that teach."""

from interpreter.syntax.formatting.format import format_source
from interpreter.syntax.formatting.quoting import written
from interpreter.text.span import Source

_RULESET = """\
# A small game that works, to be changed into yours: berries on a bush, and a basket for each player.
# Headings are keys, sentences stand behind them, and names of your own stand under the headings.
# [R1] cites a statement of document.yaml. After each change: ludwright validate, ludwright test.
language: 1
game: {game}
title: {title}
help: Everybody picks berries in turn; whoever has most when the bush is bare wins.
players: 2..4
document: document.yaml
longest: 20 decisions       # what a match can never exceed; beyond that it counts as unfinished

options:                    # chosen before a match, as in `--option greedy`
  greedy:
    is: flag = false [R4]
    help: Three berries may be picked at once

components:                 # all that changes during a match; what stands behind `=` is there at the start
  bush: 0..12 = 12 [R1]
  basket: 0..12 per Player [R1]

phases:
  turns:
    who: each clockwise from P1 [R2]
    repeat: until the end
    one of: pick            # the actions to choose from; another one is added behind a comma
    if stuck: finish        # never: without a berry the match has ended before

actions:
  pick:
    help: Pick berries
    choose:
      number: 1..3 [R2]
    requires:               # a move that breaks one of these is refused, with the reason in `why not`
      enough:
        that: number <= bush [R2]
        why not: There are not so many berries left
      not_too_greedy:
        that: number <= 2
        if: not greedy
        why not: Two berries at most may be picked at once
        cite: [R2, R4]
    do: |
      remove number from bush [R2]
      add number to basket(me)

invariants:                 # true after every move; `ludwright test` and `simulate --check` look
  no_berry_is_lost: bush + (sum of basket(p) for p in Player) = 12 [R1]

ends:
  bare: bush = 0 [R3]

ranking:
  of: p in Player
  keys:
    berries: highest basket(p) [R3]
  last: shared              # who is equal shares the place
"""

_DOCUMENT = """\
# What the rulebook says, statement by statement in your own words; ruleset and scenarios cite the numbers.
# A rule is something to encode, a component lies on the table. `ludwright cover` finds the gaps.
language: 1
game: {game}
title: {rules_title}
statements:
  R1:
    kind: component
    says: Twelve berries hang on a bush, and each player has a basket.
  R2:
    kind: rule
    says: In turn, from the first player on, everybody picks one or two berries into the own basket.
  R3:
    kind: rule
    says: When the bush is bare the match ends, and most berries win. Who has equally many shares the place.
  R4:
    kind: rule
    says: Greedy players may agree that three berries can be picked at once.
"""

_SCENARIOS = """\
# Examples of the rules: what is given, what is done (when), what holds then. `ludwright test` runs them.
language: 1
game: {game}
scenarios:
  - name: One or two berries are picked, not three
    cite: [R2]
    players: 2
    when:
      - P1 pick number 2
      - {{refused: P2 pick number 3, because: not_too_greedy}}
      - P2 pick number 1
    then:
      - bush = 9
      - basket(P1) = 2 and basket(P2) = 1
    result: none

  - name: Greedy players pick three
    cite: [R4]
    players: 2
    options: {{greedy: true}}
    when:
      - P1 pick number 3
    then:
      - basket(P1) = 3

  - name: Whoever has most when the bush is bare wins
    cite: [R3]
    players: 2
    given: {{bush: 2, basket: {{P1: 4, P2: 6}}}}
    when:
      - P1 pick number 1
    # The last berry is P2's only move, so that it is made by itself.
    then:
      - basket(P1) = 5 and basket(P2) = 7
    won: [P2]
"""


def fresh_files(game: str, title: str) -> dict[str, str]:
    """The texts of a new game by their paths."""
    titles = {
        "title": written(title, is_text=True, spot="value"),
        "rules_title": written(f"The rules of {title}", is_text=True, spot="value"),
    }
    files = {
        "ruleset.yaml": (_RULESET, "ruleset"),
        "document.yaml": (_DOCUMENT, "document"),
        "scenarios/first.yaml": (_SCENARIOS, "scenario"),
    }
    return {
        name: laid_out(text.format(game=game, **titles), schema) for name, (text, schema) in files.items()
    }


def laid_out(text: str, schema: str) -> str:
    """A text of ours in the one layout."""
    done = format_source(Source("new", text), schema)
    assert done.text is not None, done.findings
    return done.text
