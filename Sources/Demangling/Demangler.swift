internal import CDemangle

internal import Glibc

/// Demangles linkage names: Swift (the mangling before Swift 4 too, see `OldSwiftName`), C++, Rust (legacy and v0). Objective-C
/// names and plain C names stay as they are.
///
/// The front of the module `Demangling`. In: a name as the linker knows it. Out: the readable name in a `NameStyle`, or nil for
/// what is not mangled or cannot be read.
///
/// Example: `Demangler.demangle("$s4Shop6BasketV4pickyyF", style: .short)` is `Basket.pick()`.
package enum Demangler {
  /// Longer names are not demangled: they come from damaged or hostile files.
  static let longestName = 1 << 15

  /// Returns the readable form of `name`, or nil if the name is not mangled, the demangler rejects it, or `style` is `mangled`.
  package static func demangle(_ name: String, style: NameStyle) -> String? {
    guard style != .mangled, name.utf8.count <= longestName, let scheme = scheme(of: name) else { return nil }
    let text =
      switch scheme {
      case .swift: swift(name, style: style)
      case .oldSwift: OldSwiftName.demangle(name)
      case .cxx: oldRust(name) ?? cxx(name)
      case .block: block(name)
      case .rust: rust(name)
      }
    return text?.isEmpty == true ? nil : text
  }

  /// Returns the readable form of the name that the C++ runtime uses for a type (`std::type_info::name`, Itanium C++ ABI 2.9.5):
  /// `std::runtime_error` for `St13runtime_error`. Returns nil if it is not such a name, or `style` is `mangled`.
  package static func demangle(typeName name: String, style: NameStyle) -> String? {
    guard style != .mangled, !name.isEmpty, name.utf8.count <= longestName else { return nil }
    // libstdc++ marks types that are local to a file with an asterisk.
    let type = name.hasPrefix("*") ? String(name.dropFirst()) : name
    let described = "typeinfo name for "
    guard let text = cxx("_ZTS" + type), text.hasPrefix(described) else { return nil }
    return String(text.dropFirst(described.count))
  }

  /// Returns whether a name begins like a mangled one.
  package static func isMangled(_ name: String) -> Bool { scheme(of: name) != nil }

  private enum Scheme { case swift, oldSwift, cxx, block, rust }

  private static let prefixes: [(prefix: String, scheme: Scheme)] = [
    ("$s", .swift), ("$S", .swift), ("$e", .swift), ("_$s", .swift), ("_$S", .swift), ("_$e", .swift),
    ("@__swiftmacro_", .swift),
    ("_T0", .swift), ("_TF", .oldSwift), ("_TT", .oldSwift), ("_TZ", .oldSwift), ("_TP", .oldSwift), ("_TI", .oldSwift),
    ("_Tv", .oldSwift), ("_TM", .oldSwift), ("_TW", .oldSwift), ("_TR", .oldSwift),
    ("_Z", .cxx), ("__Z", .cxx), ("___Z", .block), ("____Z", .block), ("_R", .rust), ("__R", .rust),
  ]

  private static func scheme(of name: String) -> Scheme? {
    guard let first = name.utf8.first,
      first == UInt8(ascii: "$") || first == UInt8(ascii: "_") || first == UInt8(ascii: "@")
    else { return nil }
    // Many functions of C begin with `_`; none of the schemes has a letter that they go on with.
    if first == UInt8(ascii: "_"), let next = name.utf8.first(where: { $0 != first }), !"$TZR".utf8.contains(next) { return nil }
    return prefixes.first { name.hasPrefix($0.prefix) }?.scheme
  }

  private static func swift(_ name: String, style: NameStyle) -> String? {
    let result = call(style == .short ? SYMBOLICATE_SWIFT_SHORT : SYMBOLICATE_SWIFT, name)
    return result == name || result.map(namesNoMacro) == true ? nil : result
  }

  /// Returns whether the text is made of the expansion of a macro whose name the linkage name lacks. The demangler of Swift 6.3 puts the
  /// number of the expansion in the place of the name, and takes the number from memory that is none of its own.
  private static func namesNoMacro(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return false }
    let parts: [Substring] = text.split(separator: "@", omittingEmptySubsequences: false)
    return zip(parts, parts.dropFirst()).contains { before, name in
      before.hasSuffix(" macro ") && name.utf8.first.map { (48...57).contains($0) } == true
    }
  }

  private static func cxx(_ name: String) -> String? {
    call(SYMBOLICATE_CXX, name.hasPrefix("__Z") ? String(name.dropFirst()) : name)
  }

  /// Returns the function of a block in C++ code, which clang calls `___Z3payv_block_invoke`, `..._block_invoke_2` or
  /// `..._block_invoke.7`, in the form of LLVM's demangler.
  private static func block(_ name: String) -> String? {
    let mark = "_block_invoke"
    let symbol = name.drop { $0 == "_" }
    guard let end = symbol.indices.last(where: { symbol[$0...].hasPrefix(mark) }),
      let function = cxx("_" + String(symbol[..<end]))
    else { return nil }
    let rest = symbol[end...].dropFirst(mark.count)
    let number = rest.first == "_" ? rest.dropFirst() : rest
    let isNumbered = !number.isEmpty && number.utf8.allSatisfy({ (48...57).contains($0) })
    guard rest.isEmpty || rest.first == "." || isNumbered else { return nil }
    return "invocation function for block in " + function
  }

  /// Returns the readable form of a name of Rust's legacy scheme, which looks like one of C++ but for its end: 17 bytes, `h` and 16 digits.
  private static func oldRust(_ name: String) -> String? { unsafe strstr(name, "17h") != nil ? rust(name) : nil }

  private static func rust(_ name: String) -> String? { call(SYMBOLICATE_RUST, name) }

  /// Returns the text that a demangler makes of a name, or nil if it rejects the name or faults.
  private static func call(_ scheme: symbolicate_scheme, _ name: String) -> String? {
    guard let text = unsafe symbolicate_demangle(scheme, name, name.utf8.count) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}
