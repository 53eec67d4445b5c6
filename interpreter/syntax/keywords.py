"""The words of the inner language and what they mean: for editors, which colour and explain them.

The words are those of the grammar; a test holds the two together.
"""

from typing import Literal, NamedTuple

Sort = Literal["effect", "flow", "choice", "logic", "value", "type", "order"]


class Keyword(NamedTuple):
    """What sort of word it is, how it is written with the words around it, and what it does."""

    sort: Sort
    form: str
    means: str


KEYWORDS: dict[str, Keyword] = {
    # what a line of a block begins with
    "set": Keyword("effect", "set PLACE to VALUE", "the place holds this from now on; `set of K` is a type"),
    "add": Keyword(
        "effect", "add N to PLACE", "more of a number, a member to a set, things to a bag or a list"
    ),
    "remove": Keyword(
        "effect", "remove N from PLACE", "less of a number, things out of a set, a bag or a list"
    ),
    "move": Keyword(
        "effect", "move X from PLACE to PLACE", "takes things out of one place and puts them into another"
    ),
    "deal": Keyword("effect", "deal SET to PLACE for each x in S", "gives one to each at random, none twice"),
    "draw": Keyword(
        "effect", "draw N from X to PLACE", "takes so many at random; from a list, what lies on top"
    ),
    "shuffle": Keyword("effect", "shuffle LIST", "each order of a list is as likely"),
    "reveal": Keyword("effect", "reveal PLACE to PLAYERS", "shows what is hidden, to all or to some"),
    "hide": Keyword("effect", "hide PLACE", "hides again what was revealed"),
    "refill": Keyword("effect", "refill MARKET", "fills the row of a market from its deck"),
    "let": Keyword("effect", "let NAME = VALUE", "a value taken once and called by a name"),
    "run": Keyword("effect", "run STEP", "carries out a step of the section `steps`"),
    "finish": Keyword(
        "effect", "finish won by PLAYERS", "the match is over; without `won by` the ranking decides"
    ),
    "won": Keyword("effect", "finish won by PLAYERS", "says who wins when the match is finished"),
    "stop": Keyword("effect", "stop", "leaves the nearest `repeat`; among alternatives, a choice to do so"),
    "collect": Keyword("effect", "collect from PLAYERS", "takes all that they have promised"),
    "release": Keyword("effect", "release PLAYERS", "drops what they have promised; nothing is taken"),
    "refund": Keyword("effect", "refund COST", "gives back what was paid for a cost"),
    "everything": Keyword("effect", "move everything from PLACE to PLACE", "all that a place holds"),
    "up": Keyword(
        "effect", "up to N", "so many, or as many as there are; in a type, how many a bag holds at most"
    ),
    "to": Keyword("effect", "add N to PLACE", "where something comes to"),
    "from": Keyword(
        "effect", "remove N from PLACE", "where something is taken; `clockwise from P`, who is first"
    ),
    # how lines and steps run
    "if": Keyword(
        "flow", "A if CONDITION else B", "one value or another; in a block, `if CONDITION:` and its lines"
    ),
    "else": Keyword(
        "flow", "A if CONDITION else B", "what holds where the condition does not, or where there is none"
    ),
    "for": Keyword("flow", "for each x in S:", "once for each; `sum of E for x in S`, over all of them"),
    "each": Keyword(
        "flow", "for each x in S", "one after the other; `each clockwise from P`, each player in turn"
    ),
    "until": Keyword(
        "flow", "repeat: until CONDITION", "again and again, until the condition holds before a lap"
    ),
    "times": Keyword("flow", "repeat: N times", "so many laps"),
    "the": Keyword("flow", "until the end", "until something ends the match"),
    "end": Keyword("flow", "until the end", "until something ends the match"),
    "when": Keyword("flow", "less N when CONDITION", "a change of a cost that counts only then"),
    "everyone": Keyword(
        "flow", "everyone at once", "all players choose at the same time, unseen by each other"
    ),
    "skipping": Keyword(
        "flow", "each clockwise from P skipping CONDITION", "leaves out those for whom it holds; `me` is each"
    ),
    # choosing among many
    "where": Keyword("choice", "all x in S where CONDITION", "only those for which the condition holds"),
    "with": Keyword("choice", "some x in S with y in T", "another name that runs over a set"),
    "has": Keyword("choice", "every x in S has CONDITION", "what must hold of each"),
    "all": Keyword(
        "choice", "all x in S where CONDITION", "the set of those for which it holds; alone, everything"
    ),
    "every": Keyword("choice", "every x in S has CONDITION", "whether it holds of each one"),
    "some": Keyword(
        "choice", "some x in S where CONDITION", "whether there is one; as a stage, one or more of a set"
    ),
    "no": Keyword("choice", "no x in S where CONDITION", "whether there is none"),
    "any": Keyword("choice", "any of S", "a stage: as many as one likes, none too"),
    "count": Keyword("choice", "count x in S where CONDITION", "how many there are"),
    "first": Keyword("choice", "first x in S by KEYS else E", "the one that stands first in an order"),
    "top": Keyword(
        "choice", "top x in S by KEYS", "the set of those that stand first; `top of LIST`, what lies there"
    ),
    "bottom": Keyword("choice", "bottom of LIST", "the last place of a list, and what lies there"),
    "sum": Keyword("choice", "sum of E for x in S", "all values added up"),
    "union": Keyword("choice", "union of S for x in T", "what is in any of the sets"),
    "sorted": Keyword("choice", "sorted of E for x in S", "the values in order, the smallest first"),
    # conditions
    "and": Keyword("logic", "A and B", "both hold"),
    "or": Keyword("logic", "A or B", "one of them holds, or both; in a type, `K or none`"),
    "not": Keyword("logic", "not A", "it does not hold"),
    "in": Keyword("logic", "x in S", "whether it is one of them; behind a new name, what the name runs over"),
    "is": Keyword("logic", "S is empty", "asks whether a set or a bag is empty"),
    "empty": Keyword("logic", "S is not empty", "holding nothing"),
    # values
    "none": Keyword("value", "none", "no value, in an `or none` place"),
    "true": Keyword("value", "true", "a flag that is set"),
    "false": Keyword("value", "false", "a flag that is not set"),
    "nothing": Keyword("value", "nothing", "the empty set; an effect or an alternative that does nothing"),
    "div": Keyword("value", "A div B", "division without the rest, rounded down"),
    "mod": Keyword("value", "A mod B", "the rest of a division"),
    "of": Keyword("value", "N of X", "so many of one thing; `set of K`, `top of LIST`"),
    # types
    "bag": Keyword("type", "bag of K up to N", "counts how many there are of each member, N at most in all"),
    "list": Keyword("type", "list of K up to N", "things in an order from the top to the bottom, N at most"),
    "per": Keyword("type", "TYPE per K and K", "a place of its own for each member"),
    "seen": Keyword("type", "TYPE seen by owner", "who may see it: `owner`, `nobody` or a player"),
    "by": Keyword("type", "seen by P", "who sees it; `by highest E`, the keys of an order"),
    "during": Keyword("type", "TYPE during STEP", "back at its start when the step is over"),
    "place": Keyword("type", "place of A + B", "a name for any place of these components"),
    "decision": Keyword("type", "longest: 1 decision", "how many decisions a match may take"),
    "decisions": Keyword("type", "longest: N decisions", "how many decisions a match may take"),
    # orders and amounts
    "at": Keyword("order", "at once", "all on one snapshot; `at random`, `at least N`, `at most N`"),
    "once": Keyword("order", "at once", "all on one snapshot of the position: none sees what another did"),
    "random": Keyword("order", "at random", "in an order that chance gives"),
    "clockwise": Keyword("order", "clockwise from P", "the players in the order of their seats"),
    "listed": Keyword("order", "by listed", "in the order in which the members are declared"),
    "highest": Keyword(
        "order", "by highest E", "the highest value first; `highest of E for x in S`, that value"
    ),
    "lowest": Keyword("order", "by lowest E", "the lowest value first; `lowest of E for x in S`, that value"),
    "then": Keyword("order", "by KEYS, then shared", "what becomes of those whom no key tells apart"),
    "less": Keyword("order", "less N", "a cost is so much lower"),
    "more": Keyword("order", "more N", "a cost is so much higher"),
    "least": Keyword("order", "at least N", "a cost never falls below this"),
    "most": Keyword("order", "at most N", "a cost never rises above this"),
}

LAST_RESORTS: dict[str, str] = {
    "shared": "those who are equal share the place",
    "nobody": "nobody of those who are equal",
    "never tied": "no two are ever equal; a match in which they are ends with an error",
}
"""What may stand behind `then`, beside `random`."""

IMPLICIT: dict[str, str] = {
    "me": "the player who acts",
    "owner": "whoever the place is `per`",
    "winner": "the claimant who gets the thing",
    "tied": "the set of those who stand first, where several do",
    "others": "those who claimed the thing and came behind",
    "flag": "a value that is `true` or `false`",
    "Player": "the players of the match: P1, P2, … or the names that the ruleset gives them",
    "Direction": "the directions of a board",
}
"""Names that nobody declares."""
