"""Native code under the sanitizers of addresses and of undefined behaviour: a program of its own plays."""

import subprocess
import tempfile
from pathlib import Path

import pytest

from interpreter.backends.c.compiler import compiler
from interpreter.backends.c.native import NativeExecutor
from interpreter.core.ir import Program
from interpreter.engine.rng import numbered
from tests.compiler import has_compiler
from tests.differential.test_native import Case, cases, pair

SEED = 20_261_130
MAIN = """
#include <stdio.h>

int main(void) {
  static int64_t numbers[7], slots[WORDS], keys[PLAYERS * KEYS + 1], made[ACTIONS + 1], order[ACTIONS + 1];
  for (int game = 0; game < 3 * GAMES; game++) {
    Failure failure;
    memset(&failure, 0, sizeof failure);
    memset(made, 0, sizeof made);
    memset(order, 0, sizeof order);
    uint64_t base = (uint64_t)SEED ^ UINT64_C(0xA0761D6478BD642F);
    base = next64(&base) + (uint64_t)(game / 3) * UINT64_C(0x9E3779B97F4A7C15);
    const uint64_t seed = next64(&base);
    const int64_t cut = game % 3 ? 5 : 4096;
    if (ludwright_playout(seed, game % 3 != 1, cut, numbers, slots, keys, made, order, &failure)) {
      printf("failed %d\\n", (int)failure.kind);
      continue;
    }
    printf("%lld %lld %lld %lld\\n", (long long)numbers[0], (long long)numbers[1], (long long)numbers[2],
           (long long)numbers[3]);
    int64_t found = 0;
    static int32_t moves[100 * STRIDE];
    int64_t at[2] = {ENTRY, 0};
    int64_t copy_of[WORDS];
    store(&START, copy_of);
    if (ludwright_advance(copy_of, at, &failure)) continue;
    ludwright_list(copy_of, at[0], 0, 1, 100, moves, &found, &failure);
    ludwright_count(copy_of, at[0], 0, 1000, &found, &failure);
  }
  return 0;
}
"""
FLAGS = ("-std=gnu99", "-O0", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
LARGE = ("yellow-yangtze", "yin-yang", "yuan")
"""Games whose code takes long to compile with what a sanitizer adds; other large ones stay fast."""


def has_sanitizers() -> bool:
    if not has_compiler():
        return False
    with tempfile.TemporaryDirectory() as name:
        source, probe = Path(name) / "probe.c", Path(name) / "probe"
        source.write_text("int main(void) { return 0; }\n", "utf-8")
        command = [*compiler().command, *FLAGS, "-o", str(probe), str(source)]
        built = subprocess.run(command, capture_output=True, check=False)
        return built.returncode == 0 and subprocess.run([probe], check=False).returncode == 0


def lines_of(program: Program, source: str, folder: Path, games: int) -> list[str]:
    """What the program prints of its games; anything that a sanitizer finds ends it."""
    text = f"{source}\n#define GAMES {games}\n#define SEED {SEED}\n{MAIN}"
    (folder / "games.c").write_text(text, "utf-8")
    command = [*compiler().command, *FLAGS, "-o", str(folder / "games"), str(folder / "games.c")]
    subprocess.run(command, check=True, capture_output=True)
    done = subprocess.run([folder / "games"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:4000]
    assert not done.stderr
    return done.stdout.splitlines()


@pytest.mark.skipif("not has_sanitizers()", reason="the compiler has no sanitizers here")
@pytest.mark.parametrize("case", cases(slow=LARGE))
def test_nothing_undefined_happens(case: Case, tmp_path: Path) -> None:
    native: NativeExecutor = pair(case)[0]
    games = 6
    expected = []
    for number in range(games):
        seed = numbered(SEED, number)
        for policy, cut in (("auto", 4096), ("stage", 5), ("auto", 5)):
            one = native.playout(seed, policy, cut)  # type: ignore[arg-type]
            rng = one.rng - (1 << 64) if one.rng >> 63 else one.rng
            expected.append(f"{one.moves} {one.choices} {one.staged} {rng}")

    assert lines_of(native.program, native.source, tmp_path, games) == expected
