package import CrashModel

/// Where a missing debug file comes from, and how to pass it: at most three lines of 80 columns, for a run to print once.
package enum DebugFileSource {
  /// The steps for the debug file of an image with an ID.
  package static func lines(id: String?, name: String?) -> [String] {
    guard let id, !id.isEmpty else { return [] }
    if name == "libapp.so" { return flutter }
    // A build ID of 16 bytes looks like a UUID.
    if let name, name.containsBytes(of: ".so") { return elf(id) }
    // A UUID is written with hyphens, a build ID of ELF without.
    return id.contains("-") ? dSYM(id) : elf(id)
  }

  /// The steps for the image of the app that lacks a debug file and has most frames, or none.
  package static func lines(_ answers: SymbolicatedReport, _ tally: FrameTally) -> [String] {
    image(answers, tally).map { lines(id: $0.id?.description, name: $0.name) } ?? []
  }

  /// The image of the app that has most frames of those that lack a debug file and have an ID, or nil.
  static func image(_ answers: SymbolicatedReport, _ tally: FrameTally) -> BinaryImage? {
    let lacking = tally.imagesWithoutSymbols(of: answers).filter { position in
      answers.report.images[position].id != nil && answers.imageStatuses[position].status != .damaged
    }
    return lacking.max { (tally.framesByImage[$0], $1) < (tally.framesByImage[$1], $0) }.map { answers.report.images[$0] }
  }

  private static func dSYM(_ id: String) -> [String] {
    [
      "  get the dSYM from the .xcarchive (Xcode Organizer), the CI job, or for builds",
      "    with bitcode App Store Connect's build page; pass it with -s PATH; on a Mac:",
      "    mdfind \"com_apple_xcode_dsym_uuids == \(id)\"",
    ]
  }

  private static let flutter = [
    "  get the file that `flutter build --split-debug-info=DIR` wrote for this build, such as",
    "    app.android-arm64.symbols; pass it with -s PATH",
  ]

  private static func elf(_ id: String) -> [String] {
    [
      "  get the debug file from the build before strip, a -dbg or -debuginfo package, or",
      "    with --debuginfod; pass it with -s PATH",
    ]
  }
}
