"""What a native library exports; the functions are written by `exports`.

`interface.py` is this as cffi compiles it: parsing C would take longer than loading the library does. A test
says when it is out of date; `python -c "from interpreter.backends.c import declared; declared.renew()"`
writes it anew.
"""

import tempfile
from pathlib import Path

DECLARED = """
typedef struct { int64_t kind, place, numbers[4], game; } Failure;
int ludwright_advance(int64_t *slots, int64_t *at, Failure *failure);
int ludwright_count(int64_t *slots, int64_t block, int64_t player, int64_t limit, int64_t *found,
                    Failure *failure);
int ludwright_list(int64_t *slots, int64_t block, int64_t player, int64_t skip, int64_t room, int32_t *out,
                   int64_t *found, Failure *failure);
int ludwright_play(int64_t *slots, int64_t *at, int64_t player, const int32_t *move, Failure *failure);
int ludwright_draw(int64_t *slots, int64_t *at, uint64_t *rng, Failure *failure);
int ludwright_playout(uint64_t seed, int policy, int64_t cut, int64_t *numbers, int64_t *slots,
                      int64_t *keys, int64_t *made, int64_t *order, Failure *failure);
int ludwright_batch(uint64_t seed, int64_t first, int64_t count, int policy, int64_t cut, int64_t *tally,
                    Failure *failure);
"""
"""What the library exports, as `cffi` reads it."""

_HEAD = '"""The functions and types of `declared`, as cffi compiles them; written by `declared.renew`."""'


def compiled() -> str:
    """The text of `interface.py`: the declarations as cffi's out-of-line form has them."""
    import cffi

    ffi = cffi.FFI()
    ffi.cdef(DECLARED)
    ffi.set_source("interpreter.backends.c.interface", None)
    with tempfile.TemporaryDirectory(prefix="ludwright-") as folder:
        path = Path(folder) / "interface.py"
        ffi.emit_python_code(str(path))
        said, _, code = path.read_text("ascii").partition("\n")
    assert said == "# auto-generated file"
    return f"{_HEAD}\n\n{code}"


def renew() -> None:
    """Write `interface.py`."""
    (Path(__file__).parent / "interface.py").write_text(compiled(), "ascii")
