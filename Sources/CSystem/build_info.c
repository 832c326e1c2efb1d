#include "build_info.h"

#include <stddef.h>

#define TEXT_OF(words) #words
#define TEXT(words) TEXT_OF(words)

const char *symbolicate_build_commit(void) {
#ifdef SYMBOLICATE_COMMIT
  return TEXT(SYMBOLICATE_COMMIT);
#else
  return NULL;
#endif
}

const char *symbolicate_build_date(void) {
#ifdef SYMBOLICATE_BUILD_DATE
  return TEXT(SYMBOLICATE_BUILD_DATE);
#else
  return NULL;
#endif
}

const char *symbolicate_build_swift(void) {
#ifdef SYMBOLICATE_SWIFT
  return TEXT(SYMBOLICATE_SWIFT);
#else
  return NULL;
#endif
}
