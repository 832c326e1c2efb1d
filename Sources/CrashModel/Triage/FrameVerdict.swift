/// The reason why one function of a stack is in a key, or is not.
package struct FrameVerdict: Hashable, Sendable {
  /// The position in the selected stack, counted from 0; several functions share one if some are inlined.
  package var frame: Int
  /// The name in the form used for comparison, or the image and offset if there is no name.
  package var name: String
  /// Whether the function is part of the key.
  package var isKept: Bool
  /// The rule that decided, for example `via: __pthread_kill` or `app frame`.
  package var rule: String

  /// Records a decision.
  package init(frame: Int, name: String, isKept: Bool, rule: String) {
    self.frame = frame
    self.name = name
    self.isKept = isKept
    self.rule = rule
  }
}
