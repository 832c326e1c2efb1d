import Testing

@testable import Changes

@Suite struct FunctionExtentTests {
  @Test(arguments: [
    ("Checkout.total(of:)", "total"), ("closure #1 in Checkout.total(of:)", "total"), ("-[Checkout total:with:]", "total"),
    ("shop::Basket<int>::total(int) const", "total"), ("int shop::total<int>(int)", "total"), ("Checkout.count.getter", "count"),
    ("(anonymous namespace)::total()", "total"), ("Checkout.init(items:)", "init"), ("main", "main"), ("__42+7", nil),
    ("static Checkout.total<A>(of:)", "total"), ("closure #1 in closure #2 in -[Cart pay]", "pay"),
  ]) func theDeclaredName(_ function: String, _ name: String?) { #expect(DeclaredName.of(function) == name) }

  private static let swift = """
    struct Checkout {
      // total(of:) is below
      func total(of items: [Int]) -> Int {
        let text = "}"  // }
        /* } */
        if items.isEmpty {
          return 0
        }
        return items[0]
      }

      var count: Int {
        items.total(1)
      }
    }
    func total(_ a: Int) -> Int { a }
    """

  @Test(arguments: [(9, 3...10), (7, 3...10), (3, 3...10), (16, 16...16), (13, nil), (11, nil), (99, nil), (0, nil)])
  func bracesDelimitAFunction(_ line: Int, _ lines: ClosedRange<Int>?) {
    #expect(FunctionExtent(Array(Self.swift.utf8)).lines(of: "total", around: line) == lines)
  }

  @Test func propertiesAndOtherLanguages() {
    #expect(FunctionExtent(Array(Self.swift.utf8)).lines(of: "count", around: 13) == 12...14)
    let python = "class Cart:\n  def total(self):\n    a = 1\n\n    return a\n  def pay(self):\n    pass\n"
    #expect(FunctionExtent(Array(python.utf8)).lines(of: "total", around: 5) == 2...5)
    let c = "int total(int);\n\nint total(int a)\n{\n  return a;\n}\n"
    #expect(FunctionExtent(Array(c.utf8)).lines(of: "total", around: 5) == 3...6)
    let objectiveC = "@implementation Cart\n- (int)total:(int)a {\n  return a;\n}\n@end\n"
    #expect(FunctionExtent(Array(objectiveC.utf8)).lines(of: "total", around: 3) == 2...4)
  }

  @Test func hostileSourcesEnd() {
    for text in ["", "\n", "func total(", String(repeating: "{", count: 100_000), String(repeating: "total(\n", count: 20_000)] {
      let extent = FunctionExtent(Array(text.utf8))
      _ = extent.lines(of: "total", around: extent.count)
    }
  }
}
