internal import Bytes

/// A style sheet or script of this program, as it stands in a page.
struct PageResource: Sendable {
  /// The text, without `</`.
  let text: String
  /// The source expression of the text in a Content Security Policy (CSP level 3, section 6.7.2.4): `'sha256-...'`.
  let source: String

  /// Takes a file of `Resources`; SwiftPM embeds its bytes.
  private init(_ file: [UInt8]) {
    text = String(decoding: file.dropLast(), as: UTF8.self)
    source = "'sha256-" + Base64.text(SHA256.digest(of: text.utf8.span)) + "'"
  }

  /// The style of all pages.
  static let style = PageResource(PackageResources.page_css)
  /// Themes, copying, keys, and search among frames.
  static let script = PageResource(PackageResources.page_js)
  /// Zooming and searching in flame graphs.
  static let flameScript = PageResource(PackageResources.flame_js)
  /// The data of summaries: counts and drawings.
  static let chartScript = PageResource(PackageResources.chart_js)
  /// The view of one group of a summary.
  static let groupScript = PageResource(PackageResources.group_js)
  /// The lists of groups, and their filters.
  static let summaryScript = PageResource(PackageResources.summary_js)
}
