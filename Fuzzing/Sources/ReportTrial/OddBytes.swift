/// What readers of reports stumble over.
enum OddBytes {
  /// Blanks that take more than one byte in UTF-8, and single bytes of them.
  static let blanks: [[UInt8]] = [
    [0xC2, 0xA0], [0xC2, 0xA0, 0xC2, 0xA0], [0xE2, 0x80, 0xAF], [0xE3, 0x80, 0x80], [0xE2, 0x80, 0x89], [0xE2, 0x80, 0x8B],
    [0xE2, 0x80, 0xA8], [0xEF, 0xBB, 0xBF], [0xC2, 0x85], [0xA0], [0xC2], [0x85], [0x0B], [0x0C], [0x09], [0x20, 0xC2, 0xA0],
    [0xC2, 0xA0, 0x20], [0x0D], [0x0D, 0x0A], [0x0A, 0x0A, 0x0A],
  ]

  /// Control characters, broken UTF-8, and what means something to terminals, Markdown and JSON.
  static let others: [[UInt8]] =
    [
      [0], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x80, 0xAE], [0xE2, 0x80], [0xF0, 0x9F],
      [0xC2, 0x9B, 0x33, 0x31, 0x6D], [0xEF, 0xBF, 0xBF], [0x7F], [0xC3, 0xA0],
    ]
    + [
      "\u{1B}[31m", "\u{1B}]0;pwn\u{07}", "\\u0000", "\\ud800", "\\udc00\\ud800", "\\", "\"", "'", "`", "```\n<img src=x>\n",
      "%s%n", "e\u{301}e\u{301}", "👨\u{200D}👩", "[inlined]", " + ", " + 12", " at ", " in ", "(in ", ") ", "0x", "> ", "| ", ": ",
      "???",
      "<unavailable>", "[0x", "(0x1 0x2)", "\t", "...",
    ].map { Array($0.utf8) }

  /// Numbers around the limits of integers and of what readers accept.
  static let numbers: [[UInt8]] = [
    "-1", "0", "1", "255", "65536", "4294967295", "4294967296", "2147483648", "-2147483648", "9007199254740993",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "18446744073709551616", "1e999", "-1e999", "1e-999", "1e400000000000000000000", "NaN", "Infinity", "0.1", "1.5e3", "1e19",
    "-0",
    "00012", "true", "null", "\"\"", "[]", "{}", "999999", "1000000", "999999999999", String(repeating: "1", count: 400),
  ].map { Array($0.utf8) }

  /// Hexadecimal numbers around the limits of addresses.
  static let hexadecimals: [[UInt8]] = [
    "0x0", "0x1", "0x", "0xg", "0xfff", "0x7fffffffffff", "0x0000800000000000", "0x8000000000000000", "0x7fffffffffffffff",
    "0xfffffffffffff000", "0xffffffffffffffff", "0xfffffffffffffffff", "0x0000000000000000000000000000000000000001", "0XABCDEF0",
  ].map { Array($0.utf8) }

  /// What opens a level of nesting.
  static let openings: [[UInt8]] = [
    "[", "{\"a\":", "{\"child\":[", "\"subFrames\":[{", "{\"callStackRootFrames\":[", "> ", "  ", "+ ", "| ", "(", "\\\"",
  ].map { Array($0.utf8) }

  /// JSON values of every kind, in the place of a string.
  static let values: [[UInt8]] = [
    "\"\"", "null", "0", "{}", "[]", "true", "\"0x0\"", "-1", "[[[[]]]]", "\"\u{A0}\"", "\"0x1\u{A0}\"", "{\"\":{}}", "1e999",
  ].map { Array($0.utf8) }
}
