// The types of the library hold those of CrashModel: without the import, an incremental build keeps its old layout here, and the tests crash.
import struct CrashModel.BinaryImage
import Foundation
import Symbolication
import TestSupport
import Testing

/// The library as a server uses it: only its public interface.
@Suite struct LibraryTests {
  static let locations = DebugFileLocations(paths: [FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")])

  static func report(_ path: String) throws -> CrashReport {
    try #require(try CrashReport.reports(in: try FixtureFolder.bytes(path), name: path).first)
  }

  @Test func aReportIsReadAndSymbolicated() async throws {
    let report = try Self.report("Reports/apple-text/ios-arm64/Shop.crash")
    #expect(report.format == "apple-text" && report.kind == "crash" && report.processName == "Shop")
    #expect(report.imageIDs.count > 2 && report.problems.isEmpty)
    let result = try await Symbolicator(debugFiles: Self.locations).symbolicate(report)
    let frames = result.primaryFrames
    #expect(frames.first?.functions.first?.name == "shop::Slot<long volatile>::write(long) const")
    #expect(frames.first?.functions.last?.file == "/src/shop/checkout.cpp" && frames.first?.functions.last?.line == 9)
    #expect(frames.first?.functions.map(\.isInlined) == Array(repeating: true, count: 6) + [false])
    #expect(frames.first?.isInApp == true && frames.first?.reason == nil && frames.first?.address == 0x1_027f_821c)
    #expect(frames.contains { $0.imageName == "UIKitCore" && !$0.isInApp && $0.functions.isEmpty && $0.reason != nil })
    #expect(result.appFrameCounts == (9, 9) && result.missingDebugFiles.isEmpty && result.warnings.isEmpty)
    #expect(result.group?.contains("/1:") == true)
  }

  /// Each format is that of the command-line program, byte for byte.
  @Test(arguments: [
    (SymbolicatedReport.Format.text, "text"), (.original, "same"), (.json, "json"), (.markdown, "markdown"), (.brief, "brief"),
  ])
  func formatsAreThoseOfTheProgram(format: SymbolicatedReport.Format, name: String) async throws {
    let path = "Reports/apple-text/ios-arm64/Shop.crash"
    let result = try await Symbolicator(debugFiles: Self.locations).symbolicate(try Self.report(path))
    let printed = try Symbolicate.run([path, "-s", Self.locations.paths[0], "-f", name], directory: FixtureFolder.path)
    // Only the program looked in its store and in the report's directory.
    let reasons = /"reason": ?"looked in [^"]*"/
    #expect(result.text(as: format).replacing(reasons, with: "") == printed.stdout.replacing(reasons, with: ""))
    #expect(!printed.output.isEmpty)
  }

  @Test func missingDebugFilesAreListed() async throws {
    let report = try Self.report("Reports/apple-text/ios-paykit-missing/Shop.crash")
    let locations = DebugFileLocations(paths: [FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM")])
    let result = try await Symbolicator(debugFiles: locations).symbolicate(report)
    let missing = try #require(result.missingDebugFiles.first)
    #expect(result.missingDebugFiles.count == 1 && missing.imageName == "PayKit" && missing.frameCount == 3)
    #expect(missing.id == "BADE5170-1DEB-5CAF-B121-A232EB5AED39" && missing.architecture == "arm64" && missing.reason != nil)
  }

  @Test func whatIsNoReportIsATypedError() throws {
    #expect(throws: SymbolicationError.self) { try CrashReport.reports(in: []) }
    do throws(SymbolicationError) {
      _ = try CrashReport.reports(in: Array("hello".utf8), name: "upload 7")
      Issue.record("text was read as a report")
    } catch {
      #expect(error.kind == .unknownFormat && error.name == "upload 7")
      #expect(error.description.hasPrefix("upload 7: not a crash report in a known format"))
    }
    do throws(SymbolicationError) {
      _ = try CrashReport.reports(in: [0x20, 0x0a])
    } catch {
      #expect(error.kind == .emptyInput)
    }
  }

  @Test func manyTasksShareOneSymbolicator() async throws {
    let report = try Self.report("Reports/apple-text/ios-arm64/Shop.crash")
    var options = Symbolicator.Options()
    options.maximumConcurrentReports = 3
    let symbolicator = Symbolicator(debugFiles: Self.locations, options: options)
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<40 { group.addTask { try await symbolicator.symbolicate(report).text(as: .text) } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(texts.count == 1 && texts.first?.contains("checkout.cpp:9") == true)
  }

  @Test func aCancelledTaskEndsWithCancellation() async throws {
    let report = try Self.report("Reports/apple-text/ios-arm64/Shop.crash")
    var options = Symbolicator.Options()
    options.maximumConcurrentReports = 1
    let symbolicator = Symbolicator(debugFiles: Self.locations, options: options)
    let tasks = (0..<20).map { _ in Task { try await symbolicator.symbolicate(report) } }
    for task in tasks { task.cancel() }
    var cancelled = 0
    for task in tasks {
      switch await task.result {
      case .success(let result): #expect(result.appFrameCounts.resolved == 9)
      case .failure(let error): cancelled += error is CancellationError ? 1 : 0
      }
    }
    #expect(cancelled > 0)
    // The queue is not stuck.
    #expect(try await symbolicator.symbolicate(report).appFrameCounts.resolved == 9)
  }

  @Test func aTaskThatWasCancelledBeforeNeverStarts() async throws {
    let report = try Self.report("Reports/apple-text/ios-arm64/Shop.crash")
    let symbolicator = Symbolicator(debugFiles: Self.locations)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await symbolicator.symbolicate(report)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func debugFilesThatWereAddedAreFoundAfterReloading() async throws {
    let folder = try TemporaryFolder()
    let report = try Self.report("Reports/apple-text/ios-arm64/Shop.crash")
    let locations = DebugFileLocations(paths: [folder.path], cache: folder.path + "/cache")
    let symbolicator = Symbolicator(debugFiles: locations)
    #expect(try await symbolicator.symbolicate(report).appFrameCounts.resolved == 0)
    try folder.copy(Self.locations.paths[0] + "/Shop.dSYM", to: "Shop.dSYM")
    try folder.copy(Self.locations.paths[0] + "/PayKit.framework.dSYM", to: "PayKit.framework.dSYM")
    symbolicator.reloadDebugFiles()
    #expect(try await symbolicator.symbolicate(report).appFrameCounts.resolved == 9)
    #expect(folder.files.contains { $0.hasPrefix("cache/index-1/") }, "\(folder.files)")
  }

  @Test func anotherProcessReadsDebugFiles() async throws {
    var options = Symbolicator.Options()
    options.isolationProgram = Symbolicate.path
    let symbolicator = Symbolicator(debugFiles: Self.locations, options: options)
    let report = try Self.report("Reports/apple-text/ios-arm64/Shop.crash")
    #expect(try await symbolicator.symbolicate(report).appFrameCounts.resolved == 9)
  }

  /// A report that nobody trusts does not choose the files that are opened.
  @Test func pathsOfReportsAreNotOpened() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.copy(FixtureFolder.path("Binaries/elf/out/gcc-dwarf5/shop"), to: "shop")
    let inspected = try Symbolicate.run(["inspect", "--json", path]).stdout
    let id = try #require(inspected.firstMatch(of: /"id": ?"([0-9a-fA-F-]+)"/)?.1)
    let text = """
      {"frames": [{"kind": "programCounter", "address": "0x4015d5"}],
       "images": [{"name": "shop", "path": "\(path)", "buildId": "\(id)", "baseAddress": "0x400000", "endOfText": "0x410000"}]}
      """
    let report = try #require(try? CrashReport.reports(in: Array(text.utf8)).first)
    let closed = try await Symbolicator(debugFiles: DebugFileLocations()).symbolicate(report)
    let open = try await Symbolicator(debugFiles: DebugFileLocations(includesSystem: true)).symbolicate(report)
    #expect(closed.primaryFrames.first?.functions.isEmpty == true)
    #expect(open.primaryFrames.first?.functions.isEmpty == false)
  }
}
