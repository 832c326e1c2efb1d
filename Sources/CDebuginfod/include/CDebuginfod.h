#pragma once
#include <stdint.h>

// libdebuginfod, elfutils' client of debug file servers, loaded when it is first asked for something: it brings libcurl with it.

/// Whether the library is there.
int symbolicate_debuginfod_is_installed(void);
/// Fetches the debug file of a build-id, or with `executable` the file itself, into the client's cache: 0 and its path, which the
/// caller frees, or an errno value. The servers are those of $DEBUGINFOD_URLS.
int symbolicate_debuginfod_find(const uint8_t *id, int length, int executable, char **path);
