internal import CrashModel
internal import DebugInfo
internal import Demangling

extension CrashReport {
  /// Demangles the type name of a C++ exception if the report has the mangled name (`St13runtime_error`), also in the sentence
  /// that contains it. `mangledName` keeps the original if it differs.
  mutating func nameException(_ style: NameStyle) {
    guard let mangled = exception?.mangledName else { return }
    guard let name = Demangler.demangle(typeName: mangled, style: style) else {
      exception?.mangledName = nil
      return
    }
    exception?.name = name
    applicationSpecificInformation = applicationSpecificInformation.map { line in
      line.replacingFirst("'\(mangled)'", with: "'\(name)'")
    }
  }
}

extension String {
  /// Returns the text with the first occurrence of `part` replaced.
  fileprivate func replacingFirst(_ part: String, with other: String) -> String {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) {
        return self[..<start] + other + self[index(start, offsetBy: part.count)...]
      }
      start = index(after: start)
    }
    return self
  }
}
