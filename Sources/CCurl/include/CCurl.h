#pragma once
#include <stddef.h>
#include <stdint.h>

// The few calls of libcurl that fetch a file over HTTP, loaded when the first one is wanted: the program starts without it, and works
// without it.

/// How a request ended.
enum symbolicate_http_end {
  /// The whole answer is in the file.
  SYMBOLICATE_HTTP_DONE,
  /// The server answered with a status from 400 on.
  SYMBOLICATE_HTTP_STATUS,
  /// The answer has more bytes than the limit.
  SYMBOLICATE_HTTP_TOO_LARGE,
  /// The server could not be asked, or the answer broke off; `message` says why.
  SYMBOLICATE_HTTP_FAILED
};

/// Whether the library is there.
int symbolicate_http_is_installed(void);
/// Fetches what an http or https address holds, decompressed, into a file that is open for writing: at most `limit` bytes, in at most
/// `milliseconds`. Puts the status of the answer into `status`, and the text of an error into `message`.
enum symbolicate_http_end symbolicate_http_get(
    const char *address, int file, int64_t limit, long milliseconds, long *status, char *message, size_t size);
