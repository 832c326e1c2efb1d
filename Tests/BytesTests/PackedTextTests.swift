import Bytes
import Testing

/// Texts that threads share.
@Suite struct PackedTextTests {
  @Test(arguments: ["", "a", "名前", String(repeating: "x", count: 200)]) func theTextComesBack(_ word: String) {
    let text = PackedText.pack(form: 7, Array(word.utf8))
    var bytes = GrowingBytes()
    bytes.append(literal: "<")
    bytes.append(text)
    bytes.append(literal: ">")
    #expect(String(decoding: bytes.array, as: UTF8.self) == "<\(word)>" && text.form == 7)
    #expect(text.steps == text.count && text.count == word.utf8.count, "there are no blanks")
  }

  @Test func blanksAreNoSteps() { #expect(PackedText.pack(form: 0, Array("a b  c".utf8)).steps == 3) }

  @Test func theFirstThatIsKeptStays() async {
    let place = Kept()
    #expect(place.text.text == nil && !place.text.prefetch())
    let count = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask { place.text.keep(.pack(form: number, [])) }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(count == 1 && place.text.text != nil && place.text.prefetch())
    let first = place.text.text?.form
    #expect(!place.text.keep(.pack(form: 1_000, [])) && place.text.text?.form == first)
  }

  private final class Kept: Sendable { let text = KeptText() }

  /// What is gone may be given; nothing is read.
  @Test func placesOfWhatIsGoneDoNoHarm() {
    var place = MemoryPlace(of: [] as [Int])
    place.prefetch(at: 192)
    do {
      let elements = Array(0..<100)
      place = MemoryPlace(of: elements)
      place.prefetch()
    }
    place.prefetch(at: 6_400)
    MemoryPlace().prefetch()
    MemoryPlace(of: Kept()).prefetch()
  }
}
