"""Conditions about a position, judged: whether they hold, and the values that show why not."""

from dataclasses import dataclass

from interpreter.core.ir import Program
from interpreter.core.phrase import Phrase, lower_phrase
from interpreter.engine.closures import Closures
from interpreter.engine.errors import RulesError
from interpreter.engine.members import members
from interpreter.engine.names import cell_count, member_text, set_text, value_text
from interpreter.check.world import World
from interpreter.syntax import nodes as n
from interpreter.syntax.document import Scalar
from interpreter.syntax.parse import parse_scalar
from interpreter.syntax.walk import walk
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.quote import quote
from interpreter.text.scalar_map import map_scalar
from interpreter.text.span import Source, Span
