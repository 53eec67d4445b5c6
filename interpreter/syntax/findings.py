"""What can be wrong with the text of a sentence: one function a finding."""

import re
from collections.abc import Callable

from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote
from interpreter.text.span import Span

Place = Callable[[int, int], Span]

# Terminals of the grammar in an author's words; whatever is not here is a keyword, named as it is.
_WORDS = {
    "NAME": "a name",
    "INT": "a number",
    "EQUAL": "`=`",
    "COMPARE": "a comparison",
    "SUM": "`+`, `-` or `&`",
    "MINUS": "`-`",
    "STAR": "`*`",
    "LAST": "a last resort such as `shared`",
    "FOOT": "a footnote such as `[R12]`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "COMMA": "`,`",
    "COLON": "`:`",
    "__ANON_0": "`..`",
    "_NL": "the end of the line",
    "_INDENT": "an indented line",
    "_DEDENT": "the end of the block",
    "$END": "the end of the sentence",
}
# Words that stand between the parts of a line.
_JOINTS = {"TO", "FROM", "TIMES"}
_LAST_WORD = re.compile(r"[A-Za-z_]+$")
# What an operand may start with: shown as one thing instead of a dozen.
_OPERAND = {"NAME", "INT", "LPAR"}
_QUANTIFIERS = {"all", "count", "some", "no", "every", "first", "top", "sum", "union", "highest", "lowest"}
_VERBS = (
    "set", "add", "remove", "move", "deal", "draw", "shuffle", "reveal", "hide", "refill", "let", "run",
    "finish", "stop", "collect", "release", "refund", "nothing", "if", "for",
)  # fmt: skip
RESERVED = frozenset(
    {
        "all", "and", "count", "div", "else", "every", "everything", "false", "first", "for", "has",
        "highest", "if", "in", "is", "lowest", "mod", "no", "none", "not", "nothing", "of", "or",
        "some", "sorted", "sum", "top", "true", "union", "where", "with", "bag", "up", "each",
        "listed", "me", "flag", "set", "list", "bottom",
    }
)  # fmt: skip


def too_long(span: Span) -> Diagnostic:
    """A sentence longer than any rulebook's."""
    return Diagnostic("E316", "this text is too long to read", span, "split it into terms or steps")


def too_deep(span: Span) -> Diagnostic:
    """Brackets or operators nested beyond reason."""
    return Diagnostic("E317", "this phrase is nested too deeply", span, "give its parts names under `terms`")


def number_too_large(span: Span) -> Diagnostic:
    """A number beyond what a slot can hold."""
    return Diagnostic(
        "E318", f"the number {quote(span.text)} is too large", span, "numbers go up to 1000000000"
    )


def ends_early(span: Span, expected: set[str]) -> Diagnostic:
    """The sentence stops where something must follow."""
    return Diagnostic("E301", f"the sentence ends where {_expected(expected)} should follow", span)


def strange_character(text: str, position: int, place: Place) -> Diagnostic:
    """A character that means nothing in the language."""
    character = text[position : position + 1]
    span = place(position, position + 1)
    help_ = {
        "'": "text in quotes is not part of a phrase",
        '"': "text in quotes is not part of a phrase",
        "[": "square brackets are for footnotes such as `[R12]`, at the end of a sentence",
        "{": "sets are written with words: `(red, blue)`, `all`, `nothing`",
        ";": "every effect has a line of its own",
        "!": "`not` says the contrary, `!=` compares",
        "/": "division is `div`, the rest is `mod`",
    }.get(character)
    if character == "[":
        return Diagnostic("E311", "a footnote such as `[R12]` should stand here alone", span, help_)
    return Diagnostic("E302", f"the character {quote(character)} means nothing here", span, help_)


def bad_indentation(text: str, place: Place) -> Diagnostic:
    """A line of a block that fits no block above it."""
    levels = [0]
    offset = 0
    for line in text.split("\n"):
        body = line.lstrip(" ")
        indent = len(line) - len(body)
        if body and not body.startswith("#"):
            if indent > levels[-1]:
                levels.append(indent)
            while indent < levels[-1]:
                levels.pop()
            if indent != levels[-1]:
                span = place(offset, offset + len(line))
                return Diagnostic("E307", "this line is indented like no line above it", span)
        offset += len(line) + 1
    return Diagnostic("E307", "the lines of this block are not indented evenly", place(0, 1))


# Signs of other languages, with what to write here.
_FOREIGN: tuple[tuple[str, str, str], ...] = (
    (r"==", "E306", "one `=` compares"),
    (r":=|\+=|-=", "E306", "effects are sentences: `set x to 1`, `add 1 to x`, `remove 1 from x`"),
    (r"&&|\|\|", "E306", "write `and` or `or`"),
    (r"<>|=<|=>", "E306", "write `!=`, `<=` or `>=`"),
    (r"(?<=[A-Za-z0-9_)])\.(?=[A-Za-z_])", "E314", "write `price(card)` instead of `card.price`"),
)
_COMMENT = re.compile(r"#[^\n]*")


def common_mistakes(text: str, place: Place) -> tuple[Diagnostic, ...]:
    """Signs that other languages use, found before parsing since the parser would stumble later."""
    plain = _COMMENT.sub(lambda found: " " * len(found[0]), text)
    found: list[Diagnostic] = []
    for pattern, code, help_ in _FOREIGN:
        for match in re.finditer(pattern, plain):
            message = f"{quote(match[0])} is not a sign of this language"
            found.append(Diagnostic(code, message, place(*match.span()), help_))
    return tuple(found)


def unexpected(
    text: str, token: str, kind: str, start: int, end: int, expected: set[str], sentence: str, place: Place
) -> Diagnostic:
    """A word or sign that can't stand where it does."""
    span = place(start, end)
    if sentence == "do_block":
        found = _wrong_line(text, token, kind, start, end, expected, place)
        if found is not None:
            return found
    before = text[:start].rstrip()
    if kind == "RPAR" and text.count("(") < text.count(")"):
        return Diagnostic("E303", "this bracket closes nothing", span)
    if kind == "FOOT" or ("$END" in expected and before.endswith("]")):
        return Diagnostic("E311", "a footnote must be the last thing of its sentence", span)
    last = _LAST_WORD.search(before)
    if last is not None and last[0] in _QUANTIFIERS and "OR" in expected:
        message = f"{quote(last[0] + ' …')} can't stand inside a longer phrase without brackets"
        return Diagnostic(
            "E305", message, place(*last.span()), "put the whole phrase, up to its end, in brackets"
        )
    if kind in {"WHERE", "IF", "FOR", "HAS", "BY", "ELSE"} or token in _QUANTIFIERS:
        message = f"{quote(token)} can't stand here without brackets"
        return Diagnostic(
            "E305", message, span, "a phrase with `where`, `if`, `for` or `by` wears brackets inside another"
        )
    shown = "the end of the line" if kind == "_NL" else quote(token.strip() or token)
    return Diagnostic("E300", f"expected {_expected(expected)}, found {shown}", span)


def _wrong_line(
    text: str, token: str, kind: str, start: int, end: int, expected: set[str], place: Place
) -> Diagnostic | None:
    """What only the lines of a block can have: indentation, verbs at the start, colons at the end."""
    if kind == "_INDENT":
        span = place(end, _end_of_line(text, end))
        return Diagnostic("E307", "this line is indented, but the line above opens no block", span)
    if expected == {"_INDENT"}:
        return Diagnostic(
            "E307", "expected a line indented under the line above", place(start, _end_of_line(text, start))
        )
    if _starts_line(text, start):
        if token == "else":
            return Diagnostic("E310", "this `else` has no `if` above it", place(start, end))
        message = f"a line begins with a verb, not with {quote(token)}"
        return Diagnostic("E310", message, place(start, end), f"the verbs are {_list(_VERBS)}")
    if text[:start].rstrip().endswith(":") and "_NL" in expected:
        message = "what belongs to this block stands on lines of its own, indented"
        return Diagnostic("E313", message, place(start, end))
    if "COLON" in expected and kind == "_NL":
        return Diagnostic("E308", "a `:` is missing at the end of this line", place(start, end))
    return None


def _starts_line(text: str, start: int) -> bool:
    return not text[text.rfind("\n", 0, start) + 1 : start].strip()


def _end_of_line(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _expected(expected: set[str]) -> str:
    if expected >= _OPERAND:
        return "a value"
    if "OR" in expected:
        # Verbs want a word behind what they work on: `add 1 to …`.
        words = sorted(f"`{one.lower()}`" for one in expected & _JOINTS)
        if words and not expected & {"$END", "_NL"}:
            return _list(words)
        # Behind a whole operand nearly everything may follow; only the sign that must come helps.
        if "RPAR" in expected:
            return "`)` or an operator"
        return "an operator or the end" if expected & {"$END", "_NL"} else "an operator"
    if "NAME" in expected and "INT" in expected:
        return "a name or a number"
    words = sorted(_WORDS.get(one, f"`{one.lower()}`") for one in expected if one != "FOOT")
    if not words:
        return "something else"
    return _list(words[:6]) if len(words) <= 6 else _list([*words[:5], "another word"])


def _list(words: "list[str] | tuple[str, ...]") -> str:
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} or {words[-1]}"
