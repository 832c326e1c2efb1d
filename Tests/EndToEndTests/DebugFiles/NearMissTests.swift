import TestSupport
import Testing

/// Debug files of another build are listed, one line each.
@Suite struct NearMissTests {
  @Test func aFolderWhoseNameHoldsTheSeparatorIsOneNearMiss() throws {
    let folder = try TemporaryFolder()
    try folder.copy(FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64-later"), to: "d; e")
    let report = FixtureFolder.path("Reports/apple-text/ios-paykit-missing/Shop.crash")
    let file = "d; e/PayKit.framework.dSYM/Contents/Resources/DWARF/PayKit"
    for words in [["-v", report], [report], ["inspect", report]] {
      let run = try Symbolicate.run(words + ["-s", "d; e"], directory: folder.path)
      let text = words.contains("inspect") ? run.stdout : run.stderr
      let lines = text.split(separator: "\n").filter { $0.contains("found d; e") }
      #expect(lines.count { $0.contains("PayKit") } == 1, "\(text)")
      #expect(
        lines.contains {
          $0.contains(
            "found \(file), but it is another build (UUID 4C4C44D1-5555-3144-A135-F208E9BBC20F, arm64, version 1.0 (1))")
        })
    }
  }
}
