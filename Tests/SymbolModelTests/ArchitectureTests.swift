import Testing

@testable import SymbolModel

@Suite struct ArchitectureTests {
  @Test(arguments: ["arm64", "arm64e", "aarch64", "x86_64", "x86_64h", "ppc64", "riscv64", "s390x"])
  func pointersOf64Bits(name: String) {
    #expect(Architecture(name).is64Bit)
  }

  @Test(arguments: ["arm64_32", "armv7", "armv7k", "i386", "ppc", "riscv32", "arm"])
  func pointersOf32Bits(name: String) {
    #expect(!Architecture(name).is64Bit)
  }

  @Test(
    arguments: [
      (16_777_228, -2_147_483_646, "arm64e"), (16_777_228, 0, "arm64"), (12, 9, "armv7"), (12, 6, "armv6"),
      (16_777_223, 8, "x86_64h"),
      (16_777_223, -2_147_483_645, "x86_64"), (7, 3, "i386"), (33_554_444, 1, "arm64_32"),
    ] as [(Int64, Int64, String)])
  func machTypes(type: Int64, subtype: Int64, name: String) {
    #expect(Architecture(machCPUType: type, subtype: subtype)?.name == name)
  }

  @Test func unknownMachTypesAreNil() {
    #expect(Architecture(machCPUType: 99, subtype: 0) == nil)
  }
}
