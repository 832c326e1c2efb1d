import Bytes
import Testing

/// Texts that are read where they are.
@Suite struct LentTextTests {
  /// Short strings are in no memory of their own, long ones are.
  @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 17, 200]) func allBytesComeBack(_ count: Int) {
    let text = String(decoding: (0..<count).map { UInt8(ascii: "a") &+ UInt8($0 % 26) }, as: UTF8.self)
    withExtendedLifetime(text) {
      let lent = unsafe LentText(text)
      #expect(lent.isEmpty == text.isEmpty)
      #expect(lent.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) } == text)
    }
  }

  @Test(arguments: ["é", "名前名前名前", "\u{0}\u{ff}"]) func allCharactersComeBack(_ text: String) {
    withExtendedLifetime(text) {
      let lent = unsafe LentText(text)
      #expect(lent.withBytes { bytes in bytes.indices.map { bytes[$0] } } == Array(text.utf8))
    }
  }
}
