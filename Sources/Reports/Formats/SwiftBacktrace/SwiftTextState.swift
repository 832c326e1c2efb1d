/// The state of reading a Swift backtrace.
struct SwiftTextState: Sendable {
  /// Whether a frame was read.
  private(set) var sawFrames = false
  /// Whether the image list was begun.
  private(set) var sawImages = false
  /// Whether the report is complete.
  var isOver = false
  /// The thread that registers belong to, as a position in the report.
  var registersThread: Int?
  private var stray = 0
  private var images = 0

  /// The maximum number of foreign lines between two frames.
  private static let maxStrayLines = 20

  /// Records the content of a line.
  mutating func note(_ event: SwiftTextEvent) {
    switch event.kind {
    case .frame:
      sawFrames = true
      stray = 0
    case .images: sawImages = true
    case .image: images += 1
    default: break
    }
  }

  /// Records a foreign line.
  mutating func countStray() {
    stray += 1
    if stray > Self.maxStrayLines || images > 0 { isOver = true }
  }
}
