internal import DebugInfo
internal import System

/// What the process that reads debug files may use, and do beside reading.
package struct ResolverLimits: Sendable {
  /// Whether it may write indexes into the cache.
  let writesIndexes: Bool

  /// The variable that sets the most memory in bytes, mapped files apart (`500M`, `8G`).
  package static let memoryVariable = "SYMBOLICATE_DEBUG_MEMORY"
  /// The variable that sets after how many seconds one request is given up.
  package static let timeVariable = "SYMBOLICATE_DEBUG_TIME"
  /// The variable that, with the value `off`, lets the process that the user started read the debug files of a single report.
  package static let isolationVariable = "SYMBOLICATE_ISOLATION"
  static let wallsWord = "walls"

  /// Whether debug files of a single report are read by another process. If the user limits the memory of this one, lack of memory ends
  /// it, with a message about that limit.
  package static var isolatesSingleReports: Bool { Environment.variable(isolationVariable) != "off" && !MemoryLimit.isLimited }

  /// The most memory in bytes, by default half of the machine's.
  package static var memory: Int { Environment.variable(memoryVariable).flatMap(bytes) ?? Containment.usualMemory }

  /// The milliseconds after which a request is given up.
  static var milliseconds: Int {
    let seconds = Environment.variable(timeVariable).flatMap { Int($0) }.map { min(max($0, 1), 1_000_000) }
    return (seconds ?? 120) * 1000
  }

  /// Returns the number of bytes of a size with or without a unit, or nil if it is none or too small for the program itself.
  static func bytes(_ text: String) -> Int? {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
    let unit = text.last.flatMap { units[Character($0.uppercased())] }
    guard let number = Int(unit == nil ? text : String(text.dropLast())), number > 0 else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    return overflow ? nil : max(bytes, 32 << 20)
  }

  /// Contains this process.
  func contain() { containment.enter() }

  private var containment: Containment {
    let folder = writesIndexes ? IndexPolicy.cacheFolder : nil
    if let folder { try? FileSystem.makeDirectories(folder) }
    return Containment(writable: folder, memory: Self.memory)
  }

  /// Contains this process, tries what it should not be able to do, and prints the names of what it can do.
  static func printBreaches() -> Int32 {
    ResolverLimits(writesIndexes: false).contain()
    let line = Containment.breaches().joined(separator: " ") + "\n"
    return (try? FileSystem.write(Array(line.utf8), to: 1)) == nil ? 1 : 0
  }

  /// What a process that reads debug files can do on this machine and should not: `writes`, `network`, `programs`; nil if none can be
  /// started.
  package static var breaches: [String]? {
    guard let child = try? ChildProcess(running: ChildProcess.ownProgram, [ResolverService.command, wallsWord]),
      let line = try? child.read(limit: 4096, timeout: 5000), !line.isEmpty
    else { return nil }
    return String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\n" }.map(String.init)
  }
}
