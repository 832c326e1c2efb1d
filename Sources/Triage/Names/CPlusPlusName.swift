/// Names of C++ functions: arguments, template arguments and return types go, so that all overloads and instances are one.
struct CPlusPlusName {
  private let text: [UInt8]
  private var at = 0
  private var output: [UInt8] = []

  private init(_ text: String) { self.text = Array(text.utf8) }

  /// `void a::B<int>::f<long>(char const*) const` becomes `a::B::f()`.
  static func normalized(_ name: String) -> String {
    var text = name[...]
    for prefix in ["non-virtual thunk to ", "virtual thunk to ", "covariant return thunk to "] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    let block = "invocation function for block in "
    if text.hasPrefix(block) { return normalized(String(text.dropFirst(block.count))) + " block" }
    var scan = CPlusPlusName(String(text))
    return scan.run()
  }

  private mutating func run() -> String {
    var hasArguments = false
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "<") where isAfterName:
        skipBalanced(UInt8(ascii: "<"), UInt8(ascii: ">"))
      case UInt8(ascii: "("):
        if take("(anonymous namespace)") { continue }
        skipBalanced(UInt8(ascii: "("), UInt8(ascii: ")"))
        skip(" const")
        skip(" volatile")
        hasArguments = true
        // `f(int)::{lambda()#1}::operator()() const`: the scope goes on.
        if !stands("::") { at = text.count }
      case UInt8(ascii: "["):
        if stands("[abi:") { skipBalanced(UInt8(ascii: "["), UInt8(ascii: "]")) } else { copy() }
      case UInt8(ascii: "`") where stands("`anonymous namespace'"):
        _ = take("`anonymous namespace'", as: "(anonymous namespace)")
      case UInt8(ascii: "{") where stands("{lambda"), UInt8(ascii: "'") where stands("'lambda"):
        takeLambda()
      case UInt8(ascii: "$") where stands("$_"):
        while at < text.count, text[at] != UInt8(ascii: ":"), text[at] != UInt8(ascii: "(") { at += 1 }
        output += "{lambda}".utf8
        skipCallOperator()
      case UInt8(ascii: "o") where stands("operator") && !isInsideIdentifier: takeOperator()
      case UInt8(ascii: "s") where stands("std::__1::") && !isInsideIdentifier: _ = take("std::__1::", as: "std::")
      case UInt8(ascii: " "):
        // What stands before a blank is a return type or a keyword.
        output.removeAll()
        at += 1
      default: copy()
      }
    }
    return String(decoding: output, as: UTF8.self) + (hasArguments ? "()" : "")
  }

  private var isAfterName: Bool {
    guard let last = output.last else { return false }
    return last == UInt8(ascii: "_") || last >= UInt8(ascii: "0") && last <= UInt8(ascii: "9") || last >= UInt8(ascii: "A")
  }

  private var isInsideIdentifier: Bool {
    guard let last = output.last else { return false }
    return last == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(last) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(last)
  }

  private mutating func copy() {
    output.append(text[at])
    at += 1
  }

  private func stands(_ part: String) -> Bool { text[at...].starts(with: part.utf8) }

  private mutating func skip(_ part: String) { if stands(part) { at += part.utf8.count } }

  private mutating func take(_ part: String, as replacement: String? = nil) -> Bool {
    guard stands(part) else { return false }
    output += (replacement ?? part).utf8
    at += part.utf8.count
    return true
  }

  /// Skips a bracket and all up to the one that closes it; `->` closes nothing.
  private mutating func skipBalanced(_ open: UInt8, _ close: UInt8) {
    var depth = 0
    while at < text.count {
      if text[at] == open { depth += 1 }
      if text[at] == close, !(close == UInt8(ascii: ">") && at > 0 && text[at - 1] == UInt8(ascii: "-")) { depth -= 1 }
      at += 1
      if depth == 0 { return }
    }
  }

  /// Takes `{lambda(int)#1}` or `'lambda0'(int)` as `{lambda}`, with the call operator that follows.
  private mutating func takeLambda() {
    if text[at] == UInt8(ascii: "{") {
      skipBalanced(UInt8(ascii: "{"), UInt8(ascii: "}"))
    } else {
      at += 1
      while at < text.count, text[at] != UInt8(ascii: "'") { at += 1 }
      at = min(at + 1, text.count)
      if at < text.count, text[at] == UInt8(ascii: "(") { skipBalanced(UInt8(ascii: "("), UInt8(ascii: ")")) }
    }
    output += "{lambda}".utf8
    skipCallOperator()
  }

  private mutating func skipCallOperator() { skip("::operator()") }

  /// Takes `operator` and its symbol or type as they stand, up to the arguments.
  private mutating func takeOperator() {
    _ = take("operator")
    if take("()") { return }
    while at < text.count, text[at] != UInt8(ascii: "(") { copy() }
  }
}
