#pragma once

#include <sys/types.h>

// The walls around a process that reads files of strangers. What the kernel does not have is left out.

/// The process may open no file for writing and change no directory, or only below the directory that was given (Landlock, seccomp).
#define SYMBOLICATE_NO_WRITES 1
/// The process may open no socket (seccomp).
#define SYMBOLICATE_NO_NETWORK 2
/// The process may start no program, and neither watch nor signal others (seccomp).
#define SYMBOLICATE_NO_PROGRAMS 4

/// Contains this process, which has one thread, for the rest of its life. Files may be written below `writable`, or nowhere if it is
/// null. Returns which walls there are now.
int symbolicate_contain(const char *writable);
