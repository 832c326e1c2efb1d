/// A secret as it stands in text, and the parts of it that may stay nowhere.
package struct SecretText: Sendable {
  /// The form or key, for messages.
  package let name: String
  package let text: String
  package let leaks: [String]
}

/// Makes secrets that are known by their form.
struct SecretForms {
  private var random: SeededGenerator

  init(_ seed: UInt64) { random = SeededGenerator(seed) }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }

  mutating func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + Int(random.next() % UInt64(range.count)) }

  /// A word that occurs nowhere else.
  mutating func word(_ syllables: Int = 3) -> String {
    (0..<syllables).map { _ in pick(["zaf", "qor", "vix", "jub", "wem", "kyl", "nux", "poz", "tiv", "gux"]) }.joined()
  }

  mutating func token(_ count: Int) -> String {
    (0..<count - 1).map { _ in String(pick(Array("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789"))) }.joined() + "7"
  }

  private mutating func hex(_ count: Int) -> String { (0..<count).map { _ in String(pick(Array("0123456789abcdef"))) }.joined() }

  /// The names of users as they stand in paths: each is a word with what is hard to find the end of.
  private mutating func userName() -> (text: String, leak: String) {
    let (one, two) = (word(), word())
    return pick([
      (one, one), ("\(one).\(two)", two), ("\(one) \(two.capitalized)", two), ("\(one), \(two)", two), ("\(one)'\(two)", two),
      ("\(one) (\(two))", two), ("\(one)[\(two)]", two), ("\(one)@\(two)", two), ("Zo\u{eb}\(one)", one),
      ("\u{674e}\u{660e}", "\u{674e}\u{660e}"),
      ("\(one)-\(two)_x", two), ("\(one)+\(two)", two), ("\(one)#1", one),
    ])
  }

  /// Returns a secret of a random form.
  mutating func next() -> SecretText {
    switch number(0...9) {
    case 0, 1: home()
    case 2: email()
    case 3: network()
    case 4: hardware()
    case 5: url()
    case 6, 7: issued()
    case 8: block()
    default: command()
    }
  }

  private mutating func home() -> SecretText {
    let (name, leak) = userName()
    let path = pick([
      "/Users/\(name)/Library/x", "/home/\(name)/app", "/var/home/\(name)/app", "/nfs/home/\(name)/x", "/export/home/\(name)/x",
      "C:\\Users\\\(name)\\AppData", "c:\\users\\\(name)\\x", "C:\\Documents and Settings\\\(name)\\x", "/mnt/c/Users/\(name)/x",
      "C:/Users/\(name)/x", "\\\\wsl$\\Ubuntu\\home\\\(name)\\x", "file:///Users/\(name)/x", "C:\\\\Users\\\\\(name)\\\\x",
    ])
    if number(0...9) == 0 {
      let plain = word()
      return SecretText(
        name: "home of \(plain)", text: pick(["/afs/example.com/user/z/\(plain)/x", "~\(plain)/Library", "/Users/\(plain)"]),
        leaks: [plain])
    }
    return SecretText(name: "home directory", text: path, leaks: [leak])
  }

  private mutating func email() -> SecretText {
    let (one, two) = (word(), word())
    let address = pick([
      "\(one)@example.com", "\(one).\(two)@mail.example.co.uk", "\(one)+\(two)@example.org", "\(one)'\(two)@example.com",
      "\(one)@ex\u{e4}mple.de",
      "\(one)@xn--exmple-cua.de", "\u{e9}\(one)@example.fr", "\(one)@example.com:587", "\(one)@[10.1.2.3]",
      "\(one)_x@example.museum",
    ])
    return SecretText(name: "e-mail", text: address, leaks: [one])
  }

  private mutating func network() -> SecretText {
    let quad = "\(number(11...223)).\(number(1...250)).\(number(1...250)).\(number(1...250))"
    let leak = quad.split(separator: ".").suffix(3).joined(separator: ".")
    let (one, two) = (hex(3), "7" + hex(3))
    return pick([
      SecretText(name: "IPv4", text: quad.replacing(/^127/, with: "12"), leaks: [leak]),
      SecretText(name: "IPv4 and port", text: "\(quad.replacing(/^127/, with: "12")):8080", leaks: [leak]),
      SecretText(name: "IPv4 range", text: "10.1.1.1-10.\(number(20...99)).33.44", leaks: [".33.44"]),
      SecretText(name: "IPv4 network", text: "10.\(number(20...99)).33.44/24", leaks: [".33.44"]),
      SecretText(name: "IPv6", text: "2001:db8::\(one):\(two)", leaks: ["\(one):\(two)"]),
      SecretText(name: "IPv6 whole", text: "2001:db8:0:1:\(one):2:\(two):4", leaks: ["\(one):2:\(two)"]),
      SecretText(name: "IPv6 scope", text: "fe80::\(one):\(two)%en0", leaks: ["\(one):\(two)"]),
      SecretText(name: "IPv6 port", text: "[2001:db8::\(one):\(two)]:443", leaks: ["\(one):\(two)"]),
      SecretText(name: "IPv6 prefix", text: "2001:db8:\(one):\(two)::/64", leaks: ["\(one):\(two)"]),
      SecretText(name: "IPv6 mapped", text: "::ffff:10.\(number(20...99)).33.44", leaks: [".33.44"]),
      SecretText(name: "IPv6 after key", text: "address:2001:db8::\(one):\(two)", leaks: ["\(one):\(two)"]),
    ])
  }

  private mutating func hardware() -> SecretText {
    let parts = (0..<6).map { "\(number(1...9))\($0 % 2 == 0 ? "a" : "b")" }
    return pick([
      SecretText(name: "MAC", text: parts.joined(separator: ":"), leaks: [parts[2...].joined(separator: ":")]),
      SecretText(name: "MAC, dashes", text: parts.joined(separator: "-"), leaks: [parts[2...].joined(separator: "-")]),
      SecretText(
        name: "MAC, dots", text: "\(parts[0])\(parts[1]).\(parts[2])\(parts[3]).\(parts[4])\(parts[5])",
        leaks: ["\(parts[2])\(parts[3])."]),
      SecretText(name: "MAC, one digit", text: "a4:8:\(parts[2]):1:2:\(parts[5])", leaks: ["\(parts[2]):1"]),
    ])
  }

  private mutating func url() -> SecretText {
    let (one, two) = (word(), word())
    return SecretText(
      name: "URL",
      text: pick([
        "https://\(one):\(two)@example.com/x", "postgres://\(one):\(two)!$#x@db:5432/x", "ftp://\(one):a/\(two)@example.com",
        "https://\(one):\(String(repeating: "q", count: 300))\(two)@example.com/x", "redis://:\(two)@cache:6379",
        "https://\(two)@sentry.io/42",
      ]), leaks: [two])
  }

  private mutating func issued() -> SecretText {
    let value = token(40)
    return SecretText(
      name: "token",
      text: pick([
        "ghp_", "github_pat_", "glpat-", "xoxb-", "sk_live_", "AKIA", "AIza", "npm_", "sk-", "eyJ", "ya29.", "SG.", "hf_",
        "Bearer ", "Basic ", "shpat_",
      ]) + value, leaks: [value])
  }

  private mutating func block() -> SecretText {
    let value = token(60)
    return SecretText(
      name: "PEM", text: "-----BEGIN PRIVATE KEY-----\n\(value)\n\(token(60))\n-----END PRIVATE KEY-----", leaks: [value])
  }

  private mutating func command() -> SecretText {
    let value = word() + "7"
    return SecretText(
      name: "command line",
      text: pick([
        "tool --password \(value) run", "curl -u me:\(value) x", "x --api-key \(value)", "x --token='\(value)'",
        "x --secret=\(value)",
      ]),
      leaks: [value])
  }

  /// Returns a key with a value that only the key gives away.
  mutating func keyed() -> (key: String, value: String) {
    let key = pick([
      "password", "userPassword", "db_password", "PASSWD", "pwd", "clientSecret", "secret", "accessToken", "auth_token", "token",
      "credential", "apiKey",
      "X-Api-Key", "api_key", "access_key", "privateKey", "signing-key", "authorization", "sessionId", "session_id", "cookie",
      "Set-Cookie", "phone",
      "phoneNumber", "email", "userEmail", "username", "user_name", "user.name", "userId", "account", "accountId", "customer",
      "customer_id",
      "deviceName", "device_name", "hostname", "host.name", "serialNumber", "serial_number", "udid", "ecid", "imei", "idfa",
      "idfv",
      "installationId", "install_id", "pushToken", "push_token", "crashReporterKey", "user", "lastName",
    ])
    return (key, word() + "\(number(10...99))")
  }
}
