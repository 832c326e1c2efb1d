import Foundation
import TestSupport
import Testing

/// `symbolicate check`: builds with what a release can lack.
@Suite struct CheckTests {
  private static let binaries = FixtureFolder.path("Binaries/shop-cpp/out/")
  private static let plist = """
    <plist><dict><key>CFBundleIdentifier</key><string>org.example.shop</string><key>CFBundleShortVersionString</key>
    <string>4.2.0</string><key>CFBundleVersion</key><string>1187</string></dict></plist>
    """

  /// An archive as Xcode makes it: the app with its framework, one more copy of the framework in an extension, both dSYMs, and
  /// Apple's Swift library.
  private static func archive() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let app = "Shop.xcarchive/Products/Applications/Shop.app"
    try folder.copy(binaries + "ios-arm64/Shop", to: app + "/Shop")
    try folder.write(plist, to: app + "/Info.plist")
    for place in ["/Frameworks", "/PlugIns/Share.appex/Frameworks"] {
      try folder.copy(binaries + "ios-arm64/PayKit.framework", to: app + place + "/PayKit.framework")
    }
    try folder.copy(binaries + "ios-arm64-later/PayKit.framework.dSYM/Contents/Resources/DWARF/PayKit", to: "other/PayKit")
    try folder.copy(FixtureFolder.path("Binaries/symbols-only/out/Shop"), to: app + "/Frameworks/libswiftCore.dylib")
    try folder.copy(binaries + "ios-arm64/Shop.dSYM", to: "Shop.xcarchive/dSYMs/Shop.app.dSYM")
    try folder.copy(binaries + "ios-arm64/PayKit.framework.dSYM", to: "Shop.xcarchive/dSYMs/PayKit.framework.dSYM")
    return folder
  }

  private static func check(_ folder: TemporaryFolder, _ arguments: String...) throws -> ToolRun {
    let places: [String: String?] = ["XDG_CACHE_HOME": folder.path + "/.cache", "XDG_DATA_HOME": folder.path + "/.data"]
    return try Symbolicate.run(["check"] + arguments, environment: places, directory: folder.path)
  }

  @Test func aWholeArchiveIsFine() throws {
    let run = try Self.check(try Self.archive(), "Shop.xcarchive")
    #expect(run.status == 0)
    try expectGolden(run.output, "CommandLine/check-complete.txt")
    #expect(run.stderr == "symbolicate: Shop.xcarchive: OK: all 2 images have their dSYMs\n")
  }

  @Test func everythingThatIsMissingIsListedWithTheNextStep() throws {
    let folder = try Self.archive()
    let dSYMs = folder.path + "/Shop.xcarchive/dSYMs/"
    try FileManager.default.removeItem(atPath: dSYMs + "PayKit.framework.dSYM")
    try folder.copy(Self.binaries + "ios-arm64-later/PayKit.framework.dSYM", to: "Shop.xcarchive/dSYMs/PayKit.framework.dSYM")
    try folder.write("", to: "Shop.xcarchive/dSYMs/Widget.appex.dSYM/Contents/Info.plist")
    try FileManager.default.createDirectory(atPath: dSYMs + "Watch.app.dSYM", withIntermediateDirectories: true)
    try folder.copy(FixtureFolder.path("Binaries/watch32/out"), to: "others")
    let run = try Self.check(folder, "Shop.xcarchive", "-s", "others", "-q")
    #expect(run.status == 3)
    try expectGolden(run.output, "CommandLine/check-incomplete.txt")
    #expect(run.stderr == "symbolicate: Shop.xcarchive: MISSING: 1 of 2 dSYMs; 2 empty dSYM bundles\n")
  }

  @Test func anExportedAppIsCheckedWithTheDSYMsOfItsBuild() throws {
    let folder = try Self.archive()
    let app = folder.path + "/Shop.xcarchive/Products/Applications/Shop.app"
    let entries = try Files.below(app).map { name in
      ArchiveFile.Entry("Payload/Shop.app/" + name, [UInt8](try Data(contentsOf: URL(fileURLWithPath: app + "/" + name))))
    }
    try folder.write(ArchiveFile.zip(entries), to: "Shop.ipa")
    let alone = try Self.check(folder, "Shop.ipa")
    #expect(alone.status == 3 && alone.stderr == "symbolicate: Shop.ipa: MISSING: 2 of 2 dSYMs\n")
    #expect(alone.stdout.hasPrefix("Shop.ipa: org.example.shop 4.2.0 (1187), 3 images\n"))
    let whole = try Self.check(folder, "Shop.ipa", "-s", "Shop.xcarchive/dSYMs", "--json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(whole.output)) as? [String: Any])
    #expect(whole.status == 0 && object["complete"] as? Bool == true && object["version"] as? String == "4.2.0")
    let images = try #require(object["images"] as? [[String: Any]])
    #expect(images.map { $0["status"] as? String } == ["ok", "runtime", "ok"])
    #expect(
      images.first?["copies"] as? [String] == ["Shop.ipa/Payload/Shop.app/PlugIns/Share.appex/Frameworks/PayKit.framework/PayKit"]
    )
  }

  @Test func dSYMsBesideAnAppAreFound() throws {
    let folder = try TemporaryFolder()
    try folder.copy(Self.binaries + "ios-arm64/Shop", to: "Products/Shop.app/Shop")
    try folder.copy(Self.binaries + "ios-arm64-later/PayKit.framework.dSYM", to: "Products/PayKit.framework.dSYM")
    #expect(try Self.check(folder, "Products/Shop.app").status == 3)
    try folder.copy(Self.binaries + "ios-arm64/Shop.dSYM", to: "Products/Shop.app.dSYM")
    #expect(try Self.check(folder, "Products/Shop.app").status == 0)
  }

  @Test func theStoreCounts() throws {
    let folder = try Self.archive()
    let store = folder.path + "/.data/symbolicate/store"
    let added = try Symbolicate.run(["store", "--store", store, "add", folder.path + "/Shop.xcarchive/dSYMs"])
    try #require(added.status == 0)
    let run = try Self.check(folder, "Shop.xcarchive/Products/Applications/Shop.app")
    #expect(run.status == 0, "\(run.stdout)")
    let index = try Symbolicate.run(
      ["store", "--store", folder.path + "/indexes", "add", "--index-only", folder.path + "/Shop.xcarchive/dSYMs"])
    try #require(index.status == 0)
    let indexed = try Self.check(folder, "Shop.xcarchive/Products/Applications/Shop.app", "--store", "indexes")
    #expect(indexed.status == 0 && indexed.stdout.contains("index, 23 of 23 functions"), "\(indexed.stdout)")
  }

  // MARK: JavaScript

  private static func bundle(_ folder: TemporaryFolder) throws {
    let scripts = FixtureFolder.path("Scripts/out/ios/main.jsbundle")
    try folder.copy(scripts, to: "Shop.xcarchive/Products/Applications/Shop.app/main.jsbundle")
  }

  @Test func bundlesOfJavaScriptNeedTheirSourceMaps() throws {
    let folder = try Self.archive()
    try Self.bundle(folder)
    let without = try Self.check(folder, "Shop.xcarchive")
    #expect(without.status == 3)
    #expect(without.stderr == "symbolicate: Shop.xcarchive: MISSING: 1 of 1 source map; all 2 images have their dSYMs\n")
    #expect(without.stdout.hasPrefix("Shop.xcarchive: org.example.shop 4.2.0 (1187), 3 images, 1 bundle of JavaScript\n"))
    #expect(without.stdout.contains("\n  missing     main.jsbundle  4F1C6C3E-5B1F-4D3B-9F0E-7A2D3C4B5A69  no source map\n"))
    #expect(without.stdout.hasSuffix("and name it with --source-map\n"))
    let map = FixtureFolder.path("Scripts/out/ios/main.jsbundle.map")
    let with = try Self.check(folder, "Shop.xcarchive", "--source-map", map)
    #expect(with.status == 0, "\(with.stdout)")
    let verdict = "OK: all 2 images have their dSYMs; the bundle of JavaScript has its source map"
    #expect(with.stderr == "symbolicate: Shop.xcarchive: \(verdict)\n")
    #expect(with.stdout.contains("-7A2D3C4B5A69  source map \(map), 6 sources\n"))
    let store = folder.path + "/.data/symbolicate/store"
    try #require(try Symbolicate.run(["store", "--store", store, "add", map]).status == 0)
    #expect(try Self.check(folder, "Shop.xcarchive").status == 0, "the store has it by its debug ID")
  }

  @Test func theSourceMapOfAnotherBuild() throws {
    let folder = try TemporaryFolder()
    try folder.copy(FixtureFolder.path("Scripts/out/ios/main.jsbundle"), to: "Shop.app/main.jsbundle")
    let text = String(decoding: try FixtureFolder.bytes("Scripts/out/ios/main.jsbundle.map"), as: UTF8.self)
    try folder.write(text.replacing("4f1c6c3e", with: "5f1c6c3e"), to: "maps/main.jsbundle.map")
    let run = try Self.check(folder, "Shop.app", "-s", "maps")
    #expect(run.status == 3 && run.stdout.contains("  other-build main.jsbundle  4F1C6C3E-"), "\(run.stdout)")
    #expect(run.stdout.contains("              found maps/main.jsbundle.map, but it is another build\n"))
  }

  @Test func bundlesInAnExportedApp() throws {
    let folder = try TemporaryFolder()
    let bundle = [UInt8](try FixtureFolder.bytes("Scripts/out/ios/main.jsbundle"))
    try folder.write(ArchiveFile.zip([ArchiveFile.Entry("Payload/Shop.app/main.jsbundle", bundle)]), to: "Shop.ipa")
    try folder.copy(FixtureFolder.path("Scripts/out/ios/main.jsbundle.map"), to: "maps/renamed.map")
    let run = try Self.check(folder, "Shop.ipa", "-s", "maps", "--json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let script = try #require((object["scripts"] as? [[String: Any]])?.first)
    #expect(run.status == 0 && object["complete"] as? Bool == true && script["sourceMap"] as? String == "maps/renamed.map")
    #expect(
      script["debugID"] as? String == "4F1C6C3E-5B1F-4D3B-9F0E-7A2D3C4B5A69"
        && script["path"] as? String == "Shop.ipa/Payload/Shop.app/main.jsbundle")
  }

  /// What `npx expo export --source-maps` leaves: bytecode for Android, text for the web and iOS without Hermes.
  @Test func anExportOfExpo() throws {
    let folder = try TemporaryFolder()
    let bytecode: [UInt8] = [0xc6, 0x1f, 0xbc, 0x03, 0xc1, 0x03, 0x19, 0x1f, 96, 0, 0, 0]
    try folder.write(bytecode, to: "dist/_expo/static/js/android/entry-9a8b7c6d.hbc")
    try folder.copy(
      FixtureFolder.path("Scripts/out/android/index.android.bundle.map"),
      to: "dist/_expo/static/js/android/entry-9a8b7c6d.hbc.map")
    try folder.copy(FixtureFolder.path("Scripts/out/ios/main.jsbundle"), to: "dist/_expo/static/js/ios/entry-0c1d2e3f.js")
    let run = try Self.check(folder, "dist")
    #expect(run.status == 3 && run.stderr == "symbolicate: dist: MISSING: 1 of 2 source maps\n")
    #expect(run.stdout.contains("  ok          entry-9a8b7c6d.hbc  "))
    try folder.copy(FixtureFolder.path("Scripts/out/ios/main.jsbundle.map"), to: "dist/_expo/static/js/ios/entry-0c1d2e3f.js.map")
    let whole = try Self.check(folder, "dist", "--strict")
    #expect(
      whole.status == 0 && whole.stderr == "symbolicate: dist: OK: all 2 bundles of JavaScript have their source maps\n",
      "\(whole.stdout)")
    #expect(try Self.check(folder, "-q", "dist").stderr.isEmpty)
  }

  @Test func aSourceMapThatIsProbablyWrong() throws {
    let folder = try TemporaryFolder()
    try folder.write([0xc6, 0x1f, 0xbc, 0x03, 0xc1, 0x03, 0x19, 0x1f] as [UInt8], to: "app/index.android.bundle")
    let lines = String(repeating: ";", count: 200) + "AAAA"
    try folder.write(#"{"version":3,"sources":["a.js"],"names":[],"mappings":"\#(lines)"}"#, to: "maps/some.map")
    let one = try Self.check(folder, "app", "--source-map", "maps", "--strict")
    #expect(
      one.status == 3 && one.stderr.hasSuffix("; 2 warnings\n") && one.stdout.contains("  warning     index.android.bundle  -"))
    #expect(one.stdout.contains("warning: the source map does not name the bundle; it is the only one\n"))
    #expect(one.stdout.contains("warning: the source map has many lines, and bytecode has one: it is the packager's"))
    try folder.write(#"{"version":3,"sources":["a.js"],"names":[],"mappings":"AAAA"}"#, to: "maps/other.map")
    let several = try Self.check(folder, "app", "--source-map", "maps")
    #expect(several.status == 3 && several.stdout.contains("  ambiguous   index.android.bundle  -  several source maps\n"))
    try folder.write("{}", to: "maps/other.map")
    let damaged = try Self.check(folder, "app", "--source-map", "maps")
    #expect(damaged.stderr.contains("maps/other.map: not a source map"), "\(damaged.stderr)")
  }

  @Test func everyArchitectureCounts() throws {
    let folder = try TemporaryFolder()
    try folder.copy(Self.binaries + "macos-fat-dwarf5/Shop", to: "Shop.app/Contents/MacOS/Shop")
    try folder.copy(Self.binaries + "ios-arm64/PayKit.framework", to: "Shop.app/Contents/Frameworks/PayKit.framework")
    try folder.copy(Self.binaries + "ios-arm64/PayKit.framework.dSYM", to: "dSYMs/PayKit.framework.dSYM")
    try folder.copy(Self.binaries + "macos-x86_64-dwarf5/Shop.dSYM", to: "dSYMs/Shop.app.dSYM")
    let run = try Self.check(folder, "Shop.app", "-s", "dSYMs")
    #expect(run.status == 3)
    try expectGolden(run.output, "CommandLine/check-architectures.txt")
    let framework = try Self.check(folder, "Shop.app/Contents/Frameworks", "-s", "dSYMs")
    #expect(framework.status == 0)
  }

  @Test func linuxProgramsNeedBuildIDsAndTheirWholeDebugInformation() throws {
    let folder = try TemporaryFolder()
    let elf = FixtureFolder.path("Binaries/elf/out/")
    try folder.copy(elf + "build-id", to: "build")
    #expect(try Self.check(folder, "build").status == 0)
    #expect(try Self.check(folder, "build/shop").stdout.contains("no debug file with this build ID"))
    try folder.copy(elf + "debuglink", to: "linked")
    let linked = try Self.check(folder, "linked/shop")
    #expect(linked.status == 3 && linked.stdout.contains("shop (x86_64): link with -Wl,--build-id"))
    try folder.copy(elf + "split-clang/shop", to: "split/shop")
    let split = try Self.check(folder, "split")
    #expect(split.status == 3 && split.stdout.contains("incomplete  shop (x86_64)") && split.stdout.contains("llvm-dwp"))
    #expect(split.stdout.contains("missing part: "), "\(split.stdout)")
  }

  @Test func debugFilesWithoutDebugInformationAreNotEnough() throws {
    let folder = try TemporaryFolder()
    try folder.copy(FixtureFolder.path("Binaries/symbols-only/out/stripped/Shop"), to: "Shop.app/Shop")
    try folder.copy(FixtureFolder.path("Binaries/symbols-only/out/Shop"), to: "Shop.app.dSYM/Contents/Resources/DWARF/Shop")
    let run = try Self.check(folder, "Shop.app", "-s", "Shop.app.dSYM")
    #expect(run.status == 3 && run.stdout.contains("symbols     Shop (arm64)"), "\(run.stdout)")
    #expect(run.stdout.contains("Shop (arm64): compile with -g"))
  }

  @Test func damagedDebugFilesAreNotEnough() throws {
    let folder = try Self.archive()
    let path = "Shop.xcarchive/dSYMs/Shop.app.dSYM/Contents/Resources/DWARF/Shop"
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + path)))
    try folder.write(Array(bytes[..<(bytes.count * 2 / 3)]), to: path)
    let cut = try Self.check(folder, "Shop.xcarchive")
    #expect(cut.status == 3 && cut.stdout.contains("damaged     Shop (arm64)"), "\(cut.stdout)")
    #expect(cut.stdout.contains("Shop (arm64): copy the debug file again"))
    try folder.write(Array(bytes[..<100]), to: path)
    let head = try Self.check(folder, "Shop.xcarchive")
    #expect(head.status == 3 && head.stderr.contains("1 damaged file"), "\(head.stderr)")
  }

  @Test(.program("/usr/bin/cc")) func sourcesInTemporaryDirectoriesAreAWarning() throws {
    let folder = try TemporaryFolder()
    try folder.write("int main(void) { return 0; }\n", to: "main.c")
    let build = "cc -g -Wl,--build-id main.c -o temporary && cc -g -Wl,--build-id -ffile-prefix-map=$PWD=/src/shop main.c -o kept"
    // The compiler records the directory of the test's folder, which may be anywhere: it is mapped in both.
    let mapped = build.replacing(
      "main.c -o temporary", with: "-ffile-prefix-map=$PWD=/private/var/folders/zz/T main.c -o temporary")
    try #require(try ToolRun.of("/bin/bash", ["-c", mapped], directory: folder.path).status == 0)
    let run = try Self.check(folder, "temporary")
    #expect(run.status == 0 && run.stderr.hasSuffix("OK: the image has its debug file; 1 warning\n"), "\(run.stderr)")
    #expect(run.stdout.contains("warning: most source files are in a temporary directory: /private/var/folders/zz/T/main.c"))
    #expect(try Self.check(folder, "temporary", "--strict").status == 3)
    let kept = try Self.check(folder, "kept", "--strict")
    #expect(kept.status == 0 && kept.stdout.contains("sources in /src/shop"), "\(kept.stdout)")
  }

  @Test func whatIsNoBuildIsRefused() throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "empty/readme.txt")
    try folder.write(ArchiveFile.zip([ArchiveFile.Entry("../Shop", [0xcf, 0xfa, 0xed, 0xfe])]), to: "escape.ipa")
    try folder.write(ArchiveFile.zip([ArchiveFile.Entry("Shop", [], statedSize: 3_000_000_000, zeros: 1000)]), to: "bomb.ipa")
    try folder.write(Array("PK\u{3}\u{4}nonsense".utf8), to: "damaged.ipa")
    for (name, reason) in [
      ("gone.ipa", "no such file or directory"), ("empty", "no program or library in it; give an .xcarchive"),
      ("escape.ipa", "refused: the name '../Shop' in it points outside the archive"),
      ("bomb.ipa", "refused: its files would take more than 1073 MB"), ("damaged.ipa", "damaged.ipa: "),
    ] {
      let run = try Self.check(folder, name)
      #expect(run.status == 1 && run.stderr.contains(reason) && run.stdout.isEmpty, "\(name): \(run.stdout)\(run.stderr)")
      #expect(run.stderr.split(separator: "\n").count == 1, "\(run.stderr)")
    }
    #expect(try Self.check(folder).status == 2)
  }

  @Test func namesThatControlATerminalAreVisible() throws {
    let folder = try TemporaryFolder()
    try folder.copy(Self.binaries + "ios-arm64/Shop", to: "\u{1b}[31mShop")
    let run = try Self.check(folder, ".")
    #expect(run.status == 3 && !run.output.contains(0x1b) && !run.errors.contains(0x1b))
  }
}
