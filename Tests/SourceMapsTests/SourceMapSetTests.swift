import SourceMaps
import TestSupport
import Testing

/// Which map belongs to which bundle.
@Suite struct SourceMapSetTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ more: [String: Any] = [:]) throws {
    let segment = MapText.Segment(line: 0, column: 0, original: (0, 0, 0))
    try folder.write(MapText.json([segment], sources: ["\(name).ts"], more: more), to: name)
  }

  /// The last component of the path of the map that is chosen, and how; the number of maps that fit when they are several.
  private func choice(_ set: SourceMapSet, _ bundle: String?, _ id: String? = nil) -> String {
    switch set.choice(bundle: bundle, debugID: id) {
    case .found(let file, let byName): (byName ? "" : "only ") + (file.path.split(separator: "/").last.map(String.init) ?? "")
    case .ambiguous(let paths): "\(paths.count) fit"
    case .otherBuilds(let paths): "\(paths.count) of other builds"
    case .missing: "none"
    }
  }

  @Test func nameFileAndURLDecide() throws {
    try write("a/main.jsbundle.map")
    try write("a/android.map", ["file": "index.android.bundle"])
    try write("b/third.map")
    try folder.write("x();\n//# sourceMappingURL=third.map\n", to: "b/lazy.js")
    let set = SourceMapSet([folder.path], cache: nil)
    #expect(choice(set, "http://h:8081/main.jsbundle?platform=ios") == "main.jsbundle.map")
    #expect(choice(set, "/var/app/index.android.bundle") == "android.map")
    #expect(choice(set, "lazy.js") == "third.map")
    #expect(choice(set, "other.bundle") == "3 fit" && choice(set, nil) == "3 fit")
  }

  @Test func theDebugIDGoesFirst() throws {
    let id = "4c4c44a9-5555-3144-a146-005a60474de4"
    try write("main.jsbundle.map", ["debugId": "00000000-0000-0000-0000-000000000001"])
    try write("update.map", ["debug_id": id])
    try write("old.js.map")
    try folder.write("x();\n//# debugId=00000000-0000-0000-0000-000000000003\n", to: "old.js")
    let set = SourceMapSet([folder.path], cache: nil)
    #expect(choice(set, "main.jsbundle", id.uppercased()) == "update.map")
    #expect(choice(set, "main.jsbundle", "00000000-0000-0000-0000-000000000003") == "old.js.map")
    #expect(choice(set, "main.jsbundle", "00000000-0000-0000-0000-000000000009") == "3 of other builds")
    try write("b/main.jsbundle.map")
    let more = SourceMapSet([folder.path + "/update.map", folder.path + "/b"], cache: nil)
    #expect(choice(more, "main.jsbundle", "00000000-0000-0000-0000-000000000009") == "main.jsbundle.map", "it has no ID")
  }

  @Test func theOnlyMapIsUsedAndDamagedOnesAreNamed() throws {
    try write("one.map")
    try folder.write("{\"version\":3,\"mappings\":\"AA\"}", to: "two.map")
    let set = SourceMapSet([folder.path], cache: nil)
    #expect(choice(set, "main.jsbundle") == "only one.map")
    let reason = "\"mappings\" has a segment of 2 fields; 1, 4 or 5 are possible (byte 25); this source map is not used"
    #expect(set.takeProblems().map(\.reason) == [reason] && set.takeProblems().isEmpty)
    #expect(choice(SourceMapSet([], cache: nil), "main.jsbundle") == "none")
    try folder.write([], to: "empty/notes.txt")
    let missing = SourceMapSet([folder.path + "/empty", folder.path + "/absent.map"], cache: nil)
    #expect(missing.takeProblems().map(\.reason) == ["no source maps (*.map) in this directory", "no such source map"])
  }
}
