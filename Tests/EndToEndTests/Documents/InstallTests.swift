import Foundation
import TestSupport
import Testing

/// `make install` and `make uninstall`, and what the guide says of them.
@Suite struct InstallTests {
  static func make(_ words: String...) throws -> ToolRun {
    try ToolRun.of("/usr/bin/make", ["--no-print-directory", "BINARY=" + Symbolicate.path] + words, directory: Checkout.root)
  }

  @Test func whatIsInstalledWorksAndIsRemovedAgain() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine\n", to: "usr/share/zsh/site-functions/_other")
    let place = ["DESTDIR=" + folder.path, "PREFIX=/usr"]
    let install = try Self.make("install", place[0], place[1])
    #expect(install.status == 0, "\(install.stderr)")
    let installed = folder.files.filter { !$0.contains("_other") }
    let symbols = "Fixtures/Binaries/shop-cpp/out/ios-arm64/Shop.dSYM"
    #expect(
      installed.filter { !$0.contains("/man/") } == [
        "usr/bin/symbolicate", "usr/share/bash-completion/completions/symbolicate",
        "usr/share/doc/symbolicate/CHANGELOG.md",
        "usr/share/doc/symbolicate/\(symbols)/Contents/Info.plist",
        "usr/share/doc/symbolicate/\(symbols)/Contents/Resources/DWARF/Shop",
        "usr/share/doc/symbolicate/Fixtures/Reports/apple-text/ios-arm64/Shop.crash", "usr/share/doc/symbolicate/LICENSE",
        "usr/share/doc/symbolicate/README.md",
        "usr/share/fish/vendor_completions.d/symbolicate.fish", "usr/share/zsh/site-functions/_symbolicate",
      ])
    let pages = Files.below(Checkout.path("docs/man")).map { "usr/share/man/man1/" + $0 }
    #expect(installed.filter { $0.contains("/man/") } == pages && pages.contains("usr/share/man/man1/symbolicate-store.1"))
    let bash = try Symbolicate.run(["completions", "bash"]).stdout
    #expect(folder.text("usr/share/bash-completion/completions/symbolicate") == bash)
    #expect(folder.text("usr/share/doc/symbolicate/LICENSE")?.contains("Apache License") == true)
    let version = try ToolRun.of(folder.path + "/usr/bin/symbolicate", ["--version"])
    #expect(version.output == (try Symbolicate.run(["--version"]).output) && version.status == 0)
    let look = try ToolRun.of(
      folder.path + "/usr/bin/symbolicate",
      ["Fixtures/Reports/apple-text/ios-arm64/Shop.crash", "-s", "Fixtures/Binaries/shop-cpp/out/ios-arm64"],
      directory: folder.path + "/usr/share/doc/symbolicate")
    #expect(look.stderr.contains("9 of 9 frames of app images resolved"), "the first look of the README: \(look.stderr)")
    let uninstall = try Self.make("uninstall", place[0], place[1])
    #expect(uninstall.status == 0 && folder.files == ["usr/share/zsh/site-functions/_other"])
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/usr/share/doc/symbolicate"))
    #expect(try Self.make("uninstall", place[0], place[1]).status == 0, "what is not there need not be removed")
  }

  @Test func makeAloneBuilds() throws {
    let run = try ToolRun.of("/usr/bin/make", ["--no-print-directory", "-n"], directory: Checkout.root)
    #expect(run.stdout.contains("build -c release --static-swift-stdlib --product symbolicate"), "\(run.stdout)")
  }

  @Test(.unsanitized) func theGuideListsTheLibrariesThatTheProgramNeeds() throws {
    let guide = try String(contentsOfFile: Checkout.path("docs/GUIDE.md"), encoding: .utf8)
    let table = try #require(guide.firstMatch(of: /\| library \| package \|\n\|---\|---\|\n((?:\|.*\n)+)/)?.1)
    let listed = table.matches(of: /`(lib[^`]*\.so[.0-9]*)`/).map { String($0.1) }
    let needed = try ToolRun.of("/usr/bin/ldd", [Symbolicate.path]).stdout.matches(of: /(\S+) => (\S+)/).map {
      (name: String($0.1), path: String($0.2))
    }
    // The toolchain's own are a part of the program where it was built to be installed.
    let own = needed.filter { !$0.path.contains("/swift/") && !$0.name.hasPrefix("libswift") }.map(\.name)
    #expect(own.count > 5)
    #expect(Set(own).subtracting(listed).isEmpty, "the guide does not list all of them")
    let loaded: Set = ["libarchive.so.13", "libdebuginfod.so.1", "libcurl.so.4", "libcapstone.so.4", "libcapstone.so.5"]
    #expect(Set(listed).subtracting(own) == loaded, "what is loaded when it is needed")
  }
}
