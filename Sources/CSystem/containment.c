#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // O_PATH
#endif
#include "containment.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock's interface (linux/landlock.h), which the headers of older systems lack.
#define LANDLOCK_CREATE 444
#define LANDLOCK_ADD 445
#define LANDLOCK_RESTRICT 446
#define WRITE_FILE (1ULL << 1)
#define MAKE_DIR (1ULL << 7)
#define MAKE_REG (1ULL << 8)
#define REMOVE (1ULL << 4 | 1ULL << 5)
#define MAKE_OTHERS (1ULL << 6 | 1ULL << 9 | 1ULL << 10 | 1ULL << 11 | 1ULL << 12)
#define REFER (1ULL << 13)
#define TRUNCATE (1ULL << 14)

struct ruleset {
  uint64_t handled;
};

struct rule {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

// Refuses writes everywhere but below `writable`. Returns whether the kernel does.
static int restrict_writes(const char *writable) {
  long version = syscall(LANDLOCK_CREATE, NULL, 0, 1);
  if (version < 1) return 0;
  struct ruleset rules = {WRITE_FILE | REMOVE | MAKE_DIR | MAKE_REG | MAKE_OTHERS};
  if (version >= 2) rules.handled |= REFER;
  if (version >= 3) rules.handled |= TRUNCATE;
  int ruleset = (int)syscall(LANDLOCK_CREATE, &rules, sizeof rules, 0);
  if (ruleset < 0) return 0;
  if (writable) {
    struct rule rule = {rules.handled & ~MAKE_OTHERS, open(writable, O_PATH | O_CLOEXEC)};
    if (rule.parent >= 0) {
      syscall(LANDLOCK_ADD, ruleset, 1, &rule, 0);
      close(rule.parent);
    }
  }
  int restricted = syscall(LANDLOCK_RESTRICT, ruleset, 0) == 0;
  close(ruleset);
  return restricted;
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
// Calls that reach other machines, other programs or other processes.
static const int unneeded[] = {
  __NR_socket, __NR_connect, __NR_bind, __NR_listen, __NR_accept, __NR_accept4, __NR_sendto, __NR_sendmsg, __NR_sendmmsg,
  __NR_execve, __NR_execveat, __NR_kill, __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_unshare, __NR_setns,
  __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_bpf, __NR_perf_event_open, __NR_keyctl, __NR_add_key,
  __NR_request_key, __NR_userfaultfd,
  // io_uring_setup, io_uring_enter, io_uring_register, pidfd_send_signal, pidfd_open, pidfd_getfd, which older headers lack.
  425, 426, 427, 424, 434, 438,
};

// Calls that change files.
static const int changing[] = {
  __NR_mkdirat, __NR_mknodat, __NR_unlinkat, __NR_renameat2, __NR_linkat, __NR_symlinkat, __NR_truncate, __NR_fchmod,
  __NR_fchmodat, __NR_fchown, __NR_fchownat, __NR_setxattr, __NR_lsetxattr, __NR_fsetxattr, __NR_utimensat, 437,  // openat2
#ifdef __x86_64__
  __NR_creat, __NR_mkdir, __NR_mknod, __NR_unlink, __NR_rmdir, __NR_rename, __NR_renameat, __NR_link, __NR_symlink, __NR_chmod,
  __NR_chown, __NR_lchown,
#endif
};

#define COUNT(list) (sizeof list / sizeof *list)
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

struct program {
  struct sock_filter code[2 * (COUNT(unneeded) + COUNT(changing)) + 32];
  unsigned short length;
};

static void add(struct program *program, struct sock_filter step) { program->code[program->length++] = step; }

static void refuse(struct program *program, int call) {
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1));
  add(program, (struct sock_filter)REFUSE);
}

// Refuses to open files for writing; the flags are the argument with this number.
static void refuse_writing(struct program *program, int call, int argument) {
  uint32_t flags = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4));
  add(program, (struct sock_filter)LOAD(args[argument]));
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, flags, 0, 1));
  add(program, (struct sock_filter)REFUSE);
  add(program, (struct sock_filter)ALLOW);
}

// Refuses calls that reading does not need. Returns whether the kernel does.
static int restrict_calls(int refusesWrites) {
  struct program program = {.length = 0};
  add(&program, (struct sock_filter)LOAD(arch));
  add(&program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
  add(&program, (struct sock_filter)REFUSE);
  add(&program, (struct sock_filter)LOAD(nr));
#ifdef __x86_64__
  // The calls of x32 have numbers of their own.
  add(&program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
  add(&program, (struct sock_filter)REFUSE);
#endif
  for (size_t index = 0; index < COUNT(unneeded); index++) refuse(&program, unneeded[index]);
  if (refusesWrites) {
    for (size_t index = 0; index < COUNT(changing); index++) refuse(&program, changing[index]);
#ifdef __NR_open
    refuse_writing(&program, __NR_open, 1);
#endif
    refuse_writing(&program, __NR_openat, 2);
  }
  add(&program, (struct sock_filter)ALLOW);
  struct sock_fprog filter = {program.length, program.code};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}
#else
static int restrict_calls(int refusesWrites) { return refusesWrites & 0; }
#endif

int symbolicate_contain(const char *writable) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
  int writes = restrict_writes(writable);
  int calls = restrict_calls(writable == NULL);
  int walls = calls ? SYMBOLICATE_NO_NETWORK | SYMBOLICATE_NO_PROGRAMS : 0;
  return walls | (writes || (calls && writable == NULL) ? SYMBOLICATE_NO_WRITES : 0);
}
