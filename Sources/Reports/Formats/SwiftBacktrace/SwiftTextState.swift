/// How far the reading of a Swift backtrace has come.
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

  /// So many lines of others may stand between two frames.
  private static let mostStrayLines = 20

  /// Notes what a line said.
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

  /// Notes a line of another kind.
  mutating func countStray() {
    stray += 1
    if stray > Self.mostStrayLines || images > 0 { isOver = true }
  }
}
