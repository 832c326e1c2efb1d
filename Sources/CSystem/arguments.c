#include "arguments.h"

#include <sys/auxv.h>

static int count;
static char **arguments;

// glibc calls constructors with the arguments of main.
__attribute__((constructor)) static void note(int argc, char **argv) {
  count = argc;
  arguments = argv;
}

int symbolicate_argument_count(void) { return count; }

char *const *symbolicate_arguments(void) { return arguments; }

const char *symbolicate_program_path(void) { return (const char *)getauxval(AT_EXECFN); }
