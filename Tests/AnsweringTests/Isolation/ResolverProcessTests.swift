import Foundation
import DebugInfo
import ObjectFiles
import SymbolModel
import System
import TestSupport
import Testing

import CrashModel
@testable import Answering

/// What becomes of an image whose files another process never gets to the end of. Shell scripts stand for that process.
@Suite struct ResolverProcessTests {
  static let path = FixtureFolder.path("Binaries/shop-cpp/out/macos-arm64-dwarf4/Shop.dSYM/Contents/Resources/DWARF/Shop")

  static func process(_ script: String, timeout: Int) -> ResolverProcess {
    ResolverProcess(jobs: 1, timeout: timeout, program: "/bin/sh", arguments: ["-c", script])
  }

  /// An image whose files `process` reads.
  static func image(_ process: ResolverProcess, path: String = path) throws -> ImageSymbols {
    let files = try ObjectFile.load(path: path)
    return ImageSymbols(
      files, OutOfProcessResolver(files, process, indexes: .live), status: ImageStatus(.found, debugFiles: files.map(\.path)))
  }

  /// One request goes on its way whole, the other one does not.
  @Test(arguments: [1, 100_000]) func anImageThatIsNeverAnsweredForIsGivenUp(addresses: Int) throws {
    let image = try Self.image(Self.process("exec tail -f /dev/null", timeout: 1))
    let answers = image.answers(at: (0..<UInt64(addresses)).map { ImageOffset($0 * 4) }, names: .short)
    #expect(answers.count == addresses && answers.allSatisfy { $0 == nil })
    let problems = image.newProblems()
    #expect(problems.map(\.path) == [Self.path])
    #expect(problems.first?.reason == "reading it took longer than 0 seconds and was abandoned")
    #expect(image.status.status == .damaged && image.status.reason == problems.first.map { .damaged($0.reason) })
  }

  @Test func otherImagesAreAnsweredForByANewProcess() throws {
    let folder = try TemporaryFolder()
    var reply = ResolverReply()
    reply.answers = [
      ResolvedAddress(basis: .symbolTable, sources: [SourceFrame(function: "answered")], functionStart: nil, isNamed: true)
    ]
    let path = try folder.write(reply.message, to: "reply")
    // The first process never answers. The second one is waited for as long as a file of 40 GB deserves, which is hours.
    let script = "if test -e '\(folder.path)/ready'; then exec cat '\(path)' -; fi; exec tail -f /dev/null"
    let process = Self.process(script, timeout: 1)
    let large = try folder.copy(Self.path, to: "large")
    let handle = try #require(FileHandle(forWritingAtPath: large))
    try handle.truncate(atOffset: 40_000_000_000)
    try handle.close()
    let (first, second) = (try Self.image(process), try Self.image(process, path: large))
    #expect(first.answers(at: [ImageOffset(4)], names: .short) == [nil])
    try folder.write("", to: "ready")
    #expect(second.answers(at: [ImageOffset(4)], names: .short).first??.sources.map(\.function) == ["answered"])
    #expect(first.status.status == .damaged && second.status.status == .found && second.newProblems().isEmpty)
  }

  @Test func aFileThatTheOtherProcessCannotOpenHasAReason() throws {
    let folder = try TemporaryFolder()
    let path = try folder.copy(Self.path, to: "Shop")
    let image = try Self.image(ResolverProcess(jobs: 1, program: Symbolicate.path), path: path)
    try FileManager.default.removeItem(atPath: path)
    #expect(image.answers(at: [ImageOffset(4)], names: .short) == [nil])
    #expect(image.newProblems().map(\.reason) == ["No such file or directory"])
    #expect(image.status.status == .damaged)
  }

  @Test func aProcessThatEndsWithoutAnAnswerIsStartedOnceMore() throws {
    let folder = try TemporaryFolder()
    let image = try Self.image(Self.process("echo started >>'\(folder.path)/log'; exit 3", timeout: 100_000_000))
    #expect(image.answers(at: [ImageOffset(4)], names: .short) == [nil])
    #expect(image.newProblems().map(\.reason) == ["the process that read it failed (exit status 3)"])
    #expect(try FileSystem.contents(of: folder.path + "/log").split(separator: UInt8(ascii: "\n")).count == 2)
  }

  @Test func aProcessThatNeedsTooMuchMemoryIsNotAskedAgain() throws {
    let folder = try TemporaryFolder()
    let image = try Self.image(Self.process("echo started >>'\(folder.path)/log'; exit 75", timeout: 100_000_000))
    #expect(image.answers(at: [ImageOffset(4)], names: .short) == [nil])
    let reason = "reading it needs more than \(ResolverLimits.memory >> 20) MB of memory; set SYMBOLICATE_DEBUG_MEMORY to more"
    #expect(image.newProblems().map(\.reason) == [reason])
    #expect(try FileSystem.contents(of: folder.path + "/log").split(separator: UInt8(ascii: "\n")).count == 1)
  }

  @Test(
    arguments: [
      ("500M", 500 << 20), ("8g", 8 << 30), ("1073741824", 1 << 30), ("1", 32 << 20), ("many", nil), ("-1", nil), ("", nil),
      ("9223372036854775807G", nil),
    ] as [(String, Int?)]) func sizesOfMemory(text: String, bytes: Int?)
  {
    #expect(ResolverLimits.bytes(text) == bytes)
  }
}
