import CrashModel
import Testing

@testable import Reports

/// Lines of stacks of JavaScript.
@Suite struct ScriptFrameLineTests {
  private func parse(_ line: String) -> ScriptFrameLine? { ScriptFrameLine.parse(line[...]) }

  @Test(
    arguments: [
      ("    at pay (address at index.android.bundle:1:2345)", "pay", "index.android.bundle", 1, 2345, true),
      (
        "    at Cart.total [as x] (address at /data/app/index.bundle:1:7)", "Cart.total [as x]", "/data/app/index.bundle", 1, 7,
        true
      ),
      (
        "at f(x) (http://localhost:8081/index.bundle?platform=ios:10:5)", "f(x)",
        "http://localhost:8081/index.bundle?platform=ios", 10, 4, false
      ),
      ("    at anonymous (address at main.jsbundle:1:0)", nil, "main.jsbundle", 1, 0, true),
      ("    at main.jsbundle:3:1", nil, "main.jsbundle", 3, 0, false),
      ("pay@main.jsbundle:1:2345", "pay", "main.jsbundle", 1, 2344, false),
      ("pay@http://h:8081/i.bundle:1:1", "pay", "http://h:8081/i.bundle", 1, 0, false),
      ("pay@1:2345", "pay", nil, 1, 2345, false), ("@1:2", nil, nil, 1, 2, false),
      ("global code@main.jsbundle:9:8", "global code", "main.jsbundle", 9, 7, false),
      ("_a$b@12.js:4:5", "_a$b", "12.js", 4, 4, false),
    ] as [(String, String?, String?, UInt32, UInt32, Bool)])
  func frames(_ line: String, _ function: String?, _ bundle: String?, _ number: UInt32, _ column: UInt32, _ isBytecode: Bool)
    throws
  {
    let found = try #require(parse(line))
    var expected = ScriptPosition(bundle: bundle, line: number, column: column, isBytecode: isBytecode)
    expected.isBytecode = isBytecode
    #expect(found == ScriptFrameLine(kind: .frame(expected), function: function))
  }

  @Test func framesOfTheEngine() {
    #expect(parse("    at map (native)") == ScriptFrameLine(kind: .native, function: "map"))
    #expect(parse("    at apply (address at InternalBytecode.js:1:90)") == ScriptFrameLine(kind: .native, function: "apply"))
    #expect(parse("map@[native code]") == ScriptFrameLine(kind: .native, function: "map"))
    #expect(parse("[native code]") == ScriptFrameLine(kind: .native, function: nil))
    #expect(parse("    ... skipping 12 frames") == ScriptFrameLine(kind: .skipped(12), function: nil))
  }

  @Test(arguments: ["seg-3.js:1:0", "seg-3_14.js:1:0", "14.js:1:0"]) func partsOfBundles(_ place: String) throws {
    guard case .frame(let position)? = parse("f@" + place)?.kind else { throw Missing() }
    #expect(position.segment == (place.hasPrefix("seg") ? 3 : 0))
    #expect(position.module == (place.contains("14") ? 14 : nil))
  }

  private struct Missing: Error {}

  @Test(arguments: [
    "", "at", "at ", "at noon", "at 10:30",
    "meet me at 10:30", "write to ci@example.com:80:1 please", "a b c@1:2", "pay@", "pay@1",
    "pay@x:y", "x@0:1",
    "    at pay (somewhere)", "... skipping many frames", "12:30:45", "see http://h/p:1:2",
  ])
  func otherLines(_ line: String) { #expect(parse(line) == nil) }
}
