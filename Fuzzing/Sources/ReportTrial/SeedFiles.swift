import Foundation

/// The reports that mutation begins with.
package enum SeedFiles {
  /// The contents of all files below `paths` that are not empty and have at most `longest` bytes, in the order of their paths. Object
  /// files are left out.
  package static func contents(below paths: [String], longest: Int) -> [[UInt8]] {
    files(below: paths).compactMap { path in
      guard let data = FileManager.default.contents(atPath: path), !data.isEmpty, data.count <= longest else { return nil }
      let bytes = [UInt8](data)
      return isObject(bytes) ? nil : bytes
    }
  }

  private static func files(below paths: [String]) -> [String] {
    var result: [String] = []
    for path in paths {
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { continue }
      guard isDirectory.boolValue else {
        result.append(path)
        continue
      }
      for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init() where !name.contains(".dSYM/") {
        result.append(path + "/" + name)
      }
    }
    return result.sorted()
  }

  private static func isObject(_ bytes: [UInt8]) -> Bool {
    let magic = Array(bytes.prefix(4))
    return [[0x7F, 0x45, 0x4C, 0x46], [0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE]].contains(
      magic)
  }
}
