import Foundation
import TestSupport
import Testing

/// The public interface of the library, which promises Semantic Versioning: whoever changes it changes the list that is committed.
@Suite struct PublicInterfaceTests {
  /// The part of the compiler's symbol graph that is compared.
  private struct Graph: Decodable {
    struct Symbol: Decodable {
      struct Identifier: Decodable { var precise: String }
      struct Fragment: Decodable { var spelling: String }

      var identifier: Identifier
      var pathComponents: [String]
      var declarationFragments: [Fragment]
    }

    struct Relationship: Decodable {
      var kind: String
      var source: String
      var targetFallback: String?
    }

    var symbols: [Symbol]
    var relationships: [Relationship]
  }

  @Test func thePublicDeclarationsAreThoseOfTheList() throws {
    let graph = try Self.graph()
    // Members that the standard library adds are no promise of ours.
    let own = graph.symbols.filter { !$0.identifier.precise.contains("::SYNTHESIZED::") }
    var lines = own.map { symbol in
      symbol.pathComponents.joined(separator: ".") + ": " + symbol.declarationFragments.map(\.spelling).joined()
    }
    let names = Dictionary(own.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) }) { first, _ in first }
    lines += graph.relationships.filter { $0.kind == "conformsTo" }.compactMap { relationship in
      guard let type = names[relationship.source], let target = relationship.targetFallback, target != "Swift.SendableMetatype"
      else {
        return nil
      }
      return "\(type) is \(target)"
    }
    #expect(lines.count > 50)
    try expectGolden(lines.sorted().joined(separator: "\n") + "\n", "Library/interface.txt")
  }

  /// What the compiler says of the module that is tested: the one in the directory of this test.
  private static func graph() throws -> Graph {
    let folder = try TemporaryFolder()
    let build = URL(fileURLWithPath: Symbolicate.path).deletingLastPathComponent().path
    let modules = try moduleMaps(in: Checkout.path("Sources")) + moduleMaps(in: build)
    let maps = modules.flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
    let run = try ToolRun.of(
      "/usr/bin/env",
      ["swift-symbolgraph-extract", "-module-name", "Symbolication", "-I", build + "/Modules", "-target", try target()] + maps
        + ["-minimum-access-level", "public", "-skip-inherited-docs", "-output-dir", folder.path])
    try #require(run.status == 0, "\(run.stderr)\(run.stdout)")
    let file = URL(fileURLWithPath: folder.path + "/Symbolication.symbols.json")
    return try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
  }

  /// The maps of the modules in C that the module needs.
  private static func moduleMaps(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted().map { "\(directory)/\($0)/module.modulemap" }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }

  /// The target triple of the compiler, which is that of the build.
  private static func target() throws -> String {
    struct Information: Decodable {
      struct Target: Decodable { var unversionedTriple: String }
      var target: Target
    }
    let run = try ToolRun.of("/usr/bin/env", ["swiftc", "-print-target-info"])
    return try JSONDecoder().decode(Information.self, from: Data(run.output)).target.unversionedTriple
  }
}
