"""Rows: the members of kinds and what is printed on them, from data files and listed rows."""

from interpreter.check import file_findings
from interpreter.check import findings as f
from interpreter.check import kind_findings as kf
from interpreter.check.kinds import BagOf, Flag, Kind, Single
from interpreter.check.names import Names
from interpreter.check.values import Values
from interpreter.check.world import PLAYER, Column, Domain, World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.document import Entry, Mapping
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

Tables = dict[str, Entry]
CITE = "cite"
"""The key of a row under which stands what it encodes: no column."""

MAX_PRINTED = 1_000_000
"""How many numbers all columns of all kinds may hold together."""


class Rows:
    """Gives kinds with rows their members and columns."""

    def __init__(self, world: World, names: Names, tables: Tables, found: list[Diagnostic]) -> None:
        self.world = world
        self.names = names
        self.tables = tables
        self.found = found
        self.values = Values(world, found)
        self._printed = 0
        self._printed_columns: set[tuple[str, str]] = set()

    def members(self) -> None:
        """The domains first: columns may speak of each other's kinds."""
        for decl in self.world.ruleset.kinds.values():
            if decl.rows is not None:
                self._members_of_tables(decl, decl.rows)
            elif decl.listed:
                words = tuple(n.Name(key.text, key.span) for key, _ in decl.listed)
                self._add(decl, tuple(word.name for word in words))

    def columns(self) -> None:
        """What is printed on each member."""
        for decl in self.world.ruleset.kinds.values():
            self._print(decl)
        self.values.report()

    def print_columns(self, word: str) -> None:
        """A column of the kinds on which the word is printed, before all others are read."""
        for decl in self.world.ruleset.kinds.values():
            self._print(decl, word)

    def print_kind(self, decl: r.KindDecl) -> None:
        """The columns of one kind, before all others are read."""
        self._print(decl)

    def _print(self, decl: r.KindDecl, word: str | None = None) -> None:
        name = decl.head.name
        has_rows = decl.rows is not None or bool(decl.listed)
        if not has_rows or name not in self.world.domains:
            return
        for position, column in enumerate(decl.has):
            key = name, column.head.name
            if key not in self._printed_columns and word in (None, column.head.name):
                self._printed_columns.add(key)
                self._column(decl, position, column)

    # -- members ------------------------------------------------------------------------------------

    def _members_of_tables(self, decl: r.KindDecl, rows: n.RowsChoice) -> None:
        first: tuple[str, tuple[str, ...]] | None = None
        for name in (*(case for _, case in rows.cases), rows.otherwise):
            table = self._table(name, rows.span)
            if table is None:
                continue
            for entry in table.entries:
                if not entry.name.isidentifier() or not entry.name.isascii():
                    self.found.append(file_findings.bad_row_name(entry.name, entry.key.span))
            if first is None:
                first = (name, table.keys())
            elif first[1] != table.keys():
                self.found.append(file_findings.rows_differ(first[0], name, rows.span))
        self._add(decl, first[1] if first else ("_",))

    def _table(self, name: str, span: Span) -> Mapping | None:
        entry = self.tables.get(name)
        if entry is None:
            self.found.append(file_findings.no_table(name, span, self.tables))
            return None
        if not isinstance(entry.value, Mapping):
            self.found.append(file_findings.bad_rows(name, entry.key.span))
            return None
        return entry.value

    def _add(self, decl: r.KindDecl, members: tuple[str, ...]) -> None:
        if decl.head.name == PLAYER.domain:
            self.names.name_players(members, decl.head.span)
            return
        domain = Domain(decl.head.name, members, decl.head.span, "rows")
        self.names.add_domain(domain, decl.head.span)

    # -- columns ------------------------------------------------------------------------------------

    def _column(self, decl: r.KindDecl, position: int, column: r.ColumnDecl) -> None:
        owner, name, line = decl.head.name, column.head.name, column.type
        if line.names or line.seen or line.during or line.places:
            self.found.append(
                f.type_not_here("a column has a kind and keys, and `= column` renames it", line.span)
            )
            return
        kind, extra = self.names.shape(line.shape), self._keys(line)
        if extra and decl.rows is None:
            help_ = "name a table of the data file under `rows`"
            self.found.append(f.type_not_here("listed rows have no column with keys", line.span, help_))
            extra = ()
        owners = self.world.columns.setdefault(name, {})
        if not owners:
            self.names.declare(name, column.head.span)
        size = len(self.world.domains[owner].members)
        width = self.values.width(extra, kind)
        printed = size * width * (1 if decl.rows is None else 1 + len(decl.rows.cases))
        if self._printed + printed > MAX_PRINTED:
            self.found.append(kf.too_much_printed(name, self._printed + printed, MAX_PRINTED, line.span))
            owners[owner] = Column(name, owner, kind, ((0,),), decl.rows, column.head.span, extra)
            return
        self._printed += printed
        cases = self._cases(decl, position, column, kind, extra)
        whole = tuple(case if len(case) == size * width else (0,) * (size * width) for case in cases)
        owners[owner] = Column(name, owner, kind, whole, decl.rows, column.head.span, extra)

    def _keys(self, line: n.TypeLine) -> tuple[Single, ...]:
        """The further keys of a column: ``per Seats``."""
        keys: list[Single] = []
        for key in line.per:
            single = self.names.single(n.KindName(key.name, key.span))
            if isinstance(single, Flag):
                self.found.append(f.type_not_here("a column is not `per flag`", key.span))
            elif single is not None:
                keys.append(single)
        return tuple(keys)

    def _cases(
        self, decl: r.KindDecl, position: int, column: r.ColumnDecl, kind: Kind, extra: tuple[Single, ...]
    ) -> list[tuple[int, ...]]:
        if decl.rows is not None:
            start = column.type.start
            source = column.head.name if start is None else getattr(start, "name", column.head.name)
            tables = (*(case for _, case in decl.rows.cases), decl.rows.otherwise)
            return [self._read(table, source, column, kind, extra) for table in tables]
        rows = (self._listed(row, position, len(decl.has), kind) for _, row in decl.listed)
        return [tuple(value for row in rows for value in row)]

    def _read(
        self, table: str, column: str, decl: r.ColumnDecl, kind: Kind, extra: tuple[Single, ...]
    ) -> tuple[int, ...]:
        if column == CITE:
            self.found.append(file_findings.no_column_of_citations(decl.type.span))
            return ()
        entry = self.tables.get(table)
        if entry is None or not isinstance(entry.value, Mapping):
            return ()
        rows = [row.value for row in entry.value.entries if isinstance(row.value, Mapping)]
        if len(rows) > 1 and all(row.get(column) is None for row in rows):
            # Not a gap in the table: the ruleset means another column, or another table.
            self.found.append(
                file_findings.no_such_column_there(column, table, decl.type.span, _columns(rows[0]))
            )
            return ()
        values: list[int] = []
        for row in entry.value.entries:
            if not isinstance(row.value, Mapping):
                self.found.append(file_findings.bad_rows(table, row.key.span))
                return ()
            value = row.value.get(column)
            if value is None:
                self.found.append(
                    file_findings.no_column(column, row.name, row.key.span, _columns(row.value))
                )
                values += [0] * self.values.width(extra, kind)
            else:
                values += self.values.cells(value, extra, kind)
        return tuple(values)

    def _listed(self, row: n.RowLine | None, position: int, wanted: int, kind: Kind) -> list[int]:
        if row is None:
            return []
        if len(row.values) != wanted:
            if position == 0:
                self.found.append(file_findings.row_length(wanted, len(row.values), row.span))
            return []
        if isinstance(kind, BagOf):
            return self.values.counted(row.values[position], kind)
        return [self.values.constant(row.values[position], kind)]


def _columns(row: Mapping) -> tuple[str, ...]:
    """The columns of a row of a data file."""
    return tuple(key for key in row.keys() if key != CITE)
