import Foundation
import TestSupport
import Testing

/// `symbolicate inspect` of debug files, and folders of them among the operands.
@Suite struct InspectDebugFileTests {
  static let report = FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash")
  static let builds = "Binaries/shop-cpp/out/ios-arm64"

  static func inspect(_ words: String..., environment: [String: String?] = [:]) throws -> ToolRun {
    try Symbolicate.run(["inspect"] + words, environment: environment, directory: FixtureFolder.path)
  }

  @Test(arguments: [
    ("dsym", ["Binaries/shop-cpp/out/ios-arm64/Shop.dSYM"]), ("fat", ["Binaries/shop-cpp/out/macos-fat-dwarf5"]),
    ("elf", ["elf32", "split-gcc", "debuglink", "dynsym", "minidebug", "gcc-dwarf2", "zstd"].map { "Binaries/elf/out/" + $0 }),
  ])
  func aDebugFileIsDescribed(golden: String, paths: [String]) throws {
    for (options, suffix) in [([String](), "txt"), (["--json"], "json")] {
      let run = try Symbolicate.run(["inspect"] + options + paths, directory: FixtureFolder.path)
      #expect(run.status == 0 && run.stderr.isEmpty, "\(run.stderr)")
      try expectGolden(run.output, "Inspect/\(golden).\(suffix)")
    }
  }

  static let dwarfdump = "/usr/lib/llvm-19/bin/llvm-dwarfdump"

  @Test(.program(dwarfdump)) func theIDsAreThoseOfLLVM() throws {
    let run = try Self.inspect(Self.builds + "/Shop.dSYM")
    let path = FixtureFolder.path(Self.builds + "/Shop.dSYM")
    let id = try #require(ToolRun.of(Self.dwarfdump, ["--uuid", path]).stdout.firstMatch(of: /UUID: \S+ \(arm64\)/)?.output)
    #expect(run.stdout.contains(id))
  }

  @Test func appsAndArchivesAreLookedInto() throws {
    let folder = try TemporaryFolder()
    let plist = """
      <?xml version="1.0"?><plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.acme.shop</string>
      <key>CFBundleShortVersionString</key><string>4.2.0</string><key>CFBundleVersion</key><string>1187</string></dict></plist>
      """
    try folder.copy(FixtureFolder.path(Self.builds + "/Shop"), to: "Shop.app/Shop")
    try folder.write(plist, to: "Shop.app/Info.plist")
    let app = try Symbolicate.run(["inspect", "Shop.app"], directory: folder.path)
    #expect(app.stdout.hasPrefix("Shop.app/Shop: Mach-O executable, "))
    #expect(app.stdout.contains(", com.acme.shop 4.2.0 (1187)\n  UUID: ") && app.stdout.contains("no debug information, "))
    let file = "Shop.dSYM/Contents/Resources/DWARF/Shop"
    let entry = ArchiveFile.Entry(file, try FixtureFolder.bytes(Self.builds + "/" + file))
    try folder.write(ArchiveFile.zip([entry]), to: "dSYMs.zip")
    let variables = ["XDG_CACHE_HOME": folder.path + "/cache"]
    let zip = try Symbolicate.run(["inspect", "dSYMs.zip"], environment: variables, directory: folder.path)
    let plain = try Self.inspect(Self.builds + "/" + file)
    #expect(zip.stdout == plain.stdout.replacing(Self.builds, with: "dSYMs.zip").replacing(/, [^,]*\(1\)\n/, with: "\n"))
    #expect(zip.status == 0 && zip.stderr.isEmpty)
  }

  @Test func indexAndStoreAreTold() throws {
    let folder = try TemporaryFolder()
    let dSYM = Self.builds + "/Shop.dSYM"
    let variables = ["XDG_CACHE_HOME": folder.path + "/cache", "SYMBOLICATE_STORE": folder.path + "/store"]
    #expect(try Self.inspect(dSYM, environment: variables).stdout.hasSuffix(", not indexed\n"))
    _ = try Symbolicate.run(["index", "-q", dSYM], environment: variables, directory: FixtureFolder.path)
    #expect(try Self.inspect(dSYM, environment: variables).stdout.hasSuffix(", indexed\n"))
    _ = try Symbolicate.run(["store", "add", "-q", dSYM], environment: variables, directory: FixtureFolder.path)
    #expect(try Self.inspect(dSYM, environment: variables).stdout.hasSuffix(", indexed, in the store\n"))
  }

  @Test func whatCannotBeInspectedIsSaid() throws {
    let folder = try TemporaryFolder()
    try folder.write([0x7f, 0x45, 0x4c, 0x46, 2, 1], to: "app.framework/app")
    try FileManager.default.createDirectory(atPath: folder.path + "/Empty.dSYM", withIntermediateDirectories: true)
    let run = try Symbolicate.run(["inspect", "app.framework", "Empty.dSYM"], directory: folder.path)
    let lines = run.stderr.split(separator: "\n")
    #expect(run.status == 1 && run.output.isEmpty && lines.count == 2)
    #expect(lines.first?.hasPrefix("symbolicate: app.framework/app: damaged: ") == true)
    #expect(lines.last == "symbolicate: Empty.dSYM: no debug files found")
  }

  // MARK: --strict

  @Test func strictFailsWhenDebugFilesAreMissing() throws {
    let missing = try Self.inspect("--strict", Self.report)
    let lenient = try Self.inspect(Self.report)
    #expect(missing.status == 3 && missing.output == lenient.output && lenient.status == 0)
    #expect(try Self.inspect("--strict", "--json", Self.report).status == 3)
    #expect(try Self.inspect("--strict", Self.report, "-s", Self.builds).status == 0)
    #expect(try Self.inspect("--strict", Self.report, "-s", "Binaries/shop-cpp/out/ios-arm64-later").status == 3)
  }

  @Test func strictFailsWhenABinaryHasNoDebugInformation() throws {
    #expect(try Self.inspect("--strict", Self.builds + "/Shop").status == 3)
    #expect(try Self.inspect("--strict", Self.builds + "/Shop", Self.builds + "/Shop.dSYM").status == 0)
  }

  // MARK: Folders

  @Test func aFolderOfDebugFilesCountsAsSymbols() throws {
    let folder = try TemporaryFolder()
    try folder.copy(FixtureFolder.path(Self.builds), to: "dSYMs/today")
    try folder.write("these are the builds of today\n", to: "dSYMs/README.txt")
    try folder.copy(Self.report, to: "one.crash")
    try folder.copy(Self.report, to: "reports/a.crash")
    try folder.copy(FixtureFolder.path(Self.builds + "/Shop.dSYM"), to: "reports/Shop.dSYM")
    func run(_ words: String...) throws -> ToolRun { try Symbolicate.run(words, directory: folder.path) }
    let named = try run("one.crash", "-s", "dSYMs")
    #expect(named.status == 0 && named.stdout.contains("checkout.cpp:9"))
    for words in [["one.crash", "dSYMs"], ["dSYMs", "one.crash"]] {
      let run = try Symbolicate.run(words, directory: folder.path)
      #expect(run.output == named.output && run.errors == named.errors && run.status == 0)
    }
    let inspected = try run("inspect", "one.crash", "dSYMs")
    #expect(inspected.output == (try run("inspect", "one.crash", "-s", "dSYMs").output))
    // One report in it, and it is a folder of reports.
    #expect(try run("reports", "-q").stdout.contains("Thread 0 Crashed:"))
    let alone = try run("dSYMs")
    #expect(alone.stderr.hasPrefix("symbolicate: no crash report among the arguments (only debug files)\n") && alone.status == 2)
    #expect(try run("inspect", "dSYMs").stdout.contains("  UUID: "))
  }
}
