"""What a native library exports; the functions are written by `exports`."""

DECLARED = """
typedef struct { int64_t kind, place, numbers[4], game; } Failure;
int ludwright_advance(int64_t *slots, int64_t *at, Failure *failure);
int ludwright_count(int64_t *slots, int64_t block, int64_t limit, int64_t *found, Failure *failure);
int ludwright_list(int64_t *slots, int64_t block, int64_t skip, int64_t room, int32_t *out, int64_t *found,
                   Failure *failure);
int ludwright_play(int64_t *slots, int64_t *at, const int32_t *move, Failure *failure);
int ludwright_draw(int64_t *slots, int64_t *at, uint64_t *rng, Failure *failure);
int ludwright_playout(uint64_t seed, int policy, int64_t cut, int64_t *numbers, int64_t *slots,
                      int64_t *keys, int64_t *made, int64_t *order, Failure *failure);
int ludwright_batch(uint64_t seed, int64_t first, int64_t count, int policy, int64_t cut, int64_t *tally,
                    Failure *failure);
"""
"""What the library exports, as `cffi` reads it."""
