internal import Bytes
internal import System

/// Debug IDs of bundles and maps (ECMA-426 proposal "Debug ID"): UUIDs, compared without case and dashes.
package enum DebugID {
  /// Returns the 32 lower-case hexadecimal digits of an ID, or nil if the text is not an ID.
  package static func normalized(_ text: String?) -> String? {
    guard let text else { return nil }
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    guard digits.count == 32, digits.allSatisfy({ HexDigits.value(of: $0) < 16 }) else { return nil }
    return String(decoding: digits.map { HexDigits.digit(HexDigits.value(of: $0)) }, as: UTF8.self)
  }

  /// Returns the ID that a bundle names in its last lines: `//# debugId=...`, also `//# debug_id=` and with `//@`, or nil if
  /// there is none. `tail` is the end of the bundle.
  package static func ofBundle(_ tail: [UInt8]) -> String? {
    comment("debugId=", tail).flatMap(normalized) ?? comment("debug_id=", tail).flatMap(normalized)
  }

  /// Returns the map that a bundle names in its last lines: `//# sourceMappingURL=...`, or nil if there is none or if the map is
  /// part of the bundle (`data:`).
  package static func sourceMappingURL(_ tail: [UInt8]) -> String? {
    comment("sourceMappingURL=", tail).flatMap { $0.hasPrefix("data:") || $0.isEmpty ? nil : $0 }
  }

  /// Returns what follows `//# NAME` on the last line that has it.
  private static func comment(_ name: StaticString, _ tail: [UInt8]) -> String? {
    for line in tail.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }).reversed() {
      let text = String(decoding: line, as: UTF8.self)
      for start in ["//# ", "//@ "] where text.hasPrefix(start + name.description) {
        return String(text.dropFirst(start.count + name.description.count).prefix { $0 != " " })
      }
    }
    return nil
  }

  /// Returns the debug ID of the bundle beside a map that has its name and `.map`, or nil if there is none.
  static func ofBundle(beside path: String) -> String? {
    path.hasSuffix(".map") ? ofBundle(end(ofFile: String(path.dropLast(4)))) : nil
  }

  /// Returns the last bytes of a file, in which a bundle has its comments, or none if there is no such file.
  package static func end(ofFile path: String) -> [UInt8] {
    guard FileSystem.status(path)?.kind == .file, let memory = try? MappedMemory(path: path) else { return [] }
    let bytes = ByteSlice(memory)
    let count = min(bytes.count, 4096)
    return (try? bytes.slice(at: bytes.count - count, count: count).array) ?? []
  }
}
