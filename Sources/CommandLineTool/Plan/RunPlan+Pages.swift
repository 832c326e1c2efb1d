internal import Jobs
internal import Pages
internal import System

/// The page of a summary beside the pages of reports, and the links between them.
extension RunPlan {
  /// The addresses of the pages of reports relative to that page, by the paths of the inputs as messages show them.
  var pageLinks: [String: String] {
    Dictionary(
      inputs.inputs.map {
        (FileName.visible($0.path), SummaryPage.address(of: FileName.bytes(of: $0.outputName + format.suffix)))
      },
      uniquingKeysWith: { first, _ in first })
  }

  /// The file name of that page, or nil if there is none: it stands in the output directory of several reports.
  var indexName: String? {
    guard isBatch, format == .html, case .folder(let folder) = destination, !inputs.inputs.isEmpty else { return nil }
    return files.freeName(in: folder, ["index.html", "summary.html"], mark: "content=\"symbolicate\"") {
      inputs.isOutput($0, suffix: format.suffix)
    }
  }
}
