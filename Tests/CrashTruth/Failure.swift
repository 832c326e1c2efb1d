/// How an app fails.
enum Failure: Hashable, Sendable {
  case null, member, garbage, zombie, recursion
  case nilUnwrap, index, precondition
  case exception(name: String, reason: String)
  case cpp(String)
  case abort(String?)
  case watchdog, deadlock, hang, privacy, guardFile, signature

  /// The cause that a report of it must name.
  var cause: String {
    switch self {
    case .null: "null-deref"
    case .member: "null-member"
    case .garbage: "garbage-pointer"
    case .zombie: "zombie-suspect"
    case .recursion: "stack-overflow"
    case .nilUnwrap: "swift-nil-unwrap"
    case .index: "swift-index"
    case .precondition: "swift-precondition"
    case .exception(let name, let reason):
      switch name {
      case "NSRangeException": "objc-array-range"
      case "NSUnknownKeyException": "kvc-misuse"
      case "NSInternalInconsistencyException": "ui-batch-update"
      default: reason.contains("NSNull") ? "objc-nsnull" : "objc-unrecognized-selector"
      }
    case .cpp: "cpp-exception"
    case .abort(let text): text == nil ? "abort" : "heap-corruption"
    case .watchdog: "watchdog"
    case .deadlock: "deadlock-main"
    case .hang: "hang"
    case .privacy: "tcc-usage"
    case .guardFile: "guard-fd"
    case .signature: "codesign"
    }
  }

  /// Causes that are as right as `cause`.
  var alsoRight: Set<String> {
    switch self {
    case .watchdog: ["watchdog-blocked", "watchdog-busy", "deadlock-main"]
    case .exception(_, let reason) where reason.contains("unrecognized"): ["objc-type-confusion"]
    case .hang: ["deadlock-main"]
    case .zombie: ["zombie-known"]
    default: []
    }
  }

  /// Failures of one family in one function are one group by design.
  var family: String {
    switch self {
    case .null, .member, .garbage, .zombie: "access"
    case .nilUnwrap, .index, .precondition: "trap"
    case .abort: "abort"
    case .exception(let name, _): name
    default: "\(self)"
    }
  }

  /// Whether the process ends, and the app's own reporter can see it.
  var isSeenByReporters: Bool { ![.watchdog, .privacy, .guardFile, .signature].contains(self) }

  /// Whether it is an access to memory, with its address.
  func address(_ random: inout TruthRandom) -> UInt64? {
    switch self {
    case .null: 0
    case .member: 0x18
    case .garbage: 0x1_2345_6780 + UInt64(random.number(0...9999)) * 16
    case .zombie: 0x2_8000_0010 + UInt64(random.number(0...9999)) * 16
    case .recursion: 0x16b0_0000 + UInt64(random.number(0...9999)) * 8
    default: nil
    }
  }

  var isTrap: Bool { self == .nilUnwrap || self == .index || self == .precondition }
}
