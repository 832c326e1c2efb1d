// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: imports are internal unless marked, and every use of an unsafe construct is marked
/// with `unsafe`, as an error.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .strictMemorySafety(),
  .treatWarning("StrictMemorySafety", as: .error),
]

/// Settings of tests, which may use Foundation and C as it stands.
let testSettings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

/// Settings of the tests themselves. To optimize them, with what they inline of the modules, takes longer than they run.
let ownTestSettings = testSettings + [.unsafeFlags(["-Onone"])]

/// What `make` says of the build (.ci/build-facts), as macros of one small file of C; nothing in other builds.
let buildInfo: [CSetting] = ["SYMBOLICATE_COMMIT", "SYMBOLICATE_BUILD_DATE", "SYMBOLICATE_SWIFT"].compactMap { name in
  guard let word = Context.environment[name], !word.isEmpty,
    word.utf8.allSatisfy({ byte in "0123456789abcdefghijklmnopqrstuvwxyz.-".utf8.contains(byte) })
  else { return nil }
  return .define(name, to: word)
}

/// Makes the linker take the archives of a directory (Packaging/static-libraries) instead of shared libraries, for `make`;
/// nothing in other builds. Only the link changes, so that one compilation serves both. Allocations go through `CSystem/memory.c`.
let archives: [LinkerSetting] =
  Context.environment["SYMBOLICATE_STATIC_LIBRARIES"].map { directory in
    [
      .unsafeFlags(
        [
          "-L", directory, "-Xclang-linker", "-static-libgcc", "-Xlinker", directory + "/compatibility.o",
          "-Xlinker", "--version-script=" + directory + "/exports.map",
        ]
          + ["malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "swift_slowAlloc"].flatMap { name in
            ["-Xlinker", "--wrap=" + name]
          }),
      .linkedLibrary("bz2"),
    ]
  } ?? []

/// A library target. Its `dependencies` are the arrows of the module graph in docs/ARCHITECTURE.md: they point down only.
/// The files of the directory `embedded` become constants of `PackageResources`.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], embedded: String? = nil) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: embedded.map { [.embedInCode($0)] }, swiftSettings: settings)
}

/// The tests of one module, with what they import beside it.
func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.init(stringLiteral: name), "TestSupport"] + dependencies,
    swiftSettings: ownTestSettings)
}

/// What the fuzz targets read with.
let fuzzDependencies: [Target.Dependency] = [
  "ReportTrial", "CommandLineTool", "MCPServer", "Jobs", "Answering", "Reports", "Rendering", "Redaction", "Triage",
  "SymbolStore",
  "SourceBundles", "SourceMaps", "Archives", "DebugInfo", "DWARF", "Demangling", "ObjectFiles", "SymbolIndex", "SystemSymbols",
  "JSONText", "CrashModel", "SymbolModel", "Bytes", "System", "TestSupport",
]

/// The fuzz targets. As a test they read the kept corpus in every run; `SYMBOLICATE_FUZZING=1` makes a module of them and adds the
/// fuzzers, which need a Swift toolchain with libFuzzer (Fuzzing/README.md).
let fuzzers: [Target] =
  Context.environment["SYMBOLICATE_FUZZING"] == nil
  ? [
    .testTarget(
      name: "FuzzTests", dependencies: fuzzDependencies, path: "Fuzzing",
      exclude: [
        "Corpus", "Dictionaries", "README.md", "runs.tsv", "run-all", "Sources/Fuzz", "Sources/ReportMutation",
        "Sources/ReportTrial",
      ],
      sources: ["Sources/FuzzTargets", "Tests"], swiftSettings: ownTestSettings)
  ]
  : [
    .target(
      name: "FuzzTargets", dependencies: fuzzDependencies, path: "Fuzzing/Sources/FuzzTargets", swiftSettings: testSettings),
    .executableTarget(
      name: "ReportMutation", dependencies: ["ReportTrial"], path: "Fuzzing/Sources/ReportMutation", swiftSettings: testSettings),
    // libFuzzer has a `main` of its own; SwiftPM renames ours to `Fuzz_main`.
    .executableTarget(
      name: "Fuzz", dependencies: ["FuzzTargets", "Answering"], path: "Fuzzing/Sources/Fuzz",
      swiftSettings: testSettings + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
  ]

let package = Package(
  name: "symbolicate",
  products: [
    .executable(name: "symbolicate", targets: ["symbolicate"]),
    .library(name: "Symbolication", targets: ["Symbolication"]),
  ],
  targets: [
    .executableTarget(name: "symbolicate", dependencies: ["CommandLineTool"], swiftSettings: settings, linkerSettings: archives),
    .executableTarget(
      name: "ReportSpeed", dependencies: ["Jobs", "Answering", "Reports", "SymbolStore", "CrashModel"],
      path: "Benchmarks/ReportSpeed", swiftSettings: testSettings),
    .executableTarget(
      name: "MakeReports", dependencies: ["CrashTruth"], path: "Benchmarks/MakeReports", swiftSettings: testSettings),
    module(
      "CommandLineTool",
      [
        "Jobs", "MCPServer", "Answering", "Pages", "Rendering", "Triage", "AppleLayout", "Reports", "BuildChecks", "Changes",
        "SymbolStore", "DebugInfo", "ObjectFiles", "Redaction", "SourceMaps", "Archives", "DebugServers", "Instructions",
        "CrashModel", "SymbolModel", "Workers", "Bytes", "System",
      ], embedded: "BuiltIn"),
    module(
      "Symbolication",
      [
        "Answering", "Rendering", "AppleLayout", "Triage", "Reports", "SymbolStore", "DebugInfo", "CrashModel", "SymbolModel",
        "System",
      ]),
    module(
      "Jobs",
      [
        "Answering", "Pages", "Rendering", "Triage", "AppleLayout", "Reports", "SymbolStore", "ObjectFiles", "Archives",
        "JSONText", "CrashModel", "Workers", "Bytes", "System",
      ]),
    module(
      "Answering",
      [
        "Reports", "Triage", "Changes", "SymbolStore", "DebugInfo", "DWARF", "Demangling", "Faults", "ObjectFiles",
        "SystemSymbols", "Redaction", "SourceBundles",
        "SourceMaps", "CrashModel", "SymbolModel", "Workers", "Bytes", "System",
      ]),
    module(
      "MCPServer",
      [
        "Changes", "Jobs", "Answering", "Rendering", "Triage", "Reports", "SymbolStore", "DebugInfo", "JSONText", "CrashModel",
        "SymbolModel", "System",
      ]),
    module("Changes", ["Triage", "CrashModel", "System"]),
    module("BuildChecks", ["SymbolStore", "DebugInfo", "ObjectFiles", "SourceMaps", "SymbolModel", "System"]),
    module("Triage", ["CrashModel", "SymbolModel", "Bytes"], embedded: "Defaults"),
    module(
      "Pages", ["Rendering", "Triage", "AppleLayout", "JSONText", "CrashModel", "SymbolModel", "Bytes"], embedded: "Resources"),
    module("Rendering", ["Triage", "AppleLayout", "JSONText", "CrashModel", "SymbolModel", "Bytes"]),
    module(
      "SymbolStore",
      [
        "DebugInfo", "ObjectFiles", "SymbolIndex", "SystemSymbols", "SourceBundles", "SourceMaps", "Archives", "ScanCache",
        "DebugServers", "JSONText", "SymbolModel", "Workers", "Bytes", "System",
      ]),
    module(
      "DebugInfo",
      ["ObjectFiles", "BreakpadSymbols", "DWARF", "SymbolIndex", "SystemSymbols", "Demangling", "SymbolModel", "Bytes", "System"]),
    module("ScanCache", ["CSQLite", "System"]),
    module("Archives", ["CArchive", "System"]),
    module("DebugServers", ["CDebuginfod", "CCurl", "System"]),
    module("DWARF", ["ObjectFiles", "CLibdw", "SymbolModel", "Workers", "Bytes", "System"]),
    module("ObjectFiles", ["BreakpadSymbols", "SymbolModel", "Bytes", "System"]),
    module("BreakpadSymbols", ["SymbolModel", "Bytes"]),
    module("Demangling", ["CDemangle"]),
    module("Faults", ["DWARF", "Instructions", "ObjectFiles", "CrashModel", "SymbolModel", "Bytes"]),
    module("Instructions", ["CCapstone"]),
    module("Reports", ["AppleLayout", "JSONText", "Bytes", "CrashModel", "SymbolModel"]),
    module("AppleLayout", ["JSONText", "Bytes", "CrashModel", "SymbolModel"]),
    module("JSONText", ["Bytes"]),
    module("SourceBundles", ["Archives", "JSONText", "SymbolModel", "System"]),
    module("Redaction", ["Bytes"]),
    module("SourceMaps", ["JSONText", "Workers", "Bytes", "System"]),
    module("SymbolIndex", ["SymbolModel", "Bytes", "System"]),
    module("SystemSymbols", ["SymbolModel", "Bytes", "System"]),
    module("CrashModel", ["SymbolModel", "Bytes", "System"]),
    module("SymbolModel", ["Bytes"]),
    module("Workers", ["System"]),
    module("Bytes", ["System", "CBytes", "CCompression"]),
    module("System", ["CSystem"]),
    .systemLibrary(name: "CLibdw", providers: [.apt(["libdw-dev", "libelf-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CBytes"),
    .systemLibrary(name: "CCompression", providers: [.apt(["libzstd-dev", "zlib1g-dev", "libdeflate-dev", "liblzma-dev"])]),
    .target(name: "CSystem", cSettings: buildInfo), .target(name: "CArchive"), .target(name: "CCapstone"),
    .target(name: "CDebuginfod"), .target(name: "CCurl"),
    .target(name: "CDemangle", linkerSettings: [.linkedLibrary("stdc++"), .linkedLibrary("iberty")]),
    .target(name: "CrashTruth", dependencies: ["Triage"], path: "Tests/CrashTruth", swiftSettings: testSettings),
    .target(
      name: "ReportTrial",
      dependencies: ["Jobs", "Answering", "Reports", "Rendering", "JSONText", "SymbolStore", "CrashModel", "TestSupport"],
      path: "Fuzzing/Sources/ReportTrial", swiftSettings: testSettings),
    .target(name: "TestSupport", dependencies: ["CrashModel"], path: "Tests/TestSupport", swiftSettings: testSettings),
    tests("SymbolModel"), tests("Bytes", ["System"]), tests("BreakpadSymbols", ["Bytes"]),
    tests("ObjectFiles", ["Bytes", "SymbolModel"]),
    tests("Demangling"),
    tests("DWARF", ["ObjectFiles", "SymbolModel", "CLibdw", "Bytes"]),
    tests("DebugInfo", ["ObjectFiles", "SymbolModel", "SymbolIndex", "DWARF", "Demangling", "Bytes"]),
    tests("SymbolIndex", ["SymbolModel", "System"]),
    tests("SystemSymbols", ["SymbolModel", "Bytes", "System"]),
    tests("CommandLineTool", ["Jobs", "Answering", "System"]), tests("BuildChecks", ["SymbolModel"]), tests("Changes"),
    tests("MCPServer", ["JSONText"]),
    tests("JSONText"), tests("Workers"), tests("SourceMaps", ["Bytes"]), tests("SourceBundles", ["SymbolModel"]),
    tests("Redaction", ["Bytes"]),
    tests("Reports", ["AppleLayout", "Bytes", "JSONText", "CrashModel", "SymbolModel"]),
    tests("AppleLayout", ["Bytes", "CrashModel", "SymbolModel"]),
    tests("SymbolStore", ["DebugInfo", "ObjectFiles", "ScanCache", "SymbolModel"]), tests("ScanCache"),
    tests("Archives"), tests("Instructions"),
    tests("Faults", ["DebugInfo", "DWARF", "Instructions", "ObjectFiles", "CrashModel", "SymbolModel"]),
    tests("Triage", ["Reports", "CrashModel", "SymbolModel", "Bytes"]),
    tests("Pages", ["Reports", "Rendering", "Triage", "CrashModel", "SymbolModel", "Bytes"]),
    tests("Rendering", ["Reports", "AppleLayout", "Triage", "CrashModel", "SymbolModel"]),
    tests("Symbolication", ["CrashModel"]),
    tests("Answering", ["DWARF", "Reports", "SymbolStore", "DebugInfo", "ObjectFiles", "CrashModel", "SymbolModel", "System"]),
    tests(
      "Jobs",
      [
        "Answering", "AppleLayout", "Reports", "Rendering", "Redaction", "SymbolStore", "Triage", "JSONText", "CrashModel",
        "SymbolModel",
        "Bytes", "System",
      ]),
    .testTarget(
      name: "EndToEndTests", dependencies: ["symbolicate", "Symbolication", "Instructions", "TestSupport", "CrashTruth"],
      swiftSettings: testSettings),
  ] + fuzzers,
  swiftLanguageModes: [.v6]
)
