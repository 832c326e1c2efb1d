import TestSupport
import Testing

/// Dart's split debug files for Apple systems: ELF, without an ID, at other addresses than the app. Frames are found by their distance from
/// the symbol before all code. The answers are those of llvm-symbolizer for 0x1140f and 0x1148f of the file without that symbol.
@Suite struct DartTraceTests {
  private static let image = ["--image", "App=" + FixtureFolder.path("Binaries/dart/out/ios-split-arm64/app.ios-arm64.symbols")]
  private static let names = ["Ledger.post [inlined] (cart.dart:11)", "Cart.checkout + 15 (cart.dart:15)", "ShopPage.onTap + 1"]

  @Test func framesOfATraceAreFoundByTheirDistanceFromTheSymbol() throws {
    let trace = """
      *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
      pid: 4242, tid: 4250, name 1.ui
      isolate_dso_base: 10bfbc000, vm_dso_base: 10bfbc000
      isolate_instructions: 10bfc30c0, vm_instructions: 10bfc3000
          #00 abs 000000010bfc310f _kDartIsolateSnapshotInstructions+0x4f
          #01 abs 000000010bfc318f _kDartIsolateSnapshotInstructions+0xcf

      """
    for text in [trace, String(trace.split(separator: "    ", maxSplits: 1)[1])] {
      let run = try Symbolicate.run(["-", "-q"] + Self.image, input: Array(text.utf8))
      for name in Self.names { #expect(run.stdout.contains(name), "\(run.stdout)") }
      #expect(run.status == 0)
    }
  }

  @Test func framesOfAnIPSReportAreFoundTheSameWay() throws {
    let symbol = "\"symbol\":\"kDartIsolateSnapshotInstructions\",\"symbolLocation\""
    let report = """
      {"app_name":"Runner","bug_type":"309","incident_id":"4A1B0C5E-0000-4000-8000-000000000001"}
      {"procName":"Runner","pid":4242,"exception":{"type":"EXC_CRASH","signal":"SIGABRT"},"faultingThread":0,
      "usedImages":[{"source":"P","arch":"arm64","base":4496015360,"size":65536,"name":"App","path":"/private/var/App.framework/App","uuid":"4a1b0c5e-0000-3000-8000-000000000002"}],
      "threads":[{"triggered":true,"frames":[{"imageIndex":0,"imageOffset":28943,\(symbol):79},{"imageIndex":0,"imageOffset":29072,\(symbol):208}]}]}
      """
    let run = try Symbolicate.run(["-", "-q"] + Self.image, input: Array(report.utf8))
    for name in Self.names { #expect(run.stdout.contains(name), "\(run.stdout)") }
  }

  /// Dart's own decoder does not show functions that its compiler made up; their code counts as the call of them.
  @Test(arguments: ["live", "index"]) func functionsThatTheCompilerMadeUpAreNotShown(mode: String) throws {
    let folder = try TemporaryFolder()
    func lookup(_ name: String) throws -> String {
      let file = FixtureFolder.path("Binaries/dart/out/\(name)/app.\(name).symbols")
      let path = try folder.copy(file, to: name + ".symbols")
      if mode == "index" { #expect(try Symbolicate.run(["index", path], environment: cache).status == 0) }
      return try Symbolicate.run(
        ["lookup", path, "148f"] + (mode == "index" ? [] : ["--no-index"]), environment: cache
      ).stdout
    }
    let cache: [String: String?] = ["XDG_CACHE_HOME": folder.path + "/cache"]
    #expect(
      try lookup("android-arm64") == "Ledger.post\npackage:shop/cart.dart:11:10\nCart.checkout\npackage:shop/cart.dart:15:16\n\n")
    #expect(try lookup("android-artificial-arm64") == "Cart.checkout\npackage:shop/cart.dart:15:16\n\n")
  }

  @Test func theAdviceForAMissingFileIsThatForFlutter() throws {
    let run = try Symbolicate.run([FixtureFolder.path("Reports/dart/logcat/flutter.log")])
    #expect(run.stderr.contains("flutter build --split-debug-info=DIR") && !run.stderr.contains("dSYM"))
  }
}
