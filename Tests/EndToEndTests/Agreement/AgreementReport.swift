import Foundation
import Testing

/// An answered report of JSON output, without what depends on where it was read: its path, and the directories that were
/// searched, which reasons name too: only `symbolicate` searches that of the report.
struct AgreementReport: Equatable, Sendable, CustomTestStringConvertible {
  /// All other members, in a fixed order and spelling.
  let text: String
  /// The ID, the status and the number of frames of each image.
  let images: [String]
  /// The issue that the report belongs to, or nil.
  let group: String?
  /// The IDs of its causes, the best one first.
  let causes: [String]

  init(_ object: [String: Any]) throws {
    var object = object
    object["path"] = nil
    let data = try JSONSerialization.data(withJSONObject: Self.withoutReasons(object), options: [.sortedKeys, .prettyPrinted])
    text = String(decoding: data, as: UTF8.self)
    images = Self.images(of: object)
    let triage = object["triage"] as? [String: Any]
    group = triage?["group"] as? String
    causes = (triage?["causes"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
  }

  /// Reads a report or a list of reports.
  static func all(in data: Data) throws -> [AgreementReport] {
    let value = try JSONSerialization.jsonObject(with: data)
    let objects = try (value as? [[String: Any]]) ?? [#require(value as? [String: Any])]
    return try objects.map { try AgreementReport($0) }
  }

  /// What `symbolicate` and `inspect` say of the images.
  static func images(of object: [String: Any]) -> [String] {
    (object["images"] as? [[String: Any]] ?? []).map { image in
      "\(image["name"] ?? "?") \(image["id"] ?? "no ID") \(image["loadAddress"] ?? "?") \(image["status"] ?? "?")"
    }
  }

  private static func withoutReasons(_ value: Any) -> Any {
    if let list = value as? [Any] { return list.map(withoutReasons) }
    guard var object = value as? [String: Any] else { return value }
    (object["reason"], object["lookedIn"]) = (nil, nil)
    return object.mapValues(withoutReasons)
  }

  /// The first line that differs, so that a failure can be read.
  func difference(from other: AgreementReport) -> String? {
    let (left, right) = (text.split(separator: "\n"), other.text.split(separator: "\n"))
    guard let line = (0..<max(left.count, right.count)).first(where: { left.dropFirst($0).first != right.dropFirst($0).first })
    else { return nil }
    return "\(left.dropFirst(line).first ?? "nothing") instead of \(right.dropFirst(line).first ?? "nothing")"
  }

  var testDescription: String { group ?? "a report" }
}

/// Returns what differs between two lists of reports of each input, one line each.
func differences(_ found: [String: [AgreementReport]], _ expected: [String: [AgreementReport]]) -> [String] {
  expected.sorted { $0.key < $1.key }.flatMap { name, reports -> [String] in
    let got = found[name] ?? []
    guard got.count == reports.count else { return ["\(name): \(got.count) reports instead of \(reports.count)"] }
    return zip(got, reports).compactMap { one, other in one.difference(from: other).map { "\(name): \($0)" } }
  }
}
