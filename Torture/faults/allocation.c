// Preloaded (LD_PRELOAD), fails one allocation of a program and of the processes that it starts: the one whose number is
// $TORTURE_ALLOCATION, counted in the file $TORTURE_COUNTER, 8 bytes of zeros before. 0 fails none, and counts.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Atomic long *counter;
static long wanted;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("TORTURE_COUNTER"), *number = getenv("TORTURE_ALLOCATION");
  if (!path || !number) return;
  wanted = atol(number);
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void *page = mmap(NULL, sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (page == MAP_FAILED) return;
  counter = page;
}

static int fails(void) {
  if (!counter || atomic_fetch_add(counter, 1) + 1 != wanted) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { return fails() ? NULL : __libc_realloc(block, size); }
void *memalign(size_t alignment, size_t size) { return fails() ? NULL : __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return fails() ? NULL : __libc_memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = fails() ? NULL : __libc_memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}
