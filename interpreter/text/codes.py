"""The table of every code that a finding may carry; a code is never reused."""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Code:
    """What one code stands for, whatever the words of a single message."""

    id: str
    title: str
    severity: Severity = "error"


# E1xx: the YAML of a file
_YAML = (
    Code("E100", "the YAML cannot be read"),
    Code("E101", "a file that is not UTF-8"),
    Code("E102", "a character that may not stand in a file"),
    Code("E103", "a tab where spaces are needed"),
    Code("E104", "a file that is too large"),
    Code("E105", "nesting that is too deep"),
    Code("E106", "an empty file"),
    Code("E107", "several documents in one file"),
    Code("E108", "a YAML directive"),
    Code("E110", "a key that stands twice in one mapping"),
    Code("E111", "an alias"),
    Code("E112", "an anchor"),
    Code("E113", "a merge key"),
    Code("E114", "a tag"),
    Code("E115", "a key that is not a plain word or text"),
    Code("E116", "a key that is missing before its colon"),
    Code("E117", "a phrase split by a comma in braces or brackets"),
    Code("E120", "a value that begins with a character of YAML's own"),
    Code("E121", "a colon inside a value without quotes"),
    Code("E122", "quotes that are not closed"),
    Code("E123", "an escape that does not exist"),
    Code("E124", "braces or brackets that are not closed"),
    Code("E125", "indentation that fits no line above"),
    Code("E126", "a line that is no `key: value`"),
    Code("E127", "something behind a finished value"),
)

# E2xx: keys and values against the schema
_SCHEMA = (
    Code("E200", "a value that does not fit the schema"),
    Code("E201", "a value of the wrong sort"),
    Code("E202", "an unknown key"),
    Code("E203", "a key that is missing"),
    Code("E204", "a word that is not one of those allowed"),
    Code("E205", "a value that must be another one"),
    Code("E206", "a text that does not have the form needed"),
    Code("E207", "a number that is too small or too large"),
    Code("E208", "a text that is too short or too long"),
    Code("E209", "too few or too many entries"),
    Code("E210", "an entry that stands twice in one list"),
    Code("E211", "keys that exclude each other"),
    Code("E212", "a key that needs another beside it"),
    Code("E213", "a key that is not spelled as a name"),
    Code("E214", "a key that may not stand here"),
    Code("E215", "a list without an entry that it needs"),
)

# E3xx: syntax of the inner language
_SYNTAX = (
    Code("E300", "a word or sign that cannot stand there"),
    Code("E301", "a sentence that ends too early"),
    Code("E302", "a character that means nothing"),
    Code("E303", "a bracket that closes nothing"),
    Code("E305", "a phrase that needs brackets"),
    Code("E306", "a sign of another language"),
    Code("E307", "uneven indentation in a block"),
    Code("E308", "a missing colon"),
    Code("E310", "a line that begins with no verb"),
    Code("E311", "a footnote in the wrong place"),
    Code("E313", "a block on the line that opens it"),
    Code("E314", "a dot between names"),
    Code("E316", "a text that is too long"),
    Code("E317", "a phrase nested too deeply"),
    Code("E318", "a number that is too large"),
    Code("E319", "braces in a text that are not closed"),
)

# E4xx: names
_NAMES = (
    Code("E400", "one name for two things"),
    Code("E401", "a word of the language as a name"),
    Code("E402", "a name that nothing declares"),
    Code("E403", "``word(x)`` where nothing is called ``word``"),
    Code("E404", "a kind that is not declared"),
    Code("E405", "an alternative that is no action"),
    Code("E406", "``run x`` without such a step"),
    Code("E407", "a bound name that hides another thing"),
    Code("E408", "a member's name that several kinds own, where nothing says which is meant"),
    Code("E409", "too many or too few arguments"),
    Code("E410", "a column read from a kind that has none"),
    Code("E411", "``each in x`` without such an order"),
    Code("E412", "``checked: after x`` without such a phase or step"),
    Code("E413", "a range that ends in a name which is no option of numbers"),
    Code("E414", "``me`` where no player acts"),
    Code("E416", "a term or step that comes back to itself"),
    Code("E417", "``before: x`` without such a standing rule"),
    Code("E418", "``stop`` with nothing to leave"),
    Code("E419", "a kind declared that is always there"),
    Code("E420", "a player, or something else, that is not there at every table"),
    Code("E421", "names of players that are not one for each"),
    Code("E422", "members of a kind whose names can't be told apart"),
    Code("E425", "`refill x` without such a market"),
    Code("E426", "a cost that nobody declares"),
    Code("E440", "`during` the name of several steps"),
    Code("E441", "a value used outside of the step that it lasts for"),
)

# E5xx: kinds and audiences
_KINDS = (
    Code("E500", "one kind where another is wanted"),
    Code("E501", "a condition that is not true or false"),
    Code("E502", "arithmetic with something that is no number"),
    Code("E503", "two things that can never be equal or ordered"),
    Code("E504", "a set or a bag is needed"),
    Code("E505", "a set of different things"),
    Code("E506", "a value that may be none where one is needed"),
    Code("E507", "an effect on something that never changes"),
    Code("E508", "a verb that can't act on this"),
    Code("E509", "``a if c else b`` of two kinds"),
    Code("E510", "a loop over something that has no members"),
    Code("E511", "an argument of the wrong kind"),
    Code("E512", "a type phrase that makes no sense where it stands"),
    Code("E513", "a bag made of more than one name"),
    Code("E514", "a bag without a bound"),
    Code("E515", "a bag that may hold more than is declared"),
    Code("E516", "a sort key without order"),
    Code("E517", "revealing what everybody sees"),
    Code("E518", "a stage that offers nothing to choose from"),
    Code("E519", "``who`` that is no player"),
    Code("E520", "a start value of the wrong kind"),
    Code("E521", "revealing or hiding what is no component"),
    Code("E522", "a row or map used where one value is needed"),
    Code("E523", "something that changes in a condition which is decided before the match"),
    Code("E524", "a picture of something that is no board of square cells"),
    Code("E525", "a picture of another size than its board"),
    Code("E526", "a mark that means nothing"),
    Code("E527", "marks that are not one for each value"),
    Code("E530", "a cost paid out of something that is no number and no bag"),
    Code("E531", "costs of which nobody knows what they take out of one place together"),
    Code("E532", "a part of a cost that does not go with what is paid"),
    Code("E533", "places for what is paid that are not named for each thing"),
    Code("E534", "a cost that may be less than nothing"),
    Code("E535", "an action of which nobody knows before whether it keeps a limit"),
    Code("E545", "spaces joined by something that does not give their neighbours"),
    Code("E546", "a route of which nothing says how far it leads"),
    Code("E547", "a way that may cost less than nothing"),
    Code("E550", "a secret value written where more players see it"),
    Code("E551", "a public effect that depends on a secret"),
    Code("E552", "a secret in an end, a standing rule or the ranking"),
    Code("E553", "an offer shaped by what another player hides"),
    Code("E554", "``seen by`` something else"),
    Code("E555", "``seen by owner`` of a component that belongs to nobody"),
    Code("E556", "a secret in a log line"),
    Code("E560", "a promise out of a place that is not the promising player's own"),
    Code("E561", "promises collected, dropped or counted where nobody makes any"),
    Code("E562", "a cost of which nobody knows later what was paid, or where"),
    Code("E563", "an action that takes from the place out of which it promises"),
    Code("E564", "a row that leaves members of a kind out"),
)

# E6xx: ranges and totality
_RANGES = (
    Code("E600", "a write that can only fail"),
    Code("E601", "``5..2``"),
    Code("E602", "a divisor that may be 0"),
    Code("E603", "arithmetic beyond 32 bits"),
    Code("E604", "``repeat: until`` without a bound"),
    Code("E605", "a loop whose result depends on an order that nobody declared"),
    Code("E606", "a choice by keys that can end in a tie"),
    Code("E607", "a decision where perhaps nothing can be chosen"),
    Code("E608", "a ``never more than`` that is no sensible number"),
    Code("E611", "``N times`` with a number that is not small"),
    Code("E612", "chance or a decision where rounds are simultaneous"),
    Code("E613", "a decision or chance where none may stand"),
    Code("E615", "a ruleset beyond the bounds of the machine"),
    Code("E616", "two standing rules whose order matters"),
    Code("E617", "``never tied`` that nothing proves"),
    Code("E618", "a kind without members or with far too many"),
    Code("E619", "a number of players that makes no sense"),
    Code("E620", "``at once`` where a round would need a copy of the table of its own"),
    Code("E621", "two rounds of a simultaneous loop that may set one place to two values"),
    Code("E622", "a set that could hold too many things"),
    Code("E623", "more places than a state may have"),
    Code("E624", "more printed values than a ruleset may have"),
    Code("E625", "a kind with another number of members than `count` says"),
    Code("E626", "a kind whose members take too much work to find"),
    Code("E630", "a stage at which too many things may be chosen"),
    Code("E640", "a step of `everyone at once` that is more than a choice"),
    Code("E641", "a limit that several players may break at once"),
    Code("E690", "a construct of the language that this version reads but does not play"),
)

# E65x: citations and the document
_CITATIONS = (
    Code("E650", "a citation of nothing"),
    Code("E651", "citations without a document"),
    Code("E653", "a file beside the ruleset that belongs to another game"),
)

# E7xx: run time
_RUN_TIME = (
    Code("E701", "a value outside the range of its component"),
    Code("E702", "more laps than `never more than` allows"),
    Code("E703", "a draw from nothing"),
    Code("E704", "a decision without any legal choice"),
    Code("E705", "more steps than the budget allows"),
    Code("E706", "a promise of the ruleset that does not hold"),
    Code("E707", "an invariant that does not hold"),
    Code("E708", "a choice of several things for which no legal move was found in time"),
    Code("E709", "a place that holds less than is promised out of it"),
    Code("E710", "two simultaneous rounds that set one place to two values"),
    Code("E711", "simultaneous changes of one place that do not go together"),
)

# E8xx: records and saves
_RECORDS = (
    Code("E800", "a record that can't be read"),
    Code("E801", "a record that can't be written"),
    Code("E802", "a file that is there already"),
    Code("E803", "a record that is too large"),
    Code("E804", "a record that is damaged or cut short"),
    Code("E805", "something in a record that no record holds"),
    Code("E806", "a file that is no record"),
    Code("E807", "a record of another version"),
    Code("E808", "a field of a record that is wrong"),
    Code("E810", "a record of another game"),
    Code("E811", "a record of a ruleset that has changed"),
    Code("E812", "a record that the rules don't play again as it stands"),
    Code("E813", "a player's extract where the whole record is needed"),
    Code("E814", "a match that can't be recorded"),
    Code("E815", "a given position of a record that does not fit the game"),
    Code("E816", "a move that a record does not have"),
)

# E85x: the layout of files
_LAYOUT = (
    Code("E850", "a file that would not mean the same in the one layout"),
)


# E90x: data files
_DATA = (
    Code("E900", "a file that can't be read"),
    Code("E901", "a table that no data file has"),
    Code("E902", "a table that is no mapping of rows"),
    Code("E903", "a row without a column that the kind has"),
    Code("E904", "a data value of the wrong kind"),
    Code("E905", "a data value that names no member"),
    Code("E906", "a data value beyond its column's range"),
    Code("E907", "a row whose name is no word"),
    Code("E908", "two tables for one kind that do not have the same rows"),
    Code("E909", "a map that leaves a key out"),
    Code("E910", "a bag that holds more than its column allows"),
    Code("E911", "a member listed twice"),
    Code("E912", "a row with too few or too many values"),
    Code("E913", "a key of a table without a row"),
    Code("E914", "a key of a table with two rows"),
)

# E92x: options and players
_OPTIONS = (
    Code("E920", "an option or a value of it that the game does not have"),
    Code("E921", "a number of players that the game does not allow"),
    Code("E922", "a check of the ruleset that fails for these options"),
    Code("E923", "a game that cannot be found"),
    Code("E924", "a value of `given` that does not fit its component"),
)

# E93x: scenarios
_SCENARIOS = (
    Code("E930", "a condition of a scenario that does not hold"),
    Code("E931", "a move of a scenario that is refused"),
    Code("E932", "a move of a scenario that is not refused as it must be"),
    Code("E933", "legal moves that are not those of the scenario"),
    Code("E934", "something seen that must be hidden, or hidden that must be seen"),
    Code("E935", "a line of a scenario that is not in the log"),
    Code("E936", "a result that is not that of the scenario"),
    Code("E937", "a start that is not refused as the scenario says"),
    Code("E938", "outcomes of chance that do not fit the scenario's script"),
    Code("E939", "a scenario in which the rules themselves fail"),
)

# E94x: patches
_PATCHES = (
    Code("E940", "a change at a place that the base does not have"),
    Code("E941", "a `was` that is not what stands there"),
    Code("E942", "something added that is there already"),
    Code("E943", "two changes that touch one place"),
    Code("E944", "a neighbour that the base does not have"),
    Code("E945", "something put beside what does not stay there"),
    Code("E946", "two things put at one place, and no order"),
    Code("E947", "a ruleset that can't be extended"),
    Code("E948", "a change that can't be made here"),
    Code("E949", "a module that can't be used"),
)

# W…: warnings
_WARNINGS = (
    Code("W400", "a declaration that nothing reads", "warning"),
    Code("W401", "a kind, a column or an order that nothing reads", "warning"),
    Code("W402", "a parameter, a stage or a `let` that nothing reads", "warning"),
    Code("W403", "values of an option that no rule tells apart", "warning"),
    Code("W404", "two names that are almost the same", "warning"),
    Code("W510", "a condition that is always true", "warning"),
    Code("W511", "a condition that is never true", "warning"),
    Code("W512", "a condition that is said already", "warning"),
    Code("W513", "an alternative that an earlier one always takes", "warning"),
    Code("W514", "a key that never decides", "warning"),
    Code("W515", "a modifier that never changes the amount", "warning"),
    Code("W516", "an `else` that is never needed", "warning"),
    Code("W520", "a line that changes nothing", "warning"),
    Code("W521", "something that is never reached", "warning"),
    Code("W600", "a component that nothing changes", "warning"),
    Code("W601", "a range wider than what can be in it", "warning"),
    Code("W602", "a `never more than` that is never reached", "warning"),
    Code("W610", "a number that has a name", "warning"),
    Code("W650", "a rule without a citation, in a ruleset that has a document", "warning"),
    Code("W651", "a statement cited twice in one footnote", "warning"),
    Code("W652", "a statement that no scenario tests", "warning"),
    Code("W900", "a `lint: allow` that allows nothing", "warning"),
    Code("W901", "a `lint: allow` without a code or a reason", "warning"),
)

_PHASES = (
    _YAML,
    _SCHEMA,
    _SYNTAX,
    _NAMES,
    _KINDS,
    _RANGES,
    _CITATIONS,
    _RUN_TIME,
    _RECORDS,
    _LAYOUT,
    _DATA,
    _OPTIONS,
    _SCENARIOS,
    _PATCHES,
    _WARNINGS,
)

CODES: dict[str, Code] = {code.id: code for phase in _PHASES for code in phase}
