/// Mangled names of Swift before version 5, which today's demanglers refuse.
enum OldSwiftName {
  /// `_TFC11CrashLibiOS13CRLCrashSwift5crashfT_T_` becomes `CRLCrashSwift.crash()`; nil when there are no names in it.
  static func normalized(_ name: String) -> String? {
    guard let start = start(of: Array(name.utf8)) else { return nil }
    let units = Array(name.utf8)
    var at = start
    while at < units.count, !isDigit(units[at]) { at += 1 }
    let isClosure = units[start..<at].count { $0 == UInt8(ascii: "F") } > 1
    var names: [String] = []
    while at < units.count, isDigit(units[at]) {
      var length = 0
      while at < units.count, isDigit(units[at]), length < 1000 {
        length = length * 10 + Int(units[at] - UInt8(ascii: "0"))
        at += 1
      }
      guard length > 0, at + length <= units.count else { break }
      names.append(String(decoding: units[at..<(at + length)], as: UTF8.self))
      at += length
    }
    guard names.count > 1 else { return names.first.map { $0 + "()" } }
    return (isClosure ? "closure in " : "") + names.dropFirst().joined(separator: ".") + "()"
  }

  /// Where the letters before the names begin: after the last `_TF` or `_TToF`.
  private static func start(of units: [UInt8]) -> Int? {
    var found: Int?
    for at in units.indices where units[at...].starts(with: "_TF".utf8) || units[at...].starts(with: "_TToF".utf8) {
      found = at + (units[at + 2] == UInt8(ascii: "F") ? 2 : 4)
    }
    return found
  }

  private static func isDigit(_ unit: UInt8) -> Bool { unit >= UInt8(ascii: "0") && unit <= UInt8(ascii: "9") }
}
