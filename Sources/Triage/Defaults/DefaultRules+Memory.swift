extension DefaultRules {
  /// Bad memory accesses, the more specific rules first.
  static let memoryCauses = #"""
    cause stack-overflow
      family stack
      confidence certain
      when class stack-overflow | class bad-access
      when is recursion
      when is fault-at-stack | text *tack overflow* | text *STACK GUARD* | text *tack Guard* | text *Stack*is not in any region*
      advice End the recursion shown, or move large locals off the stack.

    cause stack-overflow
      family stack
      confidence likely
      when class stack-overflow | class bad-access
      when is recursion | text *tack overflow* | text *STACK GUARD*
      advice End the recursion, or move large locals off the stack.

    cause stack-overflow
      family stack
      confidence hint
      when class bad-access
      when is fault-at-stack
      unless is recursion
      unless text *tack overflow*
      advice The address lies at the stack pointer: the stack may be exhausted, or a guard page was hit.

    cause zombie-known
      family zombie
      confidence certain
      when frame *_NSZombie_* | reason *message sent to deallocated instance* | text *message sent to deallocated instance* | text *ossible zombie in call*
      advice The object of the class named outlived its owner: keep it, or clear the pointer.

    cause zombie-suspect
      family zombie
      confidence likely
      when class bad-access
      when is fault-far
      when top objc_msgSend* | top objc_retain* | top objc_release* | top swift_retain* | top swift_release* | top _swift_release_dealloc* | top _objc_rootRelease* | top objc_loadWeak* | top _objc_msgSend*
      unless is fault-pattern
      unless is fault-text
      unless is pointer-authentication
      unless is recursion
      unless text *ossible zombie in call*
      advice Use after free or over-release of an object: run with Zombie Objects or Address Sanitizer. With an autorelease pool on the stack it was released once too often.

    cause pac-failure
      family bad access
      confidence likely
      when class bad-access
      when subtype *pointer authentication failure* | is pointer-authentication
      advice A pointer was overwritten or is signed for another use; memory corruption is more common than an attack.

    cause noncanonical
      family bad access
      confidence likely
      when is non-canonical
      advice The address is no address at all: freed or overwritten memory was used as a pointer. The true value is in the register.

    cause noncanonical
      family bad access
      confidence hint
      when is protection-fault
      advice A privileged or misaligned instruction, or an address that is none: the report gives 0 for it.

    cause poison-pattern
      family bad access
      confidence likely
      when class bad-access
      when is fault-text | is fault-pattern
      advice The pointer holds a fill pattern or text: memory was freed or overwritten.

    cause jump-null
      family bad access
      confidence certain
      when class bad-access
      when is jump-null
      advice A null function pointer or block was called; the link register tells where.

    cause exec-data
      family bad access
      confidence certain
      when class bad-access
      when is jump-data
      unless is fault-pattern
      unless is fault-text
      advice Data was run as code: a bad function pointer, block or return address.

    cause null-deref
      family bad access
      confidence certain
      when class bad-access
      when is fault-null
      unless is jump-null
      unless is protection-fault
      advice Something was nil that {top} needs: check the pointer in the app frame.

    cause null-member
      family bad access
      confidence hint
      when class bad-access
      when is fault-near-null
      when top objc_msgSend* | top objc_retain* | top objc_release* | top swift_retain* | top swift_release* | top _swift_release_dealloc*
      advice The class pointer of something that is no object was read at {fault}: the receiver is freed, overwritten or no object at all.

    cause null-member
      family bad access
      confidence likely
      when class bad-access
      when is fault-near-null
      when is top-known
      unless is jump-null
      unless top objc_*
      unless top swift_retain*
      unless top swift_release*
      advice A member at {fault} of a null pointer was used in {top}: check the pointer first.

    cause null-member
      family bad access
      confidence hint
      when class bad-access
      when is fault-near-null
      unless is top-known
      unless is jump-null
      advice Memory at {fault} was used: a member of a null pointer, or a freed object. The function has no name in this report.

    cause file-gone
      family bad access
      confidence likely
      when class bad-access
      when codes KERN_MEMORY_ERROR* | subtype KERN_MEMORY_ERROR* | codes 0x000000000000000a,*
      advice A mapped file shrank, or its volume went away.

    cause write-readonly
      family bad access
      confidence certain
      when class bad-access
      when codes KERN_PROTECTION_FAILURE* | subtype KERN_PROTECTION_FAILURE* | codes SEGV_ACCERR* | codes 0x0000000000000002,*
      when is fault-in-image | text *r-x/* | text *r--/*
      unless is recursion
      unless text *STACK GUARD*
      unless is jump-data
      advice Constant memory or code was written.

    cause bit-flip
      family bad access
      confidence hint
      when class bad-access
      when is bit-flip
      unless is fault-pattern
      unless is fault-text
      unless is pointer-authentication
      unless subtype *pointer authentication failure*
      unless text *ossible zombie in call*
      unless is recursion
      advice One bit of the address is wrong, as faulty memory makes it: see whether the same device has crashes in groups that have nothing in common.

    cause garbage-pointer
      family bad access
      confidence hint
      otherwise
      when class bad-access
      when is fault-far
      unless is fault-pattern
      unless is fault-text
      unless is jump-data
      unless is recursion
      unless is fault-in-image
      unless is fault-at-stack
      unless is pointer-authentication
      unless text *tack overflow*
      unless text *ossible zombie in call*
      unless top objc_msgSend*
      unless top objc_retain*
      unless top objc_release*
      unless top swift_retain*
      unless top swift_release*
      advice The pointer is uninitialized, freed or overwritten: run with Address Sanitizer.
    """#
}
