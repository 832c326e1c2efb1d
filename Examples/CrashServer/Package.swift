// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "CrashServer",
  dependencies: [
    // Outside this repository: .package(url: "...", from: "0.1.0")
    .package(name: "symbolicate", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "CrashServer", dependencies: [.product(name: "Symbolication", package: "symbolicate")])
  ],
  swiftLanguageModes: [.v6]
)
