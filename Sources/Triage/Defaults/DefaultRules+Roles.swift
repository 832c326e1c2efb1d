extension DefaultRules {
  /// Which functions say nothing about a bug, and why.
  static let roles = #"""
    [cut]
    # The kernel's signal frames: all above them is the crash reporter.
    _sigtramp
    _platform_sigtramp
    __restore_rt
    __kernel_rt_sigreturn
    KiUserExceptionDispatch*

    [sdk]
    # Crash reporters and sanitizers, by name and by image.
    *Sentry*
    sentrycrash*
    *KSCrash*
    kscrash*
    kscm_*
    ksmachexc_*
    kssighndl_*
    kscrw_*
    ksc_*
    bsg_*
    *PLCrash*
    plcrash_*
    *Bugsnag*
    FIRCLS*
    CLSTerminate*
    Umeng*
    CPPExceptionTerminate*
    image:Sentry*
    image:KSCrash*
    image:PLCrashReporter*
    image:CrashReporter*
    image:Bugsnag*
    image:FirebaseCrashlytics*
    image:HockeySDK*
    image:libclang_rt*

    [via everywhere]
    # How LLVM's tools and the package swift-backtrace print the stack of their own crash.
    llvm::sys::PrintStackTrace*
    llvm::sys::RunSignalHandlers*
    llvm::sys::CleanupOnSignal*
    PrintStackTraceSignalHandler*
    CrashRecoverySignalHandler*
    SignalHandler*
    Backtrace.printBacktrace*
    closure in Backtrace.install*

    [via]
    # Raising and aborting.
    abort
    __abort
    __pthread_kill
    pthread_kill
    raise
    __raise
    __pthread_kill_implementation
    __pthread_kill_internal
    gsignal
    __abort_with_payload
    abort_with_payload
    abort_with_payload_wrapper_internal
    abort_with_reason
    abort_message
    __assert_rtn
    __assert_fail*
    __stack_chk_fail
    __chk_fail*
    __builtin_trap
    os_crash
    _os_crash*
    _dispatch_assert_queue_fail
    dispatch_assert_queue*
    __GI_*
    __TCC_CRASHING_DUE_TO_PRIVACY_VIOLATION__
    __CRASHING_DUE_TO_PRIVACY_VIOLATION__
    # Throwing.
    objc_exception_throw
    objc_exception_rethrow
    __exceptionPreprocess
    _CFThrowFormattedException
    _NSRaiseError
    +[NSException raise:format:*]
    +[NSException raise:*]
    -[NSException raise]
    -[NSAssertionHandler handleFailure*]
    _NSAssert*
    __cxa_throw
    __cxa_rethrow
    __cxa_bad_cast
    failed_throw*
    std::terminate*
    std::__terminate*
    demangling_terminate_handler
    default_terminate_handler*
    _objc_terminate
    objc_terminate
    __handleUncaughtException
    _Unwind_*
    AG::precondition_failure*
    -[NSApplication _crashOnException:]
    -[NSApplication reportException:]

    [via everywhere]
    # The Swift runtime's failures, also where they were inlined into the app.
    Swift runtime failure: *
    _assertionFailure*
    closure in _assertionFailure*
    closure in closure in _assertionFailure*
    assertionFailure*
    _fatalErrorMessage*
    fatalError*
    preconditionFailure*
    _preconditionFailure*
    precondition(*
    _precondition(*
    _diagnoseUnexpected*
    _unimplementedInitializer*
    swift_unexpectedError*
    swift_dynamicCastFailure*
    swift_abortRetainUnowned*
    swift::fatalError*
    swift::swift_abort*
    swift::swift_Concurrency_fatalError*
    swift_deletedMethodError*
    swift_beginAccess*
    swift_task_reportUnexpectedExecutor*
    _checkExpectedExecutor*
    swift_task_checkIsolated*
    # Throwing, also where reporters or static libraries bring their own.
    __cxa_throw
    __cxa_rethrow
    objc_exception_throw
    __assert_rtn
    __stack_chk_fail
    # Rust's panics.
    core::panicking::*
    core::option::unwrap_failed*
    core::option::expect_failed*
    core::result::unwrap_failed*
    std::panicking::*
    std::sys::backtrace::__rust_*
    rust_begin_unwind
    __rust_start_panic
    __rust_end_short_backtrace
    alloc::alloc::handle_alloc_error*

    [skip everywhere]
    # Generic code of standard libraries, often inlined.
    Array._checkSubscript*
    Array.subscript.*
    ArraySlice.subscript.*
    ContiguousArray.subscript.*
    _ArrayBuffer.*
    _ContiguousArrayBuffer.*
    *._checkIndex*
    *._checkValidSubscript*
    Dictionary.subscript.*
    Dictionary._Variant.*
    Set._Variant.*
    Collection.map*
    Collection.subscript.*
    Sequence.*forEach*
    Array.forEach*
    Array.map*
    Optional.unsafelyUnwrapped*
    Optional.map*
    Unsafe*Pointer.*
    Range.init*
    ClosedRange.init*
    String.subscript.*
    Substring.subscript.*
    std::*
    core::*
    alloc::*
    <alloc::*
    <core::*
    <std::*
    __rust_*
    outlined *
    reabstraction thunk*
    thunk for *
    <compiler-generated>
    OUTLINED_FUNCTION_*

    [skip]
    # Messaging, reference counting and forwarding.
    objc_msgSend*
    objc_retain*
    objc_release*
    objc_autorelease*
    objc_storeStrong
    objc_storeWeak*
    objc_loadWeak*
    _objc_rootDealloc
    _objc_rootRelease*
    objc_object::*
    object_cxxDestructFromClass*
    object_dispose
    objc_destructInstance
    objc_opt_*
    objc_getProperty*
    objc_setProperty*
    lookUpImpOrForward
    lookUpMethod
    prepareForMethodLookup
    _class_lookupMethodAndLoadCache*
    cache_*
    *AutoreleasePoolPage*
    _CFAutoreleasePoolPop
    _objc_autoreleasePool*
    CFRetain
    CFRelease
    _CFRelease
    swift_retain*
    swift_release*
    swift_bridgeObject*
    swift_unknownObject*
    swift_weak*
    swift_unowned*
    swift_allocObject*
    swift_once*
    _swift_release_dealloc*
    _Block_release
    _Block_copy
    __copy_helper_block*
    __destroy_helper_block*
    -[* .cxx_destruct]
    ___forwarding___
    _CF_forwarding_prep_*
    __forwarding_prep_*
    *doesNotRecognizeSelector:]
    __invoking___
    -[NSInvocation invoke*]
    -[NSObject performSelector:*]
    -[NSObject(NSObject) *]
    -[NSArray makeObjectsPerformSelector:*]
    -[NSObject setValue:forKey*]
    -[NSObject valueForUndefinedKey:]
    -[NSObject setValue:forUndefinedKey:]
    _NSSet*ValueAndNotify
    NSKeyValueNotifyObserver
    NSKeyValueDidChange*
    # Memory.
    malloc*
    calloc
    realloc
    free
    _free
    szone_*
    tiny_*
    small_*
    nano_*
    nanov2_*
    xzm_*
    _malloc_*
    free_list_checksum_botch
    memcpy*
    memmove*
    memset*
    _platform_mem*
    _platform_str*
    __memcpy*
    __memmove*
    __memset*
    strlen*
    strcmp*
    strcpy*
    operator new*
    operator delete*
    # Logging on the way down.
    NSLog
    NSLogv
    _CFLogvEx*
    __CFLogMessage*

    [wait]
    mach_msg*
    semaphore_*
    __psynch_*
    _pthread_mutex_*
    pthread_mutex_lock*
    _pthread_cond_wait*
    pthread_cond_*
    pthread_join
    _pthread_join
    __ulock_wait*
    _os_unfair_lock_lock_slow
    os_unfair_lock_lock*
    _dispatch_semaphore_wait*
    dispatch_semaphore_wait
    _dispatch_sema4_wait
    _dispatch_group_wait*
    dispatch_group_wait
    _dispatch_sync_wait*
    _dispatch_sync_f_slow*
    __DISPATCH_WAIT_FOR_QUEUE__
    _dispatch_lock_wait*
    _dispatch_thread_event_wait*
    __semwait_signal*
    nanosleep
    usleep
    sleep
    kevent*
    __select
    __workq_kernreturn
    -[NSLock lock]
    -[NSRecursiveLock lock]
    -[NSCondition*]
    +[NSThread sleep*]
    __read*
    read
    CFURLConnectionSendSynchronousRequest
    futex*
    __futex*
    poll
    __poll
    epoll_wait
    clock_nanosleep*

    [base]
    # Run loops and events.
    CFRunLoopRun*
    _CFRunLoopRun*
    __CFRunLoop*
    __CFRUNLOOP_*
    GSEventRun*
    ReceiveNextEvent*
    RunCurrentEventLoopInMode
    _BlockUntilNextEventMatchingListInModeWithFilter
    _DPSNextEvent
    -[UIApplication _run]
    -[NSApplication run]
    -[NSApplication nextEventMatchingMask:*]
    -[NSApplication _nextEventMatchingEventMask:*]
    UIApplicationMain
    NSApplicationMain
    -[UIApplication sendEvent:]
    -[UIApplication sendAction:*]
    -[UIControl sendAction:*]
    -[UIControl _sendActions*]
    -[UIWindow sendEvent:]
    -[UIWindow _send*]
    -[NSApplication sendEvent:]
    -[NSApplication sendAction:*]
    -[UIGestureEnvironment *]
    __NSFireDelayedPerform
    __NSThreadPerformPerform
    __NSFireTimer
    CA::Transaction::*
    _afterCACommitHandler
    _dispatchPreprocessedEventFromEventQueue
    __handleEventQueue*
    __eventFetcher*
    __dispatchPreprocessedEventFromEventQueue
    # Threads, queues and tasks.
    start
    _start
    _dyld_start
    _pthread_start
    _pthread_body
    thread_start
    start_wqthread
    _pthread_wqthread
    __NSThread__start__
    -[NSThread main]
    -[NSOperation*]
    -[__NSOperationInternal *]
    __NSBLOCKOPERATION*
    _dispatch_*
    dispatch_sync*
    dispatch_async*
    dispatch_once*
    _xpc_*
    xpc_*
    completeTaskWithClosure*
    swift_job_run*
    swift::runJobInEstablishedExecutorContext*
    __libc_start_main*
    __libc_start_call_main
    start_thread
    clone
    clone3
    __clone*
    std::rt::lang_start*
    __rust_begin_short_backtrace*
    std::sys::backtrace::__rust_begin_short_backtrace*
    BaseThreadInitThunk
    RtlUserThreadStart
    dyld4::*
    dyld::*
    ImageLoader*

    [base everywhere]
    # Entry points of apps: every stack of the main thread has them.
    main
    *.main()
    *.$main()
    UIApplicationMain
    NSApplicationMain
    _start
    __libc_start_main*
    __libc_start_call_main

    [prefix]
    # Helpers of apps that many callers share, by the last part of the name, in lower case and without arguments.
    panic
    die
    crash_now
    fatal*
    unreachable*
    assert*
    precondition*
    ensure*
    *checkfail*
    abort*
    raiseerror
    throwerror
    subscript*
    at
    operator[]
    operator->
    operator*
    operator()
    operator=
    unsafelyunwrapped
    # What the compiler makes of `init`: whoever asked for the object has the line.
    __allocating_init

    [system]
    # Libraries that travel inside apps and are not theirs.
    image:libswift*
    image:libc++*
    image:libstdc++*
    image:libgcc_s*
    image:libasan*
    image:libobjc.*
    """#
}
