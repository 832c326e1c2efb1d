import CrashModel
import Testing

@testable import Rendering
@testable import Triage

/// The table of groups in narrow terminals.
@Suite struct SummaryWidthTests {
  private static func text(_ function: String?, file: String? = nil, failure: String = "bad-access", width: Int) -> [String] {
    var incident = CrashEvent()
    (incident.group, incident.app, incident.failure) = (
      "com.example.shop/1:0123456789abcdef", "com.example.shop", FailureClass(name: failure)
    )
    (incident.function, incident.file, incident.line, incident.path) = (function, file, 1234, "a.ips")
    (incident.quality, incident.key, incident.fingerprint) = (.ok, [failure], "1:0123456789abcdef")
    var builder = SummaryBuilder()
    builder.add(incident)
    return SummaryText(width: width).text(Summary(builder)).split(separator: "\n").map(String.init)
  }

  @Test(arguments: [60, 80, 100, 160]) func fileAndLineSurviveAndNoLineIsTooLong(_ width: Int) {
    let function = "closure in closure in CheckoutViewController.collectionView(_:cellForItemAt:withConfiguration:)"
    for failure in ["trap", "bad-access", "exc:NSInternalInconsistencyException"] {
      let lines = Self.text(function, file: "/src/CheckoutViewController.swift", failure: failure, width: width)
      #expect(lines.contains { $0.contains("CheckoutViewController.swift:1234") }, "\(lines)")
      #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
    }
  }

  @Test func theMiddleOfALongFunctionIsLeftOutFirst() {
    let lines = Self.text("CheckoutViewController.collectionView(_:cellForItemAt:)", file: "Cart.swift", width: 80)
    #expect(
      lines.contains { $0.contains("bad-access in Check") && $0.contains("…") && $0.hasSuffix(" (Cart.swift:1234)") }, "\(lines)")
  }

  @Test func theNameStaysWholeBeforeItsPlaceDoes() {
    let lines = Self.text("paykit::(anonymous namespace)::sign()", file: "PayKit.cpp", failure: "trap", width: 80)
    let name = lines.firstIndex { $0.hasSuffix("  trap in paykit::(anonymous namespace)::sign()") }
    #expect(name.map { lines[$0 + 1] } == "      at PayKit.cpp:1234", "\(lines)")
  }

  @Test func whatFitsStaysWholeAndWhatHasNoPlaceHasNone() {
    #expect(
      Self.text("pay()", file: "Cart.swift", width: 80).contains { $0.hasSuffix("  bad-access in pay() (Cart.swift:1234)") })
    #expect(Self.text(nil, width: 80).contains { $0.hasSuffix("  bad-access, no stack") })
    #expect(Self.text(String(repeating: "x", count: 300), width: 80).allSatisfy { $0.count <= 80 })
  }
}
