import SymbolModel
import TestSupport
import Testing

@testable import DebugInfo

struct FunctionTableTests {
  @Test func eachPositionHasTheNamesThatItGot() {
    var generator = SeededGenerator(31)
    var table = FunctionTable()
    var expected: [UInt32: FunctionNames] = [:]
    for number in 0..<5_000 {
      let position = number % 2 == 0 ? UInt32(number) << 12 : UInt32.random(in: 0...UInt32.max, using: &generator)
      guard expected[position] == nil else { continue }
      #expect(table.names(at: position) == nil)
      let names = FunctionNames(
        RecordedNames(linkageName: nil, name: "f\(number)", scopes: []), of: nil,
        shown: ShownName(name: "f\(number)", linkageName: nil))
      table.add(names, at: position)
      expected[position] = names
    }
    for (position, names) in expected { #expect(table.names(at: position) === names) }
    #expect(expected.count > 4_900 && table.names(at: 4_097) == nil)
  }
}
