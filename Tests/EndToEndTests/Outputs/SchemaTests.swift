import TestSupport
import Testing

/// The JSON output is what the schemas of docs/schemas describe.
@Suite struct SchemaTests {
  @Test func reportsFollowTheirSchema() throws {
    let schema = try JSONSchema(contentsOf: "docs/schemas/report.schema.json")
    let run = try Symbolicate.run([
      Checkout.path("Fixtures/Reports"), "-s", Checkout.path("Fixtures/Binaries"), "-f", "ndjson", "-q",
    ])
    let lines = run.stdout.split(separator: "\n")
    #expect(lines.count >= 39)
    for line in lines { #expect(try schema.problems(String(line)) == [], "\(line.prefix(200))") }
  }

  @Test func summariesFollowTheirSchema() throws {
    let schema = try JSONSchema(contentsOf: "docs/schemas/summary.schema.json")
    let run = try Symbolicate.run([
      "summarize", Checkout.path("Fixtures/Reports"), "-s", Checkout.path("Fixtures/Binaries"), "-f", "json",
    ])
    #expect(run.status == 0)
    #expect(try schema.problems(run.stdout) == [])
  }

  @Test func checksFollowTheirSchema() throws {
    let schema = try JSONSchema(contentsOf: "docs/schemas/check.schema.json")
    for (name, status) in [
      ("shop-cpp/out/ios-arm64", 0), ("shop-cpp/out/macos-fat-dwarf5/Shop", 0), ("elf/out", 3), ("symbols-only/out", 3),
    ] {
      let later = Checkout.path("Fixtures/Binaries/shop-cpp/out/ios-arm64-later")
      let run = try Symbolicate.run(["check", "--json", Checkout.path("Fixtures/Binaries/" + name), "-s", later])
      #expect(try schema.problems(run.stdout) == [], "\(name)")
      #expect(run.status == status)
    }
  }

  @Test func theValidatorFindsMistakes() throws {
    let schema = try JSONSchema(contentsOf: "docs/schemas/summary.schema.json")
    #expect(try !schema.problems("{}").isEmpty)
    #expect(try !schema.problems("{\"schema\": \"symbolicate.summary/2\"}").isEmpty)
  }
}
