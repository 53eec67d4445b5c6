"""Rows: the members of kinds and what is printed on them, from data files and listed rows."""

from interpreter.check import file_findings
from interpreter.check import findings as f
from interpreter.check.kinds import Flag, Kind, Maybe, Member, Number, Poison, SetOf, Single
from interpreter.check.names import Names
from interpreter.check.world import Column, Domain, World
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as r
from interpreter.syntax.document import Entry, Mapping, Node, Scalar, Sequence
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.span import Span

Tables = dict[str, Entry]


class Rows:
    """Gives kinds with rows their members and columns."""

    def __init__(self, world: World, names: Names, tables: Tables, found: list[Diagnostic]) -> None:
        self.world = world
        self.names = names
        self.tables = tables
        self.found = found
        self.unknown: dict[tuple[str, Kind], list[Span]] = {}

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
            if decl.head.name not in self.world.domains:
                continue
            for position, column in enumerate(decl.has):
                self._column(decl, position, column)
        self.report()

    def report(self) -> None:
        """Say which names are no members, each once with all its places."""
        for (name, kind), spans in self.unknown.items():
            assert isinstance(kind, Member)
            known = self.world.domains[kind.domain].members
            self.found.append(file_findings.unknown_member(name, kind, spans[0], known, spans[1:]))
        self.unknown = {}

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
        domain = Domain(decl.head.name, members, decl.head.span, "rows")
        self.names.add_domain(domain, decl.head.span)

    # -- columns ------------------------------------------------------------------------------------

    def _column(self, decl: r.KindDecl, position: int, column: r.ColumnDecl) -> None:
        owner, name, line = decl.head.name, column.head.name, column.type
        if line.names or line.per or line.seen or line.during or line.places:
            self.found.append(
                f.type_not_here("a column has a simple kind, and `= column` renames it", line.span)
            )
            return
        kind = self.names.shape(line.shape)
        owners = self.world.columns.setdefault(name, {})
        if not owners:
            self.names.declare(name, column.head.span)
        cases = []
        if decl.rows is not None:
            source = name if line.start is None else getattr(line.start, "name", name)
            for table in (*(case for _, case in decl.rows.cases), decl.rows.otherwise):
                cases.append(self._values(table, source, column, kind))
        else:
            cases.append(tuple(self._listed(row, position, len(decl.has), kind) for _, row in decl.listed))
        size = len(self.world.domains[owner].members)
        whole = tuple(case if len(case) == size else (0,) * size for case in cases)
        owners[owner] = Column(name, owner, kind, whole, decl.rows, column.head.span)

    def _values(self, table: str, column: str, decl: r.ColumnDecl, kind: Kind) -> tuple[int, ...]:
        entry = self.tables.get(table)
        if entry is None or not isinstance(entry.value, Mapping):
            return ()
        rows = [row.value for row in entry.value.entries if isinstance(row.value, Mapping)]
        if len(rows) > 1 and all(row.get(column) is None for row in rows):
            # Not a gap in the table: the ruleset means another column, or another table.
            self.found.append(
                file_findings.no_such_column_there(column, table, decl.type.span, rows[0].keys())
            )
            return ()
        values = []
        for row in entry.value.entries:
            if not isinstance(row.value, Mapping):
                self.found.append(file_findings.bad_rows(table, row.key.span))
                return ()
            value = row.value.get(column)
            if value is None:
                self.found.append(file_findings.no_column(column, row.name, row.key.span, row.value.keys()))
                values.append(0)
            else:
                values.append(self.value(value, kind))
        return tuple(values)

    def value(self, node: Node, kind: Kind) -> int:
        """A data value as it stands in a slot."""
        match kind, node:
            case Poison(), _:
                return 0
            case SetOf(of), Sequence(items=items) if of is not None:
                return self._set(items, of)
            case Maybe(of), Scalar(value=value):
                return -1 if value is None or value == "none" else self.value(node, of)
            case ((Flag() | Number() | Member()), Scalar()):
                return self._single(node, kind)
            case _:
                self.found.append(file_findings.bad_value(kind, node.span.text, node.span))
                return 0

    def _set(self, items: tuple[Node, ...], of: Single) -> int:
        bits = 0
        for item in items:
            index = self.value(item, of) - (of.low if isinstance(of, Number) else 0)
            is_known = not isinstance(item, Scalar) or (item.text, of) not in self.unknown
            if is_known and index >= 0 and bits >> index & 1:
                self.found.append(file_findings.twice_in_set(item.span.text, item.span))
            bits |= 1 << max(index, 0)
        return bits

    def _single(self, node: Scalar, kind: Single) -> int:
        match kind:
            case Flag():
                if isinstance(node.value, bool):
                    return int(node.value)
            case Number(low, high):
                if isinstance(node.value, int) and not isinstance(node.value, bool):
                    if not low <= node.value <= high:
                        self.found.append(file_findings.number_out_of_range(node.value, low, high, node.span))
                        return low
                    return node.value
            case Member(domain):
                known = self.world.domains[domain]
                if node.text in known.index:
                    return known.index[node.text]
                self.unknown.setdefault((node.text, kind), []).append(node.span)
                return 0
        self.found.append(file_findings.bad_value(kind, node.text, node.span))
        return 0

    # -- listed rows ----------------------------------------------------------------------------------

    def _listed(self, row: n.RowLine | None, position: int, wanted: int, kind: Kind) -> int:
        if row is None:
            return 0
        if len(row.values) != wanted:
            if position == 0:
                self.found.append(file_findings.row_length(wanted, len(row.values), row.span))
            return 0
        return self.constant(row.values[position], kind)

    def constant(self, expr: n.Expr, kind: Kind) -> int:
        """A value written out: a member, a number, a set of these."""
        match kind, expr:
            case Poison(), _:
                return 0
            case SetOf(of), _ if of is not None:
                return self._constant_set(expr, of)
            case Maybe(), n.Word(word="none"):
                return -1
            case Maybe(of), _:
                return self.constant(expr, of)
            case Flag(), n.Word(word="true" | "false"):
                return int(expr.word == "true")
            case Number(low, high), n.Int(value=value):
                if not low <= value <= high:
                    self.found.append(file_findings.number_out_of_range(value, low, high, expr.span))
                    return low
                return value
            case Member(domain), n.Name(name=name):
                known = self.world.domains[domain]
                if name not in known.index:
                    self.found.append(file_findings.unknown_member(name, kind, expr.span, known.members))
                    return 0
                return known.index[name]
            case _:
                self.found.append(file_findings.bad_value(kind, expr.span.text, expr.span))
                return 0

    def _constant_set(self, expr: n.Expr, of: Single) -> int:
        low = of.low if isinstance(of, Number) else 0
        match expr:
            case n.Word(word="nothing"):
                return 0
            case n.Word(word="all"):
                size = len(self.world.domains[of.domain].members) if isinstance(of, Member) else _size(of)
                return (1 << size) - 1
            case n.SetOf(items=items):
                bits = 0
                for item in items:
                    bits |= 1 << (self.constant(item, of) - low)
                return bits
            case _:
                return 1 << (self.constant(expr, of) - low)


def _size(kind: Single) -> int:
    return kind.high - kind.low + 1 if isinstance(kind, Number) else 2
