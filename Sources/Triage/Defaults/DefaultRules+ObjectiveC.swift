extension DefaultRules {
  /// Exceptions of Foundation, UIKit and the Objective-C runtime.
  static let objectiveCCauses = #"""
    cause objc-array-range
      family container
      confidence certain
      when class exc:NSRangeException
      when reason *objectAtIndex*beyond bounds* | reason *removeObject*beyond bounds* | reason *insertObject:atIndex:*beyond bounds* | reason *replaceObject*beyond bounds* | reason *getObjects:range:*beyond bounds* | reason *Array*beyond bounds* | reason *Array*extends beyond bounds* | reason *OrderedSet*beyond bounds*
      unless reason *tring*
      unless reason *observer*
      advice Check the index against `count` where the app frame reads the array. If the array is edited elsewhere, look for two threads.

    cause objc-nil-insert
      family container
      confidence certain
      when class exc:NSInvalidArgumentException
      when reason *object cannot be nil* | reason *key cannot be nil* | reason *attempt to insert nil object from objects[*
      unless reason *nil URL*
      advice The key, the object, or the element of the literal named in the text was nil: check it before it is stored.

    cause objc-nil-string
      family string
      confidence certain
      when class exc:NSInvalidArgumentException
      when reason *tring*nil argument* | reason *tring*nil string parameter*
      advice A string method got nil: check the argument.

    cause objc-mutated-enumerating
      family container
      confidence certain
      when class exc:NSGenericException
      when reason *was mutated while being enumerated*
      advice Enumerate a copy, or confine the collection to one queue.

    cause objc-string-range
      family string
      confidence certain
      when class exc:NSRangeException
      when reason *out of bounds; string length* | reason *tring*Range or index out of bounds*
      unless reason *AttributedString*
      advice Compute the range from this very string; for visible characters use composed character ranges.

    cause objc-nsnull
      family NSNull
      confidence certain
      when class exc:NSInvalidArgumentException
      when reason *-[NSNull *unrecognized selector sent to instance*
      advice JSON null arrived as NSNull: replace it where the data is parsed.

    cause objc-unrecognized-selector
      family selector
      confidence certain
      when class exc:NSInvalidArgumentException
      when reason *unrecognized selector sent to instance* | reason *unrecognized selector sent to class*
      unless reason *-[NSNull *
      advice The text names the receiver's class and the message: see which object is held where the app frame calls.

    cause objc-type-confusion
      family container
      confidence likely
      when class exc:NSInvalidArgumentException
      when reason *-[__NS*unrecognized selector sent to instance* | reason *-[NSTaggedPointerString *unrecognized selector sent to instance*
      unless reason *-[__NSMallocBlock__ *
      unless reason *-[__NSGlobalBlock__ *
      unless reason *-[__NSStackBlock__ *
      advice A Foundation object is not of the expected class: JSON, a storyboard or `copy` delivered another type, or an immutable object is being changed.

    cause objc-selector-zombie
      family selector
      confidence hint
      when class exc:NSInvalidArgumentException
      when reason *-[CALayer *unrecognized selector* | reason *-[__NSMallocBlock__ *unrecognized selector* | reason *-[_* *unrecognized selector*
      unless reason *-[__NSArray*
      unless reason *-[__NSDict*
      unless reason *-[__NSCF*
      unless reason *-[__NSSet*
      unless reason *-[__NSDate*
      unless is app-frame
      advice The receiver may have been freed and its memory reused: run with Zombie Objects.

    cause kvc-misuse
      family KVC
      confidence certain
      when class exc:NSUnknownKeyException | class exc:NSInvalidArgumentException
      when reason *not key value coding-compliant for the key* | reason *setNilValueForKey*
      unless reason *entity*
      advice Fix or remove the key. Below a nib or storyboard it is a stale outlet; setNilValueForKey means that a scalar got nil.

    cause kvo-misuse
      family KVO
      confidence certain
      when class exc:NSRangeException | class exc:NSInternalInconsistencyException
      when reason *Cannot remove an observer*not registered as an observer* | reason *observeValueForKeyPath*received but not handled*
      advice Pair every addObserver with one removeObserver, or use observation tokens; call super only for what super observes.

    cause kvo-freed-observed
      family KVO
      confidence certain
      when class exc:NSInternalInconsistencyException
      when reason *was deallocated while key value observers were still registered*
      advice Remove the observers before the observed object goes away.

    cause kvo-freed-observer
      family KVO
      confidence likely
      when class bad-access
      when top objc_msgSend* | top objc_retain* | top objc_release*
      when frame NSKeyValueNotifyObserver | frame NSKeyValueDidChange*
      unless is fault-null
      advice An observer was freed without removing itself.

    cause notification-freed
      family notification
      confidence likely
      when class bad-access
      when is os-before-9
      when top objc_msgSend* | top objc_retain*
      when frame __CFNOTIFICATIONCENTER_IS_CALLING_OUT_TO_AN_OBSERVER__ | frame _CFXNotificationPost* | frame -[NSNotificationCenter post*
      advice Remove the observer in dealloc: before iOS 9 the center keeps a bare pointer.

    cause notification-freed
      family notification
      confidence hint
      when class bad-access
      when top objc_msgSend* | top objc_retain*
      when frame __CFNOTIFICATIONCENTER_IS_CALLING_OUT_TO_AN_OBSERVER__ | frame _CFXNotificationPost* | frame -[NSNotificationCenter post*
      advice The observer may be gone: remove it in dealloc; a block observer needs its token removed.

    cause timer-freed
      family timer
      confidence likely
      when class bad-access | reason *unrecognized selector*
      when top objc_msgSend* | top objc_retain* | frame ___forwarding___
      when frame __NSFireTimer | frame __CFRUNLOOP_IS_CALLING_OUT_TO_A_TIMER_CALLBACK_FUNCTION__
      unless is app-frame
      advice The timer outlived its target: invalidate it, or hold the target weakly.

    cause ui-off-main
      family threading
      confidence certain
      when text *Modifications to the layout engine must not be performed from a background thread* | text *must be used from main thread only* | text *must only be used from the main thread*
      advice Dispatch this call to the main queue.

    cause ui-off-main
      family threading
      confidence likely
      when class exc:* | class trap
      when is other-thread
      when frame -[UIView set* | frame -[UIView add* | frame -[UIView layout* | frame -[UILabel set* | frame -[NSWindow set* | frame -[NSWindow orderFront* | frame -[UITableView reload*
      unless frame *drawRect:*
      advice A view was changed off the main thread: dispatch this call to the main queue.

    cause ui-batch-update
      family UI
      confidence certain
      when class exc:NSInternalInconsistencyException
      when reason *nvalid update* | reason *nvalid batch updates* | reason *nvalid number of rows* | reason *nvalid number of items* | reason *nvalid number of sections*
      advice The data changed outside the update block: change the model inside it, or use a diffable data source.

    cause coredata-context
      family Core Data
      confidence certain
      when frame _NSCoreDataConcurrencyViolation* | frame *Multithreading_Violation_AllThatIsLeftToUsIsHonor*
      advice A managed object or context was used off its queue: use `perform` of that context.

    cause objc-assert
      family assertion
      confidence certain
      when class exc:NSInternalInconsistencyException
      when frame -[NSAssertionHandler handleFailure*
      unless reason *nvalid update*
      unless reason *nvalid number of*
      advice An assertion of the app or of a framework failed: the reason says which.

    cause objc-runtime-fatal
      family Objective-C runtime
      confidence certain
      when namespace OBJC | info objc[*
      advice The Objective-C runtime stopped the process; the text says why. A failed weak reference means that the object was being deallocated.
    """#
}
