import Testing

@testable import Changes

/// Tags, paths and owners.
@Suite struct RepositoryNameTests {
  private static func tags(_ names: String...) -> VersionTags {
    VersionTags(names.map { GitRepository.Tag(name: $0, commit: "commit of \($0)") })
  }

  @Test(arguments: [
    ("4.2.0 (1187)", ["v4.2.0", "4.2.0-1187", "v4.1.0"], "4.2.0-1187"), ("4.2.0 (1187)", ["v4.2.0", "v4.2.0-1186"], "v4.2.0"),
    ("4.2.0", ["release/4.2.0", "v14.2.0"], "release/4.2.0"), ("4.2.0", ["v14.2.0", "4.2.0-rc1"], nil),
    ("4.2.0 (1187)", ["build-1187"], "build-1187"), ("4.2.0", ["Pay-4.2.0", "Shop-4.2.0"], "Shop-4.2.0"),
    ("4.2.0", ["v4.2.0", "Pay-4.2.0"], "v4.2.0"), ("4.2.0 (1187)", ["v4.2.0(1187)", "v4.2.0"], "v4.2.0(1187)"),
  ]) func theTagOfAVersion(_ version: String, _ tags: [String], _ expected: String?) {
    let found = VersionTags(tags.map { GitRepository.Tag(name: $0, commit: $0) })
      .tag(of: AppBuild(app: "com.example.shop", name: version))
    #expect(found?.name == expected)
  }

  @Test(arguments: [
    ("v4.10.0", ["v4.2.0", "v4.9.1", "v4.10.0", "v4.11.0", "nightly", "4.9.9"], "v4.9.1"),
    ("v4.2.0", ["v4.2.0", "v4.2.0-rc1", "v4.1.0-beta"], nil),
    ("4.2.0-1187", ["4.2.0-1187", "4.2.0-1186", "4.1.0-900"], "4.2.0-1186"),
    ("Shop-2.0", ["Shop-2.0", "Pay-1.9", "Shop-1.0"], "Shop-1.0"),
  ]) func theTagBefore(_ tag: String, _ tags: [String], _ expected: String?) {
    let all = tags.map { GitRepository.Tag(name: $0, commit: $0) }
    #expect(VersionTags(all).tag(before: GitRepository.Tag(name: tag, commit: tag))?.name == expected)
  }

  @Test func pathsOfBuildMachines() {
    let files = RepositoryFiles(["Sources/Cart.swift", "Other/Sources/Cart.swift", "Pay/Util.swift", "Shop/Util.swift", "main.c"])
    #expect(files.path(of: "/Users/ci/shop/Sources/Cart.swift") == "Sources/Cart.swift")
    #expect(files.path(of: "/b/Other/Sources/Cart.swift") == "Other/Sources/Cart.swift")
    #expect(files.path(of: "/b/Shop/../Pay/Util.swift") == "Pay/Util.swift")
    #expect(files.path(of: "/b/Util.swift") == nil && files.path(of: "/b/None.swift") == nil)
    #expect(files.path(of: "C:\\src\\main.c") == "main.c")
  }

  private static let owners = """
    # Everybody
    *  @all
    *.md @docs # after a blank
    /Sources/ @core
    Sources/**/Cart.swift @cart ann@example.com
    /Sources/Free.swift
    docs/* @shallow
    a\\ b.txt @blank
    """

  @Test(arguments: [
    ("main.c", ["@all"]), ("x/README.md", ["@docs"]), ("Sources/A.swift", ["@core"]), ("x/Sources/A.swift", ["@all"]),
    ("Sources/a/b/Cart.swift", ["@cart", "ann@example.com"]), ("Sources/Cart.swift", ["@cart", "ann@example.com"]),
    ("Sources/Free.swift", []), ("docs/a.txt", ["@shallow"]), ("docs/b/a.txt", ["@all"]), ("a b.txt", ["@blank"]),
  ]) func theOwnersOfAPath(_ path: String, _ owners: [String]) { #expect(CodeOwners(Self.owners).owners(of: path) == owners) }

  @Test func sectionsOfGitLab() {
    let owners = CodeOwners("[Code] @dev\n*.swift\n*.c @c\n^[Docs][2] @writers\n*.swift @second\n")
    #expect(owners.owners(of: "a.swift") == ["@dev", "@second"] && owners.owners(of: "a.c") == ["@c"])
  }

  @Test func hostilePatternsEnd() {
    let pattern = OwnerPattern(String(repeating: "*a", count: 200) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 2000)))
    let deep = OwnerPattern(String(repeating: "**/", count: 8) + "x")
    #expect(!deep.matches(String(repeating: "a/", count: 12) + "y"))
  }
}
