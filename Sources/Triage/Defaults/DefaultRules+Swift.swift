extension DefaultRules {
  /// Failures of the Swift runtime and standard library.
  static let swiftCauses = #"""
    cause swift-nil-unwrap
      family Swift
      confidence certain
      when text *nexpectedly found nil while unwrapping* | text *nexpectedly found nil while implicitly unwrapping* | frame Swift runtime failure: *nexpectedly found nil* | frame _diagnoseUnexpectedNilOptional*
      advice Bind the optional at this line with `if let` or `guard let`. An implicitly unwrapped one is an outlet that is not connected yet, or a property that is not set.

    cause swift-index
      family Swift
      confidence certain
      when class trap | class abort | class none | class bad-access
      when text *Index out of range* | text *index is out of range* | text *index out of bounds* | text *Negative Array index* | frame Swift runtime failure: *ndex out of range* | frame Swift runtime failure: *ndex is out of range* | frame Swift runtime failure: *ndex out of bounds*
      unless class exc:*
      advice Check the index against the collection's indices at this line.

    cause swift-index
      family Swift
      confidence likely
      when class trap
      when frame *_checkSubscript* | frame *_checkIndex* | frame *_checkValidSubscript*
      advice Check the index against the collection's indices at this line.

    cause swift-overflow
      family Swift
      confidence certain
      when text *rithmetic overflow* | text *ivision by zero in* | text *Division by zero* | text *Not enough bits to represent* | text *Negative value is not representable* | text *value cannot be converted to* | frame Swift runtime failure: *overflow* | frame Swift runtime failure: *ivision by zero* | frame Swift runtime failure: *Not enough bits* | frame Swift runtime failure: *not representable* | frame Swift runtime failure: *cannot be converted*
      unless class arithmetic
      advice A number does not fit: validate the input, use a wider type, or `&+` where wrapping is meant.

    cause swift-cast
      family Swift
      confidence certain
      when text *Could not cast value of type * | frame swift_dynamicCastFailure*
      advice The value has another type: use `as?`.

    cause swift-try
      family Swift
      confidence certain
      when text *expression unexpectedly raised an error* | frame swift_unexpectedError*
      advice Handle the error instead of forcing the call; the text names it.

    cause swift-exclusivity
      family Swift
      confidence certain
      when text *Simultaneous accesses to * | frame swift_beginAccess*
      unless class bad-access
      advice One access begins while another one lasts: shorten one, or copy the value first.

    cause unowned-read
      family zombie
      confidence certain
      when text *Attempted to read an unowned reference* | frame swift_abortRetainUnowned*
      advice The object is gone: use `weak`, or keep it alive.

    cause swift-isolation
      family concurrency
      confidence certain
      when text *Incorrect actor executor assumption* | frame swift_task_reportUnexpectedExecutor* | frame _checkExpectedExecutor* | frame swift_task_checkIsolated*
      advice A callback ran off its actor: mark it `nonisolated` or `@Sendable` and hop to the actor inside.

    cause swift-continuation
      family concurrency
      confidence certain
      when text *SWIFT TASK CONTINUATION MISUSE*resume*more than once*
      advice The continuation must be resumed exactly once.

    cause swift-range
      family Swift
      confidence certain
      when text *Range requires lowerBound <= upperBound* | text *Dictionary literal contains duplicate keys* | text *Duplicate keys of type*
      advice As the message says, at this line.

    cause swift-range
      family Swift
      confidence certain
      when class trap
      when frame Swift runtime failure: *
      unless frame Swift runtime failure: *found nil*
      unless frame Swift runtime failure: *ndex*
      unless frame Swift runtime failure: *overflow*
      unless frame Swift runtime failure: *ivision by zero*
      unless frame Swift runtime failure: *Not enough bits*
      unless frame Swift runtime failure: *not representable*
      unless frame Swift runtime failure: *cannot be converted*
      advice As the message says, at this line.

    cause swift-precondition
      family Swift
      confidence certain
      when class trap | class abort | class none
      when text *Precondition failed* | text *Assertion failed* | text *Fatal error: * | text *fatal error: *
      unless text *found nil while*
      unless text *ndex out of range*
      unless text *ndex is out of range*
      unless text *rithmetic overflow*
      unless text *Could not cast value*
      unless text *expression unexpectedly raised*
      unless text *Simultaneous accesses*
      unless text *actor executor assumption*
      advice The code stopped itself on purpose: read the message.

    cause swift-precondition
      family Swift
      confidence likely
      when class trap
      when info *.swift:*: *
      unless text *Fatal error: *
      unless text *Precondition failed*
      unless text *Assertion failed*
      advice The code stopped itself on purpose: read the message.

    cause swift-precondition
      family Swift
      confidence likely
      when class trap
      when frame _assertionFailure* | frame assertionFailure* | frame fatalError* | frame preconditionFailure* | frame _fatalErrorMessage*
      unless text *atal error: *
      unless text *Precondition failed*
      unless text *Assertion failed*
      unless frame Swift runtime failure: *
      unless frame _diagnoseUnexpectedNilOptional*
      unless frame *_checkSubscript*
      advice A precondition, assertion or fatalError stopped the process at this line; its message is not in the report.

    cause swiftui-loop
      family SwiftUI
      confidence hint
      when is deep-graph
      advice State may change while views are being updated, again and again.
    """#
}
