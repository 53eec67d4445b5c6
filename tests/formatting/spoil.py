"""Files laid out as nobody should: the same words with other blanks, quotes, breaks and indentation."""

import random
from collections.abc import Iterator
from itertools import pairwise

from interpreter.syntax.document import Entry, Mapping, Node, Scalar, Sequence, scalars_of
from interpreter.syntax.formatting.format import schema_of_file
from interpreter.syntax.formatting.sentence_starts import likely_sentences, sure_sentences
from interpreter.syntax.formatting.wording import is_apart, tokens_of
from interpreter.syntax.yaml_reader import read
from interpreter.text.span import Source

Edit = tuple[int, int, str]
_LOOSE = {"SUM", "STAR", "EQUAL", "COMPARE"}


def read_back(text: str) -> tuple[Source, Node]:
    source = Source("spoilt.yaml", text.replace("\r\n", "\n").replace("\r", "\n"))
    root, findings = read(source)
    assert root is not None, findings
    assert not findings, findings[0]
    return source, root


def spoilt(text: str, rng: random.Random) -> str:
    """A text that means the same and is laid out otherwise, its lines between braces left alone."""
    for spoil in (words, quotes, braces, below_keys, indentation, gaps, endings):
        if rng.random() < 0.7:
            text = spoil(text, rng)
    return text


def edited(text: str, edits: list[Edit]) -> str:
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def words(text: str, rng: random.Random) -> str:
    """More or fewer blanks between the words of sentences."""
    source, root = read_back(text)
    schema = schema_of_file(source, root)
    edits: list[Edit] = []
    for scalar, start in (*sure_sentences(root, schema), *likely_sentences(root, schema)):
        tokens = tokens_of(scalar.text, start) if scalar.map.is_exact else None
        shown = [token for token in tokens or () if not token.type.startswith("_")]
        for first, second in pairwise(shown):
            begin, end = first.end_pos or 0, second.start_pos or 0
            if scalar.text[begin:end].strip(" ") or rng.random() < 0.5:
                continue
            if second.type == "COLON" and scalar.style == "plain":
                continue  # a colon and a blank would end a key
            if first is shown[0] and first.type == "MINUS":
                continue  # a dash and a blank would begin a list
            least = 1 if is_apart(first, second) and not {first.type, second.type} & _LOOSE else 0
            blanks = " " * rng.randint(least, 3)
            place = scalar.map.span(begin, end)
            at = scalar.map.span(begin - 1, begin).end
            edits.append((at, at + (end - begin), blanks))
            assert place.source is source
    return edited(text, edits)


def quotes(text: str, rng: random.Random) -> str:
    """Quotes round texts that need none, and of the other sort."""
    _, root = read_back(text)
    edits: list[Edit] = []
    keys = {id(key) for key in keys_of(root)}
    for scalar in scalars_of(root):
        is_text = id(scalar) in keys or isinstance(scalar.value, str)
        one_line = "\n" not in scalar.span.text
        if not is_text or not one_line or scalar.style in ("literal", "folded") or rng.random() < 0.7:
            continue
        if rng.random() < 0.5:
            new = "'" + scalar.text.replace("'", "''") + "'"
        else:
            new = '"' + scalar.text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        edits.append((scalar.span.start, scalar.span.end, new))
    return edited(text, edits)


def keys_of(node: Node) -> Iterator[Scalar]:
    for part in parts_of(node):
        if isinstance(part, Entry):
            yield part.key


def parts_of(node: Node) -> Iterator[Node | Entry]:
    """All that stands below a node."""
    match node:
        case Mapping(entries=entries):
            for entry in entries:
                yield entry
                yield entry.value
                yield from parts_of(entry.value)
        case Sequence(items=items):
            for item in items:
                yield item
                yield from parts_of(item)


def braces(text: str, rng: random.Random) -> str:
    """Blanks inside of braces and brackets, and round their commas and colons."""
    _, root = read_back(text)
    edits: list[Edit] = []
    for node in parts_of(root):
        if isinstance(node, Mapping | Sequence) and node.span.text[:1] in ("{", "["):
            blanks = " " * rng.randint(0, 2)
            edits.append((node.span.start + 1, node.span.start + 1, blanks))
            last = text[node.span.end - 2]
            if last not in "\n ":
                edits.append(
                    (node.span.end - 1, node.span.end - 1, " " * rng.randint(0, 2) if last != "," else "")
                )
            parts = node.entries if isinstance(node, Mapping) else node.items
            for part in parts[:-1]:
                end = part.value.span.end if isinstance(part, Entry) else part.span.end
                if text[end : end + 1] == "," and rng.random() < 0.3:
                    edits.append((end, end, " "))
                if text[end : end + 2] == ", " and rng.random() < 0.3:
                    edits.append((end + 1, end + 2, " " * rng.choice([1, 3])))
    return edited(text, edits)


def below_keys(text: str, rng: random.Random) -> str:
    """Values on the line below their key."""
    _, root = read_back(text)
    edits: list[Edit] = []
    for entry in parts_of(root):
        if not isinstance(entry, Entry) or rng.random() < 0.8:
            continue
        value = entry.value
        is_block = isinstance(value, Scalar) and value.style in ("literal", "folded")
        in_line = not is_block and (isinstance(value, Scalar) or value.span.text[:1] in ("{", "["))
        line = text.rfind("\n", 0, entry.key.span.start) + 1
        lead = text[line : entry.key.span.start]
        if in_line and value.span.text and not lead.strip(" -") and text[entry.key.span.end] == ":":
            start = entry.key.span.end + 1
            if "\n" not in text[start : value.span.start]:
                edits.append((start, value.span.start, "\n" + " " * (len(lead) + rng.randint(1, 5))))
    # One edit a line: a value within another one stands on the line of the outer one.
    return edited(text, _apart(edits, text))


def _apart(edits: list[Edit], text: str) -> list[Edit]:
    kept: list[Edit] = []
    for edit in sorted(edits):
        if not kept or "\n" in text[kept[-1][1] : edit[0]]:
            kept.append(edit)
    return kept


def block_rows(text: str) -> tuple[set[int], set[int]]:
    """The lines inside of blocks under ``|`` and ``>``, and those of other values of several lines."""
    _, root = read_back(text)
    blocks: set[int] = set()
    others: set[int] = set()
    for scalar in scalars_of(root):
        rows = range(scalar.span.line, scalar.span.end_line)
        (blocks if scalar.style in ("literal", "folded") else others).update(rows)
    for node in parts_of(root):
        if isinstance(node, Mapping | Sequence) and node.span.text[:1] in ("{", "["):
            others.update(range(node.span.line, node.span.end_line))
    return blocks, others


def indentation(text: str, rng: random.Random) -> str:
    """All lines further in; what two columns were is more of them."""
    blocks, others = block_rows(text)
    columns = rng.choice([3, 4, 5, 7])
    lines = []
    for row, line in enumerate(text.split("\n")):
        rest = line.lstrip(" ")
        indent, odd = divmod(len(line) - len(rest), 2)
        if row not in blocks | others and rest.startswith("- "):
            rest = "-" + " " * (columns - 1) + rest[2:].lstrip(" ")
        lines.append(" " * (indent * columns + odd) + rest)
    return "\n".join(lines)


def gaps(text: str, rng: random.Random) -> str:
    """More empty lines where there is one, and blanks at the ends of lines."""
    blocks, others = block_rows(text)
    lines = []
    for row, line in enumerate(text.split("\n")):
        inside = row in blocks or row in others or row + 1 in blocks
        if not line.strip() and not inside and rng.random() < 0.5:
            lines.extend([""] * rng.randint(1, 3))
        lines.append(line + (" " * rng.randint(0, 2) if not inside else ""))
    return "\n".join(lines)


def endings(text: str, rng: random.Random) -> str:
    """Other line ends, none at the end of the file, a byte mark at its start."""
    if rng.random() < 0.5:
        text = text.rstrip("\n")
    if rng.random() < 0.5:
        text = text.replace("\n", rng.choice(["\r\n", "\r"]))
    return ("\ufeff" if rng.random() < 0.3 else "") + text


def with_remarks(text: str, rng: random.Random) -> str:
    """Remarks in odd places: between lines at any depth, behind lines, and in blocks of effects."""
    source, root = read_back(text)
    inside: set[int] = set()
    effects: dict[int, int] = {}  # the rows of blocks of effects, and how deep these stand
    for scalar in scalars_of(root):
        if scalar.span.line != scalar.span.end_line:
            inside.update(range(scalar.span.line - 1, scalar.span.end_line))
            row = scalar.span.end_line
            # Behind empty lines a remark that stands deep enough would still belong to the block.
            while row < source.last_line and not source.line(row + 1).strip():
                inside.add(row)
                row += 1
    for scalar, start in sure_sentences(root, schema_of_file(source, root)):
        if start == "do_block" and scalar.style == "literal":
            first = source.line(scalar.span.line + 1)
            rows = range(scalar.span.line, scalar.span.end_line)
            effects.update(dict.fromkeys(rows, len(first) - len(first.lstrip())))
    lines: list[str] = []
    for row, line in enumerate(text.split("\n")):
        least = effects.get(row, 0)
        may = row in effects or (row not in inside and row - 1 not in inside)
        if may and rng.random() < 0.15:
            # The first line of a block says how deep it stands.
            deeper = 0 if row in effects and row - 1 not in effects else rng.randint(0, 8)
            lines.append(" " * (least + deeper) + f"# {row} # odd: [{{' ")
        if may and line.strip() and "#" not in line and rng.random() < 0.15:
            line += " " * rng.randint(1, 4) + f"#{row} behind, \"it'"
        lines.append(line)
    return "\n".join(lines)


def with_breaks(text: str, rng: random.Random) -> str:
    """Line breaks and remarks between braces."""
    _, root = read_back(text)
    edits: list[Edit] = []
    for node in parts_of(root):
        if not isinstance(node, Mapping | Sequence) or node.span.text[:1] not in ("{", "["):
            continue
        line = text.rfind("\n", 0, node.span.start) + 1
        indent = len(text[line:]) - len(text[line:].lstrip(" -"))
        for part in node.entries if isinstance(node, Mapping) else node.items:
            start = part.key.span.start if isinstance(part, Entry) else part.span.start
            if rng.random() < 0.2:
                remark = rng.choice(["", "", " # between", " # one\n   # two"])
                edits.append((start, start, f"{remark}\n" + " " * (indent + rng.randint(1, 9))))
    return edited(text, edits)
