/// The identifier of a row of a stack's table: that of the stack and the number of the frame, then that of the function inlined there.
struct RowID {
  private let stack: String
  /// The markup before the number of the frame.
  private let beginning: [UInt8]
  private var frame = 0
  private var inlined: Int?

  /// The first frame of a stack.
  init(stack: String) {
    self.stack = stack
    var page = Markup()
    page.text(stack + "-f")
    beginning = page.bytes
  }

  /// The row of a frame, by its order in the stack.
  func ofFrame(_ order: Int) -> RowID {
    var id = self
    id.frame = order
    return id
  }

  /// That of a function inlined there, innermost first.
  func inlined(_ order: Int) -> RowID {
    var id = self
    id.inlined = order
    return id
  }

  /// Writes the identifier.
  func write(to page: inout Markup) {
    page.raw(beginning)
    page.digits(frame)
    guard let inlined else { return }
    page.raw("-i")
    page.digits(inlined)
  }

  /// The identifier without escapes.
  var text: String { "\(stack)-f\(frame)" + (inlined.map { "-i\($0)" } ?? "") }
}
