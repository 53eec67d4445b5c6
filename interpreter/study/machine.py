"""The machine that is measured on."""

import os
import platform
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from interpreter.backends.c.compiler import compiler
from interpreter.backends.c.refusals import NoCompiler
from interpreter.study.report import Json


@contextmanager
def one_core() -> Iterator[bool]:
    """Keep this process, and those it starts, on one core; gives whether the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield False
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield True
    finally:
        os.sched_setaffinity(0, before)


def load_average() -> float | None:
    """How many processes wanted a core in the last minute, on average; None where nobody tells."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def machine() -> dict[str, Json]:
    """The processor, the number of its cores, the C compiler, Python, and how busy it all is."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "compiler": _compiler(),
        "load_average": load_average(),
    }


def machine_line(found: dict[str, Json]) -> str:
    """The same as a sentence."""
    parts = [
        f"{found['processor']}, {found['cores']} cores",
        str(found["system"]),
        str(found["compiler"] or "no C compiler"),
        f"Python {found['python']}",
    ]
    if found["load_average"] is not None:
        parts.append(f"load average {found['load_average']}")
    return "; ".join(parts)


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _compiler() -> str | None:
    """The first line of what the compiler says of itself."""
    try:
        command = [*compiler().command, "--version"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (NoCompiler, OSError, subprocess.TimeoutExpired):
        return None
    lines = done.stdout.splitlines()
    return lines[0] if done.returncode == 0 and lines else None
