"""What is said when a command fails: findings, refused command lines, faults of rules and of our own."""

import sys
from collections.abc import Iterable
from typing import NamedTuple

import click

from interpreter.front.cli import Misuse
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.render import render, shown
from interpreter.text.suggest import nearest

WRONG = 1
BAD_USAGE = 2
_MISUSES = {"E800", "E802", "E816"}
"""A record that is not there, a file that is, a move that it hasn't: the command line is wrong, not what it
speaks of."""


class Failed(Exception):  # noqa: N818 - it carries findings, and is no fault of ours
    """A command ends with these findings, or with these lines where it is no finding, and this exit code."""

    def __init__(self, findings: Iterable[Diagnostic], code: int = WRONG, lines: Iterable[str] = ()) -> None:
        super().__init__()
        self.findings = tuple(findings)
        self.code = code
        self.lines = tuple(lines)


class _Said(NamedTuple):
    """What there is to say of an error: findings, or lines where it is none; and the exit code."""

    findings: tuple[Diagnostic, ...]
    lines: tuple[str, ...]
    code: int


def complain(findings: Iterable[Diagnostic]) -> None:
    """Print findings to the error output, an empty line between two; in colour on a terminal."""
    from interpreter.front.paint import has_colour

    colour = has_colour(sys.stderr)
    texts = [_coloured(one) if colour else render(one) for one in findings]
    if texts:
        click.echo("\n\n".join(texts), err=True, color=colour)


def failed(error: Exception, *, debug: bool, as_json: bool = False) -> int:
    """Say why a command failed, and give its exit code. With ``debug`` faults of ours show where.

    With ``as_json`` it is said as a JSON document on the output, since whoever asked for one reads that.
    """
    said = _known(error)
    if said is None:
        if debug:
            raise error
        said = _Said((), (_our_fault(error),), WRONG)
    if as_json:
        print_failure(said.lines, said.findings)
    else:
        complain(said.findings)
        for line in said.lines:
            click.echo(line, err=True)
    return said.code


def print_failure(lines: Iterable[str], findings: Iterable[Diagnostic] = ()) -> None:
    """Print why a command failed as a JSON document: `ok`, which is false, findings, all else as a text."""
    from interpreter.front.paint import print_json

    text = "\n".join(lines)
    print_json({"ok": False, "findings": [one.to_json() for one in findings], "error": text or None})


def _our_fault(error: Exception) -> str:
    said = shown(" ".join(str(error).split())) or "no more is known"
    hint = "please report it with what the same command prints under LUDWRIGHT_DEBUG=1"
    return f"ludwright failed by a fault of its own: {said}; {hint}"


def _known(error: Exception) -> _Said | None:
    """What there is to say about an error that is no fault of ours, and the exit code."""
    from interpreter.engine.errors import RulesError
    from interpreter.record.starting import StartError

    if isinstance(error, Failed):
        return _Said(error.findings, error.lines, error.code)
    if isinstance(error, StartError):
        wrong = getattr(error, "findings", ())  # modules whose rules do not go together
        return _Said(tuple(wrong), (), WRONG) if wrong else _Said((error.diagnostic,), (), BAD_USAGE)
    if isinstance(error, RulesError):
        return _Said((), tuple(rules_error_lines(error)), WRONG)
    finding = getattr(error, "diagnostic", None)
    if isinstance(finding, Diagnostic):
        return _Said((finding,), (), BAD_USAGE if finding.code in _MISUSES else WRONG)
    if isinstance(error, OSError) and error.strerror:
        where = f" ({error.filename})" if error.filename else ""
        return _Said((), (shown(f"{error.strerror.lower()}{where}"),), WRONG)
    return None


def rules_error_lines(error: Exception) -> list[str]:
    """A failure of the rules with the sentence that failed, the values, and what it cites."""
    from interpreter.engine.errors import RulesError

    assert isinstance(error, RulesError)
    lines = [shown(str(error))]
    if error.place is not None and error.place.text:
        lines.append(shown(f"  | {error.place.text}"))
    lines += [shown(f"  = {name} = {value}") for name, value in error.values]
    if error.place is not None and error.place.cites:
        lines.append(shown(f"  = cites {', '.join(error.place.cites)}"))
    lines += [shown(f"  = {note}") for note in getattr(error, "__notes__", ())]
    lines.append("  = help: the ruleset is at fault, not a player: its own bounds or promises do not hold")
    return lines


# ---------------------------------------------------------------------------------------------
# Command lines


def usage_lines(error: click.UsageError) -> list[str]:
    """A refused command line: what is wrong, what could be meant, where the help is."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return error.format_message().splitlines()
    lines = [f"ludwright: {_our_style(error)}"]
    hint = _hint(error)
    if hint:
        lines.append(f"  = help: {hint}")
    if error.ctx is not None:
        lines.append(f"  = help: `{error.ctx.command_path} --help` shows how to use it")
    return [shown(line) for line in lines]


def _our_style(error: click.UsageError) -> str:
    match error:
        case Misuse():
            return error.message
        case click.NoSuchOption(option_name=name):
            return f"there is no option `{name}`"
        case click.MissingParameter(param=click.Argument() as missing):
            return f"{missing.make_metavar(error.ctx or click.Context(click.Command(None)))} is missing"
        case click.MissingParameter(param=click.Option(opts=[name, *_])):
            return f"the option `{name}` is missing"
        case _:
            message = error.format_message().removesuffix(".").replace("'", "`")
            return message[:1].lower() + message[1:]


def _hint(error: click.UsageError) -> str | None:
    if isinstance(error, Misuse):
        return error.hint
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        known = [name for param in error.ctx.command.params for name in param.opts if name.startswith("--")]
        near = nearest(error.option_name, known)
        return f"did you mean `{near}`?" if near else None
    return None


# ---------------------------------------------------------------------------------------------
# Colour


def _coloured(finding: Diagnostic) -> str:
    """A finding as `render` gives it, with the code, the caret and the help in colours."""
    hue = "red" if finding.severity == "error" else "yellow"
    lines = []
    for number, text in enumerate(render(finding).splitlines()):
        gutter, bar, rest = text.partition("| ")
        if number == 0:
            before, code, after = text.partition(finding.code)
            text = click.style(before, bold=True) + click.style(code, fg=hue, bold=True) + after
        elif bar and not gutter.strip() and not rest.strip(" \t^"):
            text = gutter + bar + click.style(rest, fg=hue, bold=True)
        elif text.lstrip().startswith("= "):
            text = click.style(text, fg="cyan")
        lines.append(text)
    return "\n".join(lines)
