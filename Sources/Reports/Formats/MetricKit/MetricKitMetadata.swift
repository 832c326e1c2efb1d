import CrashModel
import JSONText
import SymbolModel

/// What a diagnostic says besides its call stacks, whatever its version: `diagnosticMetaData` of a payload or log; members of the
/// diagnostic and `environment` of a report of iOS 27.
struct MetricKitMetadata {
  /// The objects that are asked, in order.
  let objects: [JSONValue]
  /// Whether the diagnostic is of a report of iOS 27.
  let isReport: Bool

  /// Takes the objects of a diagnostic. `payload` is what is around it, or nil for one alone.
  init(_ diagnostic: JSONValue, payload: JSONValue?) {
    let environment = payload?["environment"]
    isReport =
      environment != nil || payload?["timeRange"] != nil
      || MetricKitShape.trees(of: diagnostic).contains { $0["callStackThreads"] != nil }
    objects = [diagnostic["diagnosticMetaData"], isReport ? diagnostic : nil, environment].compactMap { $0 }
  }

  /// Whether the diagnostic has nothing besides its call stacks.
  var isEmpty: Bool { objects.isEmpty }

  /// Returns the value of the first key that exists, or nil if none does. Keys have other names in other versions.
  subscript(_ keys: String...) -> JSONValue? {
    for key in keys {
      for object in objects { if let value = object[key], value.kind != .null { return value } }
    }
    return nil
  }

  /// Returns a non-empty string.
  func text(_ keys: String...) -> String? {
    keys.lazy.compactMap { self[$0]?.string }.first { !$0.isEmpty }
  }

  /// The operating system: a string, or an object with its parts.
  var system: OperatingSystem? {
    guard let value = self["osVersion"] else { return nil }
    if let text = value.string { return SystemText.parse(text) }
    var system = OperatingSystem()
    system.name = value["platform"]?.string
    system.version = value["number"]?.string
    system.build = value["buildNumber"]?.string
    return system
  }

  /// Returns a measurement with its unit: `5 sec`, which is a string, or an object `{"unit": "s", "value": 5.2}`.
  static func measurement(_ value: JSONValue) -> String {
    guard value.kind == .object, let number = value["value"] else { return value.string ?? value.text }
    let unit = value["unit"]?.string ?? value["unit"]?["symbol"]?.string
    return [number.string ?? number.text, unit].compactMap { $0 }.joined(separator: " ")
  }

  /// Returns the time that a payload or report covers, or nil if it says none.
  static func time(_ payload: JSONValue?) -> String? {
    let range = payload?["timeRange"]
    let times = [payload?["timeStampBegin"] ?? range?["begin"], payload?["timeStampEnd"] ?? range?["end"]].map { moment($0) }
    guard let begin = times[0] else { return times[1] }
    guard let end = times[1], end != begin else { return begin }
    return "\(begin) to \(end)"
  }

  /// Returns a moment as text. Numbers count from 2001 (Swift's default encoder), from 1970, or milliseconds from 1970: this
  /// century tells them apart.
  private static func moment(_ value: JSONValue?) -> String? {
    guard let value, value.kind == .number else { return value?.string }
    guard let number = Double(value.text), number.isFinite, abs(number) < 1e15 else { return nil }
    let since1970 = number > 1e11 ? number / 1000 : number < 1.3e9 ? number + 978_307_200 : number
    return CivilTime(secondsSince1970: Int64(since1970)).text
  }
}
