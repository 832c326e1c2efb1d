extension DefaultRules {
  /// Aborts, assertions of system libraries, and exceptions of other languages.
  static let processCauses = #"""
    cause heap-corruption
      family heap
      confidence certain
      when text *BUG IN CLIENT OF LIBMALLOC* | text *ncorrect checksum for freed object* | text *orruption of free object* | text *pointer being freed was not allocated* | text *double free* | text *free(): invalid pointer* | text *malloc(): * | frame free_list_checksum_botch
      advice Memory was overwritten or freed twice earlier; the place that crashes is the victim. Run with Address Sanitizer or Guard Malloc.

    cause stack-smashed
      family stack
      confidence certain
      when frame __stack_chk_fail
      advice A local buffer of the caller was overrun.

    cause stack-smashed
      family stack
      confidence likely
      when class bad-access
      when is jump-data
      when is fault-pattern | is fault-text
      advice The return address was overwritten: a local buffer was overrun.

    cause libdispatch-deadlock
      family deadlock
      confidence certain
      when text *dispatch_sync called on queue already owned by current thread*
      advice dispatch_sync was called on the queue that is running: call directly, or dispatch asynchronously.

    cause libdispatch-misuse
      family API misuse
      confidence certain
      when text *BUG IN CLIENT OF LIBDISPATCH*
      unless text *dispatch_sync called on queue already owned*
      advice The text names the misuse of dispatch.

    cause dispatch-assert
      family threading
      confidence certain
      when class trap | class abort
      when frame _dispatch_assert_queue_fail* | frame dispatch_assert_queue*
      advice The code requires another queue than the one that it ran on.

    cause unfair-lock
      family API misuse
      confidence certain
      when text *os_unfair_lock is corrupt* | text *Trying to recursively lock* | text *Unlock of an os_unfair_lock not owned*
      advice The lock was freed, copied (as in a Swift struct) or locked twice by one thread.

    cause cpp-exception
      family C++
      confidence certain
      when class exc:*
      when is c++-type | info *terminating *uncaught exception of type *
      unless info *uncaught exception of type NSException*
      unless frame objc_exception_throw
      advice A C++ exception was not caught: catch this type, or see what throws it in the app frame.

    cause cpp-exception
      family C++
      confidence likely
      when class abort | class exc:*
      when frame __cxa_throw
      unless frame objc_exception_throw
      unless frame __exceptionPreprocess
      advice A C++ exception was not caught: see what throws it in the app frame.

    # Reporters that record where an exception was thrown: the first function throws, where Foundation has functions of its own.
    cause cpp-exception
      family C++
      confidence likely
      when class exc:*
      when top *::*
      unless type *Sanitizer
      unless frame objc_exception_throw
      unless frame __exceptionPreprocess
      unless kind user
      advice A C++ exception was not caught: see what throws it in the app frame.

    cause js-error
      family JavaScript
      confidence certain
      when exception *Error | exception *Error:* | exception NativeScript* | exception RCTFatalException* | reason *Unhandled JS Exception*
      when kind user | format kscrash | format console
      when exception *Error* | exception NativeScript* | exception RCTFatalException*
      unless is c++-type
      advice The error is in the script: the text names it.

    cause reporter-crash
      family reporter
      confidence certain
      when is handler-crashed
      advice The crash handler crashed as well: the first crash is the bug; report the second one to the SDK's authors.

    cause objc-exception
      otherwise
      family exception
      confidence certain
      when class exc:*
      when reason * | class exc:*
      unless is c++-type
      unless kind user
      advice Read the reason: it names what was wrong.

    cause abort
      otherwise
      family abort
      confidence certain
      when class abort
      when info *
      advice The process aborted itself with this text.

    cause abort
      otherwise
      family abort
      confidence hint
      when class abort
      unless info *
      advice The app or a library called abort without a text: see the first app frame.

    cause arithmetic
      family arithmetic
      confidence certain
      when class arithmetic
      advice Integer division by zero (on Intel only), or a floating-point trap.

    cause illegal-instruction
      otherwise
      family trap
      confidence hint
      when type EXC_BAD_INSTRUCTION | signal SIGILL
      when class trap
      when is silent
      unless frame _assertionFailure*
      unless frame Swift runtime failure: *
      unless frame fatalError*
      unless frame *.*(*
      advice A corrupt code pointer, an instruction that this processor does not have, or a deliberate trap of Intel code (ud2).

    cause trap-unnamed
      otherwise
      family trap
      confidence hint
      when class trap
      when is silent
      unless frame _assertionFailure*
      unless frame Swift runtime failure: *
      unless frame fatalError*
      unless frame _dispatch_assert_queue_fail*
      unless frame swift_*
      advice A deliberate trap in {top}: an overflow, an index, an unreachable path or __builtin_trap on this very line.
    """#
}
