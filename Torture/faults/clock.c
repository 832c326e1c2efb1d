// Preloaded (LD_PRELOAD), a time of day that jumps with every fifth look at it: an hour ahead, back by a day, a year ahead, and so on.
// The clock that nobody sets stays.
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long offset(void) {
  static _Atomic long looks;
  static const long jumps[] = {0, 3600, -86400, 31536000, -31536000, 60};
  return jumps[atomic_fetch_add(&looks, 1) / 5 % 6];
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += offset();
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec value;
  clock_gettime(CLOCK_REALTIME, &value);
  time->tv_sec = value.tv_sec;
  time->tv_usec = value.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec value;
  clock_gettime(CLOCK_REALTIME, &value);
  if (result) *result = value.tv_sec;
  return value.tv_sec;
}
