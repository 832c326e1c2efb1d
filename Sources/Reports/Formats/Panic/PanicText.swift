import SymbolModel

/// The kernel's message about a panic: the reason, the task and thread that panicked, and the return addresses of that thread. It is
/// a value of `.ips` reports (`panicString`), and the text of `.panic` files.
///
/// Example:
///
///     panic(cpu 1 caller 0xfffffff02e156784): btn_rst
///     Panicked task 0xffffffeadba39378: 0 pages, 263 threads: pid 0: kernel_task
///     Panicked thread: 0xffffffe90ed3ced8, backtrace: 0xffffffecfb44f7e0, tid: 798
///         lr: 0xfffffff02cfc6ba8  fp: 0xffffffecfb44f820
struct PanicText {
  /// One kernel extension among the frames: `com.example.driver(1.0)[UUID]@0xSTART->0xEND`.
  struct Extension {
    /// The bundle identifier.
    let name: String
    /// The UUID, or nil if the kernel prints none.
    let id: ImageID?
    /// The first and the last address: of its code on ARM processors, of everything on others.
    let range: ClosedRange<UInt64>
  }

  /// The first line: why the kernel panicked.
  private(set) var reason: String?
  /// The name of the process that panicked.
  private(set) var process: String?
  /// The ID of that process.
  private(set) var pid: Int?
  /// The ID of the thread that panicked.
  private(set) var thread: Int?
  /// The return addresses of that thread, innermost first, in the kernel's space.
  private(set) var addresses: [UInt64] = []
  /// The kernel extensions that the message names for these addresses.
  private(set) var extensions: [Extension] = []
  /// Further extensions that these depend on.
  private(set) var dependencies: [Extension] = []
  /// The UUID of the kernel.
  private(set) var kernelID: ImageID?
  /// The address of the kernel's `__TEXT`.
  private(set) var textBase: UInt64?
  /// The address of the kernel's `__TEXT_EXEC`, which ARM processors have apart from `__TEXT`.
  private(set) var codeBase: UInt64?
  /// Whether the kernel is part of a collection, in which its segments are not where its own file has them.
  private(set) var isInCollection = false
  /// Whether the addresses are those of an ARM processor.
  private(set) var isARM = false
  /// The name of the system, if the message gives it.
  private(set) var systemName: String?
  private(set) var systemBuild: String?
  /// The model of the machine.
  private(set) var model: String?

  /// The lines of one return address: several if functions inlined into it were written above it.
  struct Line {
    /// The bytes of the lines, without the last line end.
    var sourceRange: Range<Int>
    /// The bytes after the numbers and a blank: the name, once it is known.
    var tail: Range<Int>
    /// The numbers, which lines of inlined functions repeat.
    fileprivate var numbers: [Substring]
  }

  /// One element per address.
  private(set) var lines: [Line] = []

  /// The number of blanks before the current line.
  private var indentation = 0

  private enum Section { case other, stack, extensions, systemVersion }

  /// The maximum number of addresses; the kernel prints 25 to 100.
  private static let maxAddresses = 1_000

  /// Reads a message, which may be a part of a text.
  init(_ bytes: [UInt8], in text: Range<Int>? = nil) {
    let text = text ?? 0..<bytes.count
    var section = Section.other
    var lines = TextLines(bytes, from: text.lowerBound)
    while lines.position < text.upperBound, let line = lines.next() {
      let content = TextScan.trimmed(bytes, line)
      guard !content.isEmpty else { continue }
      indentation = content.lowerBound - line.lowerBound
      read(TextScan.text(bytes, content), at: line, &section)
    }
  }

  /// Reads a line without the blanks around it. `place` is the whole line.
  private mutating func read(_ line: String, at place: Range<Int>, _ section: inout Section) {
    if reason == nil, line.hasPrefix("panic(") {
      reason = line
    } else if line.hasPrefix("Panicked task ") {
      readTask(line)
    } else if line.hasPrefix("Panicked thread: ") {
      thread = Self.value(after: "tid: ", in: line).flatMap { Int($0) }
      section = .stack
    } else if line.hasPrefix("Backtrace (CPU ") {
      section = .stack
    } else if line.hasPrefix("Kernel Extensions in backtrace") {
      section = .extensions
    } else if line == "Mac OS version:" {
      systemName = "Mac OS"
      section = .systemVersion
    } else if let name = Self.value(after: "corresponding to current thread", in: line) {
      process = process ?? name.split(separator: ":").last.map { String($0).trimmingBlanks }
      section = .other
    } else if line.hasPrefix("Kernel UUID: ") {
      kernelID = ImageID(parsing: Self.value(after: ": ", in: line)?.trimmingBlanks ?? "")
    } else if line.hasPrefix("Kernel text base: ") {
      textBase = Self.value(after: ": ", in: line).flatMap { HexNumber.parse($0.trimmingBlanks) }
    } else if line.hasPrefix("Kernel text exec base: ") {
      codeBase = Self.value(after: ": ", in: line).flatMap { HexNumber.parse($0.trimmingBlanks) }
    } else if line.hasPrefix("KernelCache slide:") || line.hasPrefix("Fileset Kernelcache UUID:") {
      isInCollection = true
    } else if line.hasPrefix("OS version: ") {
      systemBuild = systemBuild ?? String(line.dropFirst("OS version: ".count)).trimmingBlanks
    } else if line.hasPrefix("System model name: ") {
      model = line.dropFirst("System model name: ".count).split(separator: " ").first.map { String($0) }
    } else {
      readLine(line, at: place, of: &section)
    }
  }

  private mutating func readLine(_ line: String, at place: Range<Int>, of section: inout Section) {
    switch section {
    case .other: return
    case .systemVersion:
      systemBuild = systemBuild ?? line
      section = .other
    case .stack:
      if !readAddress(line, at: place) { section = .other }
    case .extensions:
      if let rest = Self.value(after: "dependency: ", in: line) {
        if let found = Self.kernelExtension(rest) { dependencies.append(found) }
      } else if let found = Self.kernelExtension(line) {
        extensions.append(found)
      }
    }
  }

  /// `Panicked task 0x...: 0 pages, 263 threads: pid 0: kernel_task`
  private mutating func readTask(_ line: String) {
    guard let rest = Self.value(after: "pid ", in: line) else { return }
    let parts = rest.split(separator: ":", maxSplits: 1)
    pid = parts.first.flatMap { Int($0) }
    if parts.count == 2 { process = String(parts[1]).trimmingBlanks }
  }

  /// Reads a line with a return address: `lr: 0x... fp: 0x...` of ARM, `0xFRAME : 0xRETURN` of Intel. Returns false for others.
  private mutating func readAddress(_ line: String, at place: Range<Int>) -> Bool {
    let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
    guard words.count > 2, addresses.count < Self.maxAddresses else { return false }
    let isPair = words[0] == "lr:"
    guard isPair || words[1] == ":" && words[0].hasPrefix("0x"), let address = HexNumber.parse(words[isPair ? 1 : 2]) else {
      return false
    }
    let numbers = Array(words.prefix(isPair && words.count > 3 && words[2] == "fp:" ? 4 : isPair ? 2 : 3))
    let end = line.utf8.distance(from: line.startIndex, to: numbers.last?.endIndex ?? line.endIndex)
    let tail = min(place.lowerBound + indentation + end + 1, place.upperBound)..<place.upperBound
    isARM = isARM || isPair
    guard address != 0 else { return true }
    if let last = lines.last, last.numbers == numbers {
      lines[lines.count - 1].sourceRange = last.sourceRange.lowerBound..<place.upperBound
      lines[lines.count - 1].tail = tail
      return true
    }
    addresses.append(address)
    lines.append(Line(sourceRange: place, tail: tail, numbers: numbers))
    return true
  }

  private static func kernelExtension(_ line: String) -> Extension? {
    guard let open = line.utf8.firstIndex(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") }),
      let at = line.utf8.lastIndex(of: UInt8(ascii: "@"))
    else { return nil }
    let ends = line[at...].dropFirst().split(separator: ">")
    guard ends.count == 2, ends[0].hasSuffix("-"), let first = HexNumber.parse(String(ends[0].dropLast())),
      let last = HexNumber.parse(String(ends[1])), first <= last
    else { return nil }
    let id = line.utf8.firstIndex(of: UInt8(ascii: "[")).map { line[$0...].dropFirst().prefix { $0 != "]" } }
    return Extension(name: String(line[..<open]), id: id.flatMap { ImageID(parsing: String($0)) }, range: first...last)
  }

  private static func value(after mark: String, in line: String) -> String? {
    let bytes = Array(line.utf8)
    guard let at = TextScan.find(bytes, 0..<bytes.count, mark) else { return nil }
    return String(decoding: bytes[(at + mark.utf8.count)...], as: UTF8.self)
  }
}
