package import CrashModel

extension SymbolicatedReport {
  /// Returns why an image has no debug file, or what is wrong with it, or nil if nothing is.
  package func reason(ofImage position: Int) -> String? {
    let status = imageStatuses[position]
    let words = status.reason.map { ImageReasonWords.of($0, status, report.images[position]) }
    return status.damage.isEmpty ? words : ((words.map { [$0] } ?? []) + status.damage).joined(separator: "; ")
  }
}

/// Why an image has no debug file, for people.
enum ImageReasonWords {
  static func of(_ reason: ImageReason, _ status: ImageStatus, _ image: BinaryImage) -> String {
    let name = image.name ?? "NAME"
    switch reason {
    case .noID: return "the report has no ID for \(name); use --image \(name)=PATH"
    case .notFound(let places):
      return places.isEmpty ? "no search path given; use -s PATH" : "looked in " + places.joined(separator: ", ")
    case .nearMisses: return status.nearMisses.map(\.clause).joined(separator: "; ")
    case .otherBuild(let path, let id): return "\(path) is build \(id)"
    case .ambiguous(let files):
      let names = files.prefix(3).map { $0.path + ($0.id.map { " (\($0))" } ?? "") }.joined(separator: ", ")
      return "the report has no ID, and \(files.count) debug files with that name fit: \(names); choose one with --image"
    case .unconfirmed(let path):
      return "the report has no ID for \(name), and nothing shows that it ran \(path) of this machine; "
        + "use --image \(name)=\(path)"
    case .stripped(let path, let hasSymbols, let expected):
      return "\(path) has only \(hasSymbols ? "symbols" : "exported symbols"); \(advice(expected))"
    case .damaged(let words): return words
    }
  }

  private static func advice(_ expected: ImageReason.ExpectedFile) -> String {
    switch expected {
    case .dSYM: return "no dSYM with its UUID was found; name one with -s PATH"
    case .unknown: return "it has no build ID by which its debug file could be found; --image NAME=PATH names one"
    case .buildID(let id, let paths, let servers):
      let others = servers ? "" : ", or --debuginfod"
      return "no debug file with build ID \(id) was found: not \(paths.joined(separator: ", ")); use -s PATH\(others)"
    }
  }
}
