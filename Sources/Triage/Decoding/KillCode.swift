/// Codes with which the system ends processes. Source: Apple, "Understanding the exception types in a crash report", SIGKILL.
enum KillCode {
  /// What a code stands for; nil for an unknown one.
  static func words(_ code: UInt64) -> String? { table[code] }

  /// The first known code that is written in a text, as `0x8badf00d` in any case or in decimal digits.
  static func find(in text: String) -> UInt64? {
    var rest = text[...]
    while let at = rest.position(of: "0x") {
      let digits = rest[at...].dropFirst(2).prefix { $0.isASCII && $0.isHexDigit }
      if let code = UInt64(digits, radix: 16), table[code] != nil { return code }
      rest = rest[at...].dropFirst(2)
    }
    let numbers = text.split { !($0.isASCII && $0.isNumber) }
    return numbers.lazy.filter { $0.utf8.count >= 9 }.compactMap { UInt64($0) }.first { table[$0] != nil }
  }

  private static let table: [UInt64: String] = [
    0x8bad_f00d: "watchdog: the app did not respond in time",
    0xdead_10cc: "file or SQLite lock held at suspension",
    0xc000_10ff: "ended because the device was too hot",
    0xbaad_ca11: "VoIP push without a CallKit call",
    0xbad2_2222: "VoIP app resumed too often",
    0xbadd_d15c: "purged to free disk space",
    0x2182_bad2: "background task overran its time",
    0x2182_bad3: "background URL session overran its time",
    0x2182_bad4: "background fetch overran its time",
    0xc51b_ad01: "watchOS background task used too much CPU time",
    0xc51b_ad02: "watchOS background task overran its time",
    0xc51b_ad03: "watchOS background task overran while the system was busy",
    0xd00d_2bad: "too many system resources in use",
    0xdead_fa11: "force quit by the user",
    0xbaaa_aaad: "stackshot of the whole system; nothing crashed",
  ]
}
