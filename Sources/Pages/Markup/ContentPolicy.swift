/// The Content Security Policy of a page: only the style and the scripts that this program wrote, by their hashes; no network, no
/// forms, no frames. The icon is a `data:` URL.
enum ContentPolicy {
  /// Returns the policy of a page with these scripts.
  static func text(scripts: [PageResource]) -> String {
    [
      "default-src 'none'", "script-src " + scripts.map(\.source).joined(separator: " "),
      "style-src " + PageResource.style.source, "img-src data:", "base-uri 'none'", "form-action 'none'",
    ].joined(separator: "; ")
  }
}
