/// Names of Objective-C methods and of blocks.
enum ObjectiveCName {
  /// `__32-[AppDelegate(UI) crashCommands]_block_invoke.263` becomes `-[AppDelegate crashCommands] block`.
  static func normalized(_ name: String) -> String {
    var method = name[...]
    var isBlock = false
    if method.hasPrefix("__") {
      method = method.dropFirst(2).drop { $0.isASCII && $0.isNumber }
      isBlock = true
    }
    guard let end = method.firstIndex(of: "]"), let blank = method.firstIndex(of: " ") else { return name }
    isBlock = isBlock || method[end...].hasPrefix("]_block_invoke")
    // Apple prints `-[NSObject+ 193960 (NSObject) doesNotRecognizeSelector:]` where the category was cut off the class.
    let type = method[..<blank].prefix { $0 != "(" && $0 != "+" || $0 == method.first }
    let first = method.first.map(String.init) ?? ""
    let className = method[..<blank].dropFirst(2).prefix { $0 != "(" && $0 != "+" }
    guard !type.isEmpty, blank < end else { return name }
    let selector = method[blank..<end].split(separator: " ").last ?? ""
    return "\(first)[\(className) \(selector)]\(isBlock ? " block" : "")"
  }

  /// `__foo_block_invoke_2` becomes `foo block`; nil for everything else.
  static func blockOfFunction(_ name: String) -> String? {
    guard let at = name.position(of: "_block_invoke"), name.hasPrefix("__") else { return nil }
    let function = name[..<at].dropFirst(2)
    return function.isEmpty ? nil : "\(function) block"
  }
}
