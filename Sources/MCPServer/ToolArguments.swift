internal import JSONText

/// The arguments of a call, checked against the tool's definition.
struct ToolArguments: Sendable {
  /// An argument that does not fit.
  struct Mistake: Error {
    /// The problem, one clause.
    let reason: String
  }

  private let values: JSONValue?

  /// Takes the arguments of a call; nil is no argument.
  init(_ values: JSONValue?, for tool: ToolDefinition) throws(Mistake) {
    self.values = values
    guard let values else { return }
    guard values.kind == .object else { throw Mistake(reason: "the arguments are not an object") }
    for member in values.members {
      let name = member.key.string
      guard tool.parameters.contains(where: { $0.name == name }) else {
        throw Mistake(
          reason: "unknown argument '\(name)'; \(tool.name) has \(tool.parameters.map(\.name).joined(separator: ", "))")
      }
    }
  }

  /// Returns a string, or nil if it was not given.
  func text(_ name: String) throws(Mistake) -> String? {
    guard let value = values?[name] else { return nil }
    guard let text = value.string else { throw Mistake(reason: "'\(name)' is not a string") }
    return text
  }

  /// Returns a string that must be given and not empty.
  func required(_ name: String) throws(Mistake) -> String {
    guard let text = try text(name), !text.isEmpty else { throw Mistake(reason: "'\(name)' is missing") }
    return text
  }

  /// Returns a whole number, or nil if it was not given.
  func number(_ name: String, from minimum: Int) throws(Mistake) -> Int? {
    guard let value = values?[name] else { return nil }
    guard let number = value.int, number >= minimum else {
      throw Mistake(reason: "'\(name)' is not a whole number of \(minimum) or more")
    }
    return number
  }

  /// Returns one of a few words, the first one if none was given.
  func choice(_ name: String, _ words: [String]) throws(Mistake) -> String {
    guard let text = try text(name) else { return words.first ?? "" }
    guard words.contains(text) else { throw Mistake(reason: "'\(name)' is not one of \(words.joined(separator: ", "))") }
    return text
  }

  /// Returns strings, of which there must be at minimum one and at most `limit`.
  func texts(_ name: String, limit: Int) throws(Mistake) -> [String] {
    guard let value = values?[name], value.kind == .array else { throw Mistake(reason: "'\(name)' is not an array of strings") }
    var texts: [String] = []
    for element in value.elements {
      guard let text = element.string, texts.count < limit else {
        throw Mistake(reason: "'\(name)' is not an array of at most \(limit) strings")
      }
      texts.append(text)
    }
    guard !texts.isEmpty else { throw Mistake(reason: "'\(name)' is empty") }
    return texts
  }
}
