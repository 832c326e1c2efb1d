public import Reports
internal import System

/// The result of reading one input.
public enum InputReading: Sendable {
  /// It has at least one report.
  case document(ReportDocument)
  /// It is in a directory and is not a crash report.
  case skipped
  /// It cannot be read, for this reason.
  case failed(String)

  /// Reads an input of at most `limit` bytes completely and recognizes its format. A file that is not a report is skipped if the
  /// user named only its directory. Images are looked up in `known`.
  public init(of input: ReportInput, limit: SizeLimit = SizeLimit(), known: KnownImages? = nil) {
    do throws(SystemError) {
      if !input.isNamed, try Self.isBinary(input.path) {
        self = .skipped
        return
      }
      let (most, overflow) = limit.bytes.addingReportingOverflow(1)
      let bytes = try FileSystem.contents(of: input.path, limit: overflow ? .max : most)
      guard bytes.count <= limit.bytes else {
        self = .failed(limit.reason)
        return
      }
      self.init(reading: bytes, of: input, known)
    } catch {
      self = .failed(error.isTooLarge ? limit.reason : error.message)
    }
  }

  private init(reading bytes: [UInt8], of input: ReportInput, _ known: KnownImages?) {
    do throws(ReportError) {
      self = .document(try ReportDocument(reading: bytes, known: known))
    } catch {
      switch error.kind {
      case .empty where !input.isNamed, .notAReport where !input.isNamed: self = .skipped
      case .empty, .notAReport, .malformed: self = .failed(error.message)
      }
    }
  }

  /// Returns whether a file begins with bytes that neither text nor PLCrashReporter's reports begin with, so that a directory's
  /// large binary files are not read completely.
  private static func isBinary(_ path: String) throws(SystemError) -> Bool {
    let beginning = try FileSystem.beginning(of: path, limit: 4096)
    return beginning.contains(0) && !beginning.starts(with: "plcrash".utf8)
  }
}
