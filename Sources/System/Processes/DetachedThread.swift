internal import Glibc

/// A thread that nobody waits for (pthread_create(3)).
package enum DetachedThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that calls `body` and then ends. Returns false if the system allows no more threads.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let context = unsafe Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    if code == 0 {
      _ = pthread_detach(thread)
      return true
    }
    unsafe context.release()
    return false
  }
}
