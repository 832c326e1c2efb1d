import Foundation
import TestSupport
import Testing

/// The scripts of `Packaging`, as far as they need no release build, network or root; `make test-packages` runs the rest.
@Suite struct PackagingTests {
  /// A folder with what `Packaging/release` looks at before it builds anything, as a git checkout with one commit.
  private static func checkout() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["Packaging", "CHANGELOG.md", "Sources/CommandLineTool/Terminal/Version.swift"] {
      try folder.copy(Checkout.path(name), to: name)
    }
    let made = try shell("git init -q && git add . && git -c user.name=a -c user.email=a@b commit -qm a", folder)
    try #require(made.status == 0, "\(made.stderr)")
    return folder
  }

  private static func shell(_ script: String, _ folder: TemporaryFolder) throws -> ToolRun {
    try ToolRun.of("/bin/bash", ["-c", script], environment: ["GIT_CEILING_DIRECTORIES": "/"], directory: folder.path)
  }

  @Test func onlyATaggedAndUnchangedCommitIsReleased() throws {
    let folder = try Self.checkout()
    let untagged = try Self.shell("Packaging/release", folder)
    #expect(untagged.status == 1 && untagged.stderr.contains("release: this commit has no tag v"), "\(untagged.stderr)")
    let other = try Self.shell("git tag v99.0.0 && Packaging/release", folder)
    #expect(other.status == 1 && other.stderr.contains("release: this commit has no tag v"), "\(other.stderr)")
    let changed = try Self.shell("echo >>CHANGELOG.md && Packaging/release", folder)
    #expect(changed.status == 1 && changed.stderr == "release: there are uncommitted changes\n", "\(changed.stderr)")
    let unnamed = try Self.shell(
      """
      sed -i 's/^## [0-9].*/## Later/' CHANGELOG.md && git -c user.name=a -c user.email=a@b commit -qam b && . Packaging/facts
      git tag "v$version" && Packaging/release
      """, folder)
    #expect(unnamed.status == 1 && unnamed.stderr.contains("release: CHANGELOG.md has no section '## "), "\(unnamed.stderr)")
  }

  @Test func aProgramThatNeedsOtherLibrariesIsNoArchive() throws {
    let check = Checkout.path("Packaging/check-binary")
    let own = try ToolRun.of(check, ["/usr/bin/true"])
    #expect(own.status == 0 && own.stdout.contains("check-binary: needs libc.so.6, GLIBC_2."), "\(own.stdout)\(own.stderr)")
    let other = try ToolRun.of(check, ["/usr/bin/git"])
    #expect(other.status == 1 && other.stderr.contains("/usr/bin/git needs lib"), "\(other.stderr)")
  }
}
