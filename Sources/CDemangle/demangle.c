#include "CDemangle.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <ucontext.h>

// Demanglers are made for names that compilers wrote. libswiftCore's reads through a null pointer for names that are cut off, for
// example @__swiftmacro_4Shop7MessageV10ObservablefMm_ (Swift 6.3), and a report may have any name. A fault on a thread that is inside a
// demangler ends that call, and the name counts as unreadable; what it had allocated is lost.

static const int faults[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE};
#define FAULTS (sizeof faults / sizeof *faults)

static struct sigaction others[FAULTS];
static pthread_once_t once = PTHREAD_ONCE_INIT;
static __thread sigjmp_buf landing;
static __thread volatile sig_atomic_t isInside;

// Leaves the demangler, or does what would have been done without it.
static void handle(int number, siginfo_t *info, void *context) {
  if (isInside) {
    isInside = 0;
    // The jump keeps the signals of the handler blocked, and the thread sanitizer blocks all.
    pthread_sigmask(SIG_SETMASK, &((ucontext_t *)context)->uc_sigmask, NULL);
    siglongjmp(landing, 1);
  }
  size_t index = 0;
  while (faults[index] != number) index++;
  struct sigaction other = others[index];
  if (other.sa_flags & SA_SIGINFO) {
    other.sa_sigaction(number, info, context);
  } else if (other.sa_handler != SIG_DFL && other.sa_handler != SIG_IGN) {
    other.sa_handler(number);
  } else {
    // A failed instruction fails again when the handler returns; a raised signal has to be raised again.
    signal(number, SIG_DFL);
    raise(number);
  }
}

static void watch(void) {
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  for (size_t index = 0; index < FAULTS; index++) sigaction(faults[index], &action, &others[index]);
}

char *symbolicate_demangle(enum symbolicate_scheme scheme, const char *name, size_t length) {
  pthread_once(&once, watch);
  if (sigsetjmp(landing, 0)) return NULL;
  char *result = NULL;
  int status = 0;
  isInside = 1;
  switch (scheme) {
  case SYMBOLICATE_SWIFT: result = swift_demangle(name, length, NULL, NULL, 0); break;
  case SYMBOLICATE_SWIFT_SHORT: result = _swift_backtrace_demangle(name, length, NULL, NULL); break;
  case SYMBOLICATE_CXX: result = __cxa_demangle(name, NULL, NULL, &status); break;
  case SYMBOLICATE_RUST: result = rust_demangle(name, 0); break;
  }
  isInside = 0;
  return result;
}
