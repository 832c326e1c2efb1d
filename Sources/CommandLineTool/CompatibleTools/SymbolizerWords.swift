/// The options of llvm-symbolizer as those of `lookup`, for a link that has its name.
enum SymbolizerWords {
  /// Returns the options and operands of `lookup` that mean the same. Options that are always on in `lookup` are left out; those
  /// that it does not have stay, so that parsing reports them.
  static func translate(_ words: [String]) -> [String] {
    var result: [String] = []
    var object: String?
    var addresses: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if let value = value(of: word, objects, &rest) {
        object = value
      } else if let value = value(of: word, architectures, &rest) {
        result += ["--" + Flag.arch.name, value]
      } else if word.hasPrefix("-"), !implied.contains(word) {
        result.append(word)
      } else if !word.hasPrefix("-") {
        addresses.append(DropInAddress.parse(word).map { "0x" + String($0, radix: 16) } ?? word)
      }
    }
    return result + (object.map { [$0] } ?? []) + addresses
  }

  private static let objects = ["--obj", "--exe", "-e"]
  private static let architectures = ["--default-arch"]
  /// What `lookup` does in any case. Sanitizers pass the first two, and the architecture.
  private static let implied: Set<String> = [
    "--demangle", "--inlines", "-C", "-i", "--inlining", "--inlining=true", "--functions", "--functions=linkage", "-f",
    "--use-symbol-table", "--use-symbol-table=true", "--output-style=LLVM", "--demangle=true",
  ]

  /// Returns the value of an option with one of the names, as `NAME=VALUE` or as the next argument, or nil for other arguments.
  private static func value(of word: String, _ names: [String], _ rest: inout ArraySlice<String>) -> String? {
    for name in names {
      if word == name { return rest.popFirst() ?? "" }
      if word.hasPrefix(name + "=") { return String(word.dropFirst(name.utf8.count + 1)) }
    }
    return nil
  }
}
