import Foundation
import TestSupport
import Testing

/// The shell steps of a recipe for a CI system, taken out of its file: as much of YAML as these files use.
struct RecipeSteps {
  private let lines: [String]

  init(_ path: String) throws {
    lines = try String(contentsOfFile: Checkout.path(path), encoding: .utf8).components(separatedBy: "\n")
  }

  /// The text of a key's block (`key: |`) in the step with a name, without its indentation.
  func script(ofStep name: String, key: String = "run") throws -> String {
    let step = try step(name)
    let start = try #require(step.firstIndex { $0.trimmingCharacters(in: .whitespaces) == "\(key): |" })
    return Self.block(after: start, in: step)
  }

  /// The values of `env` in a step, each `${{ name }}` replaced by the value of `name`.
  func environment(ofStep name: String, _ values: [String: String]) throws -> [String: String] {
    let step = try step(name)
    guard let start = step.firstIndex(where: { $0.trimmingCharacters(in: .whitespaces) == "env:" }) else { return [:] }
    let entries = Self.block(after: start, in: step).split(separator: "\n")
    return try Dictionary(
      uniqueKeysWithValues: entries.map { entry in
        let match = try #require(entry.wholeMatch(of: /([A-Z_]+): \$\{\{ (\S+) \}\}/), "\(entry)")
        return (String(match.1), try #require(values[String(match.2)], "\(match.2) is not an input"))
      })
  }

  /// The default values of the inputs, by `inputs.NAME`.
  func defaults() throws -> [String: String] {
    let start = try #require(lines.firstIndex(of: "inputs:"))
    var result: [String: String] = [:]
    var name = ""
    for line in lines[(start + 1)...].prefix(while: { $0.hasPrefix(" ") }) {
      if let match = line.wholeMatch(of: /\s\s([a-z-]+):/) { name = String(match.1) }
      if let match = line.wholeMatch(of: /\s{4}default: (.*)/) {
        result["inputs." + name] = match.1.trimmingCharacters(in: .init(charactersIn: "'"))
      }
    }
    return result
  }

  /// The commands of a list (`key:` with items `- command` and `- |`), joined as a runner joins them.
  func commands(_ key: String) throws -> String {
    let start = try #require(lines.firstIndex { $0.trimmingCharacters(in: .whitespaces) == key + ":" })
    var result: [String] = []
    let items = Self.block(after: start, in: lines).components(separatedBy: "\n")
    for (position, item) in items.enumerated() where item.hasPrefix("- ") {
      result.append(item == "- |" ? Self.block(after: position, in: items) : String(item.dropFirst(2)))
    }
    return result.joined(separator: "\n")
  }

  /// The values of the map `variables`.
  func variables() throws -> [String: String] {
    let start = try #require(lines.firstIndex { $0.trimmingCharacters(in: .whitespaces) == "variables:" && !$0.hasPrefix("#") })
    let pairs = Self.block(after: start, in: lines).split(separator: "\n").compactMap { $0.wholeMatch(of: /([A-Z_]+): (.*)/) }
    return Dictionary(
      uniqueKeysWithValues: pairs.map { (String($0.1), $0.2.trimmingCharacters(in: .init(charactersIn: "'"))) })
  }

  /// The scripts between `sh '''` and `'''`, in order.
  var quotedScripts: [String] {
    lines.joined(separator: "\n").components(separatedBy: "sh '''").dropFirst().compactMap {
      $0.components(separatedBy: "'''").first
    }
  }

  private func step(_ name: String) throws -> [String] {
    let start = try #require(lines.firstIndex { $0.trimmingCharacters(in: .whitespaces) == "- name: " + name })
    let indent = lines[start].prefix { $0 == " " }.count
    return [lines[start]] + lines[(start + 1)...].prefix { $0.isEmpty || $0.prefix { $0 == " " }.count > indent }
  }

  /// The lines after a position that are indented further than it, without their common indentation.
  private static func block(after start: Int, in lines: [String]) -> String {
    let outer = lines[start].prefix { $0 == " " }.count
    let inside = lines[(start + 1)...].prefix { $0.isEmpty || $0.prefix { $0 == " " }.count > outer }
    let indent = inside.first.map { $0.prefix { $0 == " " }.count } ?? 0
    return inside.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
  }
}
