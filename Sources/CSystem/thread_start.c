#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "thread_start.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

struct start {
  void (*body)(void *);
  void *context;
  /// The processors that the caller may use, if the thread starts on fewer of them.
  cpu_set_t allowed;
  int is_moved;
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  if (start.is_moved) sched_setaffinity(0, sizeof start.allowed, &start.allowed);
  start.body(start.context);
  return NULL;
}

/// Makes the thread start elsewhere: some kernels start it on the caller's processor, where it waits for milliseconds until the caller
/// waits or another processor takes it.
static void prefer_others(pthread_attr_t *attributes, struct start *start) {
  int here = sched_getcpu();
  if (here < 0 || sched_getaffinity(0, sizeof start->allowed, &start->allowed) != 0) return;
  if (!CPU_ISSET(here, &start->allowed) || CPU_COUNT(&start->allowed) < 2) return;
  cpu_set_t others = start->allowed;
  CPU_CLR(here, &others);
  start->is_moved = pthread_attr_setaffinity_np(attributes, sizeof others, &others) == 0;
}

static int create(struct start *start, int may_move) {
  pthread_attr_t attributes;
  int code = pthread_attr_init(&attributes);
  if (code != 0) return code;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  start->is_moved = 0;
  if (may_move) prefer_others(&attributes, start);
  pthread_t thread;
  code = pthread_create(&thread, &attributes, run, start);
  pthread_attr_destroy(&attributes);
  return code;
}

int symbolicate_start_thread(void (*body)(void *), void *context) {
  struct start *start = malloc(sizeof *start);
  if (!start) return ENOMEM;
  start->body = body;
  start->context = context;
  int code = create(start, 1);
  // A sandbox may not allow it, and processors go away.
  if (code != 0 && start->is_moved) code = create(start, 0);
  if (code != 0) free(start);
  return code;
}
