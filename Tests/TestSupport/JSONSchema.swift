import Foundation

/// As much of JSON Schema as the schemas of this repository use.
package struct JSONSchema {
  private let root: [String: Any]

  /// Reads a schema of the repository by its path.
  package init(contentsOf path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Checkout.path(path)))
    guard let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw CocoaError(.fileReadCorruptFile)
    }
    root = object
  }

  /// What is wrong with a text, each with its path.
  package func problems(_ text: String) throws -> [String] {
    check(try JSONSerialization.jsonObject(with: Data(text.utf8)), root, "$")
  }

  private func check(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    if let name = (schema["$ref"] as? String)?.split(separator: "/").last, let all = root["$defs"] as? [String: Any],
      let target = all[String(name)] as? [String: Any]
    {
      return check(value, target, path)
    }
    var found: [String] = []
    if let type = schema["type"] as? String, !Self.has(value, type) { found.append("\(path) is no \(type)") }
    if let words = schema["enum"] as? [String], !words.contains(value as? String ?? "") { found.append("\(path): \(value)") }
    if let word = schema["const"] as? String, value as? String != word { found.append("\(path) is not \(word)") }
    if let pattern = schema["pattern"] as? String, let text = value as? String,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      found.append("\(path): \(text) does not match")
    }
    if let list = value as? [Any], let items = schema["items"] as? [String: Any] {
      for (number, element) in list.enumerated() { found += check(element, items, "\(path)[\(number)]") }
    }
    if let object = value as? [String: Any] { found += check(object: object, schema, path) }
    return found
  }

  private func check(object: [String: Any], _ schema: [String: Any], _ path: String) -> [String] {
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    var found = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map { "\(path).\($0) is missing" }
    for (key, value) in object {
      if let property = properties[key] {
        found += check(value, property, "\(path).\(key)")
      } else if let others = schema["additionalProperties"] as? [String: Any] {
        found += check(value, others, "\(path).\(key)")
      } else if schema["additionalProperties"] as? Bool == false {
        found.append("\(path).\(key) is not in the schema")
      }
    }
    return found
  }

  private static func has(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": (value as? NSNumber).map { isBoolean($0) } ?? false
    case "integer": (value as? NSNumber).map { !isBoolean($0) && $0.doubleValue == $0.doubleValue.rounded() } ?? false
    default: true
    }
  }

  private static func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
}
