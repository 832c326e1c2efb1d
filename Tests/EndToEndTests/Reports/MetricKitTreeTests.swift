import Foundation
import TestSupport
import Testing

/// Call stack trees of MetricKit inside other JSON.
@Suite struct MetricKitTreeTests {
  private static let tree =

    #"{"callStacks": [{"threadAttributed": true, "callStackRootFrames": [{"binaryName": "Cart", "binaryUUID": "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9", "offsetIntoBinaryTextSegment": 16384, "address": 4295000064, "subFrames": [{"binaryName": "Cart", "binaryUUID": "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9", "offsetIntoBinaryTextSegment": 4096, "address": 4294987776}]}]}], "callStackPerThread": true}"#

  static func quoted(_ text: String) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed), as: UTF8.self)
  }

  @Test(arguments: 0..<5) func aTreeOfMetricKitIsReadWhereverItIs(shape: Int) throws {
    let payload =
      #"{"crashDiagnostics": [{"callStackTree": \#(Self.tree), "diagnosticMetaData": {"appVersion": "3.1", "osVersion": "iPhone OS 17.0 (21A1)"}}]}"#
    let inputs = [
      #"{"event": "x", "data": {"callStackTree": \#(Self.tree)}}"#, #"[{"type": "crash", "callStack": \#(Self.tree)}]"#,
      #"{"type": "crash", "callStack": \#(try Self.quoted(Self.tree))}"#,
      #"{"attributes": {"json": \#(try Self.quoted(Self.tree))}}"#, #"{"payload": \#(try Self.quoted(payload))}"#,
    ]
    let report = try #require(try SampleText.reports(inputs[shape]).first)
    #expect(report["format"] as? String == "metrickit")
    #expect(SampleText.frames(report, "threads", "imageOffset") == [["0x4000", "0x1000"]])
    if shape == 4 { #expect(report["kind"] as? String == "crash" && SampleText.text(report, "os", "build") == "21A1") }
  }
}
