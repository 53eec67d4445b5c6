"""The document tree, built from a YAML parser's events."""

import re
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeAlias

import yaml

from interpreter.syntax import yaml_findings
from interpreter.syntax.document import Entry, Mapping, Node, Scalar, Sequence, Value
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.scalar_map import ScalarMap, Style, map_scalar
from interpreter.text.span import Source, Span

DEEPEST = 40
"""Mappings and lists that may stand inside one another."""

MOST_VALUES = 100_000
"""Keys, values, mappings and lists that a file may have together."""

_LONGEST_NUMBER = 1000  # digits; Python does not read much longer ones
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)")
_WORDS: dict[str, Value] = {"true": True, "false": False, "null": None, "~": None, "": None}
_STYLES: dict[str, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}
# Beside control characters: line breaks that editors do not show as such, and byte marks inside the text.
_BAD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")

_LINE_BREAK = re.compile(r"[\r\n]")
_HEADER_COMMENT = re.compile(r"[|>][-+0-9]*#")

_NodeEvent: TypeAlias = yaml.ScalarEvent | yaml.AliasEvent | yaml.MappingStartEvent | yaml.SequenceStartEvent


def bad_characters(source: Source, most: int) -> tuple[list[Diagnostic], str]:
    """Up to ``most`` characters that may not stand in a file, and the text with a mark in place of all."""
    start = 1 if source.text.startswith("\ufeff") else 0
    findings = [
        yaml_findings.bad_character(Span(source, match.start(), match.end()), match.group())
        for match in islice(_BAD.finditer(source.text, start), most)
    ]
    return findings, _BAD.sub("\ufffd", source.text)


@dataclass(slots=True)
class _Open:
    """A mapping or list whose end has not come yet."""

    start: int
    is_mapping: bool
    in_flow: bool
    bracket: int | None  # where its brace or bracket stands; None for a block or a pair
    items: list[Node] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    names: dict[str, Scalar] = field(default_factory=dict)
    has_key: bool = False
    key: Scalar | None = None  # None with has_key: the key was refused, its value goes with it
    is_split: bool = False  # one finding about commas is enough
    end: int = 0


class TreeBuilder:
    """Takes events one by one; holds the tree so far and what was found.

    ``is_doubtful``: the text has something that PyYAML's two parsers read differently.
    """

    def __init__(self, source: Source, shift: int) -> None:
        """A builder for ``source``; ``shift`` is added to the offsets of the events."""
        self.source = source
        self.shift = shift
        self.root: Node | None = None
        self.findings: list[Diagnostic] = []
        self.error: Diagnostic | None = None
        self.is_finished = False
        self.is_doubtful = False
        self.reached = 0
        self._open: list[_Open] = []
        self._documents = 0
        self._values = 0

    @property
    def innermost_flow(self) -> int | None:
        """The offset of the last brace or bracket that is still open."""
        brackets = (frame.bracket for frame in reversed(self._open))
        return next((bracket for bracket in brackets if bracket is not None), None)

    def fail(self, error: Diagnostic) -> None:
        """Give the tree up: the text is no YAML from here on."""
        self.error = error
        self.root = None

    def take(self, event: yaml.Event) -> None:
        """Go on by one event."""
        if event.start_mark is None or event.end_mark is None:
            return  # only made-up events have no place
        start, end = event.start_mark.index + self.shift, event.end_mark.index + self.shift
        self.reached = end
        if isinstance(event, yaml.NodeEvent):
            self._values += 1
            if self._values > MOST_VALUES:
                self.fail(yaml_findings.too_many_values(Span(self.source, start, end), MOST_VALUES))
                return
        match event:
            case yaml.DocumentStartEvent():
                self._begin_document(event, Span(self.source, start, min(start + 3, len(self.source.text))))
            case yaml.ScalarEvent():
                self._properties(event, start, end)
                self._add(self._scalar(event, start, end))
            case yaml.AliasEvent():
                self.findings.append(yaml_findings.alias(Span(self.source, start, end)))
                self._add(None, Span(self.source, start, end))
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._properties(event, start, end)
                self._begin(event, start, end)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._end(end)
            case _:
                pass  # the stream's and the document's end say nothing new

    def _begin_document(self, event: yaml.DocumentStartEvent, span: Span) -> None:
        self._documents += 1
        if self._documents > 1:
            self.findings.append(yaml_findings.second_document(span))
            self.is_finished = True
        elif event.version or event.tags:
            self.findings.append(yaml_findings.directive(span))

    def _properties(self, event: _NodeEvent, start: int, end: int) -> None:
        """Report an anchor and a tag, which stand in any order before the value."""
        written = re.compile(r"[^\s,\[\]{}]+")
        tag = getattr(event, "tag", None)
        if event.anchor is None and tag is None:
            return
        self.is_doubtful = True
        place = start
        while (found := written.search(self.source.text, place)) and found.group()[0] in "&!":
            span = Span(self.source, found.start(), found.end())
            is_anchor = found.group()[0] == "&"
            finding = yaml_findings.anchor(span) if is_anchor else yaml_findings.tag(span)
            self.findings.append(finding)
            place = found.end()
            if place >= end:
                break

    def _scalar(self, event: yaml.ScalarEvent, start: int, end: int) -> Scalar:
        text: str = event.value
        style = _STYLES.get(event.style or "", "plain")
        if style in ("literal", "folded"):
            end = self._block_end(start, end, style, text)
        span = Span(self.source, start, end)
        is_plain = style == "plain" and event.tag is None
        value = resolve(text) if is_plain else text
        self._doubt(span, style)
        if style == "double" and (hidden := _BAD.search(text)):
            self.findings.append(yaml_findings.hidden_character(span, hidden.group()))
        return Scalar(value, text, style, span, map_scalar(span, style, text))

    def _block_end(self, start: int, end: int, style: Style, text: str) -> int:
        """The end of a block's last line; the parsers count the empty lines behind it as well."""
        written = self.source.text[start:end]
        said = len(written.rstrip(" \r\n"))
        line_break = _LINE_BREAK.search(written, said)
        trimmed = start + (line_break.start() if line_break else len(written))
        whole = Span(self.source, start, trimmed)
        # Lines of nothing but spaces may belong to the text.
        return max(trimmed, map_scalar(whole, style, text).span(len(text), len(text)).end)

    def _doubt(self, span: Span, style: Style) -> None:
        """Notice what one parser takes and the other refuses, or puts at another place."""
        in_flow = self.innermost_flow is not None
        if style == "plain" and in_flow and ("?" in span.text or not span.text):
            self.is_doubtful = True
        if style in ("literal", "folded") and _HEADER_COMMENT.match(span.text):
            self.is_doubtful = True

    def _begin(self, event: yaml.MappingStartEvent | yaml.SequenceStartEvent, start: int, end: int) -> None:
        if len(self._open) >= DEEPEST:
            self.fail(yaml_findings.too_deep(Span(self.source, start, end), DEEPEST))
            return
        is_mapping, in_flow = isinstance(event, yaml.MappingStartEvent), bool(event.flow_style)
        has_bracket = in_flow and self.source.text[end - 1 : end] in ("{", "[") and end > start
        if in_flow and not has_bracket:
            self.is_doubtful = True  # a pair without braces, as in [a: b]
        self._open.append(_Open(start, is_mapping, in_flow, end - 1 if has_bracket else None))

    def _end(self, end: int) -> None:
        frame = self._open.pop()
        # A block has no closing mark: it ends where its last part does.
        span = Span(self.source, frame.start, end if frame.in_flow else max(frame.end, frame.start))
        if frame.is_mapping:
            self._add(Mapping(tuple(frame.entries), span))
        else:
            self._add(Sequence(tuple(frame.items), span))

    def _add(self, node: Node | None, alias: Span | None = None) -> None:
        """Put a finished node where it belongs; None stands for an alias, which has no value of its own."""
        span = alias if node is None else node.span
        assert span is not None
        if node is None:
            node = Scalar(None, "", "plain", span, ScalarMap(span))
        if not self._open:
            self._add_root(node)
            return
        frame = self._open[-1]
        frame.end = max(frame.end, span.end)
        self._check_phrase(frame, node)
        if not frame.is_mapping:
            frame.items.append(node)
        elif not frame.has_key:
            frame.has_key = True
            frame.key = None if alias else self._key(node)
        else:
            self._add_entry(frame, node)

    def _add_root(self, node: Node) -> None:
        is_nothing = isinstance(node, Scalar) and node.style == "plain" and not node.text
        self.root = None if is_nothing else node

    def _key(self, node: Node) -> Scalar | None:
        """The node as a key, which is always text; None where it may not be one."""
        if not isinstance(node, Scalar):
            self.findings.append(yaml_findings.key_with_parts(node.span))
            return None
        if node.style == "plain" and not node.text:
            self.findings.append(yaml_findings.missing_key(node.span))
            return None
        if node.style == "plain" and node.text == "<<":
            self.findings.append(yaml_findings.merge_key(node.span))
            return None
        return Scalar(node.text, node.text, node.style, node.span, node.map)

    def _add_entry(self, frame: _Open, value: Node) -> None:
        key, frame.key, frame.has_key = frame.key, None, False
        if key is None:
            return
        self._check_value(frame, key, value)
        if key.text in frame.names:
            self.findings.append(yaml_findings.duplicate_key(key, frame.names[key.text]))
            return
        frame.names[key.text] = key
        frame.entries.append(Entry(key, value))

    def _check_phrase(self, frame: _Open, node: Node) -> None:
        """Look for a phrase such as ``f(a, b)`` that a comma between braces or brackets has cut."""
        if not frame.in_flow or frame.is_split:
            return
        if isinstance(node, Scalar) and node.style == "plain" and _is_cut(node.text):
            frame.is_split = True
            self.findings.append(yaml_findings.split_phrase(node.span))

    def _check_value(self, frame: _Open, key: Scalar, value: Node) -> None:
        """Look for a key between braces that has no colon."""
        if not frame.in_flow or frame.is_split:
            return
        if value.span.start == value.span.end:
            between = self.source.text[key.span.end : value.span.start]
            if ":" not in between:
                frame.is_split = True
                self.findings.append(yaml_findings.no_value(key))


def resolve(text: str) -> Value:
    """The meaning of a plain scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if len(text) <= _LONGEST_NUMBER and _NUMBER.fullmatch(text):
        return int(text)
    return text


def _is_cut(text: str) -> bool:
    """Whether round brackets do not pair up."""
    depth = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return True
    return depth > 0
