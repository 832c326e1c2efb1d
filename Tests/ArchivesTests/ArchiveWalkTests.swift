import Archives
import Foundation
import TestSupport
import Testing

/// Honest archives are read whole, hostile ones are refused with a reason.
@Suite struct ArchiveWalkTests {
  typealias Entry = ArchiveFile.Entry
  static let hello = Array("hello".utf8)

  /// The names and contents of all files.
  static func read(_ bytes: [UInt8], name: String = "a.zip", minLimit: Int = 1 << 30) throws -> (
    files: [String: [UInt8]], walk: ArchiveWalk
  ) {
    let folder = try TemporaryFolder()
    let walk = try ArchiveWalk(path: try folder.write(bytes, to: name), minLimit: minLimit)
    var files: [String: [UInt8]] = [:]
    while let member = try walk.next() { files[member.name] = try walk.head(.max) }
    return (files, walk)
  }

  static func reason(_ bytes: [UInt8], minLimit: Int = 1 << 30) -> String? {
    do {
      _ = try read(bytes, minLimit: minLimit)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func everyFileIsRead() throws {
    let entries = [Entry("./a/b", Self.hello), Entry("c/", []), Entry("c//d β", [1, 2]), Entry("empty", [])]
    for bytes in [ArchiveFile.zip(entries), ArchiveFile.tar(entries.filter { $0.name != "c/" })] {
      let files = try Self.read(bytes).files
      #expect(files == ["a/b": Self.hello, "c/d β": [1, 2], "empty": []])
    }
  }

  @Test(arguments: [
    "../x", "a/../../x", "/etc/passwd", "..", "a/..", "C:/x", "C:\\x", "\\x", "a\\..\\x",
    // A separator and the accent after it are one character.
    "../\u{301}x", "a/\u{301}/../\u{301}x", "a\\..\\\u{301}x", "C:\\\u{301}x", "/\u{301}x",
  ])
  func namesThatLeadOutAreRefused(name: String) {
    let entries = [Entry("good", Self.hello), Entry(name, Self.hello)]
    for bytes in [ArchiveFile.zip(entries), ArchiveFile.tar(entries)] {
      #expect(Self.reason(bytes)?.hasPrefix("refused: the name '") == true)
    }
  }

  @Test(arguments: ["a..b", "...", "a/.hidden", "x:y"]) func namesThatOnlyLookLikeIt(name: String) throws {
    #expect(try Self.read(ArchiveFile.zip([Entry(name, Self.hello)])).files == [name: Self.hello])
  }

  @Test func twoFilesOfOneNameAreRefused() {
    for names in [["x", "x"], ["a/x", "./a//x"]] {
      let bytes = ArchiveFile.zip(names.map { Entry($0, Self.hello) })
      #expect(Self.reason(bytes)?.hasPrefix("refused: two files in it have the name '") == true)
    }
  }

  @Test func linksArePassedOver() throws {
    for bytes in [
      ArchiveFile.zip([Entry("l", Array("/etc/passwd".utf8), isLink: true), Entry("f", Self.hello)]),
      ArchiveFile.tar([Entry("l", Array("../../etc".utf8), isLink: true), Entry("f", Self.hello)]),
    ] {
      let (files, walk) = try Self.read(bytes)
      #expect(files == ["f": Self.hello] && walk.links == 1)
    }
  }

  @Test func archivesInsideAreNotOpened() throws {
    let inner = ArchiveFile.zip([Entry("x", Self.hello)])
    let (files, walk) = try Self.read(
      ArchiveFile.zip([Entry("i/inner.zip", inner), Entry("i/inner.tar.gz", []), Entry("f", [])]))
    #expect(files == ["f": []] && walk.nested == ["i/inner.zip", "i/inner.tar.gz"])
  }

  @Test func whatStatesTooMuchIsRefusedBeforeItIsRead() {
    let entries = (0..<3).map { Entry("\($0)", Self.hello, statedSize: 4_000_000_000) }
    let reason = "refused: its files would take more than 1073 MB, although the archive has only 271 bytes"
    #expect(Self.reason(ArchiveFile.zip(entries)) == reason)
  }

  @Test func whatExpandsTooMuchIsRefusedOnTheWay() {
    let honest = ArchiveFile.zip([Entry("zeros", [], zeros: 20_000_000)])
    #expect(Self.reason(honest, minLimit: 1 << 20)?.hasPrefix("refused: its files would take more than ") == true)
    #expect(Self.reason(honest, minLimit: 30_000_000)?.hasPrefix("refused") != true)
    let liar = ArchiveFile.zip([Entry("zeros", [], statedSize: 10, zeros: 20_000_000)])
    #expect(Self.reason(liar, minLimit: 1 << 20) != nil)
  }

  @Test func whatIsNoArchiveIsSaid() throws {
    #expect(Self.reason(Self.hello)?.hasPrefix("not a readable archive: ") == true)
    #expect(Self.reason([])?.hasPrefix("not a readable archive: ") == true)
    #expect(throws: ArchiveError.self) { try ArchiveWalk(path: "/nonexistent") }
  }

  @Test func damageEndsInAnErrorOrInFilesNeverInATrap() throws {
    var generator = SeededGenerator(7)
    let entries = [Entry("a/Shop", Array(repeating: 7, count: 3000)), Entry("z", [], zeros: 5000), Entry("b", Self.hello)]
    for bytes in [ArchiveFile.zip(entries), ArchiveFile.tar([entries[0], entries[2]])] {
      for length in stride(from: 0, to: bytes.count, by: 97) { _ = Self.reason(Array(bytes[..<length])) }
      for _ in 0..<SeededGenerator.rounds(300) {
        var damaged = bytes
        for _ in 0..<4 { damaged[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator) }
        _ = Self.reason(damaged, minLimit: 1 << 20)
      }
    }
  }

  @Test func namesOfArchives() {
    for name in ["a.zip", "A.ZIP", "a.tar.gz", "a.tgz", "a.tar.zst", "a.tar"] { #expect(ArchiveWalk.isArchive(named: name)) }
    for name in ["zip", "a.gz", "a.ips", "a.dSYM"] { #expect(!ArchiveWalk.isArchive(named: name)) }
  }
}
