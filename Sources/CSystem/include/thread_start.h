#pragma once

// The start of threads, with the processor masks (sched_setaffinity(2)) that Swift's Glibc module leaves out.

/// Starts a thread that calls `body(context)` and that nobody waits for (pthread_create(3)). It starts on another processor than the
/// caller's, if the process may use another one, and may then move to any that the caller may use. Returns 0, or a number of errno(3).
int symbolicate_start_thread(void (*body)(void *), void *context);
