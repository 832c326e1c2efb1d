import Foundation
import TestSupport
import Testing

/// The documentation of the library.
@Suite struct DocumentationTests {
  @Test func doccBuildsItWithoutWarnings() throws {
    let folder = try TemporaryFolder()
    let modules = (Symbolicate.path as NSString).deletingLastPathComponent + "/Modules"
    let run = try ToolRun.of(Checkout.path(".ci/docc"), [folder.path + "/docc"], environment: ["SYMBOLICATE_MODULES": modules])
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    let pages = folder.files.filter { $0.hasPrefix("docc/data/documentation/symbolication") }
    for name in ["symbolicator.json", "crashreport.json", "symbolicatedreport.json", "runningaserver.json"] {
      #expect(pages.contains { $0.hasSuffix(name) }, "\(name)")
    }
  }

  /// The examples of the documents use names that the library has.
  @Test func theGuideNamesThePublicTypes() throws {
    let guide = try String(contentsOfFile: Checkout.path("docs/LIBRARY.md"), encoding: .utf8)
    let folder = Checkout.path("Sources/Symbolication")
    let sources = try Files.below(folder).filter { $0.hasSuffix(".swift") }.map {
      try String(contentsOfFile: folder + "/" + $0, encoding: .utf8)
    }
    let types = sources.flatMap { $0.matches(of: /\npublic (?:struct|final class|enum) (\w+)/).map { String($0.1) } }
    #expect(types.count == 6)
    for type in types { #expect(guide.contains("| `\(type)` |"), "\(type)") }
  }
}
