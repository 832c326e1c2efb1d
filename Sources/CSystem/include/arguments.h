#pragma once

// The arguments that the program was started with. Swift's runtime reads them from /proc/self/cmdline, which chroots and
// containers may lack; then it finds none at all.

/// Returns the number of arguments, the program's own name included, or 0 if the C library did not pass them on.
int symbolicate_argument_count(void);

/// Returns the arguments, which live as long as the process.
char *const *symbolicate_arguments(void);

/// Returns the path by which the program was started, or null.
const char *symbolicate_program_path(void);
