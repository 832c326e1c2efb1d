internal import Bytes

/// A style sheet or script of this program, as it stands in a page.
struct PageResource: Sendable {
  /// The text, without `</`.
  let text: String
  /// The source expression of the text in a Content Security Policy (CSP level 3, section 6.7.2.4): `'sha256-...'`.
  let source: String

  private init(_ text: String) {
    self.text = text
    source = "'sha256-" + Base64.text(SHA256.digest(of: text.utf8.span)) + "'"
  }

  /// The style of all pages.
  static let style = PageResource(ResourceTexts.pageStyle)
  /// Themes, copying, keys, and search among frames.
  static let script = PageResource(ResourceTexts.pageScript)
  /// Zooming and searching in flame graphs.
  static let flameScript = PageResource(ResourceTexts.flameScript)
  /// Filters and group views of summaries.
  static let summaryScript = PageResource(ResourceTexts.summaryScript)
}
