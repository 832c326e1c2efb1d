/// The event of a report in a form by which reports can be grouped: one issue, its causes, and how certain each is.
package struct ReportTriage: Sendable {
  /// The call stack that the key is taken from.
  package var speaker: RepresentativeStack
  package var failure: FailureClass
  /// `1:` and 16 hexadecimal digits: a hash of `key`.
  package var fingerprint: String
  /// The parts of the key, the class first.
  package var key: [String]
  /// The app (bundle identifier in lower case, or process name) and the fingerprint, joined by `/`.
  package var group: String
  /// Like `fingerprint`, with up to five frames of the app.
  package var variant: String
  /// The reliability of the fingerprint.
  package var quality: GroupQuality
  /// The positions of the frames in the key, counted from 0 in the speaker's stack, innermost first.
  package var frames: [Int] = []
  /// The decision on each frame down to the last one of the key, innermost first.
  package var why: [FrameVerdict] = []
  /// The digest of the rules: 8 hexadecimal digits.
  package var ruleset: String
  /// The frame to look at first, or nil if no frame has a name.
  package var blame: BlameFrame?
  /// A description of exception, codes, signal and termination in plain English.
  package var meaning: [String] = []
  /// All causes whose rules match, best first, or empty if no rule matches.
  package var causes: [TriageCause] = []
  /// The time from the launch to the end of the process, or nil if the report does not say.
  package var launch: LaunchTiming?

  /// An identifier of one device for this app: 16 hexadecimal digits, a hash of the app and the reporter's key, or nil if the
  /// report has no such key.
  package var deviceKey: String?

  /// Creates a result without frames, causes and launch.
  package init(
    speaker: RepresentativeStack, failure: FailureClass, fingerprint: String, key: [String], group: String, variant: String,
    quality: GroupQuality, ruleset: String
  ) {
    self.speaker = speaker
    self.failure = failure
    self.fingerprint = fingerprint
    self.key = key
    self.group = group
    self.variant = variant
    self.quality = quality
    self.ruleset = ruleset
  }
}
