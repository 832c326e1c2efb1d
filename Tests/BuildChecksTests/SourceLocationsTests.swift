import Testing

@testable import BuildChecks

/// What `check` says of the paths of source files.
@Suite struct SourceLocationsTests {
  private static func paths(_ paths: String..., times: Int = 1) -> [String] {
    Array(repeating: paths, count: times).flatMap { $0 }
  }

  @Test func theRootIsWhereNineOfTenFilesAre() {
    let app = (0..<18).map { "/Users/build/Shop/Sources/\($0).swift" }
    #expect(SourceLocations(app + ["/elsewhere/a.c", "/usr/include/vector"]).root == "/Users/build/Shop/Sources")
    #expect(SourceLocations(app + ["/elsewhere/a.c", "/elsewhere/b.c", "/elsewhere/c.c"]).root == nil)
    #expect(SourceLocations([]).root == nil && SourceLocations(["./a.c"]).root == nil)
    #expect(SourceLocations(["/a/b/c.c", "/Applications/Xcode.app/X.xctoolchain/usr/d.h", "/x/MacOSX.sdk/e.h"]).root == "/a/b")
  }

  @Test func pathsThatNoBuildKeepsAreAWarning() {
    func isTemporary(_ paths: [String]) -> Bool {
      if case .temporarySources = SourceLocations(paths).warning { true } else { false }
    }
    func isOdd(_ paths: [String]) -> Bool { if case .oddSources = SourceLocations(paths).warning { true } else { false } }
    #expect(isTemporary(["/tmp/a.c", "/private/var/folders/x/b.c", "/src/c.c"]))
    #expect(!isTemporary(["/tmp/a.c", "/src/b.c"]) && !isTemporary(["/tmpfoo/a.c"]))
    #expect(isOdd(["$(SRCROOT)/a.c", "${X}/b.c", "/src/c.c"]) && isOdd(["<compiler-generated>"]) && isOdd(["a\u{1}.c"]))
    #expect(SourceLocations(["/src/a.c", "<stdin>"]).warning == nil && SourceLocations([]).warning == nil)
  }
}
