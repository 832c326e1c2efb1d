internal import JSONText
internal import Rendering
package import SymbolStore
package import System
internal import Triage

/// The manifest of an output directory, `.symbolicate-manifest`: which inputs have their output, and what they add to the summary. A
/// later run with the same version, options and debug files goes on from there.
///
/// Its first line names the schema, a key for everything that the outputs depend on besides their inputs, and when the first run with
/// that key began. A line that a killed process left incomplete is cut off, and its output is made again. While another process writes
/// into the directory, nothing is recorded.
package struct BatchManifest: Sendable {
  /// The inputs whose outputs an earlier run made, by path.
  package private(set) var finished: [String: FinishedInput] = [:]
  /// The path of the file.
  package var path: String { file.path }
  private let file: GrowingFile
  private var record: PartRecord
  /// When the first run with the same key began, in nanoseconds since 1970. Older outputs were made with another key.
  private let started: Int64
  private var isAbandoned = false

  /// Opens the manifest of a directory, which must exist. With `isNew`, or if it was made with other `parts` (the version, options,
  /// rules) or with other debug files, it begins anew. Throws if the directory cannot be written, or if another file would be changed.
  package init(folder: String, parts: [String], _ finder: SymbolFinder, _ files: OutputFiles, isNew: Bool) throws(OutputError) {
    let path = Path.join(folder, InputList.manifest)
    if let refusal = files.refusal(of: path) { throw refusal }
    guard !FileSystem.isLinked(path) else {
      throw OutputError(path: path, reason: "not written: it is a link, and another file would change; remove it")
    }
    do throws(SystemError) {
      try FileSystem.makeDirectories(folder)
      try self.init(path, parts, finder, isNew: isNew)
    } catch {
      throw OutputError(path: folder, reason: error.message)
    }
  }

  private init(_ path: String, _ parts: [String], _ finder: SymbolFinder, isNew: Bool) throws(SystemError) {
    let layout = [String(SummaryEventCodec.version), String(finder.contentsDigest)]
    let key = Fingerprint.digits((parts + layout).joined(separator: "\n"))
    let old = isNew ? nil : (try? FileSystem.contents(of: path)).flatMap { Contents($0, key: key) }
    file = try GrowingFile(appendingTo: path, keeping: old?.length ?? 0)
    record = PartRecord(old?.texts ?? [])
    finished = old?.finished ?? [:]
    started = old?.started ?? file.opened
    guard !file.isShared else {
      finished = [:]
      return
    }
    if old == nil { try file.append(PartRecord.head(key: key, started: started)) }
    try file.flush()
  }

  /// Returns what an earlier run recorded of an input, if its output is newer than the input and was made with the same key.
  package func finished(_ input: ReportInput, output: String) -> FinishedInput? {
    guard let known = finished[input.path], known.output == output, let made = FileSystem.status(output),
      let source = FileSystem.status(input.origin), made.kind == .file, made.modified > source.modified, made.modified >= started
    else { return nil }
    return known
  }

  /// Records that the output of an input is there.
  package mutating func add(_ outcome: ReportOutcome, output: String) throws(SystemError) {
    guard !file.isShared, !isAbandoned else { return }
    try file.append(
      record.lines(FinishedInput(input: outcome.path, output: output, part: outcome.collected, tally: outcome.tally)))
  }

  /// Writes everything that was recorded so far.
  package func flush() throws(SystemError) { try file.flush() }

  /// Removes the file, and records nothing more, so that the next run makes everything again.
  package mutating func abandon() {
    guard !isAbandoned, !file.isShared else { return }
    isAbandoned = true
    FileSystem.remove(file.path)
  }

  /// Forgets what earlier runs recorded, which takes memory.
  package mutating func forget() { finished = [:] }
}

extension BatchManifest {
  /// What a manifest holds.
  private struct Contents {
    var started: Int64 = 0
    var texts: [String] = []
    var finished: [String: FinishedInput] = [:]
    /// The number of bytes up to the end of the last complete line.
    var length: Int

    /// Reads a manifest. Returns nil if it is none, or if it was made with another key.
    init?(_ bytes: [UInt8], key: String) {
      length = (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
      var at = 0
      guard let head = Self.value(bytes, &at), head["schema"]?.string == PartRecord.schema, head["key"]?.string == key,
        let started = head["started"]?.int
      else { return nil }
      self.started = Int64(started)
      while at < bytes.count {
        guard let value = Self.value(bytes, &at) else { continue }
        if let text = value.string {
          texts.append(text)
        } else if let input = PartRecord.input(value, texts) {
          finished[input.input] = input
        }
      }
    }

    /// Returns the value of the next line, or nil if it holds none.
    private static func value(_ bytes: [UInt8], _ at: inout Int) -> JSONValue? {
      let end = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      defer { at = end + 1 }
      guard end > at else { return nil }
      let document = JSONDocument(bytes, in: at..<end)
      return document.end == end && end < bytes.count ? document.root : nil
    }
  }
}
