import CrashModel
import Testing

@testable import Reports

/// Lines of stacks of JavaScript.
@Suite struct ScriptFrameLineTests {
  private func parse(_ line: String, isReason: Bool = false) -> ScriptFrameLine? {
    let bytes = Array(line.utf8)
    return ScriptFrameLine(bytes, bytes.indices, isReason: isReason)
  }

  private func kind(_ line: String) -> ScriptFrameLine.Kind? { parse(line)?.kind }

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
    #expect(found.kind == .frame(expected) && found.function == function)
    let text = Array(line.utf8)
    #expect(ScriptFrameLine.endsFrame(text, text.indices))
  }

  @Test func framesOfTheEngine() {
    #expect(kind("    at map (native)") == .native && parse("    at map (native)")?.function == "map")
    #expect(kind("    at apply (address at InternalBytecode.js:1:90)") == .native)
    #expect(kind("map@[native code]") == .native && parse("map@[native code]")?.function == "map")
    #expect(kind("[native code]") == .native && kind("    at Array.forEach (<anonymous>)") == .native)
    #expect(kind("    ... skipping 12 frames") == .skipped(12))
  }

  @Test(arguments: ["seg-3.js:1:0", "seg-3_14.js:1:0", "14.js:1:0"]) func partsOfBundles(_ place: String) throws {
    guard case .frame(let position)? = parse("f@" + place)?.kind else { throw Missing() }
    #expect(position.segment == (place.hasPrefix("seg") ? 3 : 0))
    #expect(position.module == (place.contains("14") ? 14 : nil))
  }

  @Test func reactNativeHasParsedTheFramesOfReasons() throws {
    for (line, column) in [("f@12.js:4:5", 5), ("f@seg-1.js:4:5", 5), ("f@4:5", 5), ("f@main.jsbundle:4:5", 4)]
      as [(String, UInt32)]
    {
      guard case .frame(let position)? = parse(line, isReason: true)?.kind else { throw Missing() }
      #expect(position.column == column, "\(line)")
    }
  }

  /// What a source map named is not looked up again.
  @Test(arguments: [
    "    at pay (src/cart.ts:12:4) (address at index.android.bundle:1:2345)", "pay (src/cart.ts:12:4)@1:2345",
    "    at pay (src/my cart.ts:12:4) (main.jsbundle:3:1)", "pay (src/my cart.ts:12:4)@main.jsbundle:1:2345",
    "I/ReactNativeJS(812): pay (src/cart.ts:12:4)@1:2345",
  ])
  func namedFrames(_ line: String) throws {
    let found = try #require(parse(line))
    #expect(found.kind == .named && found.function == "pay" && found.reported.line == 12 && found.reported.column == 4)
    #expect(found.reported.file == (line.contains("my") ? "src/my cart.ts" : "src/cart.ts"))
  }

  /// The bytes that a name replaces, after what a logger writes before a frame.
  @Test(
    arguments: [
      ("11-20 10:43:02.126  4711  4742 E ReactNativeJS:     at pay (address at index.android.bundle:1:2345)", "pay"),
      ("[js] pay@1:2345", "pay"), ("I/ReactNativeJS(812): global code@main.jsbundle:9:8", "global code"), ("@1:2", ""),
      ("  at f(x) [as y] (http://h/i.bundle:1:2)", "f(x) [as y]"), ("  at async pay (main.jsbundle:1:2)", "pay"),
    ])
  func names(_ line: String, _ name: String) throws {
    let found = try #require(parse(line))
    #expect(String(decoding: Array(line.utf8)[found.name], as: UTF8.self) == name)
  }

  private struct Missing: Error {}

  @Test(arguments: [
    "", "at", "at ", "at noon", "at 10:30",
    "meet me at 10:30", "write to ci@example.com:80:1 please", "a b c@1:2", "pay@", "pay@1",
    "pay@x:y", "x@0:1",
    "    at pay (somewhere)", "at com.example.Main.run(Main.java:12)",
    "    at 0   Shop   0x1045a8d0c kfun:a.b#c(){} + 119 (/p/F.kt:24:37)", "2026-11-20 10:43:02: due by 10:43:02",
    "... skipping many frames", "12:30:45", "see http://h/p:1:2",
  ])
  func otherLines(_ line: String) { #expect(parse(line) == nil) }
}
