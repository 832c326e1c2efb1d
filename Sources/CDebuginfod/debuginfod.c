#include "CDebuginfod.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

// The part of elfutils/debuginfod.h that is needed.
typedef struct debuginfod_client debuginfod_client;
static debuginfod_client *(*begin)(void);
static void (*end)(debuginfod_client *);
static int (*find_debuginfo)(debuginfod_client *, const unsigned char *, int, char **);
static int (*find_executable)(debuginfod_client *, const unsigned char *, int, char **);
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libdebuginfod.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  end = (void (*)(debuginfod_client *))dlsym(handle, "debuginfod_end");
  find_debuginfo = (int (*)(debuginfod_client *, const unsigned char *, int, char **))dlsym(handle, "debuginfod_find_debuginfo");
  find_executable = (int (*)(debuginfod_client *, const unsigned char *, int, char **))dlsym(handle, "debuginfod_find_executable");
  if (end && find_debuginfo && find_executable) begin = (debuginfod_client * (*)(void)) dlsym(handle, "debuginfod_begin");
}

int symbolicate_debuginfod_is_installed(void) {
  pthread_once(&once, load);
  return begin != NULL;
}

int symbolicate_debuginfod_find(const uint8_t *id, int length, int executable, char **path) {
  if (!symbolicate_debuginfod_is_installed()) return ENOSYS;
  debuginfod_client *client = begin();
  if (!client) return ENOMEM;
  int descriptor = (executable ? find_executable : find_debuginfo)(client, id, length, path);
  end(client);
  if (descriptor < 0) return -descriptor;
  close(descriptor);
  return 0;
}
