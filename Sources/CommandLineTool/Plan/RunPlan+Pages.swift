internal import Pages
internal import System

/// The page of a summary beside the pages of reports.
extension RunPlan {
  /// The addresses of the pages of reports relative to that page, by the paths of the inputs as messages show them.
  var pageLinks: [String: String] {
    Dictionary(
      inputs.inputs.map {
        (FileName.visible($0.path), SummaryPage.address(of: FileName.bytes(of: $0.outputName + format.suffix)))
      },
      uniquingKeysWith: { first, _ in first })
  }
}
