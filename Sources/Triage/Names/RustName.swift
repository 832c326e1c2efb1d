internal import Bytes

/// Names of Rust functions.
enum RustName {
  /// `core::ptr::drop_in_place<T>::h0f…` becomes `core::ptr::drop_in_place`.
  static func normalized(_ name: String) -> String {
    var text = Array(name.utf8)[...]
    if NameLanguage.endsInRustHash(name), name.hasSuffix("E") == false { text = text.dropLast(19) }
    var output: [UInt8] = []
    var depth = 0
    for (position, unit) in text.enumerated() {
      let isArrow = unit == UInt8(ascii: ">") && position > 0 && text[position - 1] == UInt8(ascii: "-")
      // `<T as Trait>` at the start says whose function it is.
      if unit == UInt8(ascii: "<"), depth > 0 || !output.isEmpty {
        if depth == 0, output.suffix(2).elementsEqual("::".utf8) { output.removeLast(2) }
        depth += 1
      } else if unit == UInt8(ascii: ">"), depth > 0, !isArrow {
        depth -= 1
      } else if depth == 0 {
        output.append(unit)
      }
    }
    let plain = String(decoding: output, as: UTF8.self)
    guard plain.containsBytes(of: "{{closure}}") else { return plain }
    return plain.pieces(separatedBy: "{{closure}}").joined(separator: "{closure}")
  }
}
