import CrashModel
import SymbolModel
import Testing

@testable import Reports

@Suite struct FrameKindsTests {
  private func kinds(
    _ addresses: [UInt64?], origin: FrameKinds.Origin = .interrupted, pc: UInt64? = nil, architecture: String = "arm64",
    trampolineAt: Int? = nil
  ) -> [Frame.Kind] {
    var frames = addresses.enumerated().map { index, address in
      Frame(index: index, kind: address == nil ? .omitted : .returnAddress, address: address.map { RuntimeAddress($0) })
    }
    if let trampolineAt { frames[trampolineAt].reported = ReportedSymbol(symbol: "_sigtramp", offset: 29) }
    FrameKinds.assign(
      &frames, in: 0..<frames.count, origin: origin, registers: pc.map { [Register(name: "pc", value: $0)] } ?? [],
      architecture: Architecture(architecture))
    return frames.map { $0.kind }
  }

  @Test func frame0OfAStoppedThreadIsExactCrashedOrNot() {
    #expect(kinds([0x1000, 0x2000, 0x3000]) == [.exact, .returnAddress, .returnAddress])
    #expect(kinds([0x1000, 0x2000], pc: 0x1000) == [.exact, .returnAddress])
  }

  @Test func aStackThatTheThreadRecordedItselfHasOnlyReturnAddresses() {
    #expect(kinds([0x1000, 0x2000], origin: .recorded) == [.returnAddress, .returnAddress])
  }

  @Test func frame0IsAReturnAddressWhenTheProgramCounterIsElsewhere() {
    #expect(kinds([0x1000, 0x2000], pc: 0x5000) == [.returnAddress, .returnAddress])
    #expect(kinds([0x1000, 0x2000], pc: 0) == [.exact, .returnAddress])
  }

  @Test func signaturesDoNotMakeAProgramCounterDiffer() {
    #expect(kinds([0x0023_4001_0a3c_45f8], pc: 0x1_0a3c_45f8, architecture: "arm64e") == [.exact], "iOS signs from bit 39 on")
    #expect(kinds([0x0023_4021_0a3c_45f8], pc: 0x1_0a3c_45f8, architecture: "arm64e") == [.returnAddress])
    #expect(kinds([0x0023_0001_0a3c_45f8], pc: 0x1_0a3c_45f8, architecture: "arm64e") == [.exact])
    #expect(kinds([0x0023_0001_0a3c_45f8], pc: 0x1_0a3c_45f8, architecture: "x86_64") == [.returnAddress])
  }

  @Test func theFrameAfterTheSignalTrampolineIsExact() {
    #expect(kinds([1, 2, 3, 4], trampolineAt: 1) == [.exact, .returnAddress, .exact, .returnAddress])
    #expect(kinds([1, 2, 3], origin: .recorded, trampolineAt: 0) == [.returnAddress, .exact, .returnAddress])
  }

  @Test func nothingIsExactAfterFramesThatWereLeftOut() {
    #expect(kinds([nil, 0x2000, 0x3000]) == [.omitted, .returnAddress, .returnAddress])
  }
}
