import Testing

@testable import SymbolModel

@Suite struct PointerAuthenticationTests {
  static let arm64 = Architecture("arm64e")

  /// Signed addresses, as the processor makes them of code on the three kinds of systems: a signature above the address space, bit
  /// 55 as it was.
  @Test(
    arguments: [
      ("iOS", 0x9a5b_7d81_0276_821c, 0x1_0276_821c), ("macOS", 0xb97c_8001_8a6e_520c, 0x1_8a6e_520c),
      ("macOS, high", 0xb97c_ff84_8a6e_520c, 0x7f84_8a6e_520c), ("Linux", 0x0034_ffff_a1b2_c3d4, 0xffff_a1b2_c3d4),
      ("kernel", 0x7aba_fe00_0700_4010, 0xffff_fe00_0700_4010),
    ] as [(String, UInt64, UInt64)])
  func theCodeIsAmongTheForms(system: String, signed: UInt64, code: UInt64) {
    let forms = RuntimeAddress(signed).withoutPointerAuthentication(on: Self.arm64)
    #expect(forms.contains(RuntimeAddress(code)), "\(system): \(forms.map { String($0.value, radix: 16) })")
    #expect(forms == RuntimeAddress(signed).withoutPointerAuthentication(on: nil), "an unknown processor may be one of these")
    #expect(RuntimeAddress(signed).isSameCode(as: RuntimeAddress(code), on: Self.arm64))
  }

  @Test func otherAddressesHaveNoOtherForm() {
    #expect(RuntimeAddress(0x1_0276_821c).withoutPointerAuthentication(on: Self.arm64) == [])
    #expect(RuntimeAddress(0x7fff_8a6e_520c).withoutPointerAuthentication(on: Architecture("x86_64")) == [])
    #expect(!RuntimeAddress(0x1_0276_821c).isSameCode(as: RuntimeAddress(0x9a5b_7d81_0276_821c), on: Architecture("x86_64")))
    #expect(!RuntimeAddress(0x1_0276_821c).isSameCode(as: RuntimeAddress(0x1_0276_8220), on: Self.arm64))
  }
}
