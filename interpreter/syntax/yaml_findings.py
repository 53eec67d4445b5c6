"""What is refused although YAML allows it: one function a finding."""

from interpreter.syntax.document import Scalar
from interpreter.text.diagnostic import Diagnostic, Note
from interpreter.text.quote import quote
from interpreter.text.span import Span

_OWN_LINE = "put the whole phrase in quotes, or write each key on a line of its own"


def bad_character(span: Span, char: str) -> Diagnostic:
    """A control character, an invisible line break, or a byte that is not UTF-8."""
    number = ord(char)
    if 0xDC80 <= number <= 0xDCFF:
        return Diagnostic(
            "E101", f"the byte {number - 0xDC00:02X} is not UTF-8", span, "save the file as UTF-8"
        )
    if 0xD800 <= number <= 0xDFFF:
        return Diagnostic(
            "E101", f"the character U+{number:04X} is half of one", span, "save the file as UTF-8"
        )
    message = f"the character U+{number:04X} may not stand in a file"
    return Diagnostic("E102", message, span, "delete it; it shows nothing")


def hidden_character(span: Span, char: str) -> Diagnostic:
    """An escape in double quotes that stands for such a character."""
    message = f"the escape for U+{ord(char):04X} may not stand in a text"
    return Diagnostic("E102", message, span, "delete it; it shows nothing")


def too_large(span: Span, limit: int) -> Diagnostic:
    """A file of more than ``limit`` bytes."""
    message = f"the file has more than the {limit // 1024 // 1024} MiB that are read"
    return Diagnostic("E104", message, span, "split it: tables may stand in data files of their own")


def too_many_values(span: Span, limit: int) -> Diagnostic:
    """A file with more than ``limit`` keys and values."""
    message = f"the file has more than the {limit:,} keys and values that are read"
    return Diagnostic("E104", message, span, "split it: tables may stand in data files of their own")


def too_deep(span: Span, limit: int) -> Diagnostic:
    """A mapping or list inside ``limit`` others."""
    return Diagnostic("E105", f"mappings and lists nest more than {limit} deep", span)


def empty_file(span: Span) -> Diagnostic:
    """Nothing but white space and comments."""
    return Diagnostic("E106", "the file is empty, expected a mapping of keys to values", span)


def second_document(span: Span) -> Diagnostic:
    """A ``---`` behind the first document."""
    message = "a second document begins here, expected one in a file"
    return Diagnostic("E107", message, span, "delete the line, or move what follows to a file of its own")


def directive(span: Span) -> Diagnostic:
    """``%YAML 1.2`` or another line that starts with ``%``."""
    return Diagnostic("E108", "lines that begin with `%` are not used here", span, "delete the line")


def duplicate_key(key: Scalar, first: Scalar) -> Diagnostic:
    """A key that stood before in the same mapping."""
    note = Note("it stands here first", first.span)
    return Diagnostic("E110", f"the key {quote(key.text)} stands twice", key.span, notes=(note,))


def alias(span: Span) -> Diagnostic:
    """``*name``."""
    message = f"the alias {quote(span.text)} is not used here"
    return Diagnostic("E111", message, span, "write the value out; a value that begins with `*` needs quotes")


def anchor(span: Span) -> Diagnostic:
    """``&name``."""
    message = f"the anchor {quote(span.text)} is not used here"
    return Diagnostic("E112", message, span, "delete it; a value that begins with `&` needs quotes")


def merge_key(span: Span) -> Diagnostic:
    """``<<: …``."""
    return Diagnostic("E113", "the merge key `<<` is not used here", span, "write the keys out")


def tag(span: Span) -> Diagnostic:
    """``!name``."""
    message = f"the tag {quote(span.text)} is not used here"
    return Diagnostic("E114", message, span, "delete it; a value that begins with `!` needs quotes")


def key_with_parts(span: Span) -> Diagnostic:
    """A mapping or list where a key should stand."""
    message = "expected a plain word as key, found a list or mapping"
    return Diagnostic("E115", message, span, "a key that begins with `{` or `[` needs quotes")


def missing_key(span: Span) -> Diagnostic:
    """``: value``."""
    message = "expected a key before `:`"
    return Diagnostic("E116", message, span, "a phrase that begins with `:` needs quotes")


def no_value(key: Scalar) -> Diagnostic:
    """``{a, b}``, or the second half of ``{a: f(x, y)}``."""
    message = f"{quote(key.text)} stands in braces without a value"
    return Diagnostic("E117", message, key.span, f"a comma in braces begins a new key: {_OWN_LINE}")


def split_phrase(span: Span) -> Diagnostic:
    """``f(a`` of ``[f(a, b)]``."""
    message = f"a comma or bracket cuts {quote(span.text)} short: its brackets do not close"
    return Diagnostic("E117", message, span, _OWN_LINE)
