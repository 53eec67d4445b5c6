"""English for names of rulesets: `trade_post` is a trade post, and three of them are trade posts.

What a name is in a sentence, a noun, an adjective or a verb, is guessed from its form and from short lists of
common words. A wrong guess reads less well, and means the same.
"""

import re

_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_VOWELS = "aeiou"
_IRREGULAR = {
    "leaf": "leaves", "wolf": "wolves", "half": "halves", "life": "lives", "knife": "knives", "man": "men",
    "woman": "women", "child": "children", "person": "people", "foot": "feet", "tooth": "teeth",
    "goose": "geese", "mouse": "mice", "die": "dice", "ox": "oxen", "fish": "fish", "sheep": "sheep",
    "vertex": "vertices", "axis": "axes", "epoch": "epochs", "monarch": "monarchs", "stomach": "stomachs",
}  # fmt: skip
_PLURALS = frozenset(_IRREGULAR.values()) | {"people", "goods", "cattle"}
_NO_PLURALS = frozenset(
    {"across", "always", "this", "is", "has", "was", "chaos", "bus", "gas", "less", "ways"}
)
_ADJECTIVES = frozenset({
    "able", "alike", "enough", "alone", "bare", "big", "blind", "busy", "calm", "clear", "closed",
    "dead", "done", "dry",
    "empty", "even", "fit", "free", "fresh", "full", "heavy", "high", "hot", "idle", "legal", "light", "live",
    "lost", "low", "near", "odd", "open", "out", "own", "poor", "ready", "rich", "ripe", "safe",
    "silent", "sown",
    "strong", "sunk", "taken", "tired", "torn", "up", "weak", "wet", "whole", "won", "wild", "worn",
    "gone", "held",
    "built", "shut", "bound", "met", "left", "dealt", "hidden", "broken", "frozen", "chosen", "known",
    "shown",
})  # fmt: skip
_PARTICIPLE = re.compile(r"[a-z]+[^e]ed$|[a-z]{3,}(able|ible)$|[a-z]{3,}ing$")
_NOT_PARTICIPLES = frozenset({
    "king", "ring", "wing", "thing", "spring", "string", "seed", "bed", "need", "breed", "speed",
    "deed", "feed",
    "reed", "red", "shed", "sled", "hundred", "table", "cable", "building", "landing", "crossing",
    "garden", "wedding", "lightning", "morning", "evening",
})  # fmt: skip
_PLACE_WORDS = frozenset({
    "near", "beside", "around", "behind", "below", "above", "under", "over", "inside", "outside",
    "along", "across",
    "between", "beyond", "within", "by", "diagonal", "next", "after", "before", "past",
})  # fmt: skip
_BEHIND = frozenset(
    {"to", "from", "of", "at", "on", "in", "with", "by", "for", "into", "beside", "against", "after"}
)
_CONTAINERS = frozenset({"board", "grid", "field", "map", "cells", "squares", "content", "contents"})
_AGENT = re.compile(r"[a-z]{2,}(er|or)$")
_VERB = re.compile(r"^[a-z]+[^s]s$")


def spaced(name: str) -> str:
    """A name in words: ``trade_post`` and ``TradePost`` are "trade post"; ``TL`` and ``P1`` stay as they
    are.
    """
    words = _HUMPS.sub(" ", name.replace("_", " ").strip()).split()
    return " ".join(words) or name


def noun(kind: str) -> str:
    """The name of a kind in the middle of a sentence: ``TradePost`` is "trade post"."""
    words = spaced(kind).split()
    return " ".join(
        word if len(word) > 1 and word.isupper() else word[:1].lower() + word[1:] for word in words
    )


def is_plural(words: str) -> bool:
    """Whether the last word looks like a plural."""
    *before, last = words.lower().split() or [""]
    if before and is_adjective(last):  # `chips_left`
        return is_plural(before[-1])
    return last in _PLURALS or (
        len(last) > 3
        and last.endswith("s")
        and not last.endswith(("ss", "us", "is"))
        and last not in _NO_PLURALS
    )


def plural(words: str) -> str:
    """Several of what the words name; the last word is changed."""
    *before, last = words.split() or [words]
    low = last.lower()
    if is_plural(low) or low in _PLURALS:
        return words
    if low in _IRREGULAR:
        last = _IRREGULAR[low]
    elif low.endswith("y") and len(low) > 1 and low[-2] not in _VOWELS:
        last = last[:-1] + "ies"
    elif low.endswith(("s", "x", "z", "ch", "sh")):
        last += "es"
    elif last[-1:].isdigit() or last.isupper():
        return words
    else:
        last += "s"
    return " ".join([*before, last])


def with_article(words: str) -> str:
    """``a hut``, ``an owner``; a plural stands alone."""
    if is_plural(words):
        return words
    return f"{'an' if words[:1].lower() in _VOWELS else 'a'} {words}"


def is_adjective(words: str) -> bool:
    """Whether it can stand before a noun, as in "the occupied lands"."""
    parts = words.split()
    if len(parts) != 1:
        return len(parts) == 2 and parts[0] in {"not", "well", "un"} and is_adjective(parts[1])
    low = words.lower()
    return low in _ADJECTIVES or (low not in _NOT_PARTICIPLES and bool(_PARTICIPLE.search(low)))


def is_place_word(words: str) -> bool:
    """Whether it stands between a noun and a place, as in "the lands near T01"."""
    return words.lower() in _PLACE_WORDS


def leads_on(words: str) -> bool:
    """Whether its last word wants something behind it, as in ``linked_to``."""
    parts = words.lower().split()
    return len(parts) > 1 and parts[-1] in _BEHIND


def begins_with_place(words: str) -> bool:
    """Whether it is a phrase like "in play" or "off board"."""
    parts = words.lower().split()
    return len(parts) > 1 and parts[0] in _BEHIND | {"off", "out"}


def is_container(words: str) -> bool:
    """Whether a component of that name is a place for things rather than a thing."""
    return words.lower() in _CONTAINERS


def is_agent(words: str) -> bool:
    """Whether it names who does something: the owner is of a place, not on it."""
    return bool(_AGENT.search(words.lower()))


def is_verb(words: str) -> bool:
    """Whether its first word looks like a verb about one, as in "attacks" and "stays calm"."""
    first = words.split()[0].lower() if words.split() else ""
    return (
        bool(_VERB.match(first)) and not first.endswith(("us", "is")) and first not in _NO_PLURALS - {"has"}
    )


def of_many(verb: str) -> str:
    """The verb for several, or for "you": is, has, attacks become are, have, attack."""
    known = {
        "is": "are",
        "has": "have",
        "does": "do",
        "can": "can",
        "was": "were",
        "lies": "lie",
        "must": "must",
    }
    if verb in known:
        return known[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if verb.endswith(("shes", "ches", "xes", "sses", "oes")):
        return verb[:-2]
    return verb.removesuffix("s")


def number_word(count: int) -> str:
    """Small numbers as words."""
    words = (
        "no",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    )
    return words[count] if 0 <= count < len(words) else str(count)
