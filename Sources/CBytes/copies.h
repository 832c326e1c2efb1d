#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

// Copies that look at the bytes while they pass: sixteen at once, of which the last may overlap those before. See blocks.h for what is
// chosen where.

#if defined(__SSE2__)

typedef __m128i symbolicate_bytes;

static inline __attribute__((always_inline)) symbolicate_bytes symbolicate_move(uint8_t *target, const uint8_t *source) {
  __m128i bytes = _mm_loadu_si128((const __m128i *)source);
  _mm_storeu_si128((__m128i *)target, bytes);
  return bytes;
}

static inline __attribute__((always_inline)) symbolicate_bytes symbolicate_either(symbolicate_bytes one, symbolicate_bytes other) {
  return _mm_or_si128(one, other);
}

static inline __attribute__((always_inline)) symbolicate_bytes symbolicate_equal(symbolicate_bytes bytes, uint8_t byte) {
  return _mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)byte));
}

/// Marks control characters, but for DEL, and bytes from 0x80 on: those are negative here.
static inline __attribute__((always_inline)) symbolicate_bytes symbolicate_below_space(symbolicate_bytes bytes) {
  return _mm_cmpgt_epi8(_mm_set1_epi8(' '), bytes);
}

static inline __attribute__((always_inline)) bool symbolicate_none(symbolicate_bytes marks) { return _mm_movemask_epi8(marks) == 0; }

#elif defined(__ARM_NEON)

typedef uint8x16_t symbolicate_bytes;

static inline __attribute__((always_inline)) symbolicate_bytes symbolicate_move(uint8_t *target, const uint8_t *source) {
  uint8x16_t bytes = vld1q_u8(source);
  vst1q_u8(target, bytes);
  return bytes;
}

static inline __attribute__((always_inline)) symbolicate_bytes symbolicate_either(symbolicate_bytes one, symbolicate_bytes other) {
  return vorrq_u8(one, other);
}

static inline __attribute__((always_inline)) symbolicate_bytes symbolicate_equal(symbolicate_bytes bytes, uint8_t byte) {
  return vceqq_u8(bytes, vdupq_n_u8(byte));
}

/// Marks control characters, but for DEL, and bytes from 0x80 on: those are negative here.
static inline __attribute__((always_inline)) symbolicate_bytes symbolicate_below_space(symbolicate_bytes bytes) {
  return vcgtq_s8(vdupq_n_s8(' '), vreinterpretq_s8_u8(bytes));
}

static inline __attribute__((always_inline)) bool symbolicate_none(symbolicate_bytes marks) { return vmaxvq_u8(marks) == 0; }

#endif

#if defined(__SSE2__) || defined(__ARM_NEON)

/// Copies 16 bytes or more. Returns whether all of them are printable characters of ASCII.
static inline __attribute__((always_inline)) bool symbolicate_copy_printable(uint8_t *target, const uint8_t *source, long count) {
  symbolicate_bytes bytes = symbolicate_move(target, source);
  symbolicate_bytes marks = symbolicate_either(symbolicate_below_space(bytes), symbolicate_equal(bytes, 0x7f));
  for (long at = 16; at < count; at += 16) {
    long place = at < count - 16 ? at : count - 16;
    bytes = symbolicate_move(target + place, source + place);
    marks = symbolicate_either(marks, symbolicate_either(symbolicate_below_space(bytes), symbolicate_equal(bytes, 0x7f)));
  }
  return symbolicate_none(marks);
}

/// Copies 16 bytes or more. Returns whether all of them are printable characters of ASCII, and none is `"` or a backslash.
static inline __attribute__((always_inline)) bool symbolicate_copy_quotable(uint8_t *target, const uint8_t *source, long count) {
  symbolicate_bytes marks = {0};
  for (long at = 0; at < count; at += 16) {
    symbolicate_bytes bytes = symbolicate_move(target + (at < count - 16 ? at : count - 16), source + (at < count - 16 ? at : count - 16));
    symbolicate_bytes quotes = symbolicate_either(symbolicate_equal(bytes, '"'), symbolicate_equal(bytes, '\\'));
    symbolicate_bytes others = symbolicate_either(symbolicate_below_space(bytes), symbolicate_equal(bytes, 0x7f));
    marks = symbolicate_either(marks, symbolicate_either(quotes, others));
  }
  return symbolicate_none(marks);
}

/// Copies 16 bytes or more. Returns whether all of them are printable characters of ASCII, and none is one of `<>&"'`.
static inline __attribute__((always_inline)) bool symbolicate_copy_markup(uint8_t *target, const uint8_t *source, long count) {
  symbolicate_bytes marks = {0};
  for (long at = 0; at < count; at += 16) {
    long place = at < count - 16 ? at : count - 16;
    symbolicate_bytes bytes = symbolicate_move(target + place, source + place);
    symbolicate_bytes brackets = symbolicate_either(symbolicate_equal(bytes, '<'), symbolicate_equal(bytes, '>'));
    symbolicate_bytes quotes = symbolicate_either(symbolicate_equal(bytes, '"'), symbolicate_equal(bytes, '\''));
    symbolicate_bytes others = symbolicate_either(symbolicate_below_space(bytes), symbolicate_equal(bytes, 0x7f));
    marks = symbolicate_either(marks, symbolicate_either(brackets, quotes));
    marks = symbolicate_either(marks, symbolicate_either(symbolicate_equal(bytes, '&'), others));
  }
  return symbolicate_none(marks);
}

/// Copies 16 bytes or more. Returns whether none of them is a line feed or carriage return.
static inline __attribute__((always_inline)) bool symbolicate_copy_line(uint8_t *target, const uint8_t *source, long count) {
  symbolicate_bytes bytes = symbolicate_move(target, source);
  symbolicate_bytes marks = symbolicate_either(symbolicate_equal(bytes, '\n'), symbolicate_equal(bytes, '\r'));
  for (long at = 16; at < count; at += 16) {
    long place = at < count - 16 ? at : count - 16;
    bytes = symbolicate_move(target + place, source + place);
    marks = symbolicate_either(marks, symbolicate_either(symbolicate_equal(bytes, '\n'), symbolicate_equal(bytes, '\r')));
  }
  return symbolicate_none(marks);
}

#else

/// Copies bytes. Returns whether all of them are printable characters of ASCII.
static inline bool symbolicate_copy_printable(uint8_t *target, const uint8_t *source, long count) {
  memcpy(target, source, (size_t)count);
  for (long at = 0; at < count; at++) {
    if (source[at] < ' ' || source[at] >= 0x7f) return false;
  }
  return true;
}

/// Copies bytes. Returns whether all of them are printable characters of ASCII, and none is `"` or a backslash.
static inline bool symbolicate_copy_quotable(uint8_t *target, const uint8_t *source, long count) {
  memcpy(target, source, (size_t)count);
  for (long at = 0; at < count; at++) {
    if (source[at] < ' ' || source[at] >= 0x7f || source[at] == '"' || source[at] == '\\') return false;
  }
  return true;
}

/// Copies bytes. Returns whether all of them are printable characters of ASCII, and none is one of `<>&"'`.
static inline bool symbolicate_copy_markup(uint8_t *target, const uint8_t *source, long count) {
  memcpy(target, source, (size_t)count);
  for (long at = 0; at < count; at++) {
    if (source[at] < ' ' || source[at] >= 0x7f || strchr("<>&\"'", source[at])) return false;
  }
  return true;
}

/// Copies bytes. Returns whether none of them is a line feed or carriage return.
static inline bool symbolicate_copy_line(uint8_t *target, const uint8_t *source, long count) {
  memcpy(target, source, (size_t)count);
  for (long at = 0; at < count; at++) {
    if (source[at] == '\n' || source[at] == '\r') return false;
  }
  return true;
}

#endif
