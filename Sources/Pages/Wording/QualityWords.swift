internal import CrashModel

/// How reliable the key of a group is, for people.
enum QualityWords {
  /// Returns a sentence without a full stop, or nil if the key names functions of the app, as it should.
  static func of(_ quality: GroupQuality) -> String? {
    switch quality {
    case .unsymbolicated: "by an offset, which means nothing in another build; add the debug file of the image"
    case .system: "no function of the app is on the stack"
    case .machinery: "only functions that all such crashes have in common are known"
    case .idle: "the main thread waited for events when it was sampled"
    case .empty: "there is no call stack"
    case .ok: nil
    }
  }
}
