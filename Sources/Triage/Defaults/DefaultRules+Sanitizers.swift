extension DefaultRules {
  /// Errors that sanitizers report.
  static let sanitizerCauses = #"""
    cause use-after-free
      family memory
      confidence certain
      when type AddressSanitizer
      when exception *use-after-* | exception use-after-poison
      advice Memory was used after its life ended: the other stacks of the text say who freed it and who allocated it.

    cause buffer-overflow
      family memory
      confidence certain
      when type AddressSanitizer
      when exception *buffer-*flow | exception container-overflow | exception memcpy-param-overlap | exception negative-size-param
      advice An access beyond the end or the start of memory: the text says which memory it is, and who allocated it.

    cause bad-free
      family memory
      confidence certain
      when type AddressSanitizer
      when exception double-free | exception bad-free | exception alloc-dealloc-mismatch
      advice Memory was freed twice, or in another way than it was allocated: the other stacks of the text say where.

    cause data-race
      family threading
      confidence certain
      when type ThreadSanitizer
      when exception data race*
      advice Two threads use the memory at the same time and one of them writes: the stacks of the text are those of both. Guard it with a lock or an actor.

    cause undefined-behavior
      family undefined behavior
      confidence certain
      when type UndefinedBehaviorSanitizer
      advice The text names the operation that the language leaves undefined, and its values.

    cause uninitialized-memory
      family memory
      confidence certain
      when type MemorySanitizer
      advice A value was used that nothing had set.

    cause memory-leak
      family memory
      confidence certain
      when type LeakSanitizer
      advice Nothing refers any more to memory that was allocated at these stacks, and nobody freed it.
    """#
}
