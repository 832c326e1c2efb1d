// What Debian 12's libstdc++.a refers to and the C library of Ubuntu 22.04 does not have. Hidden, so that libraries which are
// loaded later keep using their own.

#include <sys/random.h>

/// arc4random of glibc 2.36: std::random_device, which the program does not use, calls it.
__attribute__((visibility("hidden"))) unsigned int arc4random(void) {
  unsigned int value = 0;
  while (getentropy(&value, sizeof value) != 0) {
  }
  return value;
}
