// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target: imports are internal unless marked.
let settings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

/// The libraries of the program under test.
let program: [Target.Dependency] = [.product(name: "Symbolication", package: "symbolicate")]

/// A package of its own, so that neither `swift build` nor `swift test` of the program builds any of it.
let package = Package(
  name: "Fuzzing",
  dependencies: [.package(name: "symbolicate", path: "..")],
  targets: [
    .target(name: "ReportTrial", dependencies: program, swiftSettings: settings),
    .executableTarget(name: "ReportMutation", dependencies: ["ReportTrial"], swiftSettings: settings),
    // libFuzzer has a `main` of its own; SwiftPM renames ours to `ReportFuzz_main`.
    .executableTarget(
      name: "ReportFuzz", dependencies: ["ReportTrial"],
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
  ],
  swiftLanguageModes: [.v6]
)
