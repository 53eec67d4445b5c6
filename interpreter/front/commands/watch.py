"""``ludwright watch``."""

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

from interpreter.front.match_options import seconds

if TYPE_CHECKING:
    from interpreter.front.watching import Look, Snapshot, Watch

_QUIET = 0.15  # seconds without a change before the files are looked at


@click.command(
    "watch",
    epilog="\b\nExamples:\n  ludwright watch my-game\n  ludwright watch my-game/variants/short.yaml",
    short_help="validate and test on each save",
)
@click.argument("ruleset")
@click.option(
    "--every", default="0.3", show_default=True, metavar="SECONDS", callback=seconds,
    help="How often the files are looked at.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document a look, each on one line.")
def command(ruleset: str, every: float, as_json: bool) -> int:
    """Validate a ruleset and run its scenarios and records, again after each save. Ctrl-C ends it.

    Shown is what changed: findings that are new and those that are gone, tests that fail now and those
    that pass again. Tests that passed are not run again while neither they nor the meaning of the rules
    has changed; remarks and layout mean nothing. Exits with 0 when it is ended.
    """
    from interpreter.front.failing import BAD_USAGE, Failed
    from interpreter.front.watching import Watch, is_there

    missing = is_there(ruleset)
    if missing:
        raise Failed(missing, BAD_USAGE)
    try:
        _watch(Watch(ruleset), max(every, 0.02), as_json)
    except KeyboardInterrupt:
        click.echo(err=True)
    return 0


def _watch(watch: "Watch", every: float, as_json: bool) -> None:
    changed: tuple[str, ...] = ()
    watch.learn_files()
    while True:
        seen = watch.snapshot()
        found = _look(watch, lambda: _is_stale(seen, watch.snapshot()))  # noqa: B023 - called in this round only
        if found is not None:
            tell(watch.name, found, changed, as_json)
            # Files that this look was the first to read are as they were then.
            seen = {path: seen.get(path, stamp) for path, stamp in watch.snapshot().items()}
            while watch.snapshot() == seen:
                time.sleep(every)
        changed = _changes(seen, _settled(watch))


def _look(watch: "Watch", is_stale: Callable[[], bool]) -> "Look | None":
    """One look; none where a file changed meanwhile."""
    from interpreter.front.watching import Changed

    try:
        return watch.look(is_stale)
    except Changed:
        return None
    except RuntimeError:
        if is_stale():
            return None
        raise


def _is_stale(seen: "Snapshot", now: "Snapshot") -> bool:
    return any(now.get(path) != stamp for path, stamp in seen.items())


def _settled(watch: "Watch") -> "Snapshot":
    """The files as soon as nothing has changed for a moment: an editor may write several times."""
    now = watch.snapshot()
    while True:
        time.sleep(_QUIET)
        later = watch.snapshot()
        if later == now:
            return now
        now = later


def _changes(before: "Snapshot", after: "Snapshot") -> tuple[str, ...]:
    paths = sorted({*before, *after})
    return tuple(str(path) for path in paths if before.get(path) != after.get(path))


# -- what is shown ----------------------------------------------------------------------------------------


def tell(name: str, look: "Look", changed: tuple[str, ...], as_json: bool) -> None:
    """Print what a look found: as text, or as one JSON document on one line."""
    import json

    if as_json:
        click.echo(json.dumps({"changed": list(changed), **_plain(look)}, ensure_ascii=False))
        return
    from interpreter.front.paint import say
    from interpreter.text.render import render, shown

    say(f"-- {time.strftime('%H:%M:%S')}  {shown(', '.join(changed)) or name}")
    for one in look.new:
        say(render(one) + "\n")
    for one in look.gone:
        say(f"gone    {one.code} {one.message}")
    for test in look.newly_failing:
        say(f"failed  {test}")
        for one in look.failing[test].findings:
            say(render(one) + "\n")
    for test in look.newly_passing:
        say(f"passed  {test}")
    say(f"{name}: {_summary(look)}")


def _summary(look: "Look") -> str:
    errors = sum(one.severity == "error" for one in look.findings)
    wrong = _listed([(errors, "error"), (len(look.findings) - errors, "warning")]) or "nothing is wrong"
    if look.waits:
        return f"{wrong}; the tests wait until the errors are gone"
    if not look.tests:
        return f"{wrong}; there is no scenario and no record"
    failing = len(look.failing)
    result = f"{failing} of {look.tests} fail" if failing else f"all {look.tests} pass"
    return f"{wrong}; {result} ({look.ran} run, {look.kept} as before)"


def _listed(counts: Iterable[tuple[int, str]]) -> str:
    return ", ".join(f"{number} {word}{'s' if number > 1 else ''}" for number, word in counts if number)


def _plain(look: "Look") -> dict[str, object]:
    return {
        "ok": not look.failing and not any(one.severity == "error" for one in look.findings),
        "findings": [one.to_json() for one in look.findings],
        "new": [one.to_json() for one in look.new],
        "gone": [one.to_json() for one in look.gone],
        "failing": {
            name: [one.to_json() for one in outcome.findings] for name, outcome in look.failing.items()
        },
        "newly_failing": list(look.newly_failing), "newly_passing": list(look.newly_passing),
        "tests": look.tests, "ran": look.ran, "kept": look.kept, "waits": look.waits,
    }  # fmt: skip
