#pragma once

#include <time.h>

// sem_clockwait(3), which Swift's Glibc module leaves out.

/// Waits for a `sem_t` until a time of the clock CLOCK_MONOTONIC, which nobody sets. Returns 0, or -1 and the reason in errno.
int symbolicate_semaphore_wait(void *semaphore, const struct timespec *end);
