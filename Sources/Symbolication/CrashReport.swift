internal import CrashModel
internal import Answering
internal import Reports
internal import SymbolModel

/// A crash report, hang report or call stack as it was read from bytes, not symbolicated yet.
///
/// Read reports with ``reports(in:name:)``, which detects the format, and pass each to
/// ``Symbolicator/symbolicate(_:directory:)``.
public struct CrashReport: Sendable {
  /// The input that the report is a part of.
  let origin: ReportOrigin
  /// The report as the engine knows it.
  let model: CrashModel.CrashReport
  /// The name of the input, for output.
  public let name: String

  /// Reads the reports of one input: a file, an upload, a message.
  ///
  /// The format is detected from the content. Reading never blocks and does not access the disk; its time and memory grow
  /// linearly with the size of the input, so limit the size of uploads before you read them.
  ///
  /// - Parameters:
  ///   - bytes: The whole input.
  ///   - name: A name of the input for output, for example its path.
  /// - Returns: One element for each report of the input, at least one. MetricKit payloads, logs and files with several reports
  ///   have more than one.
  /// - Throws: ``SymbolicationError`` if the input is empty, not a report in a known format, or damaged before its first usable
  ///   fact.
  public static func reports(in bytes: [UInt8], name: String = "-") throws(SymbolicationError) -> [CrashReport] {
    do throws(ReportError) {
      let origin = ReportOrigin(try ReportReader().read(bytes))
      return origin.document.reports.map { CrashReport(origin: origin, model: $0, name: name) }
    } catch {
      throw SymbolicationError(error, name: name)
    }
  }

  /// The name of the format, as in JSON output, for example `ips` or `kscrash`.
  public var format: String { model.format.name }
  /// The kind of event, as in JSON output, for example `crash` or `hang`.
  public var kind: String { model.kind.rawValue }
  /// The name of the process, or nil if the report does not say.
  public var processName: String? { model.process.name }
  /// The bundle identifier of the app, or nil if the report does not say.
  public var bundleIdentifier: String? { model.process.bundleID }
  /// The version of the app, or nil if the report does not say.
  public var version: String? { model.process.version }
  /// The build number of the app, or nil if the report does not say.
  public var build: String? { model.process.build }
  /// The UUIDs and build IDs of all images that the report lists, in its order, as debug files have them.
  public var imageIDs: [String] { model.images.compactMap { $0.id?.description } }
  /// What the reader noted about damaged or skipped parts, one sentence each.
  public var problems: [String] { model.diagnostics.map(\.message) }
}
