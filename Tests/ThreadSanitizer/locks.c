// Tells the thread sanitizer what the slow paths of Swift's Mutex do. It sees the quick ones, which are compiled with their callers, but not
// these, which are in libswiftSynchronization: without this library, each lock that two threads want at once is a race to it.
//
// Preloaded by `make sanitize SANITIZER=thread`. The names are those of Swift 6.3 for Linux (_MutexHandle in Synchronization/Mutex).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define HANDLE "$s15Synchronization12_MutexHandleV"

typedef SWIFT void (*Lock)(uint32_t, SELF);
typedef SWIFT bool (*TryLock)(SELF);
typedef SWIFT void (*Unlock)(SELF);

SWIFT void lockSlow(uint32_t thread, SELF) __asm__(HANDLE "9_lockSlowyys6UInt32VF");
SWIFT bool tryLockSlow(SELF) __asm__(HANDLE "12_tryLockSlowSbyF");
SWIFT void unlockSlow(SELF) __asm__(HANDLE "11_unlockSlowyyF");

static Lock lock;
static TryLock tryLock;
static Unlock unlock;
// tsan/interface.h, in the program; nil in programs without the sanitizer.
static void (*acquire)(void *);
static void (*release)(void *);

__attribute__((constructor)) static void find(void) {
  lock = (Lock)dlsym(RTLD_NEXT, HANDLE "9_lockSlowyys6UInt32VF");
  tryLock = (TryLock)dlsym(RTLD_NEXT, HANDLE "12_tryLockSlowSbyF");
  unlock = (Unlock)dlsym(RTLD_NEXT, HANDLE "11_unlockSlowyyF");
  acquire = (void (*)(void *))dlsym(RTLD_DEFAULT, "__tsan_acquire");
  release = (void (*)(void *))dlsym(RTLD_DEFAULT, "__tsan_release");
}

SWIFT void lockSlow(uint32_t thread, SELF) {
  lock(thread, self);
  if (acquire) acquire(self);
}

SWIFT bool tryLockSlow(SELF) {
  bool isLocked = tryLock(self);
  if (isLocked && acquire) acquire(self);
  return isLocked;
}

SWIFT void unlockSlow(SELF) {
  if (release) release(self);
  unlock(self);
}
