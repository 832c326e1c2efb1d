#include "memory.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static _Atomic int silentStatus;
static _Atomic int isEnding;

void symbolicate_set_memory_status(int status) { silentStatus = status; }

void symbolicate_end_without_memory(void) {
  static const char message[] = "symbolicate: out of memory; raise the limit (ulimit -v), or use fewer jobs (-j 1)\n";
  // Only one thread says so, and no other ends the process meanwhile.
  while (atomic_exchange(&isEnding, 1)) pause();
  int status = silentStatus;
  if (status) _exit(status);
  ssize_t written = write(2, message, sizeof message - 1);
  (void)written;
  _exit(1);
}

// The linker makes every call of malloc(3) and its relatives in the program and in its archives a call of these (--wrap, Package.swift); other
// links have no use for them. Where memory is refused, Swift's runtime traps, follows null pointers, or searches without end in a table that it
// did not get; C++ throws from code that catches nothing. Here, the process ends with the reason instead. A large block may be more than
// there is because a file asks for it: who asked for that is told, unless it is Swift, which does not ask back.

extern void *__real_malloc(size_t) __attribute__((weak));
extern void *__real_calloc(size_t, size_t) __attribute__((weak));
extern void *__real_realloc(void *, size_t) __attribute__((weak));
extern void *__real_aligned_alloc(size_t, size_t) __attribute__((weak));
extern int __real_posix_memalign(void **, size_t, size_t) __attribute__((weak));
extern void *__real_swift_slowAlloc(size_t, size_t) __attribute__((weak));

#define LARGE ((size_t)1 << 16)

static _Thread_local int isSwift;

static void *checked(void *block, size_t size) {
  if (__builtin_expect(!block, 0) && size && (size < LARGE || isSwift)) symbolicate_end_without_memory();
  return block;
}

void *__wrap_malloc(size_t size) { return checked(__real_malloc(size), size); }

void *__wrap_calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) bytes = LARGE;
  return checked(__real_calloc(count, size), bytes);
}

void *__wrap_realloc(void *block, size_t size) { return checked(__real_realloc(block, size), size); }

void *__wrap_aligned_alloc(size_t alignment, size_t size) { return checked(__real_aligned_alloc(alignment, size), size); }

int __wrap_posix_memalign(void **block, size_t alignment, size_t size) {
  int error = __real_posix_memalign(block, alignment, size);
  if (error == ENOMEM) checked(NULL, size);
  return error;
}

void *__wrap_swift_slowAlloc(size_t size, size_t alignment) {
  isSwift = 1;
  void *block = __real_swift_slowAlloc(size, alignment);
  isSwift = 0;
  return block;
}
