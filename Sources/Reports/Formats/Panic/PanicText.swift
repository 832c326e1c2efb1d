import CrashModel
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
    /// The first and the last address.
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
  /// The build of the system.
  private(set) var systemBuild: String?
  /// The model of the machine.
  private(set) var model: String?

  private enum Section { case other, stack, extensions, systemVersion }

  /// The maximum number of addresses; the kernel prints 25 to 100.
  private static let mostAddresses = 1_000

  /// Reads a message.
  init(_ text: String) {
    var section = Section.other
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      read(String(line).trimmingBlanks, &section)
    }
  }

  private mutating func read(_ line: String, _ section: inout Section) {
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
      section = .systemVersion
    } else if let name = Self.value(after: "corresponding to current thread", in: line) {
      process = process ?? name.split(separator: ":").last.map { String($0).trimmingBlanks }
      section = .other
    } else if line.hasPrefix("OS version: ") {
      systemBuild = systemBuild ?? String(line.dropFirst("OS version: ".count)).trimmingBlanks
    } else if line.hasPrefix("System model name: ") {
      model = line.dropFirst("System model name: ".count).split(separator: " ").first.map { String($0) }
    } else {
      readLine(line, of: &section)
    }
  }

  private mutating func readLine(_ line: String, of section: inout Section) {
    switch section {
    case .other: return
    case .systemVersion:
      systemBuild = systemBuild ?? line
      section = .other
    case .stack:
      guard let address = Self.returnAddress(in: line), addresses.count < Self.mostAddresses else {
        section = .other
        return
      }
      if address != 0 { addresses.append(address) }
    case .extensions: if let found = Self.kernelExtension(line) { extensions.append(found) }
    }
  }

  /// `Panicked task 0x...: 0 pages, 263 threads: pid 0: kernel_task`
  private mutating func readTask(_ line: String) {
    guard let rest = Self.value(after: "pid ", in: line) else { return }
    let parts = rest.split(separator: ":", maxSplits: 1)
    pid = parts.first.flatMap { Int($0) }
    if parts.count == 2 { process = String(parts[1]).trimmingBlanks }
  }

  /// `lr: 0x... fp: 0x...` of ARM, `0xFRAME : 0xRETURN ...` of Intel; nil for other lines.
  private static func returnAddress(in line: String) -> UInt64? {
    let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
    guard words.count > 1 else { return nil }
    if words[0] == "lr:" { return HexNumber.parse(String(words[1])) }
    guard words.count > 2, words[1] == ":", words[0].hasPrefix("0x") else { return nil }
    return HexNumber.parse(String(words[2]))
  }

  private static func kernelExtension(_ line: String) -> Extension? {
    guard !line.hasPrefix("dependency:"), let open = line.firstIndex(where: { $0 == "(" || $0 == "[" }),
      let at = line.lastIndex(of: "@")
    else { return nil }
    let ends = line[line.index(after: at)...].split(separator: ">")
    guard ends.count == 2, ends[0].hasSuffix("-"), let first = HexNumber.parse(String(ends[0].dropLast())),
      let last = HexNumber.parse(String(ends[1])), first <= last
    else { return nil }
    return Extension(name: String(line[..<open]), range: first...last)
  }

  private static func value(after mark: String, in line: String) -> String? {
    let bytes = Array(line.utf8)
    guard let at = TextScan.find(bytes, 0..<bytes.count, mark) else { return nil }
    return String(decoding: bytes[(at + mark.utf8.count)...], as: UTF8.self)
  }
}

extension PanicText {
  /// Adds the process, the machine and the call stack of the panic to a report, which may have them already. The thread that
  /// panicked counts as crashed; `threads` has the IDs of the report's threads. `end` is where the report ends.
  ///
  /// The frames have no images: in the kernel's caches, the code of an extension is not where its debug file has it.
  func fill(_ report: inout CrashReport, threads: [Int] = [], end: Int) {
    report.process.name = report.process.name ?? process
    report.process.pid = report.process.pid ?? pid
    report.device.model = report.device.model ?? model
    report.system.build = report.system.build ?? systemBuild
    if let thread, let position = threads.firstIndex(of: thread), report.threads.indices.contains(position) {
      report.threads[position].crashed = true
    }
    guard !addresses.isEmpty else { return }
    let first = report.frames.count
    for (index, address) in addresses.enumerated() {
      var frame = Frame(index: index, kind: .returnAddress, address: RuntimeAddress(address), place: end..<end)
      frame.imageName = extensions.first { $0.range.contains(address - 1) }?.name ?? "kernel"
      report.frames.append(frame)
    }
    var backtrace = Backtrace(kind: .panic, frames: first..<report.frames.count)
    backtrace.name = [process, pid.map { "[\($0)]" }, thread.map { "thread \($0)" }].compactMap { $0 }.joined(separator: " ")
    report.backtraces.append(backtrace)
  }
}
