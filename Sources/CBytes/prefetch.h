#pragma once

/// Begins to read the memory around a place into the processor's caches, and does not wait for it. Any place may be given.
static inline __attribute__((always_inline)) void symbolicate_prefetch(const void *place) { __builtin_prefetch(place); }
