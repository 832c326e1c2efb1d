import Bytes
import Testing

/// Texts that threads share.
@Suite struct PackedTextsTests {
  private func text(_ number: Int, of texts: PackedTexts) -> String {
    var bytes = GrowingBytes()
    bytes.append(texts.range(number), of: texts)
    return String(decoding: bytes.array, as: UTF8.self)
  }

  @Test func textsComeBackInTheirOrder() {
    let words = ["", "a", "名前", String(repeating: "x", count: 200), "", "end"]
    var ends: [Int] = []
    for word in words { ends.append((ends.last ?? 0) + word.utf8.count) }
    let texts = PackedTexts.pack(form: 7, Array(words.joined().utf8), ends: ends)
    #expect(texts.form == 7 && texts.texts == words.count && texts.count == words.joined().utf8.count)
    #expect(words.indices.map { text($0, of: texts) } == words)
    #expect(texts.range(-1) == 0..<0 && texts.range(words.count) == 0..<0, "there is no such text")
    #expect(texts.steps == texts.count, "there are no blanks")
    #expect(PackedTexts.pack(form: 0, Array("a b  c".utf8), ends: []).steps == 3)
  }

  /// Ends that are not ascending, or not in the bytes, give ranges of the bytes.
  @Test func wrongEndsStayInside() {
    let texts = PackedTexts.pack(form: 0, Array("abc".utf8), ends: [2, 1, 9, -4])
    #expect((0..<4).map { texts.range($0) } == [0..<2, 2..<2, 1..<3, 3..<3])
    let none = PackedTexts.pack(form: 0, [], ends: [])
    #expect(none.count == 0 && text(0, of: none) == "")
  }

  @Test func theFirstThatIsKeptStays() async {
    let place = Kept()
    #expect(place.texts.texts == nil && !place.texts.prefetch())
    let count = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask { place.texts.keep(.pack(form: number, [], ends: [])) }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(count == 1 && place.texts.texts != nil && place.texts.prefetch())
    let first = place.texts.texts?.form
    #expect(!place.texts.keep(.pack(form: 1_000, [], ends: [])) && place.texts.texts?.form == first)
  }

  private final class Kept: Sendable { let texts = KeptTexts() }

  /// What is gone may be given; nothing is read.
  @Test func placesOfWhatIsGoneDoNoHarm() {
    var place = MemoryPlace(of: [] as [Int])
    place.prefetch(lines: 3)
    do {
      let elements = Array(0..<100)
      place = MemoryPlace(of: elements)
      place.prefetch()
    }
    place.prefetch(lines: 100)
    MemoryPlace().prefetch(lines: 100)
    MemoryPlace(of: Kept()).prefetch()
  }
}
