import CrashModel
import Foundation
import SymbolModel
import Testing

@testable import Rendering

struct JSONRendererTests {
  @Test func oneReportIsOneObjectInTheOrderOfTheSchema() throws {
    let text = String(decoding: JSONRenderer().json([SampleAnswers.shop]), as: UTF8.self)
    #expect(
      text.hasPrefix(
        "{\n  \"schema\": \"symbolicate.report/1\",\n  \"path\": \"Shop.ips\",\n  \"part\": 0,\n  \"format\": \"ips\",\n  \"kind\": \"crash\",\n  \"process\": {\n"
      ))
    #expect(text.hasSuffix("  ]\n}\n"))
    let keys = ["\"process\"", "\"os\"", "\"exception\"", "\"images\"", "\"threads\""].map { text.range(of: $0)?.lowerBound }
    #expect(keys.allSatisfy { $0 != nil } && keys.compactMap { $0 } == keys.compactMap { $0 }.sorted())
    #expect(
      text.contains(
        """
                  "index": 0,
                  "kind": "pc",
                  "address": "0x104a3c5f8",
                  "lookupAddress": "0x104a3c5f8",
                  "image": 0,
                  "imageOffset": "0x45f8",
                  "resolution": "line",
                  "symbol": "checkout(_:at:)",
                  "symbolOffset": "0x18",
                  "sources": [
                    {
                      "function": "Basket.pick(_:)",
                      "linkageName": "$s4pick",
                      "file": "/src/Basket.swift",
                      "line": 12,
                      "column": 9,
                      "inlined": true
                    },

        """))
  }

  @Test func otherReadersUnderstandIt() throws {
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(JSONRenderer().json([SampleAnswers.shop]))) as? [String: Any])
    let threads = try #require(object["threads"] as? [[String: Any]])
    #expect(threads.count == 2)
    #expect((threads[0]["registers"] as? [String: String]) == ["x0": "0x1", "pc": "0x104a3c5f8"])
    let frames = try #require(threads[0]["frames"] as? [[String: Any]])
    #expect(frames.map { $0["resolution"] as? String } == ["line", "none", "reported"])
    #expect((frames[1]["reason"] as? String)?.hasPrefix("no debug file for PayKit 7F1C0A52-") == true)
    #expect(frames[1]["reasonCode"] as? String == "near-miss")
    #expect((frames[2]["reported"] as? [String: String]) == ["symbol": "-[UITableView select:]", "offset": "0x654"])
    let images = try #require(object["images"] as? [[String: Any]])
    #expect(images.map { $0["status"] as? String } == ["found", "mismatch", "missing"])
    #expect(images[0]["id"] as? String == "8C1E0A52-8E6B-3B5E-9C0B-0A4F2E6D1C11")
  }

  @Test func severalReportsAreAnArrayOrLines() throws {
    let two = [SampleAnswers.shop, SampleAnswers.shop]
    #expect((try JSONSerialization.jsonObject(with: Data(JSONRenderer().json(two))) as? [Any])?.count == 2)
    #expect((try JSONSerialization.jsonObject(with: Data(JSONRenderer().json([]))) as? [Any])?.count == 0)
    let lines = JSONRenderer().ndjson(two).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
    #expect(lines.count == 2)
    for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line)) }
  }

  @Test func controlCharactersAreEscaped() throws {
    var report = SampleAnswers.shop
    report.path = "a\u{0}\u{1B}[31m\"\\\n\u{7F}é"
    let object = try JSONSerialization.jsonObject(with: Data(JSONRenderer().json([report]))) as? [String: Any]
    #expect(object?["path"] as? String == report.path)
    let bytes = JSONRenderer().ndjson([report])
    #expect(bytes.dropLast().allSatisfy { $0 >= 0x20 && $0 != 0x7F })
  }

  @Test func callTreesNest() throws {
    var report = SampleAnswers.shop
    let nodes = [(0, 0), (1, 1), (2, 2), (3, 1)].map { CallTree.Node(frame: $0.0, depth: $0.1, sampleCount: 7) }
    report.report.callTrees = [CallTree(name: "main", nodes: nodes)]
    let object = try JSONSerialization.jsonObject(with: Data(JSONRenderer().json([report]))) as? [String: Any]
    let tree = try #require((object?["callTrees"] as? [[String: Any]])?.first)
    let root = try #require((tree["nodes"] as? [[String: Any]])?.first)
    let children = try #require(root["children"] as? [[String: Any]])
    #expect(children.map { $0["address"] as? String } == ["0x105c01188", "0x183502000"])
    #expect((children[0]["children"] as? [[String: Any]])?.count == 1)
    #expect(root["sampleCount"] as? Int == 7)
  }

  @Test func onlyTheCrashedThread() throws {
    let bytes = JSONRenderer(onlyCrashed: true).json([SampleAnswers.shop])
    let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    #expect((object?["threads"] as? [[String: Any]])?.map { $0["index"] as? Int } == [0])
  }

  @Test func inspectionCountsFrames() throws {
    let object = try JSONSerialization.jsonObject(with: Data(JSONRenderer().inspection([SampleAnswers.shop]))) as? [String: Any]
    #expect(object?["schema"] as? String == "symbolicate.inspect/1")
    #expect((object?["counts"] as? [String: Int])?["resolvedAppFrames"] == 1)
    #expect((object?["images"] as? [[String: Any]])?.map { $0["frames"] as? Int } == [1, 1, 2])
  }

  /// The source frames of an answer that many frames share are kept, and copied for those of other reports.
  @Test func whatIsKeptOfAnAnswerIsWhatWasWritten() {
    func reports(_ resolution: FrameResolution) -> [SymbolicatedReport] {
      var shop = SampleAnswers.shop
      for position in shop.resolutions.indices { shop.resolutions[position] = resolution }
      return [shop, shop]
    }
    let sources = [
      SourceFrame(function: "a\"\u{1B}\\", linkageName: "_a", file: "/src/\u{e9}.c", line: 3, column: 4, inlined: true),
      SourceFrame(function: "main", file: "b.c", approximate: true),
    ]
    let own = reports(FrameResolution(basis: .line, symbol: "main", sources: sources))
    for write: ([SymbolicatedReport]) -> [UInt8] in [{ JSONRenderer().json($0) }, { JSONRenderer().ndjson($0) }] {
      let answer = ResolvedAddress(basis: .debugInformation, sources: sources, functionStart: nil, isNamed: true)
      let shared = reports(FrameResolution(basis: .line, symbol: "main", answer: answer))
      #expect(write(shared) == write(own))
      #expect(answer.text != nil)
      // In the other form, too.
      #expect(
        JSONRenderer().json(shared) == JSONRenderer().json(own) && JSONRenderer().ndjson(shared) == JSONRenderer().ndjson(own))
    }
  }
}
