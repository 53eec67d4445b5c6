"""What can be wrong with the files beside a ruleset, with its citations, and what is only doubtful."""

from collections.abc import Iterable, Sequence

from interpreter.check.findings import near
from interpreter.check.kinds import Kind
from interpreter.text.diagnostic import Diagnostic, Note
from interpreter.text.quote import listed, quote
from interpreter.text.span import Span

# -- citations -----------------------------------------------------------------------------------


def unknown_statement(cite: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A citation of nothing."""
    return Diagnostic("E650", f"the document has no statement {quote(cite)}", span, near(cite, known))


def no_document(span: Span) -> Diagnostic:
    """Citations without a document."""
    return Diagnostic("E651", "this cites a statement, but the ruleset names no `document`", span)


def wrong_game(found: str, wanted: str, span: Span) -> Diagnostic:
    """A file beside the ruleset that belongs to another game."""
    return Diagnostic("E653", f"this file is about {quote(found)}, the ruleset about {quote(wanted)}", span)


# -- data files ----------------------------------------------------------------------------------


def no_file(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A file that can't be read."""
    return Diagnostic("E900", f"there is no file {quote(name)} beside the ruleset", span, near(name, known))


def no_table(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A table that no data file has."""
    return Diagnostic("E901", f"no data file has a table {quote(name)}", span, near(name, known))


def bad_rows(name: str, span: Span) -> Diagnostic:
    """A table that is no mapping of rows."""
    return Diagnostic("E902", f"the table {quote(name)} must map each row's name to its columns", span)


def no_column(column: str, row: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A row without a column that the kind has."""
    return Diagnostic(
        "E903", f"the row {quote(row)} has no column {quote(column)}", span, near(column, known)
    )


def no_such_column_there(column: str, table: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A column that no row of its table has."""
    message = f"no row of the table {quote(table)} has a column {quote(column)}"
    return Diagnostic("E903", message, span, near(column, known))


def no_column_of_citations(span: Span) -> Diagnostic:
    """A column that reads what a row cites."""
    message = "`cite` holds the statements that a row encodes, it is no column"
    return Diagnostic("E903", message, span, "call the column of the data file otherwise")


def bad_value(expected: Kind, found: str, span: Span) -> Diagnostic:
    """A data value of the wrong kind."""
    return Diagnostic("E904", f"expected {expected}, found {quote(found)}", span)


def unknown_member(
    name: str, kind: Kind, span: Span, known: Iterable[str], again: Sequence[Span] = ()
) -> Diagnostic:
    """A data value that names no member, and the places where the same stands again."""
    more = f"the same stands at {len(again)} more place" + ("" if len(again) == 1 else "s")
    notes = (Note(more, again[0]),) if again else ()
    return Diagnostic("E905", f"{quote(name)} is not {kind}", span, near(name, known), notes)


def number_out_of_range(value: int, low: int, high: int, span: Span) -> Diagnostic:
    """A data value beyond its column's range."""
    return Diagnostic("E906", f"{value} is not within {low}..{high}", span)


def bad_row_name(name: str, span: Span) -> Diagnostic:
    """A row whose name is no word."""
    return Diagnostic(
        "E907",
        f"{quote(name)} can't be the name of a row",
        span,
        "letters, digits and underscores, a letter first",
    )


def rows_differ(first: str, second: str, span: Span) -> Diagnostic:
    """Two tables for one kind that do not have the same rows."""
    return Diagnostic(
        "E908", f"the tables {quote(first)} and {quote(second)} do not have the same rows", span
    )


def no_map(key: Kind, found: str, span: Span) -> Diagnostic:
    """One value where there must be one for each key."""
    return Diagnostic("E904", f"expected a map with a value for each key, {key}, found {quote(found)}", span)


def keys_left_out(missing: Sequence[str], span: Span) -> Diagnostic:
    """A map of a column that leaves a key out."""
    shown = listed(missing[:6], "and")
    more = f", and for {len(missing) - 6} more" if len(missing) > 6 else ""
    return Diagnostic("E909", f"this map has no value for {shown}{more}", span)


def bag_too_full(found: int, most: int, span: Span) -> Diagnostic:
    """A bag that holds more than its column says."""
    return Diagnostic("E910", f"this bag holds {found} things, expected {most} or fewer", span)


def twice_in_set(name: str, span: Span) -> Diagnostic:
    """A member listed twice."""
    return Diagnostic("E911", f"{quote(name)} is listed twice", span)


def row_length(wanted: int, found: int, span: Span) -> Diagnostic:
    """A row with too few or too many values."""
    values = f"{found} value" + ("" if found == 1 else "s")
    columns = f"{wanted} column" + ("" if wanted == 1 else "s")
    return Diagnostic("E912", f"this row has {values}, the kind has {columns}", span)


# -- warnings ------------------------------------------------------------------------------------


def unused(what: str, name: str, span: Span) -> Diagnostic:
    """A declaration that nothing reads."""
    return Diagnostic("W400", f"the {what} {quote(name)} is never used", span)


def uncited(path: str, span: Span) -> Diagnostic:
    """A rule without a citation, in a ruleset that has a document."""
    return Diagnostic(
        "W650", f"{quote(path)} cites nothing", span, "close a sentence of it with a footnote such as `[R12]`"
    )
