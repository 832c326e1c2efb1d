/// The parts of a page around its contents.
struct PageShell {
  /// The title in the browser's tab.
  let title: String
  /// The kind of page, a class of `body` that the scripts look at.
  let kind: StaticString
  /// The scripts, in order.
  let scripts: [PageResource]

  /// Returns the page from its first byte to the start of the contents.
  func beginning() -> [UInt8] {
    var page = Markup()
    page.raw("<!DOCTYPE html>\n<html lang=\"en\" dir=\"ltr\">\n<head>\n<meta charset=\"utf-8\">\n")
    page.open(
      "meta", ["http-equiv": "Content-Security-Policy", "content": ContentPolicy.text(scripts: scripts)])
    page.raw("\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n")
    page.raw("<meta name=\"robots\" content=\"noindex\">\n<meta name=\"generator\" content=\"symbolicate\">\n")
    page.element("title", [:], title.isEmpty ? "Crash report" : title)
    page.raw("\n<link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E")
    page.raw("%3Crect width='16' height='16' rx='3' fill='%23b3261e'/%3E%3Cpath d='M4 5h8M4 8h5M4 11h7' stroke='white' ")
    page.raw("stroke-width='1.6'/%3E%3C/svg%3E\">\n<style>")
    page.raw(resource: .style)
    page.raw("</style>\n</head>\n<body class=\"")
    page.raw(kind)
    page.raw("\">\n<a class=\"skip\" href=\"#main\">Skip to the contents</a>\n")
    page.raw("<main id=\"main\" tabindex=\"-1\">\n")
    return page.bytes
  }

  /// Returns the page from the end of the contents to its last byte.
  func end() -> [UInt8] {
    var page = Markup()
    page.raw(
      "</main>\n<footer class=\"foot\"><p>Made by symbolicate. Self-contained page; makes no network requests.</p></footer>\n")
    page.raw("<div id=\"said\" class=\"said\" role=\"status\" aria-live=\"polite\"></div>\n")
    for script in scripts {
      page.raw("<script>")
      page.raw(resource: script)
      page.raw("</script>\n")
    }
    page.raw("</body>\n</html>\n")
    return page.bytes
  }
}
