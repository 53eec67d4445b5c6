"""What the checker can find: one function a finding, so that all messages are read in one place."""

from collections.abc import Iterable

from interpreter.check.kinds import Kind, Member
from interpreter.text.diagnostic import Diagnostic, Note
from interpreter.text.quote import listed, quote
from interpreter.text.span import Span
from interpreter.text.suggest import nearest


def near(name: str, known: Iterable[str]) -> str | None:
    """The help that asks whether a name much like this one was meant."""
    found = nearest(name, known)
    return f"did you mean {quote(found)}?" if found else None


# -- names ---------------------------------------------------------------------------------------


def declared_twice(name: str, span: Span, first: Span | None) -> Diagnostic:
    """One name for two things."""
    notes = (Note("the other one stands here", first),) if first else ()
    return Diagnostic(
        "E400", f"the name {quote(name)} is given to two things", span, "rename one of them", notes
    )


def reserved(name: str, span: Span) -> Diagnostic:
    """A word of the language as a name."""
    return Diagnostic("E401", f"{quote(name)} is a word of the language and can't be a name", span)


def unknown_name(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A name that nothing declares."""
    return Diagnostic("E402", f"unknown name {quote(name)}", span, near(name, known))


def unknown_word(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """``word(x)`` where nothing is called ``word``."""
    return Diagnostic(
        "E403", f"nothing is called {quote(name)} that could be read like this", span, near(name, known)
    )


def unknown_kind(name: str, span: Span, known: Iterable[str], owner: str | None) -> Diagnostic:
    """A kind that is not declared; ``owner`` is the kind of which it is a member."""
    help_ = f"{quote(name)} is a member of {quote(owner)}; name the kind here" if owner else near(name, known)
    return Diagnostic("E404", f"unknown kind {quote(name)}", span, help_)


def unknown_action(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """An alternative that is no action."""
    return Diagnostic("E405", f"there is no action {quote(name)}", span, near(name, known))


def unknown_step(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """``run x`` without such a step."""
    return Diagnostic("E406", f"there is no step {quote(name)} under `steps`", span, near(name, known))


def unknown_market(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """``refill x`` without such a market."""
    return Diagnostic("E425", f"there is no market {quote(name)} under `markets`", span, near(name, known))


def hides(name: str, span: Span, what: str, first: Span | None) -> Diagnostic:
    """A bound name that hides another thing."""
    notes = (Note(f"the {what} stands here", first),) if first else ()
    article = "an" if what[0] in "aeiou" else "a"
    return Diagnostic(
        "E407", f"the name {quote(name)} hides {article} {what}", span, "choose another name here", notes
    )


def ambiguous(name: str, span: Span, owners: Iterable[str]) -> Diagnostic:
    """A member's name that several kinds own, where nothing says which is meant."""
    return Diagnostic(
        "E408", f"{quote(name)} is a member of several kinds: {listed(owners, 'and')}", span,
        "compare it with something of the kind that is meant, or rename one member",
    )  # fmt: skip


def wrong_count(name: str, wanted: str, found: int, span: Span) -> Diagnostic:
    """Too many or too few arguments."""
    return Diagnostic("E409", f"{quote(name)} takes {wanted}, found {found}", span)


def no_such_column(name: str, kind: Kind, span: Span, owners: Iterable[str]) -> Diagnostic:
    """A column read from a kind that has none."""
    return Diagnostic("E410", f"{quote(name)} is printed on {listed(owners, 'and')}, not on {kind}", span)


def unknown_order(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """``each in x`` without such an order."""
    return Diagnostic("E411", f"there is no order {quote(name)} under `orders`", span, near(name, known))


def board_without_size(name: str, span: Span) -> Diagnostic:
    """A board that is neither a grid nor of hexes."""
    message = f"the key `grid` is missing in {quote(name)}"
    return Diagnostic("E203", message, span, "`grid` or `hex` says how large the board is")


def unknown_bound(name: str, span: Span) -> Diagnostic:
    """A range that ends in a name which is no option of numbers."""
    return Diagnostic("E413", f"{quote(name)} is not an option with a range, so no range can end in it", span)


def nobody_chooses(span: Span) -> Diagnostic:
    """A decision where no player acts."""
    return Diagnostic("E414", "nobody chooses here: no player acts", span, "say beside it `who` acts")


def nobody_acts(span: Span) -> Diagnostic:
    """``me`` where no player acts."""
    return Diagnostic(
        "E414", "`me` means nothing here: no player acts", span, "say `who` acts, or name the player"
    )


def calls_itself(what: str, names: Iterable[str], span: Span) -> Diagnostic:
    """A term or step that comes back to itself."""
    return Diagnostic(
        "E416",
        f"this {what} calls itself: {' → '.join(names)}",
        span,
        "the language has no recursion; use a loop",
    )


def unknown_standing(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """``before: x`` without such a standing rule."""
    return Diagnostic("E417", f"there is no standing rule {quote(name)}", span, near(name, known))


def stop_outside(span: Span) -> Diagnostic:
    """``stop`` with nothing to leave."""
    return Diagnostic("E418", "`stop` leaves the nearest `repeat`, and there is none here", span)


def built_in_kind(name: str, span: Span) -> Diagnostic:
    """A kind declared that is always there."""
    help_ = "words name the players, and `rows` give them columns too" if name == "Player" else None
    return Diagnostic("E419", f"the kind {quote(name)} is always there and can't be declared", span, help_)


def not_always_there(kind: Member, name: str, least: int, span: Span) -> Diagnostic:
    """A player who does not sit at every table, or what goes with players who need not be there."""
    if kind.domain == "Player":
        message = f"{quote(name)} does not play in every match: there may be only {least} players"
        return Diagnostic("E420", message, span, "name a player who always plays, or speak of `Player`")
    message = f"{quote(name)} does not play in every match: that depends on the number of players"
    return Diagnostic("E420", message, span, f"name one that always plays, or speak of {quote(kind.domain)}")


# -- kinds ---------------------------------------------------------------------------------------


def wrong_kind(expected: str, found: Kind, span: Span, help_: str | None = None) -> Diagnostic:
    """One kind where another is wanted."""
    return Diagnostic("E500", f"expected {expected}, found {found}", span, help_)


def no_condition(found: Kind, span: Span) -> Diagnostic:
    """A condition that is not true or false."""
    return Diagnostic("E501", f"a condition is true or false, but this is {found}", span)


def no_number(sign: str, found: Kind, span: Span) -> Diagnostic:
    """Arithmetic with something that is no number."""
    return Diagnostic("E502", f"{quote(sign)} works on numbers or sets, but this is {found}", span)


def no_order(op: str, found: Kind, span: Span) -> Diagnostic:
    """``<`` between things that are no numbers."""
    return Diagnostic("E503", f"{quote(op)} puts numbers in order, but this is {found}", span)


def incomparable(left: Kind, right: Kind, span: Span) -> Diagnostic:
    """Two things that can never be equal or ordered."""
    return Diagnostic("E503", f"{left} and {right} can't be compared", span)


def no_collection(found: Kind, span: Span) -> Diagnostic:
    """A set or a bag is needed."""
    return Diagnostic("E504", f"expected a set or a bag, found {found}", span)


def no_list(found: Kind, span: Span) -> Diagnostic:
    """A list is needed."""
    help_ = "only a list has an order: `list of Card up to 40`"
    return Diagnostic("E504", f"expected a list, found {found}", span, help_)


def mixed_set(left: Kind, right: Kind, span: Span) -> Diagnostic:
    """A set of different things."""
    return Diagnostic("E505", f"{left} and {right} can't be in one set", span)


def may_be_none(text: str, span: Span) -> Diagnostic:
    """A value that may be none where one is needed."""
    return Diagnostic(
        "E506",
        f"{quote(text)} may be none here",
        span,
        f"test it first: `{text} != none and …`, `if {text} != none:`",
    )


def not_changeable(text: str, what: str, span: Span) -> Diagnostic:
    """An effect on something that never changes."""
    return Diagnostic(
        "E507", f"{quote(text)} is {what} and can't be changed", span, "effects change components"
    )


def verb_does_not_fit(verb: str, found: Kind, span: Span, help_: str | None = None) -> Diagnostic:
    """A verb that can't act on this."""
    return Diagnostic("E508", f"{quote(verb)} can't act on {found}", span, help_)


def branches_differ(left: Kind, right: Kind, span: Span) -> Diagnostic:
    """``a if c else b`` of two kinds."""
    return Diagnostic("E509", f"one branch is {left}, the other {right}", span)


def no_domain(found: Kind, span: Span) -> Diagnostic:
    """A loop over something that has no members."""
    return Diagnostic("E510", f"expected a set, a kind or a bag to run over, found {found}", span)


def wrong_key(name: str, expected: Kind, found: Kind, span: Span) -> Diagnostic:
    """An argument of the wrong kind."""
    return Diagnostic("E511", f"{quote(name)} is read with {expected} here, found {found}", span)


def type_not_here(what: str, span: Span, help_: str | None = None) -> Diagnostic:
    """A type phrase that makes no sense where it stands."""
    return Diagnostic("E512", what, span, help_)


def bag_unbounded(span: Span) -> Diagnostic:
    """A bag without a bound."""
    return Diagnostic(
        "E514", "a bag needs a bound", span, "say how much it can hold in all: `bag of Colour up to 60`"
    )


def key_not_ordered(found: Kind, span: Span) -> Diagnostic:
    """A sort key without order."""
    return Diagnostic("E516", f"`highest` and `lowest` compare numbers or flags, found {found}", span)


def sorted_outside(span: Span) -> Diagnostic:
    """Several numbers where one value is needed."""
    message = "`sorted of … for …` gives several numbers, which only a key of an order compares"
    return Diagnostic("E516", message, span, "as in `highest (sorted of …)`")


def too_many_sorted(most: int, limit: int, span: Span) -> Diagnostic:
    """A key of more numbers than are compared."""
    message = f"{most} numbers are sorted here, at most {limit} are possible"
    return Diagnostic("E622", message, span)


def key_of_later_name(name: str, first: str, span: Span) -> Diagnostic:
    """A sort key of a loop over several names that speaks of one which is bound inside."""
    message = f"the order is that of {quote(first)}, and {quote(name)} is known only inside"
    help_ = f"put a loop over {quote(name)}, with an order of its own, into this one"
    return Diagnostic("E516", message, span, help_)


def nothing_hidden(text: str, span: Span) -> Diagnostic:
    """Revealing what everybody sees."""
    return Diagnostic("E517", f"{quote(text)} is seen by everybody already", span)


def no_player(found: Kind, span: Span) -> Diagnostic:
    """``who`` that is no player."""
    return Diagnostic("E519", f"expected a player, found {found}", span)


def order_of_others(order: str, found: Kind, span: Span) -> Diagnostic:
    """``each in`` an order of something that is no player."""
    help_ = f"say which player acts for each of them, as in `owner(x) for each x in {order}`"
    return Diagnostic(
        "E519", f"expected an order of players, and each one in {quote(order)} is {found}", span, help_
    )


def start_does_not_fit(expected: Kind, found: Kind, span: Span) -> Diagnostic:
    """A start value of the wrong kind."""
    return Diagnostic("E520", f"the start value must be {expected}, found {found}", span)


def not_hideable(found: str, span: Span) -> Diagnostic:
    """Revealing or hiding what is no component."""
    return Diagnostic("E521", f"only components are revealed and hidden, and {quote(found)} is not one", span)


def bare_collection(name: str, span: Span) -> Diagnostic:
    """A row or map used where one value is needed."""
    return Diagnostic("E522", f"{quote(name)} holds a value for each of its keys; say of which one", span)


def not_an_option(text: str, span: Span) -> Diagnostic:
    """Something that changes in a condition which is decided before the match."""
    return Diagnostic(
        "E523", f"{quote(text)} is not known before a match starts", span, "only options can decide this"
    )


def picture_of_no_grid(name: str, span: Span) -> Diagnostic:
    """A picture of something that is no board of square cells."""
    message = f"a picture shows a component with one value a cell of a grid board, and {quote(name)} is none"
    return Diagnostic("E524", message, span, "give the start as a map from places to values")


def picture_size(found: str, wanted: str, span: Span) -> Diagnostic:
    """A picture of another size than its board."""
    return Diagnostic("E525", f"the picture has {found}, the board {wanted}", span)


def unknown_mark(mark: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A mark that means nothing."""
    help_ = f"the marks are {listed(known, 'and')}, and `.` for an empty cell"
    return Diagnostic("E526", f"the mark {quote(mark)} is not among `marks`", span, help_)


# -- audiences -----------------------------------------------------------------------------------


def secret_written(secret: str, target: str, span: Span) -> Diagnostic:
    """A secret value written where more players see it."""
    return Diagnostic(
        "E550",
        f"this would show {quote(secret)} to players who may not see it, through {quote(target)}",
        span,
        f"`reveal {secret}` first, or keep it in a component with the same audience",
    )  # fmt: skip


def secret_branch(secret: str, span: Span) -> Diagnostic:
    """A public effect that depends on a secret."""
    return Diagnostic(
        "E551",
        f"what happens next would give {quote(secret)} away",
        span,
        f"`reveal {secret}` before it decides anything",
    )


def secret_judged(secret: str, what: str, span: Span) -> Diagnostic:
    """A secret in an end, a standing rule or the ranking."""
    name = secret.split("(")[0]
    help_ = (
        f"`reveal {name}` in `scoring`" if what == "the ranking" else "it may depend on what everybody sees"
    )
    return Diagnostic(
        "E552",
        f"{what} can't depend on {quote(secret)} while it is hidden",
        span,
        help_,
    )


def secret_of_others(secret: str, span: Span) -> Diagnostic:
    """An offer shaped by what another player hides."""
    return Diagnostic(
        "E553",
        f"what may be chosen would give {quote(secret)} away",
        span,
        "an offer may depend on what everybody or the chooser sees",
    )


def unknown_audience(text: str, span: Span) -> Diagnostic:
    """``seen by`` something else."""
    return Diagnostic(
        "E554",
        f"{quote(text)} is no audience",
        span,
        "`seen by owner` (the first key), `seen by nobody`, or leave it out",
    )


def owner_without_player(name: str, span: Span) -> Diagnostic:
    """``seen by owner`` of a component that belongs to nobody."""
    return Diagnostic("E555", f"{quote(name)} has no owner: its first key is not `Player`", span)


def secret_told(secret: str, span: Span) -> Diagnostic:
    """A secret in a log line."""
    return Diagnostic("E556", f"the log would tell everybody {quote(secret)}", span)


# -- ranges and totality -------------------------------------------------------------------------


def never_fits(value: Kind, target: Kind, span: Span) -> Diagnostic:
    """A write that can only fail."""
    return Diagnostic("E600", f"this is {value}, which is never within {target}", span)


def none_below_zero(span: Span) -> Diagnostic:
    """`none` where a number below 0 may stand."""
    message = "this is none or a number that may be below 0"
    return Diagnostic("E512", message, span, "let the numbers begin at 0, or give one in place of `none`")


def empty_range(low: int, high: int, span: Span) -> Diagnostic:
    """``5..2``."""
    return Diagnostic("E601", f"the range {low}..{high} holds no number", span)


def may_divide_by_zero(span: Span) -> Diagnostic:
    """A divisor that may be 0."""
    return Diagnostic(
        "E602", "the divisor may be 0", span, "divide by `max(1, …)` or by something that can't be 0"
    )


def number_overflow(span: Span) -> Diagnostic:
    """Arithmetic beyond 32 bits."""
    return Diagnostic(
        "E603", "this can grow beyond 2000000000", span, "give the components that it reads tighter ranges"
    )


def unbounded_repeat(span: Span) -> Diagnostic:
    """``repeat: until`` without a bound."""
    return Diagnostic(
        "E604", "this repetition has no bound", span, "say `never more than:` how many laps there can be"
    )


def order_missing(name: str, span: Span, help_: str) -> Diagnostic:
    """A loop whose result depends on an order that nobody declared."""
    return Diagnostic("E605", f"the order of this loop matters, because of {quote(name)}", span, help_)


def order_may_tie(span: Span) -> Diagnostic:
    """A choice by keys that can end in a tie."""
    return Diagnostic(
        "E606", "two may be equal by all these keys", span, "close the chain: `, listed`, or `, then random`"
    )


def may_be_stuck(span: Span, together: bool = False) -> Diagnostic:
    """A decision where perhaps nothing can be chosen; nobody is stuck where all choose together."""
    help_ = "offer `nothing`" if together else "say `if stuck:` what happens then, or offer `nothing`"
    return Diagnostic("E607", "it is not certain that something can be chosen here", span, help_)


def offered_twice(name: str, span: Span) -> Diagnostic:
    """An action that stands twice among those that are offered together."""
    help_ = "delete one of them, or let a stage of the action choose what it is given"
    return Diagnostic("E210", f"`{name}` is offered twice", span, help_)


def bad_bound(span: Span) -> Diagnostic:
    """An ``never more than`` that is no sensible number."""
    return Diagnostic("E608", "`never more than` takes a number from 1 to 100000", span)


def bad_longest(span: Span) -> Diagnostic:
    """A match of no decision at all."""
    return Diagnostic("E608", "`longest` takes a number from 1 to 1000000000", span)


def times_not_constant(span: Span) -> Diagnostic:
    """``N times`` with a number that is not small."""
    return Diagnostic("E611", "this number of times is not bounded by 100000", span)


def choice_in_rule(what: str, span: Span) -> Diagnostic:
    """A decision or chance where none may stand."""
    return Diagnostic("E613", f"{what} can't hold a choice, a draw, turns, laps or a way out", span)


def too_large(what: str, span: Span | None) -> Diagnostic:
    """A ruleset beyond the bounds of the machine."""
    return Diagnostic(
        "E615", what, span, "run fewer steps inside one another, and bind fewer names in one phrase"
    )


def endless(span: Span) -> Diagnostic:
    """Rules that would go round for ever without asking anybody."""
    message = "the rules would go on for ever: from some point on there is no decision, no draw and no end"
    return Diagnostic("E615", message, span, "let a phase ask somebody, or say how often it is repeated")


def set_too_large(size: int, span: Span) -> Diagnostic:
    """A set over more numbers than a set may hold."""
    help_ = "sets and bags are over at most 4096 things"
    return Diagnostic("E622", f"a set could hold {size} things here", span, help_)


def component_too_large(name: str, cells: int, span: Span) -> Diagnostic:
    """A component with more places than a state may have."""
    help_ = "all components together have at most 100000"
    return Diagnostic("E623", f"{quote(name)} has {cells} places", span, help_)


def standing_rules_touch(first: str, second: str, span: Span) -> Diagnostic:
    """Two standing rules whose order matters."""
    return Diagnostic(
        "E616",
        f"{quote(first)} and {quote(second)} touch the same things, so their order matters",
        span,
        f"say `before: {second}` or the other way round",
    )


def tie_not_excluded(span: Span) -> Diagnostic:
    """``never tied`` that nothing proves."""
    return Diagnostic(
        "E617",
        "nothing shows that two can't be equal",
        span,
        "let the last key read a component declared `all different: true`, or close with another last resort",
    )


def bad_kind_size(name: str, size: int, span: Span) -> Diagnostic:
    """A kind without members or with far too many."""
    return Diagnostic(
        "E618", f"the kind {quote(name)} has {size} members", span, "a kind has 1 to 4096 members"
    )


def too_many_cells(cells: int, most: int, span: Span) -> Diagnostic:
    """Boards with more cells together than a ruleset may have."""
    message = f"the boards as far as this one have {cells} cells"
    return Diagnostic("E618", message, span, f"all boards together have {most} cells or fewer")


def too_many_values(name: str, values: int, most: int, span: Span) -> Diagnostic:
    """An option with more numbers than anybody could be offered."""
    message = f"the option {quote(name)} has {values} values"
    return Diagnostic("E618", message, span, f"an option has {most} values or fewer")


def bad_players(span: Span) -> Diagnostic:
    """A number of players that makes no sense."""
    return Diagnostic("E619", "`players` is a number or a range between 1 and 16", span)


def not_yet(what: str, span: Span) -> Diagnostic:
    """A construct of the language that this version reads but does not play."""
    return Diagnostic("E690", f"{what} can be read but not played by this version", span)
