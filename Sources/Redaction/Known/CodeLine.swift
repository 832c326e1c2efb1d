/// Lines whose words are names of code: frames, images, and the headers with the name of the program.
enum CodeLine {
  private static let headers = [
    "process:", "identifier:", "parent process:", "responsible:", "coalition:", "code type:", "version:", "exception type:",
    "command:",
    "package:", "application name:", "bundle identifier:",
  ].map { Array($0.utf8) }

  /// Whether the line with a position is one.
  static func holds(_ layer: TextLayer, _ position: Int) -> Bool {
    var start = position
    while position - start < 400, !Letters.endsLine(layer[start - 1]) { start -= 1 }
    start = layer.skippingBlanks(start)
    if headers.contains(where: { layer.holds(anyCase: $0, at: start) }) { return true }
    let sign = layer[start]
    guard Letters.isDigit(sign) || sign == UInt8(ascii: "#") || sign == UInt8(ascii: "+") || sign == UInt8(ascii: "!") else {
      return false
    }
    var end = start
    while end - start < 200, !Letters.endsLine(layer[end]) {
      if layer[end] == UInt8(ascii: "0"), layer[end + 1] == UInt8(ascii: "x"), Letters.isHexDigit(layer[end + 5]) { return true }
      end += 1
    }
    return false
  }
}
