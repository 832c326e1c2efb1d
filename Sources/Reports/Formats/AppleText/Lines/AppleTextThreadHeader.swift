/// A line that begins with `Thread N`: the name of a thread, the start of its call stack or of its registers.
struct AppleTextThreadHeader {
  /// The section that the line opens.
  enum Role {
    /// `Thread 0 name: Dispatch queue: com.apple.main-thread`: the next stack's name.
    case name
    /// `Thread 0 Crashed:`, `Thread 0:: name`: a call stack.
    case stack
    /// `Thread 0 crashed with ARM Thread State (64-bit):`: registers.
    case registers
    /// `Thread 0x3461855 DispatchQueue "main"(1) 1000 samples`: a sampled call tree.
    case samples
    /// `Thread 0 instruction stream:` and the like: ignored.
    case other
  }

  /// The section that the line opens.
  var role: Role
  /// The number of the thread.
  var index: Int
  /// Whether the thread is marked as crashed.
  var crashed = false
  /// The bytes of the thread's name.
  var name: Range<Int>?
  /// The bytes of the dispatch queue's name.
  var queue: Range<Int>?

  /// Reads a line without its end and leading blanks. Returns nil if it does not begin with `Thread N`.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    let end = line.upperBound
    guard TextScan.hasPrefix(bytes, line, "Thread ") else { return nil }
    let numberStart = TextScan.skipBlanks(bytes, line.lowerBound + 7, end)
    role = .other
    if let identifier = TextScan.hexadecimal(bytes, numberStart, end) {
      role = .samples
      index = Int(truncatingIfNeeded: identifier.value & 0x7fff_ffff)
      name = TextScan.trimmed(bytes, line)
      return
    }
    guard let number = TextScan.decimal(bytes, numberStart, end), let index = Int(exactly: number.value) else { return nil }
    self.index = index
    let rest = TextScan.trimmed(bytes, number.end..<end)
    if TextScan.hasPrefix(bytes, rest, "name:") {
      role = .name
      readName(bytes, rest.lowerBound + 5..<rest.upperBound)
    } else if TextScan.hasPrefix(bytes, rest, "crashed with") {
      role = .registers
    } else {
      readStack(bytes, rest)
    }
  }

  /// Reads what follows the number: `:`, `:: name`, ` Crashed:`, ` Crashed:: Dispatch queue: main`.
  private mutating func readStack(_ bytes: [UInt8], _ range: Range<Int>) {
    var at = range.lowerBound
    for mark in ["Crashed", "Highlighted", "Triggered"] where TextScan.hasPrefix(bytes, at, range.upperBound, mark) {
      crashed = true
      at += mark.utf8.count
      break
    }
    guard at < range.upperBound, bytes[at] == UInt8(ascii: ":") else { return }
    role = .stack
    while at < range.upperBound, bytes[at] == UInt8(ascii: ":") { at += 1 }
    readName(bytes, at..<range.upperBound)
  }

  /// Separates the name and the queue in `name Dispatch queue: queue`.
  private mutating func readName(_ bytes: [UInt8], _ range: Range<Int>) {
    var text = TextScan.trimmed(bytes, range)
    if let label = TextScan.find(bytes, text, "Dispatch queue:") {
      let rest = TextScan.trimmed(bytes, label + "Dispatch queue:".utf8.count..<text.upperBound)
      queue = rest.isEmpty ? nil : rest
      text = text.lowerBound..<TextScan.trimmedEnd(bytes, text.lowerBound, label)
    }
    name = text.isEmpty ? nil : text
  }
}
