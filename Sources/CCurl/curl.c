#include "CCurl.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// The part of curl/curl.h that is needed. The numbers are part of libcurl's stable interface.
typedef void CURL;
enum {
  URL = 10002, WRITE_FUNCTION = 20011, WRITE_DATA = 10001, FOLLOW = 52, REDIRECTS = 68, CONNECT_MS = 156, TIMEOUT_MS = 155,
  LOW_SPEED = 19, LOW_SPEED_SECONDS = 20, NO_SIGNAL = 99, PROTOCOLS = 181, REDIRECT_PROTOCOLS = 182, FAIL_ON_ERROR = 45,
  ENCODING = 10102, AGENT = 10018, ERROR_BUFFER = 10010, SIZE_LIMIT = 30117
};
enum { HTTP_AND_HTTPS = 3, RESPONSE_CODE = 0x200002, GLOBAL_ALL = 3, FILE_TOO_LARGE = 63, HTTP_ERROR = 22, ERROR_SIZE = 256 };

static int (*global_init)(long);
static CURL *(*easy_init)(void);
static int (*easy_setopt)(CURL *, int, ...);
static int (*easy_perform)(CURL *);
static int (*easy_getinfo)(CURL *, int, ...);
static void (*easy_cleanup)(CURL *);
static const char *(*easy_strerror)(int);
static int is_installed = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!handle) handle = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  global_init = (int (*)(long))dlsym(handle, "curl_global_init");
  easy_init = (CURL * (*)(void)) dlsym(handle, "curl_easy_init");
  easy_setopt = (int (*)(CURL *, int, ...))dlsym(handle, "curl_easy_setopt");
  easy_perform = (int (*)(CURL *))dlsym(handle, "curl_easy_perform");
  easy_getinfo = (int (*)(CURL *, int, ...))dlsym(handle, "curl_easy_getinfo");
  easy_cleanup = (void (*)(CURL *))dlsym(handle, "curl_easy_cleanup");
  easy_strerror = (const char *(*)(int))dlsym(handle, "curl_easy_strerror");
  is_installed = global_init && easy_init && easy_setopt && easy_perform && easy_getinfo && easy_cleanup && easy_strerror
                 && global_init(GLOBAL_ALL) == 0;
}

int symbolicate_http_is_installed(void) {
  pthread_once(&once, load);
  return is_installed;
}

struct target {
  int file;
  int64_t left;
  int is_too_large;
  int error;
};

static size_t take(char *bytes, size_t size, size_t count, void *context) {
  struct target *target = context;
  size_t length = size * count;
  if ((int64_t)length > target->left) {
    target->is_too_large = 1;
    return 0;
  }
  for (size_t done = 0; done < length;) {
    ssize_t written = write(target->file, bytes + done, length - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      target->error = errno;
      return 0;
    }
    done += (size_t)written;
  }
  target->left -= (int64_t)length;
  return length;
}

enum symbolicate_http_end symbolicate_http_get(
    const char *address, int file, int64_t limit, long milliseconds, long *status, char *message, size_t size) {
  char text[ERROR_SIZE] = "";
  struct target target = {file, limit, 0, 0};
  *status = 0;
  CURL *handle = symbolicate_http_is_installed() ? easy_init() : NULL;
  if (!handle) {
    snprintf(message, size, "libcurl cannot be used");
    return SYMBOLICATE_HTTP_FAILED;
  }
  easy_setopt(handle, URL, address);
  easy_setopt(handle, PROTOCOLS, (long)HTTP_AND_HTTPS);
  easy_setopt(handle, REDIRECT_PROTOCOLS, (long)HTTP_AND_HTTPS);
  easy_setopt(handle, FOLLOW, 1L);
  easy_setopt(handle, REDIRECTS, 5L);
  easy_setopt(handle, NO_SIGNAL, 1L);
  easy_setopt(handle, FAIL_ON_ERROR, 1L);
  easy_setopt(handle, CONNECT_MS, milliseconds < 15000 ? milliseconds : 15000L);
  easy_setopt(handle, TIMEOUT_MS, milliseconds);
  easy_setopt(handle, LOW_SPEED, 100L);
  easy_setopt(handle, LOW_SPEED_SECONDS, 30L);
  easy_setopt(handle, SIZE_LIMIT, (int64_t)limit);
  easy_setopt(handle, ENCODING, "");
  easy_setopt(handle, AGENT, "symbolicate");
  easy_setopt(handle, ERROR_BUFFER, text);
  easy_setopt(handle, WRITE_FUNCTION, take);
  easy_setopt(handle, WRITE_DATA, &target);
  int code = easy_perform(handle);
  easy_getinfo(handle, RESPONSE_CODE, status);
  easy_cleanup(handle);
  if (code == 0) return SYMBOLICATE_HTTP_DONE;
  if (target.is_too_large || code == FILE_TOO_LARGE) return SYMBOLICATE_HTTP_TOO_LARGE;
  if (code == HTTP_ERROR || *status >= 400) return SYMBOLICATE_HTTP_STATUS;
  snprintf(message, size, "%s", target.error ? strerror(target.error) : text[0] ? text : easy_strerror(code));
  return SYMBOLICATE_HTTP_FAILED;
}
