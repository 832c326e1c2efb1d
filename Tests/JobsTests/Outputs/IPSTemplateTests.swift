import Foundation
import SymbolStore
import TestSupport
import Testing

@testable import Answering
@testable import Jobs
@testable import Reports

/// The keys that Apple's own text template prints of an `.ips` report (iOS 26), and keys that nobody knows.
@Suite struct IPSTemplateTests {
  /// The body of a report with a telling value under each of 37 keys.
  private static let body = """
    {"procName":"Shop","pid":71,"buildInfo":{"ProjectName":"z01","SourceVersion":"z02","BuildVersion":"z03","ProductBuildVersion":"z04"},
    "bundleInfo":{"CFBundleIdentifier":"com.example.shop","DTAppStoreToolsBuild":"z05"},
    "storeInfo":{"applicationVariant":"z06","deviceIdentifierForVendor":"z07"},"isBeta":1,"coalitionName":"z08",
    "responsibleProc":"z09","plugin":{"ExecutablePath":"z10","Identifier":"z11","ShortVersionString":"z12","Version":"z13"},
    "codeName":"z14","osVersion":{"train":"TRAIN","build":"23A1","releaseType":"z15","isEmbedded":EMBEDDED},
    "bridgeVersion":{"train":"z16","build":"z17"},"basebandVersion":"z18","systemID":"z19","sleepWakeUUID":"z20","sip":"z21",
    "captureTime":"2026-11-20 11:43:03.00 +0100","procLaunch":"2026-11-20 11:42:51.00 +0100",
    "exception":{"type":"EXC_CRASH","signal":"SIGABRT","subtype":"z22","message":"z23"},
    "exceptionReason":{"composed_message":"z24","name":"z25","class":"z26"},"isSimulated":1,"simulatedCaller":"z27",
    "termination":{"namespace":"SIGNAL","code":6,"reasons":["z28"],"details":["z29"]},"fatalDyldError":"z30",
    "externalGPUInfo":"z31","asiSignatures":["z32"],"ktriageinfo":"z33","vmSummary":"z34","mtePageTags":"z35",
    "filteredLog":["z36"],"diagnosticOutput":{"log":"z37"},"faultingThread":0,
    "threads":[{"triggered":true,"frames":[{"imageOffset":64,"imageIndex":0}]}],
    "usedImages":[{"base":4294967296,"size":16384,"uuid":"4c4c44f8-5555-3144-a173-b92085b6002d","name":"Shop","source":"P"}]}
    """

  @Test(arguments: ["iPhone OS 26.0", "macOS 26.0", "iPhone OS 17.0", "macOS 14.1"])
  func everyKeyOfTheTemplateIsInJSONAndText(train: String) throws {
    let body = Self.body.replacing("TRAIN", with: train).replacing("EMBEDDED", with: "\(train.hasPrefix("iPhone"))")
    let report = "{\"app_name\":\"Shop\",\"bug_type\":\"309\",\"os_version\":\"\(train)\"}\n" + body
    for format in [OutputFormat.json, .text] {
      let output = try Self.output(report, format)
      let found = (1...37).map { $0 < 10 ? "z0\($0)" : "z\($0)" }.filter { output.contains($0) }
      #expect(found.count == 37, "\(train) as \(format): \(found)")
    }
  }

  /// Reports with 33 objects.
  private static let reports = [
    """
    {"app_name":"Shop","bug_type":"309"}
    {"procName":"Shop","osVersion":{"train":"iPhone OS 26.0"},"bundleInfo":{"CFBundleIdentifier":"com.example.shop"},
    "exception":{"type":"EXC_CRASH","signal":"SIGABRT"},"termination":{"namespace":"SIGNAL","code":6},"faultingThread":0,
    "threads":[{"triggered":true,"threadState":{"pc":{"value":4294971392}},"frames":[{"imageOffset":64,"imageIndex":0}]}],
    "usedImages":[{"base":4294967296,"size":16384,"uuid":"4c4c44f8-5555-3144-a173-b92085b6002d","name":"Shop","source":"P"}]}
    """,
    """
    {"report":{"id":"7A","version":"3.9.0"},"system":{"system_name":"iOS","memory":{"free":1}},
    "binary_images":[{"image_addr":4294967296,"image_size":16384,"name":"/a/Shop","uuid":"4C4C44F8-5555-3144-A173-B92085B6002D"}],
    "crash":{"error":{"type":"mach","mach":{"exception":1},"signal":{"signal":11}},
    "threads":[{"index":0,"crashed":true,"registers":{"basic":{"pc":4294971392}},"backtrace":{"contents":[{"instruction_addr":4294971392}]}}]}}
    """,
    """
    {"crashDiagnostics":[{"version":"1.0.0","diagnosticMetaData":{"bundleIdentifier":"com.example.shop","exceptionType":6},
    "callStackTree":{"callStacks":[{"threadAttributed":true,"callStackRootFrames":[{"binaryName":"Shop","address":4294971392,
    "binaryUUID":"4C4C44F8-5555-3144-A173-B92085B6002D","offsetIntoBinaryTextSegment":4096}]}]}}],
    "hangDiagnostics":[{"diagnosticMetaData":{"hangDuration":"2 sec"}}]}
    """,
  ]

  @Test func everyUnknownKeyIsInJSONAndText() throws {
    var (planted, foundInJSON, foundInText) = (0, 0, 0)
    for report in Self.reports {
      var text = ""
      let first = planted
      for (position, part) in report.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
        guard position > 0 else { continue }
        text += "{\"zqFutureKey\":\"zqValue\(planted)z\"" + (part.hasPrefix("}") ? "" : ",") + part
        planted += 1
      }
      let (json, words) = (try Self.output(text, .json), try Self.output(text, .text))
      for number in first..<planted {
        foundInJSON += json.contains("zqValue\(number)z") ? 1 : 0
        foundInText += words.contains("zqValue\(number)z") ? 1 : 0
      }
    }
    #expect(planted == 33 && foundInJSON == 33 && foundInText == 33, "\(foundInJSON) and \(foundInText) of \(planted)")
  }

  private static func output(_ report: String, _ format: OutputFormat) throws -> String {
    let document = try ReportDocument(reading: Array(report.utf8))
    var session = ReportSession(Symbolicator(SymbolFinder(SearchPaths())))
    return session.answer(document, path: "-", folder: nil).reports.map { answers in
      String(decoding: OutputRenderer(format: format).bytes(document, [answers]), as: UTF8.self)
    }.joined()
  }
}
