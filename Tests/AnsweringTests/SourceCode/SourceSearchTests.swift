import CrashModel
import Foundation
import System
import TestSupport
import Testing

@testable import Answering

/// Which file a path of the debug information means, and which it never means.
@Suite struct SourceSearchTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("top", to: "shop/main.swift")
    try folder.write("deep", to: "shop/Sources/Cart/Cart.swift")
    try folder.write("secret", to: "outside/key.txt")
    return folder
  }

  @Test(arguments: [
    ("/Users/ci/Shop/Sources/Cart/Cart.swift", "Sources/Cart/Cart.swift"), ("Sources/Cart/Cart.swift", "Sources/Cart/Cart.swift"),
    ("/build/./Sources/x/../Cart/Cart.swift", "Sources/Cart/Cart.swift"), ("/main.swift", "main.swift"),
    ("C:\\ci\\Sources\\Cart\\Cart.swift", "Sources/Cart/Cart.swift"),
  ])
  func theLongestEndOfThePathThatIsThereCounts(path: String, found: String) throws {
    let folder = try Self.folder()
    let file = SourceSearch([folder.path + "/shop"]).file(at: path, mapped: nil)
    #expect(file?.relativePath == found)
    #expect(file?.path == folder.path + "/shop/" + found)
  }

  @Test(arguments: [
    "/nowhere/Other.swift", "", "/", "..", "../outside/key.txt", "/a/../../outside/key.txt", "x/../../outside/key.txt", "Sources",
    "Sources/Cart", "a\0b/main.swift", "link/key.txt", "file.swift", "pipe",
  ])
  func whatLiesOutsideOrIsNoFileIsNotFound(path: String) throws {
    let folder = try Self.folder()
    let root = folder.path + "/shop"
    try FileManager.default.createSymbolicLink(atPath: root + "/link", withDestinationPath: folder.path + "/outside")
    try FileManager.default.createSymbolicLink(atPath: root + "/file.swift", withDestinationPath: "../outside/key.txt")
    #expect(mkfifo(root + "/pipe", 0o600) == 0)
    #expect(SourceSearch([root]).file(at: path, mapped: nil) == nil)
    let whole = folder.path + "/outside/key.txt"
    #expect(SourceSearch([root]).file(at: whole, mapped: nil) == nil, "an absolute path is no way out")
  }

  @Test func linksInsideAFolderAreFollowed() throws {
    let folder = try Self.folder()
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/shop/Links", withDestinationPath: "Sources")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/checkout", withDestinationPath: "shop")
    #expect(
      SourceSearch([folder.path + "/checkout"]).file(at: "/x/Links/Cart/Cart.swift", mapped: nil)?.relativePath
        == "Links/Cart/Cart.swift")
  }

  @Test func replacedPathsLeadToTheirFolderOnly() throws {
    let folder = try Self.folder()
    let map = try #require(PathMap(parsing: "/src/shop=\(folder.path)/shop"))
    let search = SourceSearch([])
    func found(_ path: String) -> String? { search.file(at: path, mapped: map.result(for: path))?.path }
    #expect(found("/src/shop/main.swift") == folder.path + "/shop/main.swift")
    #expect(found("/src/shop/../outside/key.txt") == nil)
    #expect(found("/src/shop/Cart.swift") == nil, "no search by the end of the path")
    #expect(found("/other/main.swift") == nil)
    let file = try #require(PathMap(parsing: "/src/x.swift=\(folder.path)/shop/main.swift"))
    #expect(search.file(at: "/src/x.swift", mapped: file.result(for: "/src/x.swift"))?.relativePath == "main.swift")
  }

  @Test func foldersAreTriedInOrder() throws {
    let folder = try Self.folder()
    try folder.write("other", to: "second/main.swift")
    let search = SourceSearch([folder.path + "/second", folder.path + "/shop"])
    #expect(search.file(at: "/x/main.swift", mapped: nil)?.path == folder.path + "/second/main.swift")
    #expect(search.file(at: "/x/Cart/Cart.swift", mapped: nil) == nil)
    #expect(search.file(at: "/x/Sources/Cart/Cart.swift", mapped: nil) != nil)
  }
}

/// What is shown of a source file, and which files are not.
@Suite struct SourceTextTests {
  private static func excerpt(_ bytes: [UInt8], line: UInt32, count: Int) throws -> SourceExcerpt {
    let folder = try TemporaryFolder()
    return try SourceText(path: folder.write(bytes, to: "a.c")).excerpt(around: line, count: count)
  }

  private static func excerpt(_ text: String, line: UInt32, count: Int) throws -> SourceExcerpt {
    try excerpt(Array(text.utf8), line: line, count: count)
  }

  private static func refusal(_ make: () throws -> SourceExcerpt) -> String? {
    do {
      _ = try make()
      return nil
    } catch { return (error as? SourceText.Refusal)?.reason }
  }

  @Test(arguments: [
    ("a\nb\nc\nd\n", 2, 1, 1, ["a", "b", "c"]), ("a\nb\nc\nd\n", 1, 1, 1, ["a", "b"]), ("a\nb\nc\nd", 4, 2, 2, ["b", "c", "d"]),
    ("a\r\nb\r\n", 2, 5, 1, ["a", "b"]), ("a\n\nc", 2, 0, 2, [""]), ("a", 1, 1000, 1, ["a"]),
  ])
  func linesAround(text: String, line: Int, count: Int, first: Int, lines: [String]) throws {
    let excerpt = try Self.excerpt(text, line: UInt32(line), count: count)
    #expect(excerpt.firstLine == first && excerpt.lines == lines && excerpt.line == line)
  }

  @Test func bytesThatAreNoUTF8AreReplaced() throws {
    #expect(try Self.excerpt([0x61, 0xff, 0x62], line: 1, count: 0).lines == ["a\u{FFFD}b"])
  }

  @Test func endlessLinesAreCut() throws {
    let line = try #require(Self.excerpt(String(repeating: "ü", count: 1_000_000), line: 1, count: 3).lines.first)
    #expect(line == String(repeating: "ü", count: 250) + "…")
  }

  @Test(arguments: [("a\nb\n", 3), ("a\nb\n", 4_000_000_000), ("a", 0)]) func linesBeyondTheEnd(text: String, line: UInt32) {
    #expect(Self.refusal { try Self.excerpt(text, line: line, count: 2) }?.hasPrefix("the file has only ") == true)
  }

  @Test func emptyFilesHaveNoLine() {
    #expect(Self.refusal { try Self.excerpt("", line: 1, count: 2) } == "the file has only 0 lines")
  }

  @Test func binaryFilesAreNotShown() {
    #expect(Self.refusal { try Self.excerpt([0x61, 0, 0x62], line: 1, count: 0) } == "not a text file")
  }

  @Test func hugeFilesAreNotRead() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "huge.c")
    #expect(truncate(path, 1 << 40) == 0)
    #expect(Self.refusal { try SourceText(path: path).excerpt(around: 1, count: 0) } == "the file is larger than 16 MB")
  }

  @Test func foldersAndDevicesAreNotRead() {
    for path in ["/", "/dev/zero"] {
      #expect(Self.refusal { try SourceText(path: path).excerpt(around: 1, count: 0) } == "not a regular file")
    }
  }
}
