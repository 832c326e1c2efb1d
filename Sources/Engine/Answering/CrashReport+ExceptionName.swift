internal import CrashModel
internal import DebugInfo
internal import Demangling

extension CrashReport {
  /// Makes the name of a C++ exception's type readable, where the report has it as the linker knows it (`St13runtime_error`), also in
  /// the sentence that tells of it. `mangledName` stays only where it is another.
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
  /// The text with the first place that holds `part` replaced.
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
