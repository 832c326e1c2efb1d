import JSONText
import Testing

/// The values of a document that no reader took.
@Suite struct UnreadTests {
  private enum Field: Int, JSONField {
    case size
    case name_
    case inner

    var name: String {
      switch self {
      case .size: "size"
      case .name_: "name"
      case .inner: "inner"
      }
    }
  }

  private static func paths(_ root: JSONValue, skipping: [JSONValue] = [], dropping: [String] = []) -> [String] {
    root.unread(at: "", skipping: skipping, dropping: dropping.map { JSONPathPattern($0) }).map { "\($0.path)=\($0.value.text)" }
  }

  @Test func decodedValuesAreTakenAndAContainerWithoutAnyIsOneValue() throws {
    let root = try #require(JSONDocument(Array(#"{"a":1,"b":{"c":"x","d":[1,{"e":true}],"n":2},"f":{},"g":null}"#.utf8)).root)
    _ = root["a"]?.int
    _ = root["b"]?["c"]?.string
    // Of another kind than it was asked for.
    _ = root["b"]?["n"]?.string
    #expect(Self.paths(root) == [#"b.d=[1,{"e":true}]"#, "b.n=2"])
  }

  @Test func valuesAtDroppedPathsAndThoseOfOthersAreLeftOut() throws {
    let root = try #require(JSONDocument(Array(#"{"a":[{"x":1,"y":2},{"x":3,"z":4}],"b":{"k":{"x":5,"w":6}},"c":7}"#.utf8)).root)
    let skipped = try #require(root["c"])
    #expect(Self.paths(root, skipping: [skipped], dropping: ["a[].x", "b.*.x"]) == ["a[0].y=2", "a[1].z=4", "b.k.w=6"])
  }

  @Test func whatHoldsNoValueIsLeftOut() throws {
    let root = try #require(JSONDocument(Array(#"{"a":1,"b":{"c":{"d":[{},null]}},"e":{"f":{},"g":[false]}}"#.utf8)).root)
    _ = root["a"]?.int
    #expect(Self.paths(root) == [#"e={"f":{},"g":[false]}"#])
  }

  @Test func aRowTakesItsFieldsAndLeavesOthersAndWhatIsInContainers() throws {
    let text = #"[{"size":1,"name":"n"},{"size":2,"name":3,"new":"v","inner":{"p":1,"q":2}}]"#
    let root = try #require(JSONDocument(Array(text.utf8)).root)
    var row = JSONRow(Field.self)
    for element in root.elements {
      row.read(element)
      _ = (row.int(.size), row.string(.name_), row[.inner]?["p"]?.int)
    }
    #expect(Self.paths(root) == ["[1].name=3", "[1].new=\"v\"", "[1].inner.q=2"])
  }

  /// The elements of a list count as taken when it ends, also if the row reads another document in between. Null says nothing.
  @Test func aRowTakesTheElementsOfAList() throws {
    let text = #"[{"size":1,"name":"n"},7,{"size":2,"name":null,"new":"v"},{"size":"3","name":"m","inner":{"p":1}}]"#
    let root = try #require(JSONDocument(Array(text.utf8)).root)
    let other = try #require(JSONDocument(Array(#"{"size":9,"other":8}"#.utf8)).root)
    var row = JSONRow(Field.self)
    var elements = root.elements
    var seen: [String] = []
    while row.readNext(&elements) {
      seen.append("\(row.isObject) \(row.int(.size) ?? -1) \(row.string(.name_) ?? "-") \(row.has(.inner))")
      #expect(row.range == row.value.range)
      row.read(other)
    }
    #expect(seen == ["true 1 n false", "false -1 - false", "true 2 - false", "true -1 m true"])
    #expect(Self.paths(root) == ["[1]=7", "[2].new=\"v\"", "[3].size=\"3\"", "[3].inner={\"p\":1}"])
    #expect(Self.paths(other) == ["other=8"])
  }

  private enum Length: Int, JSONField {
    case one
    case seven
    case eight
    case sixteen
    case seventeen
    case long

    var name: String {
      switch self {
      case .one: "a"
      case .seven: "seven_7"
      case .eight: "eight__8"
      case .sixteen: "sixteen_bytes_16"
      case .seventeen: "seventeen_bytes17"
      case .long: "twenty_five_bytes_long_25"
      }
    }
  }

  /// Keys are compared as words: one that differs in a single byte is another one, wherever the byte is, also at the end of the text.
  @Test(arguments: Length.allCases) private func keysOfAllLengthsAreToldApart(_ field: Length) throws {
    let first = Array("{\"\(field.name)\":1}".utf8)
    for place in 2..<first.count - 4 {
      var second = first
      second[place] ^= 1
      let document = JSONDocument(Array("[".utf8) + first + Array(",".utf8) + second + Array("]".utf8))
      var row = JSONRow(Length.self)
      var elements = try #require(document.root).elements
      var values: [Int?] = []
      while row.readNext(&elements) { values.append(row.int(field)) }
      #expect(values == [1, nil], "byte \(place)")
    }
    let only = try #require(JSONDocument(Array("[{\"\(field.name)\":1},{\"\(field.name)\":2}".utf8)).root)
    var row = JSONRow(Length.self)
    var elements = only.elements
    var values: [Int?] = []
    while row.readNext(&elements) { values.append(row.int(field)) }
    #expect(values == [1, 2])
  }

  @Test func whatIsOnlyLookedAtIsNotTaken() throws {
    let root = try #require(JSONDocument(Array(#"{"a":"0x10","b":1}"#.utf8)).root)
    #expect(root["b"]?.int == 1)
    #expect(root.document.withoutTaking { root["a"]?.string } == "0x10")
    #expect(Self.paths(root) == ["a=\"0x10\""])
  }
}
