#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "semaphore_wait.h"

#include <semaphore.h>
#include <time.h>

int symbolicate_semaphore_wait(void *semaphore, const struct timespec *end) { return sem_clockwait(semaphore, CLOCK_MONOTONIC, end); }
