internal import Bytes
package import Answering
internal import Archives
package import Reports
internal import System

/// The result of reading one input.
package enum InputReading: Sendable {
  /// It has at least one report.
  case document(ReportDocument)
  /// It is in a directory and is not a crash report, but maybe a debug file.
  case skipped(isDebugFile: Bool)
  /// It cannot be read, for this reason.
  case failed(String)

  /// Reads an input of at most `limit` bytes completely and recognizes its format. A file that is not a report is skipped if the
  /// user named only its directory. `beginning` is that of the file, at least `beginningSize` bytes if it has them, or nil if it was
  /// not read yet.
  package init(
    of input: ReportInput, limit: SizeLimit = SizeLimit(), reader: ReportReader = ReportReader(), beginning: [UInt8]? = nil
  ) {
    guard !input.isCopy else {
      self = .skipped(isDebugFile: false)
      return
    }
    do throws(SystemError) {
      if input.isCompressed {
        self.init(unpacking: input, limit, reader)
        return
      }
      var isDebugFile: Bool?
      guard let bytes = try Self.bytes(of: input, Self.maxBytes(limit), beginning, &isDebugFile) else {
        self = .skipped(isDebugFile: isDebugFile ?? false)
        return
      }
      guard bytes.count <= limit.bytes else {
        self = .failed(limit.reason)
        return
      }
      self.init(reading: bytes, of: input, reader)
    } catch {
      self = .failed(error.isTooLarge ? limit.reason : error.message)
    }
  }

  /// Returns the contents of an input, or nil if the user named only its directory and it is binary.
  private static func bytes(
    of input: ReportInput, _ limit: Int, _ beginning: [UInt8]?, _ isDebugFile: inout Bool?
  ) throws(SystemError) -> [UInt8]? {
    if input.isNamed { return try FileSystem.contents(of: input.file, limit: limit, orPipe: true) }
    guard let beginning else {
      return try FileSystem.contents(of: input.file, limit: limit, first: beginningSize) { head in
        isDebugFile = isBinary(head)
        return isDebugFile == nil
      }
    }
    isDebugFile = isBinary(beginning)
    return isDebugFile == nil ? try FileSystem.contents(of: input.file, limit: limit) : nil
  }

  /// Reads a compressed input; what is no report is not read to its end.
  private init(unpacking input: ReportInput, _ limit: SizeLimit, _ reader: ReportReader) {
    do throws(ArchiveError) {
      let packed = try CompressedFile(path: input.file)
      let head = try packed.next(Self.beginningSize)
      if !input.isNamed, let isDebugFile = Self.isBinary(head) {
        self = .skipped(isDebugFile: isDebugFile)
        return
      }
      let bytes = head + (try packed.next(Self.maxBytes(limit) - head.count))
      guard bytes.count <= limit.bytes else {
        self = .failed(limit.reason)
        return
      }
      self.init(reading: bytes, of: input, reader)
    } catch {
      self = .failed(error.description)
    }
  }

  /// The number of bytes that tell binary files from reports.
  static let beginningSize = 4096

  /// One byte more than is accepted.
  private static func maxBytes(_ limit: SizeLimit) -> Int {
    let (bytes, overflow) = limit.bytes.addingReportingOverflow(1)
    return overflow ? .max : bytes
  }

  private init(reading bytes: [UInt8], of input: ReportInput, _ reader: ReportReader) {
    do throws(ReportError) {
      self = .document(try reader.read(bytes))
    } catch {
      switch error.kind {
      case .empty where !input.isNamed, .notAReport where !input.isNamed: self = .skipped(isDebugFile: false)
      case .empty, .notAReport, .malformed: self = .failed(error.message)
      }
    }
  }

  /// Returns nil unless a file begins with bytes that neither text nor PLCrashReporter's reports begin with, so that a directory's
  /// large binary files are not read completely; and whether these bytes are those of Mach-O or ELF.
  private static func isBinary(_ beginning: [UInt8]) -> Bool? {
    guard beginning.contains(0), !beginning.starts(with: "plcrash".utf8) else { return nil }
    return ObjectMagic.begins(beginning)
  }
}
