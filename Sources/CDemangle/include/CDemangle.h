#pragma once
#include <stddef.h>

// The demanglers of the Swift runtime, the C++ runtime and libiberty. Each returns text that the caller frees, or NULL when the
// name is not of its kind.

/// swift/Runtime of libswiftCore: the full form.
char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, unsigned flags);
/// The backtrace support of libswiftCore: the simplified form that Apple's tools print.
char *_swift_backtrace_demangle(const char *name, size_t length, char *buffer, size_t *size);
/// The Itanium C++ ABI.
char *__cxa_demangle(const char *name, char *buffer, size_t *size, int *status);
/// libiberty: legacy and v0 Rust names.
char *rust_demangle(const char *name, int options);

/// One of the demanglers.
enum symbolicate_scheme {
  SYMBOLICATE_SWIFT,
  SYMBOLICATE_SWIFT_SHORT,
  SYMBOLICATE_CXX,
  SYMBOLICATE_RUST,
};

/// Calls a demangler for a name of any origin. Returns NULL also if the demangler faults. From the first call on, the process handles
/// faults (SIGSEGV and others) and passes on those outside of demanglers.
char *symbolicate_demangle(enum symbolicate_scheme scheme, const char *name, size_t length);
