"""The digest of a program: what a save names the rules by."""

from hashlib import sha256

from interpreter.core.ir import Program
from interpreter.core.text import print_program


def digest(program: Program) -> str:
    """64 hexadecimal digits: SHA-256 of the canonical text without files, lines and columns."""
    return sha256(print_program(program, places=False).encode()).hexdigest()
