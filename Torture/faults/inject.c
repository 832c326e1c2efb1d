// Runs a program and fails, or kills it at, one of its system calls.
//
//   inject RESULT count|error|interrupt|kill N SECONDS PROGRAM ARGUMENT...
//
// The calls of the program and of all processes that it starts are counted from its first fcntl(0, F_GETFD) on, which is the first
// thing that symbolicate does: what comes before is the loader's. Call N is not made: it fails with the error of errorOf, or with EINTR,
// or every process is killed instead. RESULT gets one line a call (`count`: of all, else of the failed one): "call NUMBER PROCESS CALL
// FIRST-ARGUMENT SECOND-ARGUMENT PATH", and a last one: "end CALLS STATUS SIGNAL HANG OUTLIVED".
//
// The kernel passes each call on to this process (seccomp_unotify(2)), so that nothing is missed: raw system calls, those inside the C
// library, and those of programs that are started with an environment of their own. Linux 5.14 or later.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef SECCOMP_IOCTL_NOTIF_SET_FLAGS
#define SECCOMP_IOCTL_NOTIF_SET_FLAGS SECCOMP_IOW(4, __u64)
#define SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP (1UL << 0)
#endif

// Calls that pass: they end or schedule a thread, or no program looks at their result. brk has no error to return.
static const int passed[] = {
  SYS_rt_sigreturn, SYS_exit, SYS_exit_group, SYS_futex, SYS_restart_syscall, SYS_rt_sigprocmask, SYS_sched_yield, SYS_arch_prctl,
  SYS_set_tid_address, SYS_set_robust_list, SYS_rseq, SYS_gettid, SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid,
  SYS_getegid, SYS_brk, SYS_tgkill, SYS_clock_nanosleep, SYS_nanosleep, SYS_umask,
  // Linux closes the descriptor whatever close(2) returns; a call that is not made would leave it open.
  SYS_close,
};

static int errorOf(const struct seccomp_data *call) {
  switch (call->nr) {
  case SYS_open: case SYS_openat: case SYS_pipe2: case SYS_socketpair: case SYS_socket: case SYS_dup: case SYS_dup2: case SYS_dup3:
  case SYS_memfd_create: case SYS_eventfd2: return EMFILE;
  case SYS_write: case SYS_pwrite64: case SYS_writev: case SYS_sendfile: case SYS_copy_file_range: case SYS_ftruncate:
  case SYS_fallocate: case SYS_mkdir: case SYS_mkdirat: case SYS_link: case SYS_linkat: case SYS_symlink: case SYS_rename:
  case SYS_renameat: case SYS_renameat2: return ENOSPC;
  case SYS_mmap: case SYS_mremap: case SYS_mprotect: case SYS_munmap: case SYS_madvise: case SYS_poll: case SYS_ppoll:
  case SYS_sigaltstack: return ENOMEM;
  case SYS_clone: case SYS_clone3: case SYS_fork: case SYS_vfork: return EAGAIN;
  case SYS_fcntl: return call->args[1] >= F_GETLK && call->args[1] <= F_SETLKW ? ENOLCK : EINVAL;
  case SYS_flock: return ENOLCK;
  case SYS_access: case SYS_faccessat: case SYS_faccessat2: case SYS_unlink: case SYS_unlinkat: case SYS_rmdir: case SYS_readlink:
  case SYS_readlinkat: case SYS_execve: case SYS_chdir: return EACCES;
  case SYS_getcwd: return ENOENT;
  case SYS_getrandom: return ENOSYS;
  case SYS_wait4: case SYS_waitid: return ECHILD;
  case SYS_ioctl: return ENOTTY;
  case SYS_lseek: return ESPIPE;
  case SYS_prlimit64: case SYS_chmod: case SYS_fchmod: case SYS_fchmodat: case SYS_chown: case SYS_fchown: case SYS_utimensat:
  case SYS_kill: return EPERM;
  case SYS_rt_sigaction: case SYS_sched_getaffinity: case SYS_prctl: return EINVAL;
  default: return EIO;
  }
}

// Calls that signals interrupt (signal(7)), on slow devices and network file systems also those of files.
static int isInterrupted(int call) {
  switch (call) {
  case SYS_read: case SYS_write: case SYS_open: case SYS_openat: case SYS_poll: case SYS_ppoll: case SYS_pread64: case SYS_pwrite64:
  case SYS_readv: case SYS_writev: case SYS_sendfile: case SYS_wait4: case SYS_waitid: case SYS_flock: case SYS_ftruncate: case SYS_select:
  case SYS_pselect6: case SYS_connect: case SYS_accept4: case SYS_recvfrom: case SYS_sendto: case SYS_copy_file_range: return 1;
  default: return 0;
  }
}

static int install(void) {
  enum { count = sizeof passed / sizeof passed[0] };
  struct sock_filter filter[count * 2 + 3];
  int length = 0;
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (int each = 0; each < count; each++) {
    filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, passed[each], 0, 1);
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  }
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
  struct sock_fprog program = {(unsigned short)length, filter};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

// The argument that is a path, or an empty text.
static const char *pathOf(const struct seccomp_notif *request) {
  static char text[4096];
  int position;
  switch (request->data.nr) {
  case SYS_open: case SYS_stat: case SYS_lstat: case SYS_access: case SYS_mkdir: case SYS_rmdir: case SYS_unlink: case SYS_readlink:
  case SYS_rename: case SYS_execve: case SYS_chmod: case SYS_statfs: position = 0; break;
  case SYS_openat: case SYS_newfstatat: case SYS_faccessat: case SYS_faccessat2: case SYS_mkdirat: case SYS_unlinkat: case SYS_linkat:
  case SYS_readlinkat: case SYS_renameat: case SYS_renameat2: case SYS_statx: position = 1; break;
  default: return "";
  }
  struct iovec own = {text, sizeof text - 1}, other = {(void *)request->data.args[position], sizeof text - 1};
  ssize_t count = process_vm_readv((pid_t)request->pid, &own, 1, &other, 1, 0);
  // The text may end just before a page that is not there.
  if (count < 0) {
    other.iov_len = own.iov_len = 4096 - (request->data.args[position] & 4095);
    if (own.iov_len > sizeof text - 1) own.iov_len = other.iov_len = sizeof text - 1;
    count = process_vm_readv((pid_t)request->pid, &own, 1, &other, 1, 0);
  }
  text[count < 0 ? 0 : count] = 0;
  return text;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

enum { MOST = 4096 };
static pid_t seen[MOST];
static int seenCount;

static void note(pid_t process) {
  for (int each = 0; each < seenCount; each++)
    if (seen[each] == process) return;
  if (seenCount < MOST) seen[seenCount++] = process;
}

static void killAll(void) {
  for (int each = 0; each < seenCount; each++) kill(seen[each], SIGKILL);
}

int main(int count, char **words) {
  if (count < 6) return 2;
  // Who starts this may be killed; then neither this nor the program goes on.
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  pid_t self = getpid();
  FILE *result = fopen(words[1], "w");
  if (!result) return 2;
  const char *mode = words[2];
  long wanted = atol(words[3]), calls = 0;
  double limit = atof(words[4]);
  // The child tells the number of its listener through memory: every call of it is held from here on.
  volatile int *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  *shared = -1;
  fcntl(fileno(result), F_SETFD, FD_CLOEXEC);
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != self) _exit(126);
    int listener = install();
    *shared = listener < 0 ? -2 : listener;
    if (listener >= 0) execv(words[5], words + 5);
    _exit(126);
  }
  while (*shared == -1) sched_yield();
  if (*shared == -2) { fprintf(stderr, "inject: no seccomp_unotify here\n"); return 2; }
  int process = (int)syscall(SYS_pidfd_open, child, 0);
  int listener = (int)syscall(SYS_pidfd_getfd, process, *shared, 0);
  if (listener < 0) { perror("inject: pidfd_getfd"); kill(child, SIGKILL); return 2; }
  // A process that waits for its answer goes on at once, on the processor of this one. Linux 6.6 or later; slower without.
  ioctl(listener, SECCOMP_IOCTL_NOTIF_SET_FLAGS, SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP);
  note(child);

  int status = 0, counting = 0, hang = 0, outlived = 0, ended = 0, gone = 0;
  double end = now() + limit, grace = 0;
  for (;;) {
    struct pollfd entry = {listener, POLLIN, 0};
    poll(&entry, 1, ended ? 20 : 200);
    if (!ended && waitpid(child, &status, WNOHANG) == child) { ended = 1; grace = now() + 3; }
    if (ended && now() > grace) { outlived = 1; killAll(); grace = now() + 3; ended = 2; }
    if (ended == 2 && now() > grace) break;
    if (!ended && now() > end) { hang = 1; killAll(); end = now() + 5; }
    if (!(entry.revents & POLLIN)) {
      if (entry.revents & POLLHUP) { gone = 1; break; }
      continue;
    }
    struct seccomp_notif request;
    memset(&request, 0, sizeof request);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &request)) continue;
    struct seccomp_notif_resp answer = {request.id, 0, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    note((pid_t)request.pid);
    if (!counting && request.data.nr == SYS_fcntl && request.data.args[0] == 0 && request.data.args[1] == F_GETFD) counting = 1;
    if (counting) {
      calls++;
      if (!strcmp(mode, "count") || calls == wanted)
        fprintf(result, "call %ld %u %d %llx %llx %s\n", calls, request.pid, request.data.nr, (unsigned long long)request.data.args[0],
                (unsigned long long)request.data.args[1], pathOf(&request));
      if (calls == wanted) {
        if (!strcmp(mode, "kill")) { killAll(); continue; }
        if (strcmp(mode, "interrupt") || isInterrupted(request.data.nr)) answer.flags = 0;
        if (!strcmp(mode, "error")) answer.error = -errorOf(&request.data);
        if (!strcmp(mode, "interrupt") && !answer.flags) answer.error = -EINTR;
      }
    }
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
  }
  if (!ended) waitpid(child, &status, 0);
  // A process gives up its filter before it closes its files, and with them its locks: those that end are waited for.
  while (waitpid(-1, NULL, gone ? 0 : WNOHANG) > 0) {}
  fprintf(result, "end %ld %d %d %d %d\n", calls, WIFEXITED(status) ? WEXITSTATUS(status) : -1, WIFSIGNALED(status) ? WTERMSIG(status) : 0,
          hang, outlived);
  return fclose(result) != 0;
}
