import CrashModel
import SymbolModel
import Testing

@testable import Jobs

@Suite struct TallyTests {
  static func report(_ basis: FrameResolution.Basis, inApp: Bool, reported: ReportedSymbol? = nil) -> SymbolicatedReport {
    var report = CrashReport(format: .ips)
    report.images = [BinaryImage(name: "Shop")]
    report.images[0].inApp = inApp
    report.frames = [Frame(index: 0, kind: .exact, address: RuntimeAddress(1), image: 0)]
    report.frames[0].reported = reported
    let resolution = FrameResolution(basis: basis, reason: .notLookedUp)
    return SymbolicatedReport(report: report, resolutions: [resolution], imageStatuses: [ImageStatus(.missing)], path: "x")
  }

  static func tally(_ reports: SymbolicatedReport...) -> Tally { reports.reduce(into: Tally()) { $0.add($1) } }

  @Test func fruitlessMeansSomethingToResolveAndNothingResolved() {
    #expect(Self.tally(Self.report(.none, inApp: false)).isFruitless)
    #expect(!Self.tally(Self.report(.none, inApp: false), Self.report(.symbol, inApp: false)).isFruitless)
    #expect(!Self.tally(Self.report(.reported, inApp: true)).isFruitless)
    #expect(!Self.tally().isFruitless)
  }

  @Test func strictCountsFramesOfTheAppWithoutNameOrLine() {
    let line = ReportedSymbol(symbol: "f", file: "x.c", line: 1)
    #expect(Self.tally(Self.report(.none, inApp: true)).unresolvedAppFrames == 1)
    #expect(Self.tally(Self.report(.reported, inApp: true)).unresolvedAppFrames == 1)
    #expect(Self.tally(Self.report(.reported, inApp: true, reported: line)).unresolvedAppFrames == 0)
    #expect(Self.tally(Self.report(.none, inApp: false)).unresolvedAppFrames == 0)
    #expect(Self.tally(Self.report(.line, inApp: true)).unresolvedAppFrames == 0)
  }
}
