/// One line of what systemd-coredump logs and coredumpctl prints, after whatever a logger wrote before it.
enum CoredumpLine {
  /// `Signal: 11 (SEGV)`: a line of the header that coredumpctl prints.
  case field(CoredumpHeader.Field, Range<Int>)
  /// `Process 1234 (shopd) of user 1000 dumped core.`: the process ID and the name.
  case message(pid: Int?, name: Range<Int>)
  /// `Module /usr/bin/shopd with build-id 2d4a...`; the ID is nil for `without build-id.`.
  case module(name: Range<Int>, id: Range<Int>?)
  /// `Module libc.so.6 from deb glibc-2.36-9.amd64`: the package of a module, and its ID if the line has one.
  case package(module: Range<Int>, name: Range<Int>, id: Range<Int>?)
  /// `Stack trace of thread 1234:`
  case thread(Int)
  case frame(CoredumpFrameLine)
  /// A line that begins like a frame and cannot be read.
  case damagedFrame
  /// `ELF object binary architecture: AMD x86-64`: the last line.
  case architecture(Range<Int>)
  /// Nothing.
  case blank

  /// The beginning of the line above the frames of a thread.
  static let threadTitle = "Stack trace of thread "

  /// Reads a line without its end that may open a report. Returns nil for any other line; costs little for those.
  init?(opening bytes: [UInt8], _ line: Range<Int>) {
    let content = TextScan.trimmed(bytes, line)
    guard content.count > 4 else { return nil }
    let isOpening =
      Self.isMessage(bytes, content) || TextScan.hasPrefix(bytes, content, "PID:")
      || TextScan.hasPrefix(bytes, content, "Module ")
    guard isOpening else { return nil }
    self.init(bytes, line)
  }

  /// Reads a line without its end inside a report. Returns nil for a foreign line.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    let content = TextScan.trimmed(bytes, line)
    guard !content.isEmpty else {
      self = .blank
      return
    }
    if let message = Self.message(bytes, content) ?? Self.module(bytes, content) {
      self = message
    } else if let field = CoredumpHeader.Field.read(bytes, content) {
      self = .field(field.field, field.value)
    } else if let frame = CoredumpFrameLine(bytes, line) {
      self = .frame(frame)
    } else if let start = Self.end(of: Self.threadTitle, bytes, content),
      let number = TextScan.decimal(bytes, start, content.upperBound).flatMap({ Int(exactly: $0.value) })
    {
      self = .thread(number)
    } else if let start = Self.end(of: "ELF object binary architecture: ", bytes, content) {
      self = .architecture(start..<content.upperBound)
    } else if TextScan.numberSign(bytes, content) == content.lowerBound {
      self = .damagedFrame
    } else {
      return nil
    }
  }

  private static func end(of mark: String, _ bytes: [UInt8], _ content: Range<Int>) -> Int? {
    TextScan.find(bytes, content, mark).map { $0 + mark.utf8.count }
  }

  /// Returns whether a line ends as the message of a core dump does. Looks at the end of a line alone.
  static func isMessage(_ bytes: [UInt8], _ content: Range<Int>) -> Bool { TextScan.hasSuffix(bytes, content, " dumped core.") }

  private static func message(_ bytes: [UInt8], _ content: Range<Int>) -> CoredumpLine? {
    guard isMessage(bytes, content), let start = end(of: "Process ", bytes, content),
      let user = TextScan.findLast(bytes, start..<content.upperBound, ") of user "),
      let open = TextScan.find(bytes, start..<user, " (")
    else { return nil }
    let pid = TextScan.decimal(bytes, start, open).flatMap { Int(exactly: $0.value) }
    return .message(pid: pid, name: open + 2..<user)
  }

  /// Reads what the versions of systemd write, from the oldest to the newest: `Found module NAME with build-id: ID`, `Module NAME
  /// with build-id ID`, and `Module NAME without build-id.`, `Module NAME from KIND PACKAGE` or `Module NAME, build-id=ID`.
  private static func module(_ bytes: [UInt8], _ content: Range<Int>) -> CoredumpLine? {
    guard let start = end(of: "Module ", bytes, content) ?? end(of: "Found module ", bytes, content) else { return nil }
    let rest = start..<content.upperBound
    for mark in [" with build-id: ", " with build-id "] {
      guard let found = TextScan.find(bytes, rest, mark) else { continue }
      return .module(name: start..<found, id: found + mark.utf8.count..<content.upperBound)
    }
    if let found = TextScan.find(bytes, rest, " without build-id") { return .module(name: start..<found, id: nil) }
    let mark = ", build-id="
    let comma = TextScan.find(bytes, rest, mark)
    let id = comma.map { $0 + mark.utf8.count..<content.upperBound }
    let head = start..<(comma ?? content.upperBound)
    guard let found = TextScan.find(bytes, head, " from ") else { return id.map { .module(name: head, id: $0) } }
    let kind = found + " from ".utf8.count
    let name = TextScan.skipBlanks(bytes, TextScan.skipWord(bytes, kind, head.upperBound), head.upperBound)
    return .package(module: start..<found, name: (name < head.upperBound ? name : kind)..<head.upperBound, id: id)
  }
}
