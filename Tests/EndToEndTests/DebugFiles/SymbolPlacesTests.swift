import Foundation
import TestSupport
import Testing

/// Where the program finds debug files, apart from folders: archives, servers, device support; and what `inspect` says of it.
@Suite struct SymbolPlacesTests {
  static let phone = FixtureFolder.path("Reports/ips/ios-arm64/" + files("Reports/ips/ios-arm64", ".ips"))
  static let server = FixtureFolder.path("Reports/swift-backtrace/gcc/" + files("Reports/swift-backtrace/gcc", ".json"))

  static func files(_ folder: String, _ suffix: String) -> String {
    FixtureFolder.files(below: folder).map { ($0 as NSString).lastPathComponent }.first { $0.hasSuffix(suffix) } ?? ""
  }

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func aZipGivesWhatItsFolderGives() throws {
    let root = "Binaries/shop-cpp/out/ios-arm64"
    let entries = try FixtureFolder.files(below: root).map { ArchiveFile.Entry($0, try FixtureFolder.bytes($0)) }
    let zip = try folder.write(ArchiveFile.zip(entries), to: "dSYMs.zip")
    let expected = try Symbolicate.run([Self.phone, "-s", FixtureFolder.path(root)])
    for words in [[Self.phone, "-s", zip], [Self.phone, zip], [zip, Self.phone]] {
      let run = try Symbolicate.run(words, environment: ["XDG_CACHE_HOME": folder.path + "/cache"])
      #expect(run.output == expected.output && run.errors == expected.errors && run.status == 0)
    }
    let without = try Symbolicate.run([Self.phone, "-s", zip, "-q"])
    #expect(without.output == expected.output && without.status == 0)
    #expect(without.stderr.hasPrefix("symbolicate: \(zip): there is no cache directory; extracted into "))
  }

  @Test(.enabled(if: dlopen("libdebuginfod.so.1", RTLD_NOW) != nil, "libdebuginfod is not installed"))
  func serversAreAskedOnlyOnDemandAndWhenTheyAreNamed() throws {
    let binary = FixtureFolder.path("Binaries/elf/out/gcc-dwarf5/shop")
    let expected = try Symbolicate.run([Self.server, "-q", "-s", binary])
    let report = try #require(
      JSONSerialization.jsonObject(
        with: Data(FixtureFolder.bytes("Reports/swift-backtrace/gcc/" + Self.files("Reports/swift-backtrace/gcc", ".json"))))
        as? [String: Any])
    let images = try #require(report["images"] as? [[String: Any]])
    let id = try #require(images.first { ($0["name"] as? String) == "shop" }?["buildId"] as? String)
    try folder.copy(binary, to: "server/buildid/\(id)/debuginfo")
    let variables = ["DEBUGINFOD_URLS": "file://\(folder.path)/server", "DEBUGINFOD_CACHE_PATH": folder.path + "/cache"]
    let asked = try Symbolicate.run([Self.server, "-q", "--debuginfod"], environment: variables)
    #expect(asked.status == 0 && asked.output == expected.output)
    let cached = try Symbolicate.run([Self.server, "-q"], environment: ["DEBUGINFOD_CACHE_PATH": folder.path + "/cache"])
    #expect(cached.output == expected.output, "what was fetched once is in the client's cache")
    try FileManager.default.removeItem(atPath: folder.path + "/cache")
    let unasked = try Symbolicate.run([Self.server, "-q"], environment: variables)
    #expect(unasked.status == 4 && !FileManager.default.fileExists(atPath: folder.path + "/cache"))
    let unnamed = try Symbolicate.run([Self.server, "-q", "--debuginfod"], environment: ["DEBUGINFOD_URLS": nil])
    #expect(unnamed.stderr == "symbolicate: --debuginfod: no servers given; set $DEBUGINFOD_URLS\n")
  }

  /// A report in which the app's framework is the system's.
  func reportOfASystemLibrary() throws -> String {
    let text = String(decoding: try [UInt8](Data(contentsOf: URL(fileURLWithPath: Self.phone))), as: UTF8.self)
    let path = try #require(text.firstMatch(of: /"path"\s*:\s*"([^"]*PayKit)"/)?.1)
    return try folder.write(text.replacing(String(path), with: "/System/Library/Frameworks/PayKit.framework/PayKit"), to: "r.ips")
  }

  @Test func framesOfSystemLibrariesAreNamedFromDeviceSupport() throws {
    let report = try reportOfASystemLibrary()
    let library = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/PayKit.framework/PayKit")
    try folder.copy(library, to: "iOS DeviceSupport/17.1 (21B74)/Symbols/System/Library/Frameworks/PayKit.framework/PayKit")
    let store = ["SYMBOLICATE_STORE": folder.path + "/store"]
    let added = try Symbolicate.run(["store", "add", folder.path + "/iOS DeviceSupport/17.1 (21B74)"], environment: store)
    #expect(added.stdout.hasPrefix("1 debug file added, "))
    #expect(try Symbolicate.run(["store", "list"], environment: store).stdout.hasSuffix("PayKit iOS 17.1 (21B74)\n"))
    let before = try Symbolicate.run([report, "-q", "-f", "json"])
    let after = try Symbolicate.run([report, "-q", "-f", "json"], environment: store)
    #expect(!before.stdout.contains("\"resolution\": \"symbol\"") && after.stdout.contains("\"resolution\": \"symbol\""))
  }

  @Test func inspectNamesTheSystemWhoseSymbolsAreMissing() throws {
    let report = try reportOfASystemLibrary()
    let run = try Symbolicate.run(["inspect", report], directory: folder.path)
    let gap = /\n  system   no symbols for iPhone OS 17\.1 \(21B74\) arm64: (\d+ frames? without a name, )?\d+ system images?\n/
    #expect(run.stdout.contains(gap))
    #expect(run.stdout.contains("symbolicate store add --os-build 21B74 DIR"))
    let json = try Symbolicate.run(["inspect", "--json", report])
    let object = try JSONSerialization.jsonObject(with: Data(json.output))
    let first = try #require((object as? [[String: Any]])?.first ?? object as? [String: Any])
    #expect((first["missingSystemSymbols"] as? [String: Any])?["build"] as? String == "21B74")
  }
}
