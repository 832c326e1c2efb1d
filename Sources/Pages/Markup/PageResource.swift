/// A style sheet or script of this program, as it stands in a page.
struct PageResource: Sendable {
  /// The text, without `</`.
  let text: String
  /// The source expression of the text in a Content Security Policy (CSP level 3, section 6.7.2.4): `'sha256-...'`.
  let source: String

  /// Takes a file of `Resources`; SwiftPM embeds its bytes. `hash` is the SHA-256 sum of the file without its last line end, in base 64: to
  /// compute it takes 3.4 million instructions a process. `ResourceTests` names the new one when a file changes.
  private init(_ file: [UInt8], hash: StaticString) {
    text = String(decoding: file.dropLast(), as: UTF8.self)
    source = "'sha256-\(hash)'"
  }

  /// The style of all pages.
  static let style = PageResource(PackageResources.page_css, hash: "tE8RW19crkWSwMoobOEyXYhpi2iaC3X3ZNv1nAJ1iJk=")
  /// Themes, copying, keys, and search among frames.
  static let script = PageResource(PackageResources.page_js, hash: "t2Cm6tzkVsoBCUlnFkgdv/pJa9YrqxwUAHPtOexI7dc=")
  /// Zooming and searching in flame graphs.
  static let flameScript = PageResource(PackageResources.flame_js, hash: "xpzH8j02TsQekisaQAfloC0QV1YZ5D+Y/wzWvQeRJFE=")
  /// The data of summaries: counts and drawings.
  static let chartScript = PageResource(PackageResources.chart_js, hash: "0lGwjlzzn+sXV5n0sc/BIoqjVd1o5JCOjejxJ1aAicQ=")
  /// The view of one group of a summary.
  static let groupScript = PageResource(PackageResources.group_js, hash: "DGTXPmoaHsBimF8Ew1F1TLUOOtsV/sxmCa1zyyKCXmo=")
  /// The lists of groups, and their filters.
  static let summaryScript = PageResource(PackageResources.summary_js, hash: "DsEfWKXTlCgZQdXFN5ECMiRl3ukeE0lUqzZ0/gRFagw=")
}
