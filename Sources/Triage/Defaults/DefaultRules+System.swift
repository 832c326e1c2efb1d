extension DefaultRules {
  /// Processes that the system or the loader ended.
  static let systemCauses = #"""
    cause watchdog
      family watchdog
      confidence certain
      when code 0x8badf00d | text *8badf00d* | text *8BADF00D*
      advice The main thread did not respond in time. scene-create: launch was too slow; scene-update: the main thread was stuck; process-exit: quitting was too slow.

    cause watchdog-blocked
      family watchdog
      confidence likely
      when class kill:0x8badf00d
      when is cpu-idle
      advice The app used little processor time: the main thread waited for something, such as a lock or the network.

    cause watchdog-busy
      family watchdog
      confidence likely
      when class kill:0x8badf00d
      when is cpu-busy
      advice The app used much processor time: the main thread computed too long.

    cause deadlock-main
      family deadlock
      confidence likely
      when class deadlock | class hang | class kill:0x8badf00d
      when is waiting
      when is app-frame
      when frame *psynch* | frame semaphore_* | frame pthread_mutex* | frame _pthread_mutex* | frame -[NSLock lock] | frame -[NSRecursiveLock lock] | frame os_unfair_lock* | frame _os_unfair_lock* | frame __ulock_wait* | frame dispatch_semaphore_wait | frame _dispatch_semaphore_wait* | frame _dispatch_group_wait* | frame _dispatch_sync_* | frame __DISPATCH_WAIT_FOR_QUEUE__
      advice The main thread waits for a lock or queue below the app frame: find the thread that holds it and break the cycle.

    cause deadlock-main
      family deadlock
      confidence certain
      when class deadlock
      advice The reporter found the main thread blocked: see what it waits for below the app frame.

    cause hang
      family hang
      confidence certain
      when class hang
      when is app-frame
      unless is idle
      advice Move the work of the app frame off the main thread.

    cause hang-system
      family hang
      confidence hint
      when class hang
      when is top-known
      unless is app-frame
      unless is idle
      advice No function of the app is on the main thread: see what the function of the system waits for, and what the other threads hold.

    cause hang-network
      family hang
      confidence likely
      when class hang | class kill:0x8badf00d
      when frame CFURLConnectionSendSynchronousRequest | frame +[NSURLConnection sendSynchronousRequest:* | frame *initWithContentsOfURL:* | frame SCNetworkReachabilityCreateWithName
      advice The main thread waits for the network: load asynchronously.

    cause hang-sampled-late
      family hang
      confidence hint
      when class hang
      when is idle
      advice The main thread was idle when it was sampled: the hang was over, or another process made it wait.

    cause suspended-lock
      family kill
      confidence certain
      when class kill:0xdead10cc
      advice A file lock or SQLite database was held when the app was suspended: begin a background task before the write, or move the file out of the shared container.

    cause kill-code
      family kill
      confidence certain
      when class kill:*
      unless class kill:0x8badf00d
      unless class kill:0xdead10cc
      advice The system ended the process for the reason that the code names.

    cause exit-requested
      family kill
      confidence certain
      when signal SIGTERM
      unless class exc:*
      advice The process was asked to end: this is no crash.

    cause exit-requested
      family kill
      confidence hint
      when class sigkill
      advice The process was ended from outside, and the report does not say why.

    cause memory-limit
      family memory
      confidence certain
      when class jetsam | class resource:MEMORY
      when termination per-process-limit | termination memory_limit | termination highwater | is fatal-resource
      advice The process itself used too much memory: look at the memory graph and Allocations for the largest owners.

    cause memory-pressure
      family memory
      confidence certain
      when class jetsam
      when termination *vm-pageshortage* | termination *vm-compressor* | termination *memory_pressure* | termination *low-swap* | termination *sustained-memory-pressure* | termination *fc-thrashing*
      advice The whole device ran out of memory: use less in the background, and free caches on memory warnings.

    cause resource-cpu
      family resource
      confidence certain
      when class resource:CPU | class cpu
      advice Too much processor time: see the heaviest path.

    cause resource-wakeups
      family resource
      confidence certain
      when class resource:WAKEUPS
      advice Too many wakeups a second: look for timers and polling.

    cause resource-disk
      family resource
      confidence certain
      when class resource:IO | class disk-write
      advice Too much was written to disk: see the heaviest path.

    cause kernel-panic
      family panic
      confidence certain
      when info panic(*
      when class panic
      advice The kernel stopped, not an app: see the text of the panic, and the first driver on its stack.

    cause guard-fd
      family guard
      confidence certain
      when class guard:FD
      advice A file descriptor that belongs to someone else was used, often by closing it twice.

    cause guard-port
      family guard
      confidence certain
      when class guard:MACH_PORT
      advice A Mach port right was misused: a right that is not held, or a guarded port, was released or changed.

    cause guard-vnode
      family guard
      confidence certain
      when class guard:VNODE
      advice A file that the system guards was removed, renamed or changed, often a database that is still open.

    cause guard-vm
      family guard
      confidence certain
      when class guard:VIRT_MEMORY
      advice Guarded virtual memory was unmapped or changed.

    cause dyld-library
      family dyld
      confidence certain
      when termination *Library not loaded:* | text *Library not loaded:* | class term:DYLD*
      when text *Library not loaded:* | text *dependent dylib*not found* | class term:DYLD:1
      advice The library is not where it is looked for: embed the framework, and check @rpath.

    cause dyld-symbol
      family dyld
      confidence certain
      when class term:DYLD:4 | text *Symbol not found:*
      unless class exc:*
      advice The symbol is not in this version of the library: it is older than the one that was built against. Link weakly, or raise the minimum version.

    cause dyld-signature
      family dyld
      confidence certain
      when class term:DYLD* | class term:CODESIGNING*
      when text *code signature*invalid* | text *not valid for use in process* | class term:DYLD:5
      advice The library is not signed so that this process may load it: sign it with the same team.

    cause dyld-other
      family dyld
      confidence certain
      when class term:DYLD*
      unless class term:DYLD:1
      unless class term:DYLD:4
      unless class term:DYLD:5
      unless text *Library not loaded:*
      unless text *Symbol not found:*
      advice The loader refused to start the process: the text says why.

    cause codesign
      family signing
      confidence certain
      when class term:CODESIGNING*
      advice The code signature is not valid. Invalid Page means that a page was changed after signing, or code was made at run time without the entitlement.

    cause tcc-usage
      family privacy
      confidence certain
      when text *privacy-sensitive data without a usage description* | frame __TCC_CRASHING_DUE_TO_PRIVACY_VIOLATION__ | class term:TCC*
      unless class exc:*
      advice Add the usage description to Info.plist: the text names its key, or the functions of the other threads the kind of data.
    """#
}
