internal import Synchronization

/// The texts of an answer as an output writes them, so that they are made once and then copied: names with their escapes, and places. All of
/// them together take a limited amount of memory.
package final class AnswerTexts: Sendable {
  /// The form that they have. Another form is made again for each frame: a run writes one.
  package let form: Int
  /// All texts, one after another.
  package let bytes: [UInt8]
  /// The end of each in `bytes`.
  package let ends: [Int]

  private static let kept = Atomic<Int>(0)
  /// The memory that all may take, in bytes: without a limit, a batch of 4,000 reports with 200,000 addresses took 48 MB for them.
  private static let limit = 16 << 20

  /// Keeps texts; `ends` are ascending positions in `bytes`.
  package init(form: Int, bytes: [UInt8], ends: [Int]) {
    self.form = form
    self.bytes = bytes
    self.ends = ends
    Self.kept.add(size, ordering: .relaxed)
  }

  deinit { Self.kept.subtract(size, ordering: .relaxed) }

  /// Whether there is memory for more.
  package static var hasRoom: Bool { kept.load(ordering: .relaxed) < limit }

  /// What they take in bytes, with the objects around them.
  private var size: Int { bytes.count + ends.count * 8 + 128 }

  /// Returns where the text with a number is in `bytes`.
  package func range(_ number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }
}
