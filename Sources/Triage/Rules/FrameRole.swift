/// What a function means for a key. The raw value is the name of its list in rules files.
package enum FrameRole: String, Sendable, CaseIterable {
  /// The kernel's signal frame: it and all above it belong to the reporter.
  case cut
  /// Code of crash reporters: dropped, never the app's.
  case sdk
  /// Machinery that raises and aborts: dropped.
  case via
  /// Plumbing of runtimes and libraries: dropped.
  case skip
  /// A wait for another thread or the kernel: dropped, and named in hangs.
  case wait
  /// Where threads, run loops and queues begin: dropped.
  case base
  /// A helper that many callers share: kept, together with its caller.
  case prefix
  /// Code of the app, whatever the report says of its image.
  case app
  /// Code of the system or of libraries inside apps, by image or name, whatever the report says of its image.
  case system
}
