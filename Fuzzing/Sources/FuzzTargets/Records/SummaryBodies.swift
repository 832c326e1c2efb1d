import Answering
import Foundation
import JSONText
import Rendering
import SymbolStore
import System
import TestSupport
import Triage

@testable import Jobs

/// Summaries, their baselines, the sessions that go with them, and the manifests of batches.
enum SummaryBodies {
  /// A summary that is read is written, and read again, unchanged; it follows its schema.
  @Sendable static func summary() throws -> FuzzTarget.Body {
    let schema = try JSONSchema(contentsOf: "docs/schemas/summary.schema.json")
    return { bytes in
      _ = SummaryBaseline.read(bytes)
      guard let builder = earlier(bytes) else { return }
      let once = text(builder)
      let problems = try schema.problems(String(decoding: once, as: UTF8.self))
      try expect(problems.isEmpty, "summary: \(problems.first ?? "")")
      guard let again = earlier(once) else {
        throw Finding(what: "the summary of a summary cannot be read")
      }
      try expect(text(again) == once, "a second run changes a summary")
    }
  }

  private static func earlier(_ bytes: [UInt8]) -> SummaryBuilder? {
    var window = FileWindow(whole: bytes)
    return (try? SummaryReading.builder(&window, path: "x")) ?? nil
  }

  private static func text(_ builder: SummaryBuilder) -> [UInt8] {
    SummaryJSON().json(Summary(builder, filter: .init(), baseline: nil), builder)
  }

  /// Summaries of few reports.
  static func summaries() throws -> [[UInt8]] {
    let names = ["ips/ios-arm64", "apple-text/ios-arm64", "jetsam/per-process-limit", "kscrash/mach"]
    return [text(try builder(names)), text(try builder([names[0]])), text(try builder([names[3]]))]
  }

  private static func builder(_ folders: [String]) throws -> SummaryBuilder {
    var builder = SummaryBuilder()
    for part in outcomes(folders).map(\.part) { builder.add(part) }
    return builder
  }

  private static func outcomes(_ folders: [String]) -> [SummarizeJob.Outcome] {
    var options = SymbolicationOptions()
    options.triager = Triager()
    let job = SummarizeJob(
      Symbolicator(SymbolFinder(SearchPaths(symbols: [], store: "/nonexistent")), options: options), threads: 1)
    return folders.flatMap { FixtureFolder.files(below: "Reports/" + $0) }.map {
      job.run(ReportInput(path: FixtureFolder.path($0), outputName: "x", isNamed: true))
    }
  }

  /// CSV, KSCrash's runs, MetricKit's metrics.
  @Sendable static func sessions() -> FuzzTarget.Body {
    { bytes in
      var reading = SessionReading()
      let result = reading.read(bytes)
      var builder = SummaryBuilder()
      for row in result.rows { builder.add(row) }
      try expect(result.problems.count <= SessionReading.problemLimit, "\(result.problems.count) problems")
      _ = Summary(builder, filter: .init(), baseline: nil)
    }
  }

  /// The lines of a manifest, behind a head that fits.
  @Sendable static func manifest() throws -> FuzzTarget.Body {
    let folder = try TemporaryFolder()
    let finder = SymbolFinder(SearchPaths(symbols: [], store: "/nonexistent"))
    func open() throws -> BatchManifest {
      try BatchManifest(folder: folder.path, parts: ["fuzz"], finder, OutputFiles(inputs: { [] }), isNew: false)
    }
    _ = try open()
    let path = folder.path + "/" + InputList.manifest
    let head = Array(try Data(contentsOf: URL(fileURLWithPath: path)).prefix { $0 != 10 }) + [10]
    return { bytes in
      _ = try folder.write(head + bytes, to: InputList.manifest)
      var builder = SummaryBuilder()
      for (name, input) in try open().finished {
        try expect(name == input.input, "a manifest confuses its inputs")
        builder.add(input.part)
      }
      _ = Summary(builder, filter: .init(), baseline: nil)
    }
  }

  /// What manifests have for single reports.
  static func manifests() throws -> [[UInt8]] {
    outcomes(["ips/ios-arm64", "jetsam/per-process-limit"]).map { outcome in
      var record = PartRecord()
      return record.lines(FinishedInput(input: "a.ips", output: "out/a.json", part: outcome.part, tally: Tally()))
    }
  }
}
