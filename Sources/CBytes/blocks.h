#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

// What Swift's vectors do not have: one bit for each byte of a comparison. Everything is inlined into its caller; SSE2 is part of every
// x86-64, NEON of every aarch64, so that nothing is chosen at run time.

/// The bytes of a block that mean something to JSON, one bit each, that of the first byte lowest.
struct symbolicate_json_block {
  uint64_t quotes;
  uint64_t backslashes;
  /// Brackets, braces, commas and colons.
  uint64_t structure;
  /// Space, tab, line feed and carriage return.
  uint64_t blanks;
  /// Control characters, also those that are blanks, and bytes from 0x80 on.
  uint64_t others;
};

/// The bytes of a block inside a string that mean something there.
struct symbolicate_string_block {
  uint64_t quotes;
  uint64_t backslashes;
};

#if defined(__SSE2__)

static inline __attribute__((always_inline)) uint64_t symbolicate_bits(__m128i bytes, int place) {
  return (uint64_t)(uint32_t)_mm_movemask_epi8(bytes) << place;
}

/// Looks at the 64 bytes from `text` on.
static inline __attribute__((always_inline)) struct symbolicate_json_block symbolicate_json_block(const uint8_t *text) {
  struct symbolicate_json_block block = {0, 0, 0, 0, 0};
  for (int place = 0; place < 64; place += 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(text + place));
    // `[` and `{` differ in this bit, `]` and `}` too; tab and carriage return in the other one.
    __m128i braces = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
    __m128i tabs = _mm_and_si128(bytes, _mm_set1_epi8((char)0xfb));
    __m128i brackets = _mm_or_si128(_mm_cmpeq_epi8(braces, _mm_set1_epi8('{')), _mm_cmpeq_epi8(braces, _mm_set1_epi8('}')));
    __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(',')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8(':')));
    __m128i spaces = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')));
    block.quotes |= symbolicate_bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), place);
    block.backslashes |= symbolicate_bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')), place);
    block.structure |= symbolicate_bits(_mm_or_si128(brackets, marks), place);
    block.blanks |= symbolicate_bits(_mm_or_si128(spaces, _mm_cmpeq_epi8(tabs, _mm_set1_epi8('\t'))), place);
    // Bytes from 0x80 on are negative here.
    block.others |= symbolicate_bits(_mm_cmpgt_epi8(_mm_set1_epi8(' '), bytes), place);
  }
  return block;
}

/// Does the same inside a string.
static inline __attribute__((always_inline)) struct symbolicate_string_block symbolicate_string_block(const uint8_t *text) {
  struct symbolicate_string_block block = {0, 0};
  for (int place = 0; place < 64; place += 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(text + place));
    block.quotes |= symbolicate_bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), place);
    block.backslashes |= symbolicate_bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')), place);
  }
  return block;
}

#elif defined(__ARM_NEON)

static inline __attribute__((always_inline)) uint64_t symbolicate_bits(const uint8x16_t *bytes) {
  const uint8x16_t weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t first = vpaddq_u8(vandq_u8(bytes[0], weights), vandq_u8(bytes[1], weights));
  uint8x16_t second = vpaddq_u8(vandq_u8(bytes[2], weights), vandq_u8(bytes[3], weights));
  uint8x16_t all = vpaddq_u8(first, second);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

/// Looks at the 64 bytes from `text` on.
static inline __attribute__((always_inline)) struct symbolicate_json_block symbolicate_json_block(const uint8_t *text) {
  uint8x16_t quotes[4], backslashes[4], structure[4], blanks[4], others[4];
  for (int part = 0; part < 4; part++) {
    uint8x16_t bytes = vld1q_u8(text + part * 16);
    // `[` and `{` differ in this bit, `]` and `}` too; tab and carriage return in the other one.
    uint8x16_t braces = vorrq_u8(bytes, vdupq_n_u8(0x20));
    uint8x16_t tabs = vandq_u8(bytes, vdupq_n_u8(0xfb));
    uint8x16_t brackets = vorrq_u8(vceqq_u8(braces, vdupq_n_u8('{')), vceqq_u8(braces, vdupq_n_u8('}')));
    uint8x16_t marks = vorrq_u8(vceqq_u8(bytes, vdupq_n_u8(',')), vceqq_u8(bytes, vdupq_n_u8(':')));
    uint8x16_t spaces = vorrq_u8(vceqq_u8(bytes, vdupq_n_u8(' ')), vceqq_u8(bytes, vdupq_n_u8('\n')));
    quotes[part] = vceqq_u8(bytes, vdupq_n_u8('"'));
    backslashes[part] = vceqq_u8(bytes, vdupq_n_u8('\\'));
    structure[part] = vorrq_u8(brackets, marks);
    blanks[part] = vorrq_u8(spaces, vceqq_u8(tabs, vdupq_n_u8('\t')));
    others[part] = vcgtq_s8(vdupq_n_s8(' '), vreinterpretq_s8_u8(bytes));
  }
  struct symbolicate_json_block block = {
      symbolicate_bits(quotes), symbolicate_bits(backslashes), symbolicate_bits(structure), symbolicate_bits(blanks),
      symbolicate_bits(others)};
  return block;
}

/// Does the same inside a string.
static inline __attribute__((always_inline)) struct symbolicate_string_block symbolicate_string_block(const uint8_t *text) {
  uint8x16_t quotes[4], backslashes[4];
  for (int part = 0; part < 4; part++) {
    uint8x16_t bytes = vld1q_u8(text + part * 16);
    quotes[part] = vceqq_u8(bytes, vdupq_n_u8('"'));
    backslashes[part] = vceqq_u8(bytes, vdupq_n_u8('\\'));
  }
  struct symbolicate_string_block block = {symbolicate_bits(quotes), symbolicate_bits(backslashes)};
  return block;
}

#else

/// Looks at the 64 bytes from `text` on.
static inline struct symbolicate_json_block symbolicate_json_block(const uint8_t *text) {
  struct symbolicate_json_block block = {0, 0, 0, 0, 0};
  for (int place = 0; place < 64; place++) {
    uint64_t bit = (uint64_t)1 << place;
    uint8_t byte = text[place];
    if (byte == '"') block.quotes |= bit;
    if (byte == '\\') block.backslashes |= bit;
    if ((byte | 0x20) == '{' || (byte | 0x20) == '}' || byte == ',' || byte == ':') block.structure |= bit;
    if (byte < ' ' || byte >= 0x80) block.others |= bit;
    if (byte == ' ' || byte == '\n' || (byte & 0xfb) == '\t') block.blanks |= bit;
  }
  return block;
}

/// Does the same inside a string.
static inline struct symbolicate_string_block symbolicate_string_block(const uint8_t *text) {
  struct symbolicate_json_block all = symbolicate_json_block(text);
  struct symbolicate_string_block block = {all.quotes, all.backslashes};
  return block;
}

#endif

static inline __attribute__((always_inline)) uint64_t symbolicate_word(const void *text) {
  uint64_t word;
  memcpy(&word, text, sizeof word);
  return word;
}

static inline __attribute__((always_inline)) uint32_t symbolicate_half_word(const void *text) {
  uint32_t word;
  memcpy(&word, text, sizeof word);
  return word;
}

/// Returns whether two texts of `count` bytes are the same. Most are names of a few words, for which a call of memcmp costs more.
static inline bool symbolicate_same(const void *one, const void *other, long count) {
  const char *a = (const char *)one, *b = (const char *)other;
  if (count >= 8) {
    for (long at = 0; at + 8 < count; at += 8) {
      if (symbolicate_word(a + at) != symbolicate_word(b + at)) return false;
    }
    // The last word may overlap the one before it.
    return symbolicate_word(a + count - 8) == symbolicate_word(b + count - 8);
  }
  if (count >= 4) {
    return symbolicate_half_word(a) == symbolicate_half_word(b)
      && symbolicate_half_word(a + count - 4) == symbolicate_half_word(b + count - 4);
  }
  for (long at = 0; at < count; at++) {
    if (a[at] != b[at]) return false;
  }
  return true;
}

// GNU's, which string.h declares only to programs that ask for it before anything else includes it.
extern void *memmem(const void *, size_t, const void *, size_t);

/// Returns the position of the first `part` in a range of a text, or -1 if it is not there: memmem(3), whose work is in proportion to the range.
static inline long symbolicate_find(const uint8_t *text, long start, long end, const uint8_t *part, long count) {
  const uint8_t *found = memmem(text + start, (size_t)(end - start), part, (size_t)count);
  return found == NULL ? -1 : found - text;
}

/// Returns the position after the last of two bytes from `start` on and before `end`, or `start` if neither is there.
static inline long symbolicate_end_of_last(const uint8_t *text, long start, long end, uint8_t one, uint8_t other) {
  long at = end;
#if defined(__SSE2__)
  for (; at - start >= 16; at -= 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(text + at - 16));
    __m128i found = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)one)), _mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)other)));
    unsigned bits = (unsigned)_mm_movemask_epi8(found);
    if (bits != 0) return at + 16 - __builtin_clz(bits);
  }
#elif defined(__ARM_NEON)
  for (; at - start >= 16; at -= 16) {
    uint8x16_t bytes = vld1q_u8(text + at - 16);
    uint8x16_t found = vorrq_u8(vceqq_u8(bytes, vdupq_n_u8(one)), vceqq_u8(bytes, vdupq_n_u8(other)));
    // Four bits for each byte.
    uint64_t bits = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(found), 4)), 0);
    if (bits != 0) return at - __builtin_clzll(bits) / 4;
  }
#endif
  while (at > start && text[at - 1] != one && text[at - 1] != other) at--;
  return at;
}

/// Returns how many runs of bytes between commas and semicolons begin from `start` on and before `end`; those begin a run, too, that
/// stand at `start`.
static inline long symbolicate_count_runs(const uint8_t *text, long start, long end) {
  long at = start, count = 0;
  uint64_t separated = 1;
#if defined(__SSE2__)
  for (; at + 64 <= end; at += 64) {
    uint64_t separators = 0;
    for (int place = 0; place < 64; place += 16) {
      __m128i bytes = _mm_loadu_si128((const __m128i *)(text + at + place));
      __m128i found = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(',')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8(';')));
      separators |= symbolicate_bits(found, place);
    }
    count += __builtin_popcountll(~separators & (separators << 1 | separated));
    separated = separators >> 63;
  }
#elif defined(__ARM_NEON)
  for (; at + 64 <= end; at += 64) {
    uint8x16_t found[4];
    for (int part = 0; part < 4; part++) {
      uint8x16_t bytes = vld1q_u8(text + at + part * 16);
      found[part] = vorrq_u8(vceqq_u8(bytes, vdupq_n_u8(',')), vceqq_u8(bytes, vdupq_n_u8(';')));
    }
    uint64_t separators = symbolicate_bits(found);
    count += __builtin_popcountll(~separators & (separators << 1 | separated));
    separated = separators >> 63;
  }
#endif
  for (; at < end; at++) {
    uint64_t is_separator = text[at] == ',' || text[at] == ';';
    count += (long)(separated & ~is_separator);
    separated = is_separator;
  }
  return count;
}

/// Returns the position of the first line feed or carriage return from `start` on, or `end` if there is none before it.
static inline long symbolicate_line_end(const uint8_t *text, long start, long end) {
  long at = start;
#if defined(__SSE2__)
  for (; at + 16 <= end; at += 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(text + at));
    __m128i found = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\r')));
    unsigned bits = (unsigned)_mm_movemask_epi8(found);
    if (bits != 0) return at + __builtin_ctz(bits);
  }
#elif defined(__ARM_NEON)
  for (; at + 16 <= end; at += 16) {
    uint8x16_t bytes = vld1q_u8(text + at);
    uint8x16_t found = vorrq_u8(vceqq_u8(bytes, vdupq_n_u8('\n')), vceqq_u8(bytes, vdupq_n_u8('\r')));
    // Four bits for each byte.
    uint64_t bits = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(found), 4)), 0);
    if (bits != 0) return at + __builtin_ctzll(bits) / 4;
  }
#endif
  while (at < end && text[at] != '\n' && text[at] != '\r') at++;
  return at;
}

/// Returns the position of the first byte from `start` on that is neither a printable character of ASCII nor a tab nor a line feed, or
/// `end` if there is none before it.
static inline long symbolicate_beside_text(const uint8_t *text, long start, long end) {
  long at = start;
#if defined(__SSE2__)
  for (; at + 16 <= end; at += 16) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(text + at));
    __m128i usual = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t')));
    // Bytes from 0x80 on are negative here.
    __m128i others = _mm_or_si128(_mm_cmpgt_epi8(_mm_set1_epi8(' '), bytes), _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7f)));
    unsigned bits = (unsigned)_mm_movemask_epi8(_mm_andnot_si128(usual, others));
    if (bits != 0) return at + __builtin_ctz(bits);
  }
#elif defined(__ARM_NEON)
  for (; at + 16 <= end; at += 16) {
    uint8x16_t bytes = vld1q_u8(text + at);
    uint8x16_t usual = vorrq_u8(vceqq_u8(bytes, vdupq_n_u8('\n')), vceqq_u8(bytes, vdupq_n_u8('\t')));
    uint8x16_t others = vorrq_u8(vcgtq_s8(vdupq_n_s8(' '), vreinterpretq_s8_u8(bytes)), vceqq_u8(bytes, vdupq_n_u8(0x7f)));
    // Four bits for each byte.
    uint64_t bits = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(vbicq_u8(others, usual)), 4)), 0);
    if (bits != 0) return at + __builtin_ctzll(bits) / 4;
  }
#endif
  for (; at < end; at++) {
    if ((text[at] < ' ' && text[at] != '\n' && text[at] != '\t') || text[at] >= 0x7f) return at;
  }
  return end;
}

/// Returns the position after the first two zeros in a row from `start` on that `first` or another zero follows, or -1 if there are none
/// before `end`.
static inline long symbolicate_after_zeros(const uint8_t *text, long start, long end, uint8_t first) {
  long at = start;
  // A byte of `sum` is 0 where the three bytes from there on are wanted. Blocks of 32 bytes take three quarters of the instructions of those of 16.
#if defined(__SSE2__)
  const __m128i none = _mm_setzero_si128(), wanted = _mm_set1_epi8((char)first);
  for (; at + 34 <= end; at += 32) {
    __m128i sum[2];
    for (int half = 0; half < 2; half++) {
      const uint8_t *from = text + at + 16 * half;
      __m128i pair = _mm_or_si128(_mm_loadu_si128((const __m128i *)from), _mm_loadu_si128((const __m128i *)(from + 1)));
      __m128i next = _mm_loadu_si128((const __m128i *)(from + 2));
      sum[half] = _mm_or_si128(pair, _mm_min_epu8(next, _mm_xor_si128(next, wanted)));
    }
    if (_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(sum[0], sum[1]), none)) == 0) continue;
    unsigned low = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(sum[0], none));
    unsigned high = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(sum[1], none));
    return at + __builtin_ctz(low | high << 16) + 2;
  }
#elif defined(__ARM_NEON)
  const uint8x16_t wanted = vdupq_n_u8(first);
  for (; at + 18 <= end; at += 16) {
    uint8x16_t pair = vorrq_u8(vld1q_u8(text + at), vld1q_u8(text + at + 1)), next = vld1q_u8(text + at + 2);
    uint8x16_t found = vceqzq_u8(vorrq_u8(pair, vminq_u8(next, veorq_u8(next, wanted))));
    // Four bits for each byte.
    uint64_t bits = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(found), 4)), 0);
    if (bits != 0) return at + __builtin_ctzll(bits) / 4 + 2;
  }
#endif
  for (; at + 2 < end; at++) {
    if (text[at] == 0 && text[at + 1] == 0 && (text[at + 2] == 0 || text[at + 2] == first)) return at + 2;
  }
  return -1;
}
