"""The digest of a program: what a save names the rules by."""

from dataclasses import replace
from hashlib import sha256

from interpreter.core.ir import Program
from interpreter.core.text import print_program


def digest(program: Program) -> str:
    """64 hexadecimal digits: SHA-256 of the canonical text without files, lines and columns, and without
    what only invariants need: those change nothing in play.
    """
    return sha256(print_program(_in_play(program), places=False).encode()).hexdigest()


def _in_play(program: Program) -> Program:
    domains, tables, slots = program.beside
    return replace(
        program,
        domains=program.domains[: len(program.domains) - domains],
        tables=program.tables[: len(program.tables) - tables],
        slots=program.slots[: len(program.slots) - slots],
    )
