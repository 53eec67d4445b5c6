/* The runtime of native rulesets: sets, the generator of random numbers, failures, the sums of many games.

   It stands before the code of one program, in the same translation unit, and needs only C99 and its library.
   What gcc and clang have beyond that is used where they compile, unless PLAIN_C is defined. */

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if (defined(__GNUC__) || defined(__clang__)) && !defined(__TINYC__) && !defined(PLAIN_C)
#define GNU_C
#endif

#ifdef GNU_C
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define COLD __attribute__((cold, noinline, noreturn))
#define INLINE static inline __attribute__((always_inline, unused))
#define UNROLL _Pragma("GCC unroll 8")
#define MAYBE static __attribute__((unused))
#define SELDOM static __attribute__((unused, noinline))
#define RARE static __attribute__((unused, noinline, cold))
#define JOINT_SELDOM JOINT __attribute__((noinline))
#define JOINT_RARE JOINT __attribute__((noinline, cold))
#define popcount64(x) ((int)__builtin_popcountll(x))
#define lowest64(x) ((int)__builtin_ctzll(x))
#define highest64(x) (63 - (int)__builtin_clzll(x))
#else
#define LIKELY(x) (x)
#define UNLIKELY(x) (x)
#define COLD
#define INLINE static inline
#define UNROLL
#define MAYBE static
#define SELDOM static
#define RARE static
#define JOINT_SELDOM JOINT
#define JOINT_RARE JOINT
static inline int popcount64(uint64_t x) {
  x -= x >> 1 & UINT64_C(0x5555555555555555);
  x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
  x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  return (int)(x * UINT64_C(0x0101010101010101) >> 56);
}
static inline int lowest64(uint64_t x) { return popcount64((x & (0 - x)) - 1); }
static inline int highest64(uint64_t x) {
  int found = 0;
  for (int step = 32; step; step >>= 1)
    if (x >> step) { x >>= step; found += step; }
  return found;
}
#endif

/* A large program may be read by several compilers at once, each with PIECES and its own PIECE: what stands
   in `#if IN_PIECE(n)` is for one of them, and what the others call of it is JOINT. */
#ifdef PIECES
#define IN_PIECE(n) ((n) % PIECES == PIECE)
#if defined(_WIN32)
#define JOINT
#else
#define JOINT __attribute__((visibility("hidden")))
#endif
#else
#define IN_PIECE(n) 1
#define JOINT MAYBE
#endif

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#elif defined(__GNUC__) || defined(__clang__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

#if defined(__BMI2__) && defined(GNU_C)
INLINE int select64(uint64_t set, int64_t k) { return lowest64(__builtin_ia32_pdep_di(UINT64_C(1) << k, set)); }
#else
/* The k-th member: those before it are taken out. */
INLINE int select64(uint64_t set, int64_t k) {
  while (k--) set &= set - 1;
  return lowest64(set);
}
#endif

/* The first 16 members of four sets in turn: bit 4 i + j is member i of set j. */
INLINE uint64_t spread16(uint64_t x) {
#ifdef __BMI2__
  return __builtin_ia32_pdep_di(x, UINT64_C(0x1111111111111111));
#else
  x &= 0xffff;
  x = (x | x << 24) & UINT64_C(0x000000ff000000ff);
  x = (x | x << 12) & UINT64_C(0x000f000f000f000f);
  x = (x | x << 6) & UINT64_C(0x0303030303030303);
  return (x | x << 3) & UINT64_C(0x1111111111111111);
#endif
}
INLINE uint64_t in_turn16(uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  return spread16(a) | spread16(b) << 1 | spread16(c) << 2 | spread16(d) << 3;
}
INLINE int size_of4(uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  return popcount64(a) + popcount64(b) + popcount64(c) + popcount64(d);
}

/* The k-th member of four sets, cell by cell and for each cell set by set: 4 * cell + set. */
INLINE unsigned select_of4(uint64_t a, uint64_t b, uint64_t c, uint64_t d, int k) {
  int before = 0, first = 0;
  UNROLL for (int part = 16; part < 64; part += 16) {
    const uint64_t low = (UINT64_C(1) << part) - 1;
    const int n = size_of4(a & low, b & low, c & low, d & low);
    before = k >= n ? n : before;
    first += k >= n ? 16 : 0;
  }
  return 4 * (unsigned)first + (unsigned)select64(in_turn16(a >> first, b >> first, c >> first, d >> first), k - before);
}

/* What lies below the lowest member of a set of 64, and above its highest; all where there is none. */
INLINE uint64_t below_lowest64(uint64_t set) { return ~set & (set - 1); }
INLINE uint64_t above_highest64(uint64_t set) { return (~UINT64_C(1) << highest64(set | 1)) | (set == 0); }

INLINE int min32(int a, int b) { return a < b ? a : b; }
INLINE int max32(int a, int b) { return a > b ? a : b; }
INLINE int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
INLINE int64_t max64(int64_t a, int64_t b) { return a > b ? a : b; }
INLINE int floor_div32(int a, int b) { int q = a / b; return q - (a % b != 0 && (a < 0) != (b < 0)); }
INLINE int floor_mod32(int a, int b) { int r = a % b; return r != 0 && (r < 0) != (b < 0) ? r + b : r; }
INLINE int64_t floor_div64(int64_t a, int64_t b) { int64_t q = a / b; return q - (a % b != 0 && (a < 0) != (b < 0)); }
INLINE int64_t floor_mod64(int64_t a, int64_t b) { int64_t r = a % b; return r != 0 && (r < 0) != (b < 0) ? r + b : r; }

/* ------------------------------------------------------------------------------------------------
   What goes wrong: a record of numbers, from which the caller makes the error of the reference. */

enum { FINE, OUT_OF_RANGE, INDEX, ITEM, ZERO, LAPS, NO_DRAW, STUCK, BUDGET, BROKEN, TRIALS, TOO_MANY };

typedef struct {
  int64_t kind, place, numbers[4], game;
} Failure;

typedef struct Context {
  jmp_buf *back;
  Failure *failure;
  uint64_t rng;
  int64_t spent, moves, choices, staged, cut;
  int64_t *made;     /* how often each action was made */
  int64_t *order;    /* the actions in the order in which they were first made; order[-1] is their number */
  int policy;        /* what is chosen: stages, whole moves where they are few, whole moves always */
  int playing;       /* run to the end of the game; else to the next stop */
  int unfinished;
  int tried;         /* values tried in vain since a way was found */
  int *hints;        /* for each step of each alternative, the value that led on the last time */
  int counting;      /* ways are counted, in canonical order; else a single one is searched for */
  struct Listing *list; /* where whole moves are listed as they are counted */
} Context;

COLD static void fail(Context *c, int kind, int64_t place, int64_t a, int64_t b, int64_t d, int64_t e) {
  c->failure->kind = kind;
  c->failure->place = place;
  c->failure->numbers[0] = a;
  c->failure->numbers[1] = b;
  c->failure->numbers[2] = d;
  c->failure->numbers[3] = e;
  longjmp(*c->back, 1);
}

enum { BY_STAGE, AUTOMATIC, BY_MOVE };

/* How far moves are counted to say how many there are. */
#define MOST_COUNTED 20000

COLD static void too_many(Context *c, int decision, int64_t count) {
  fail(c, TOO_MANY, -1, decision, count, count < MOST_COUNTED, c->cut);
}

INLINE int checked(Context *c, int64_t index, int64_t count) {
  if (UNLIKELY(index < 0 || index >= count)) fail(c, INDEX, -1, index, count, 0, 0);
  return (int)index;
}

INLINE int64_t nonzero(Context *c, int64_t divisor) {
  if (UNLIKELY(divisor == 0)) fail(c, ZERO, -1, 0, 0, 0, 0);
  return divisor;
}

/* ------------------------------------------------------------------------------------------------
   Sets of up to 64 members are one word. */

INLINE int set1_member(uint64_t set, int64_t item) {
  return (uint64_t)item < 64 ? (int)(set >> item & 1) : 0;
}
INLINE uint64_t set1_maybe(int item) { return item < 0 ? 0 : UINT64_C(1) << item; }
INLINE uint64_t set1_one(Context *c, int64_t item, int64_t width) {
  if (UNLIKELY(item < -1 || item >= width)) fail(c, ITEM, -1, item, width, 0, 0);
  return item < 0 ? 0 : UINT64_C(1) << item;
}

/* The members from `first` on; 0 <= first <= 64. */
INLINE uint64_t set1_from(uint64_t set, int first) { return first < 64 ? set >> first << first : 0; }

#if defined(__SSE2__) && defined(GNU_C)
typedef signed char Bytes16 __attribute__((vector_size(16)));
typedef char Chars16 __attribute__((vector_size(16)));
#endif

/* Which of the cells of an array are above a number, as a set; up to 64 cells. */
INLINE uint64_t cells_above(const int8_t *cells, int count, int8_t number) {
  uint64_t found = 0;
#if defined(__SSE2__) && defined(GNU_C)
  if (count >= 16) {
    Bytes16 some, all;
    memset(&all, number, sizeof all);
    for (int i = 0;; i += 16) {
      if (i > count - 16) i = count - 16; /* the last cells again, not those behind them */
      memcpy(&some, cells + i, sizeof some);
      found |= (uint64_t)(uint32_t)__builtin_ia32_pmovmskb128((Chars16)(some > all)) << i;
      if (i == count - 16) return found;
    }
  }
#endif
  for (int i = 0; i < count; i++) found |= (uint64_t)(cells[i] > number) << i;
  return found;
}

/* The sum of the cells of an array that are not negative. */
INLINE int sum_cells(const int8_t *cells, int count) {
  int sum = 0, i = 0;
#if defined(__SSE2__) && defined(GNU_C)
  typedef long long Longs2 __attribute__((vector_size(16)));
  const Chars16 none = {0};
  Chars16 some;
  for (; i + 16 <= count; i += 16) {
    memcpy(&some, cells + i, sizeof some);
    const Longs2 halves = (Longs2)__builtin_ia32_psadbw128(some, none);
    sum += (int)(halves[0] + halves[1]);
  }
#endif
  for (; i < count; i++) sum += cells[i];
  return sum;
}

/* Wider ones are several words. */

/* Reading the header takes a quarter of a second: only who has sets of four words does. */
#if defined(__AVX2__) && defined(FOUR_WORDS) && defined(GNU_C)
#include <immintrin.h>
INLINE int within4(const uint64_t *a, const uint64_t *b) {
  return _mm256_testc_si256(_mm256_loadu_si256((const void *)b), _mm256_loadu_si256((const void *)a));
}
#else
INLINE int within4(const uint64_t *a, const uint64_t *b) {
  return ((a[0] & ~b[0]) | (a[1] & ~b[1]) | (a[2] & ~b[2]) | (a[3] & ~b[3])) == 0;
}
#endif

/* Of four words at once: keep what is in a set so much further, and ask whether two have a member in common. */
#if defined(__AVX2__) && defined(FOUR_WORDS) && defined(GNU_C)
INLINE __m256i words_down(__m256i a, int words) {
  const __m256i none = _mm256_setzero_si256();
  switch (words) {
    case 0: return a;
    case 1: return _mm256_blend_epi32(_mm256_permute4x64_epi64(a, 0x39), none, 0xC0);
    case 2: return _mm256_permute2x128_si256(a, a, 0x81);
    case 3: return _mm256_blend_epi32(_mm256_permute4x64_epi64(a, 0x03), none, 0xFC);
    default: return none;
  }
}
INLINE void meet4(uint64_t *here, const uint64_t *of, int by) {
  const __m256i a = _mm256_loadu_si256((const void *)of), low = words_down(a, by >> 6);
  const __m256i high = words_down(a, (by >> 6) + 1);
  const __m256i moved = _mm256_or_si256(_mm256_srli_epi64(low, by & 63), _mm256_slli_epi64(high, 64 - (by & 63)));
  _mm256_storeu_si256((void *)here, _mm256_and_si256(_mm256_loadu_si256((const void *)here), moved));
}
/* A whole store, so that a whole load after it need not wait for the words. */
INLINE __m256i single4(int item) {
  const __m256i by = _mm256_sub_epi64(_mm256_set1_epi64x(item), _mm256_setr_epi64x(0, 64, 128, 192));
  return _mm256_sllv_epi64(_mm256_set1_epi64x(1), by);
}
INLINE void put4(uint64_t *of, int item) {
  _mm256_storeu_si256((void *)of, _mm256_or_si256(_mm256_loadu_si256((const void *)of), single4(item)));
}
INLINE void take4(uint64_t *of, int item) {
  _mm256_storeu_si256((void *)of, _mm256_andnot_si256(single4(item), _mm256_loadu_si256((const void *)of)));
}
INLINE int overlap4(const uint64_t *a, const uint64_t *b) {
  return !_mm256_testz_si256(_mm256_loadu_si256((const void *)a), _mm256_loadu_si256((const void *)b));
}
#else
INLINE void meet4(uint64_t *here, const uint64_t *of, int by) {
  const int words = by >> 6, bits = by & 63;
  for (int i = 0; i < 4; i++) {
    uint64_t moved = i + words < 4 ? of[i + words] >> bits : 0;
    if (bits && i + words + 1 < 4) moved |= of[i + words + 1] << (64 - bits);
    here[i] &= moved;
  }
}
INLINE void put4(uint64_t *of, int item) { of[item >> 6] |= UINT64_C(1) << (item & 63); }
INLINE void take4(uint64_t *of, int item) { of[item >> 6] &= ~(UINT64_C(1) << (item & 63)); }
INLINE int overlap4(const uint64_t *a, const uint64_t *b) {
  return ((a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2]) | (a[3] & b[3])) != 0;
}
#endif

#define SET_OF_WORDS(N)                                                                               \
  typedef struct { uint64_t w[N]; } set##N;                                                           \
  INLINE set##N set##N##_or(set##N a, set##N b) { UNROLL for (int i = 0; i < N; i++) a.w[i] |= b.w[i]; return a; }    \
  INLINE set##N set##N##_and(set##N a, set##N b) { UNROLL for (int i = 0; i < N; i++) a.w[i] &= b.w[i]; return a; }   \
  INLINE set##N set##N##_minus(set##N a, set##N b) { UNROLL for (int i = 0; i < N; i++) a.w[i] &= ~b.w[i]; return a; } \
  INLINE int set##N##_empty(set##N a) { uint64_t m = 0; UNROLL for (int i = 0; i < N; i++) m |= a.w[i]; return m == 0; } \
  INLINE int set##N##_within(const set##N *a, const set##N *b) {                                     \
    if (N == 4) return within4(a->w, b->w);                                                           \
    uint64_t m = 0; UNROLL for (int i = 0; i < N; i++) m |= a->w[i] & ~b->w[i]; return m == 0; }      \
  INLINE int set##N##_equal(set##N a, set##N b) {                                                     \
    uint64_t m = 0; UNROLL for (int i = 0; i < N; i++) m |= a.w[i] ^ b.w[i]; return m == 0; }                \
  INLINE int set##N##_size(set##N a) { int n = 0; UNROLL for (int i = 0; i < N; i++) n += popcount64(a.w[i]); return n; } \
  INLINE int set##N##_has(set##N a, int64_t i) { return (int)(a.w[i >> 6] >> (i & 63) & 1); }         \
  INLINE int set##N##_member(set##N a, int64_t i) {                                                   \
    return (uint64_t)i < 64 * N ? (int)(a.w[i >> 6] >> (i & 63) & 1) : 0; }                           \
  INLINE set##N set##N##_single(int64_t i) {                                                          \
    set##N a = {{0}}; a.w[i >> 6] = UINT64_C(1) << (i & 63); return a; }                              \
  INLINE set##N set##N##_one(Context *c, int64_t i, int64_t width) {                                  \
    if (UNLIKELY(i < -1 || i >= width)) fail(c, ITEM, -1, i, width, 0, 0);                            \
    set##N a = {{0}}; if (i >= 0) a.w[i >> 6] = UINT64_C(1) << (i & 63); return a; }                  \
  INLINE set##N set##N##_maybe(int i) {                                                               \
    set##N a = {{0}}; if (i >= 0) a.w[i >> 6] = UINT64_C(1) << (i & 63); return a; }                  \
  INLINE set##N set##N##_down(set##N a, int by) {                                                     \
    set##N b = {{0}}; const int words = by >> 6, bits = by & 63;                                      \
    UNROLL for (int i = 0; i + words < N; i++) {                                                             \
      b.w[i] = a.w[i + words] >> bits;                                                                \
      if (bits && i + words + 1 < N) b.w[i] |= a.w[i + words + 1] << (64 - bits);                     \
    }                                                                                                 \
    return b; }                                                                                       \
  INLINE set##N set##N##_up(set##N a, int by) {                                                       \
    set##N b = {{0}}; const int words = by >> 6, bits = by & 63;                                      \
    UNROLL for (int i = N; i-- > words;) {                                                                   \
      b.w[i] = a.w[i - words] << bits;                                                                \
      if (bits && i - words > 0) b.w[i] |= a.w[i - words - 1] >> (64 - bits);                         \
    }                                                                                                 \
    return b; }                                                                                       \
  INLINE set##N set##N##_from(set##N a, int first) {                                                  \
    UNROLL for (int i = 0; i < N; i++)                                                                \
      a.w[i] = first <= 64 * i ? a.w[i] : set1_from(a.w[i], first - 64 * i < 64 ? first - 64 * i : 64); \
    return a; }                                                                                       \
  INLINE void set##N##_meet(set##N *here, const set##N *of, int by) {                                 \
    if (N == 4) { meet4(here->w, of->w, by); return; }                                                \
    *here = set##N##_and(*here, set##N##_down(*of, by)); }                                            \
  INLINE int set##N##_overlap(const set##N *a, const set##N *b) {                                     \
    if (N == 4) return overlap4(a->w, b->w);                                                          \
    return !set##N##_empty(set##N##_and(*a, *b)); }                                                   \
  INLINE void set##N##_put(set##N *of, int item) {                                                    \
    if (N == 4) put4(of->w, item); else of->w[item >> 6] |= UINT64_C(1) << (item & 63); }             \
  INLINE void set##N##_take(set##N *of, int item) {                                                   \
    if (N == 4) take4(of->w, item); else of->w[item >> 6] &= ~(UINT64_C(1) << (item & 63)); }         \
  INLINE int set##N##_lowest(set##N a) {                                                              \
    UNROLL for (int i = 0; i < N; i++) if (a.w[i]) return 64 * i + lowest64(a.w[i]); return -1; }            \
  INLINE int set##N##_highest(set##N a) {                                                             \
    UNROLL for (int i = N; i-- > 0;) if (a.w[i]) return 64 * i + highest64(a.w[i]); return -1; }             \
  INLINE int set##N##_inside(set##N a, set##N b) { return set##N##_within(&a, &b); }                  \
  INLINE int set##N##_select(set##N a, int64_t k) {                                                   \
    int64_t sum = 0, before = 0; int word = 0; uint64_t chosen = a.w[0];                              \
    UNROLL for (int i = 0; i < N - 1; i++) {                                                          \
      sum += popcount64(a.w[i]);                                                                      \
      const int past = k >= sum;                                                                      \
      word += past;                                                                                   \
      before = past ? sum : before;                                                                   \
      chosen = past ? a.w[i + 1] : chosen;                                                            \
    }                                                                                                 \
    return 64 * word + select64(chosen, k - before); }                                                \
  INLINE set##N set##N##_without(set##N a, int item) {                                                \
    UNROLL for (int i = 0; i < N; i++) a.w[i] &= ~((uint64_t)(item >> 6 == i) << (item & 63));        \
    return a; }

/* ------------------------------------------------------------------------------------------------
   Orders: rows of keys, the lower first. */

INLINE int compare(const int64_t *a, const int64_t *b, int keys) {
  for (int i = 0; i < keys; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}
INLINE void copy(int64_t *to, const int64_t *from, int count) {
  for (int i = 0; i < count; i++) to[i] = from[i];
}
MAYBE void sort(int64_t *rows, int count, int keys, int stride) {
  int64_t row[64];
  for (int i = 1; i < count; i++) {
    int j = i;
    copy(row, rows + i * stride, stride);
    for (; j > 0 && compare(row, rows + (j - 1) * stride, keys) < 0; j--)
      copy(rows + j * stride, rows + (j - 1) * stride, stride);
    copy(rows + j * stride, row, stride);
  }
}

/* ------------------------------------------------------------------------------------------------
   Random numbers: SplitMix64, and Lemire's bounded draw from its upper 32 bits. */

INLINE uint64_t next64(uint64_t *rng) {
  uint64_t z = *rng += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

/* A number 0..n - 1; a draw from one value takes nothing from the stream. */
INLINE int64_t below(uint64_t *rng, int64_t n) {
  if (n == 1) return 0;
  uint64_t product = (next64(rng) >> 32) * (uint64_t)n;
  if (UNLIKELY((uint32_t)product < (uint64_t)n)) {
    const uint64_t least = (UINT64_C(0x100000000) - (uint64_t)n) % (uint64_t)n;
    while ((uint32_t)product < least) product = (next64(rng) >> 32) * (uint64_t)n;
  }
  return (int64_t)(product >> 32);
}

INLINE void count_action(Context *c, int action) {
  if (UNLIKELY(c->made[action]++ == 0)) c->order[c->order[-1]++] = action;
}

/* ------------------------------------------------------------------------------------------------
   Many games added up. */

typedef struct { int64_t count, low, total, high; } Spread;

INLINE void add_to(Spread *s, int64_t value) {
  if (!s->count || value < s->low) s->low = value;
  if (!s->count || value > s->high) s->high = value;
  s->count++;
  s->total += value;
}

/* ------------------------------------------------------------------------------------------------
   Moves made of steps, of which some end their stage early: the search ahead.

   Each stage has functions of its own. `candidates` are the values a step may have, -1 where picks may be `done`.
   `leads` takes a value, asks what must hold, counts the ways behind it as far as they are wanted, and puts it back.
   `among` does that for each value left, `ways` for all candidates. A search wants one way; counting wants all. */

typedef struct State State;

/* Set the fields of a state from the first to the last one to zero. */
#define CLEAR(G, FIRST, LAST)                                                                         \
  memset((char *)(G) + offsetof(State, FIRST), 0,                                                     \
         offsetof(State, LAST) + sizeof((G)->LAST) - offsetof(State, FIRST))

/* Whole moves as they are listed: some passed over, then as many as there is room for. */
typedef struct Listing {
  int64_t skip, room, n;
  int32_t *out;
  int stride;
  int32_t values[MOST_STEPS]; /* of the move being made */
} Listing;

RARE void list_move(Listing *l, int alternative, const int32_t *values, int count) {
  if (l->skip) { l->skip--; return; }
  if (l->n >= l->room) return;
  int32_t *row = l->out + l->n++ * l->stride;
  *row++ = alternative;
  for (int i = 0; i < count; i++) *row++ = values[i];
}

/* The value of step `at` of the move being listed; the steps behind it in its stage have none so far. */
RARE void list_value(Listing *l, int at, int value, int after) {
  l->values[at] = value;
  for (int i = at + 1; i < after; i++) l->values[i] = -1;
}

/* A move is complete: that is one way. */
INLINE int64_t whole(Context *c, int alternative, int count) {
  c->tried = 0;
  if (UNLIKELY(c->list != 0)) list_move(c->list, alternative, c->list->values, count);
  return 1;
}

COLD static void give_up(Context *c, int decision, int alternative, int stage) {
  fail(c, TRIALS, -1, decision, alternative, stage, MOST_TRIALS);
}

/* Take note of the ways behind a value, -1 where it is not allowed; whether those wanted are found. With `hint` it
   is one value of a search, which remembers what leads on; without, each value is looked at by itself or ways are
   counted. `stage` is -1 where the number of trials has no end. */
INLINE int settled(Context *c, int64_t led, int64_t *found, int64_t want, int *hint, int value,
                   int decision, int alternative, int stage) {
  if (led > 0) {
    *found += led;
    if (*found < want) return 0;
    if (hint) *hint = value;
    return 1;
  }
  if (stage >= 0 && (c->counting ? led < 0 : hint != 0) && ++c->tried > MOST_TRIALS)
    give_up(c, decision, alternative, stage);
  if (!c->counting && !hint) c->tried = 0;
  return 0;
}
