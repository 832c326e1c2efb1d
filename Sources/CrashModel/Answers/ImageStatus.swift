/// The result of the search for one image.
package struct ImageStatus: Sendable {
  /// Whether debug files were found. The raw value is the name in JSON output.
  package enum Status: String, Sendable {
    /// A debug file with the same ID was found.
    case found
    /// Only a file with the same ID and without debug information was found: a stripped program, or one whose symbols alone are there.
    case symbols
    /// No debug file with this ID was found, and none with the same name.
    case missing
    /// Only debug files with the same name and another ID were found.
    case mismatch
    /// A debug file with the same ID was found, but it is unreadable.
    case damaged
    /// No frame refers to the image.
    case unneeded
  }

  /// What reports that have the same image share. Never changed: to copy a status counts one reference instead of eight.
  private final class Details: Sendable {
    struct Value: Sendable {
      var debugFiles: [String]
      var nearMisses: [NearMiss] = []
      var reason: ImageReason?
      var damage: [String] = []
      var usedMismatch: String?
      var lookedIn: [String] = []
    }

    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// Whether debug files were found.
  package var status: Status
  private var details: Details?

  /// The paths of the debug files used, or of the near misses.
  package var debugFiles: [String] {
    get { details?.value.debugFiles ?? [] }
    set { change { $0.debugFiles = newValue } }
  }
  /// The debug files of the same name and another build, the nearest one first.
  package var nearMisses: [NearMiss] { details?.value.nearMisses ?? [] }
  /// The reason why there is none, or the problem with it.
  package var reason: ImageReason? {
    get { details?.value.reason }
    set { change { $0.reason = newValue } }
  }
  /// What is wrong with parts of the debug files, each with its path, in the words of their reader.
  package var damage: [String] {
    get { details?.value.damage ?? [] }
    set { change { $0.damage = newValue } }
  }
  /// The debug file with another ID that is used because of `--allow-mismatch`, or nil if there is none.
  package var usedMismatch: String? {
    get { details?.value.usedMismatch }
    set { change { $0.usedMismatch = newValue } }
  }
  /// The searched paths, as text, for an image that has only near misses.
  package var lookedIn: [String] { details?.value.lookedIn ?? [] }

  /// Creates a status.
  package init(_ status: Status, debugFiles: [String] = [], reason: ImageReason? = nil) {
    self.status = status
    let value = Details.Value(debugFiles: debugFiles, reason: reason)
    details = debugFiles.isEmpty && reason == nil ? nil : Details(value)
  }

  /// Creates the status of an image that has only near misses; `lookedIn` are the searched paths.
  package init(nearMisses: [NearMiss], lookedIn: [String] = []) {
    status = .mismatch
    details = Details(
      Details.Value(debugFiles: nearMisses.map(\.path), nearMisses: nearMisses, reason: .nearMisses, lookedIn: lookedIn))
  }

  private mutating func change(_ body: (inout Details.Value) -> Void) {
    var value = details?.value ?? Details.Value(debugFiles: [])
    body(&value)
    details = Details(value)
  }

  /// The name of the reason in JSON output.
  package var reasonCode: ReasonCode? { reason?.code ?? (damage.isEmpty ? nil : .damagedPart) }

  package mutating func replacePaths(_ replacement: (String) -> String) {
    guard details != nil else { return }
    change { value in
      value.debugFiles = value.debugFiles.map(replacement)
      value.nearMisses = value.nearMisses.map { $0.replacingPaths(replacement) }
      value.reason = value.reason?.replacingPaths(replacement)
      value.damage = value.damage.map(replacement)
      value.usedMismatch = value.usedMismatch.map(replacement)
      value.lookedIn = value.lookedIn.map(replacement)
    }
  }
}
