internal import JSONText
internal import Reports
package import System
package import Triage

/// Reads earlier output of this program: summaries, and reports as JSON. Their events no longer need debug files.
package enum SummaryReading {
  /// The reason why earlier output could not be read.
  package enum Failure: Error {
    /// The file could not be read.
    case file(SystemError)
    /// Its events could not.
    case events(SummaryEventCodec.Problem)

    /// The reason, as a clause.
    package var message: String {
      switch self {
      case .file(let error): error.message
      case .events(let problem): problem.message
      }
    }
  }

  /// What is at a place of a window.
  private enum Step {
    /// A value that ends before this byte.
    case value(end: Int)
    /// A value that may go on after the window.
    case cut
    /// No value.
    case nothing
  }

  /// Returns the events of a file, or nil if it is neither a summary nor JSON of reports by this program; nothing is dropped from the window
  /// then. Values are read one after the other, and only those of the window are in memory. Where a damaged value ends depends on all that
  /// follows, so that the rest of the file is read for it. Throws if the file or its events cannot be read.
  package static func builder(_ window: inout FileWindow, path: String) throws(Failure) -> SummaryBuilder? {
    guard isOurs(window.bytes) else { return nil }
    var builder = SummaryBuilder()
    var at = 0
    var values = 0
    while true {
      switch try step(window.bytes, at, isWhole: window.isAtEnd, path, &builder) {
      case .value(let end):
        values += 1
        at = end
      case .cut:
        do throws(SystemError) { try window.readOn(dropping: at) } catch { throw .file(error) }
        at = 0
      case .nothing: return values > 0 ? builder : nil
      }
    }
  }

  /// Takes the value at a byte of a window. A value ends with the blanks and commas after it.
  private static func step(
    _ bytes: [UInt8], _ at: Int, isWhole: Bool, _ path: String, _ builder: inout SummaryBuilder
  ) throws(Failure) -> Step {
    guard at < bytes.count else { return isWhole ? .nothing : .cut }
    let document = JSONDocument(bytes, in: at..<bytes.count)
    if !isWhole, document.end >= bytes.count || !document.isWellFormed || document.root == nil { return .cut }
    guard let root = document.root, document.end > at else { return .nothing }
    do throws(SummaryEventCodec.Problem) {
      if !(try take(root, path, &builder)) { builder.counts.unreadable.addCount(1) }
    } catch {
      throw .events(error)
    }
    var end = document.end
    while end < bytes.count, bytes[end] <= 0x20 || bytes[end] == UInt8(ascii: ",") { end += 1 }
    return .value(end: end)
  }

  /// Returns whether one of the schemas is named near the beginning.
  private static func isOurs(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(512), as: UTF8.self)
    return schemas.contains { $0.matches(head) }
  }

  private static let schemas = [Pattern("*\"symbolicate.summary/1\"*"), Pattern("*\"symbolicate.report/1\"*")]

  /// Adds a value. Returns false if it is not in a known schema.
  private static func take(
    _ value: JSONValue, _ path: String, _ builder: inout SummaryBuilder
  ) throws(SummaryEventCodec.Problem) -> Bool {
    if value.kind == .array {
      for element in value.elements {
        if !(try take(element, path, &builder)) { builder.counts.unreadable.addCount(1) }
      }
      return true
    }
    // `stream` prints this for a line with an ID.
    if let report = value["report"] { return try take(report, path, &builder) }
    if let reports = value["reports"], reports.kind == .array { return try take(reports, path, &builder) }
    switch value["schema"]?.string {
    case "symbolicate.summary/1":
      try SummaryFile.take(value, &builder)
      return true
    case "symbolicate.report/1":
      ReportFile.take(value, &builder)
      return true
    default: return false
    }
  }
}
