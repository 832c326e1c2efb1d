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
