"""Which scalars of a file hold a sentence, and of which sort."""

from collections.abc import Iterator

from interpreter.syntax.document import Entry, Mapping, Node, Scalar
from interpreter.syntax.patches.address import name_of, steps_of
from interpreter.syntax.sentences import Schema, resolved, schema_of, sentences_below, sentences_of

Sentence = tuple[Scalar, str]


def sure_sentences(root: Node, schema: str) -> tuple[Sentence, ...]:
    """The sentences that stand where the schema says so."""
    return tuple(sentences_of(root, schema))


def likely_sentences(root: Node, schema: str) -> Iterator[Sentence]:
    """Those in what a page adds and changes, which may be parts of sentences only."""
    if not isinstance(root, Mapping) or schema != "ruleset":
        return
    whole = schema_of(schema)
    adds, changes = root.get("adds"), root.get("changes")
    if isinstance(adds, Mapping):
        yield from sentences_below(adds, whole, whole)
    for entry in changes.entries if isinstance(changes, Mapping) else ():
        yield from _in_change(entry, whole)


def _in_change(entry: Entry, whole: Schema) -> Iterator[Sentence]:
    if not isinstance(entry.value, Mapping):
        return
    for key in ("was", "now"):
        value = entry.value.get(key)
        if value is not None:
            there = _at(entry, whole)
            if there is not None:
                yield from sentences_below(value, there, whole)


def _at(entry: Entry, whole: Schema) -> Schema | None:
    """What the schema says of the place with an address; None where the address leads into a sentence."""
    # On the way down every value is a mapping, as nothing else has names in it.
    form = Mapping((), entry.value.span)
    here: Schema = whole
    for step in steps_of(entry.name):
        here = resolved(form, here, whole)
        inner = here.get("properties", {}).get(name_of(step), here.get("additionalProperties"))
        if not isinstance(inner, dict):
            return None
        here = inner
    return here
