import Bytes
import Testing

@testable import Triage

@Suite struct FingerprintTests {
  /// From `printf 'trap\nCrashClass.pleaseCrash()' | sha256sum` and FIPS 180-4's own examples.
  @Test func hashIsSHA256() {
    #expect(SHA256.prefix(of: "abc".utf8.span) == 0xba78_16bf_8f01_cfea)
    #expect(SHA256.prefix(of: "".utf8.span) == 0xe3b0_c442_98fc_1c14)
    let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    #expect(SHA256.prefix(of: long.utf8.span) == 0x248d_6a61_d206_38b8)
  }

  @Test(arguments: [
    (
      "-[__NSArrayM objectAtIndex:]: index 5 beyond bounds [0 .. 2]",
      "-[__NSArrayM objectAtIndex:]: index # beyond bounds [# .. #]"
    ),
    ("object 0x600000123 is gone", "object # is gone"), ("no account \"7\"\nmore", "no account '…'"),
    ("id 6E9FC9E7-BCCE-4856-A817-31B671E63617 unknown", "id # unknown"), ("cannot open /var/x y", "cannot open /… y"),
  ])
  func reasonsLoseWhatVaries(_ reason: String, _ expected: String) { #expect(ReasonTemplate.text(reason) == expected) }

  @Test func recursionFindsTheLongestRun() throws {
    let names = ["x"] + (0..<20).flatMap { _ in ["b", "a"] } + ["main"]
    let found = try #require(Recursion(names))
    #expect(found.period == 2)
    #expect(found.repeats == 20)
    #expect(found.cycle(names) == ["a", "b"])
    #expect(Recursion(["a", "b", "c"]) == nil)
    #expect(Recursion(["", "", "", ""]) == nil)
  }
}
