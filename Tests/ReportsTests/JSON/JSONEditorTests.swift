import CrashModel
import JSONText
import Reports
import SymbolModel
import TestSupport
import Testing

@Suite struct JSONEditorTests {
  /// Every frame with an address resolved to a made-up inline chain of two; every third left without an answer.
  static func answers(_ document: ReportDocument) -> [SymbolicatedReport] {
    document.reports.map { report in
      let resolutions = report.frames.indices.map { index -> FrameResolution in
        guard report.frames[index].address != nil, index % 3 != 2 else {
          return FrameResolution(basis: .none, reason: .notLookedUp)
        }
        let inner = SourceFrame(function: "inner \"quoted\"", file: "/src/a/Inner.swift", line: 7, column: 3, inlined: true)
        let outer = SourceFrame(
          function: "outer(_:)", linkageName: "$s5outer", file: "/src/a/Outer.swift", line: UInt32(index + 1),
          approximate: index == 0)
        return FrameResolution(basis: .line, symbol: "outer(_:)", symbolOffset: 24, sources: [inner, outer])
      }
      let statuses = report.images.map { _ in ImageStatus(.found) }
      return SymbolicatedReport(report: report, resolutions: resolutions, imageStatuses: statuses, path: "-")
    }
  }

  static func fill(_ bytes: [UInt8]) throws -> [UInt8] {
    let document = try ReportDocument(reading: bytes)
    return document.filled(with: answers(document)) { _, _ in nil }
  }

  /// Every JSON report of the fixtures and, where it is, of the corpus.
  static func reports() throws -> [(name: String, bytes: [UInt8])] {
    var result: [(String, [UInt8])] = []
    for name in FixtureFolder.files(below: "Reports") where !name.contains("apple-text") {
      result.append((name, try FixtureFolder.bytes(name)))
    }
    for row in try Corpus.table("INDEX.tsv")
    where ["ips", "kscrash-json", "callstack", "metrickit", "sentry-expected"].contains(row["format"]) {
      if let name = row["file"] { result.append((name, try Corpus.bytes(name))) }
    }
    return result.filter { _, bytes in (try? ReportDocument(reading: bytes)).map { $0.format != .appleText } ?? false }
  }

  /// `"function": [start"` is a list that ends with the list of frames.
  @Test func aBracketForAQuotationMarkCostsNoOtherFrames() throws {
    let text = String(decoding: try FixtureFolder.bytes("Reports/sentry/cut-addresses/envelope.json"), as: UTF8.self)
    let damaged = text.replacing("\"function\": \"", with: "\"function\": [", maxReplacements: 1)
    #expect(damaged != text)
    let filled = String(decoding: try Self.fill(Array(damaged.utf8)), as: UTF8.self)
    for address in damaged.matches(of: /"instruction_addr": "0x[0-9a-f]+"/) { #expect(filled.contains(address.output)) }
    #expect(filled.utf8.count >= damaged.utf8.count)
  }

  @Test func anIPSFrameGetsApplesKeysAndTheChain() throws {
    let report = #"""
      {"bug_type":"309","app_name":"Shop","timestamp":"x","os_version":"macOS 14.1"}
      {"usedImages" : [{"source":"P","base":4294967296,"size":65536,"uuid":"8c1e2f30-0000-1111-2222-333344445555","path":"\/A\/Shop"}],
       "threads" : [{"triggered":true,"frames":[{"imageOffset":4660,"imageIndex":0},{"imageOffset":64,"imageIndex":0,"symbol":"old","symbolLocation":9}]}]}
      """#
    let filled = String(decoding: try Self.fill(Array(report.utf8)), as: UTF8.self)
    let chain = #"{"function":"inner \"quoted\"","file":"/src/a/Inner.swift","line":7,"column":3,"inlined":true}"#
    #expect(
      filled.contains(
        #"{"imageOffset":4660,"imageIndex":0,"symbol":"outer(_:)","symbolLocation":24,"sourceFile":"Outer.swift","sourceLine":1,"#
          + #""symbolication":["# + chain
          + #",{"function":"outer(_:)","linkageName":"$s5outer","file":"/src/a/Outer.swift","line":1,"approximate":true}]}"#))
    #expect(
      filled.contains(#""imageIndex":0,"symbol":"outer(_:)","symbolLocation":24,"sourceFile":"Outer.swift","sourceLine":2,"#))
    #expect(!filled.contains("old"))
  }

  @Test func aKSCrashFrameGetsTheLinkersNameInTheFilesOwnSpacing() throws {
    let report = """
      {
        "report": {"id": "1", "version": "3.3.0", "type": "standard"},
        "binary_images": [{"image_addr": 4294967296, "image_size": 65536, "name": "/A/Shop", "uuid": null}],
        "crash": {"error": {"type": "mach"}, "threads": [{"index": 0, "crashed": true, "backtrace": {"contents": [
          {
            "object_addr": 4294967296,
            "instruction_addr": 4294971956
          }
        ], "skipped": 0}}]}
      }
      """
    let filled = String(decoding: try Self.fill(Array(report.utf8)), as: UTF8.self)
    #expect(
      filled.contains(
        [
          #""instruction_addr": 4294971956"#, #""symbol_name": "$s5outer""#, #""symbol_addr": 4294971932"#,
          #""symbolication": [{"#,
        ]
        .joined(separator: ",\n      ")))
  }

  @Test func aSwiftFrameGetsTheRuntimesKeys() throws {
    let report = #"""
      *** Signal 4: Backtracing from 0x5645c5b24d58... done ***

      { "kind": "crashReport", "architecture": "x86_64", "threads": [ { "crashed": true, "frames": [
      { "kind": "programCounter", "address": "0x0000000000401010" }, { "kind": "returnAddress", "address": "0x0000000000401020" } ] } ],
      "images": [ { "name": "shop", "buildId": "84156d73ae21b6b8", "path": "/srv/shop", "baseAddress": "0x400000", "endOfText": "0x402000" } ] }
      """#
    let filled = String(decoding: try Self.fill(Array(report.utf8)), as: UTF8.self)
    #expect(
      filled.contains(
        #""0x0000000000401010", "symbol": "$s5outer", "offset": 24, "description": "outer(_:) + 24", "image": "shop", "sourceLocation": { "file": "/src/a/Outer.swift", "line": 1, "column": 0 }, "symbolication": ["#
      ))
    #expect(filled.contains(#""0x0000000000401020", "symbol": "$s5outer", "offset": 23, "description": "outer(_:) + 23""#))
    let again = try ReportDocument(reading: Array(filled.utf8))
    #expect(again.reports.first?.frames.map { $0.reported?.offset } == [24, 24])
  }

  @Test func aSecondRunChangesNothing() throws {
    for (name, bytes) in try Self.reports() {
      let once = try Self.fill(bytes)
      #expect(try Self.fill(once) == once, "\(name)")
    }
  }

  @Test func outsideTheFramesNothingChangesAndInsideNothingIsLost() throws {
    var edited = 0
    for (name, bytes) in try Self.reports() {
      let filled = try Self.fill(bytes)
      let before = try ReportDocument(reading: bytes)
      let after = try ReportDocument(reading: filled)
      let old = before.reports.flatMap { $0.frames }
      let new = after.reports.flatMap { $0.frames }
      #expect(old.map { $0.address } == new.map { $0.address }, "\(name)")
      guard old.count == new.count else { continue }
      #expect(Self.withoutFrames(bytes, old) == Self.withoutFrames(filled, new), "\(name)")
      for (one, other) in zip(old, new) where !one.sourceRange.isEmpty && bytes[one.sourceRange.lowerBound] == UInt8(ascii: "{") {
        // Frames inside frames change with them, as do the names of Sentry's frames.
        let lost = Self.members(bytes, one.sourceRange).subtracting(Self.members(filled, other.sourceRange)).filter {
          !$0.hasPrefix("subFrames")
        }
        #expect(lost.allSatisfy { Self.owned.contains(where: $0.hasPrefix) }, "\(name) \(lost)")
        edited += 1
      }
    }
    #expect(edited > 100)
  }

  private static let owned = [
    "function", "filename", "abs_path", "lineno", "symbol", "offset", "description", "image", "sourceFile", "sourceLine",
    "sourceLocation", "file null", "line null",
  ]

  /// The text with every frame's bytes taken out.
  private static func withoutFrames(_ bytes: [UInt8], _ frames: [Frame]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    let places = frames.flatMap { [$0.sourceRange] + $0.otherPlaces }.sorted { $0.lowerBound < $1.lowerBound }
    for place in places where place.lowerBound >= position {
      result += bytes[position..<place.lowerBound]
      position = place.upperBound
    }
    result += bytes[position...]
    // The length of an item of an envelope grows with its frames.
    let text = String(decoding: result.prefix(1_000), as: UTF8.self)
    guard let length = text.firstRange(of: /"type": "event", "length": \d+/) else { return result }
    return Array(text.replacingCharacters(in: length, with: "").utf8) + result.dropFirst(1_000)
  }

  /// The members of the objects in a place, as text.
  private static func members(_ bytes: [UInt8], _ place: Range<Int>) -> Set<String> {
    var result: Set<String> = []
    var position = place.lowerBound
    while let start = bytes[position..<place.upperBound].firstIndex(of: UInt8(ascii: "{")) {
      let document = JSONDocument(bytes, in: start..<place.upperBound)
      for (key, value) in document.root?.members ?? .none { result.insert("\(key.string) \(value.text)") }
      position = document.end
    }
    return result
  }
}
