/// What happened, in one word that does not depend on processor, reporter or language.
package enum FailureClass: Hashable, Sendable {
  case badAccess, trap, arithmetic, abort, stackOverflow
  case panic, deadlock, hang, cpu, diskWrite, leak, sample, jetsam
  /// The system wrote the report on request, or about a condition that the process survived.
  case simulated, nonFatal
  /// An exception with a name: `exc:NSRangeException`.
  case exception(String)
  /// A guarded resource, by its type: `guard:FD`.
  case guarded(String)
  /// A limit of a resource, by its type: `resource:MEMORY`.
  case resource(String)
  /// A known code with which the system ended the process: `kill:0x8badf00d`.
  case killed(UInt64)
  /// Another end by the system, by namespace and code: `term:DYLD:1`.
  case terminated(String)
  /// Another signal in lower case, `sigterm`; or a word of a later version.
  case signal(String)
  /// Nothing in the report says it.
  case unknown

  /// The code of the watchdog, which ends processes whose main thread does not respond.
  private static let watchdog: UInt64 = 0x8bad_f00d

  /// The name in JSON output, keys and rules.
  package var name: String {
    switch self {
    case .exception(let type): "exc:" + type
    case .guarded(let type): "guard:" + type
    case .resource(let type): "resource:" + type
    case .killed(let code): "kill:0x" + String(code, radix: 16)
    case .terminated(let end): "term:" + end
    case .signal(let name): name
    default: Self.plain.first { $0.failure == self }?.name ?? "none"
    }
  }

  /// Reads a name.
  package init(name: String) {
    if let known = Self.plain.first(where: { $0.name == name }) {
      self = known.failure
    } else if let type = name.after("exc:") {
      self = .exception(type)
    } else if let type = name.after("guard:") {
      self = .guarded(type)
    } else if let type = name.after("resource:") {
      self = .resource(type)
    } else if let end = name.after("term:") {
      self = .terminated(end)
    } else if let code = name.after("kill:0x").flatMap({ UInt64($0, radix: 16) }), Self.killed(code).name == name {
      self = .killed(code)
    } else {
      self = .signal(name)
    }
  }

  private static let plain: [(failure: FailureClass, name: String)] = [
    (.badAccess, "bad-access"), (.trap, "trap"), (.arithmetic, "arithmetic"), (.abort, "abort"),
    (.stackOverflow, "stack-overflow"), (.panic, "panic"), (.deadlock, "deadlock"), (.hang, "hang"), (.cpu, "cpu"),
    (.diskWrite, "disk-write"), (.leak, "leak"), (.sample, "sample"), (.jetsam, "jetsam"), (.simulated, "simulated"),
    (.nonFatal, "non-fatal"), (.unknown, "none"),
  ]

  /// Whether the main thread did not respond.
  package var isUnresponsive: Bool {
    switch self {
    case .hang, .deadlock, .killed(Self.watchdog): true
    default: false
    }
  }

  /// Whether endless recursion shows itself as this class.
  package var mayBeStackOverflow: Bool {
    switch self {
    case .badAccess, .abort, .trap, .unknown: true
    default: false
    }
  }

  /// Whether many causes end in the same functions, so that only the text of the reason tells them apart.
  package var isToldByReason: Bool {
    switch self {
    case .exception, .abort, .panic: true
    default: false
    }
  }

  /// Whether it is an exception of a language.
  package var isException: Bool { if case .exception = self { true } else { false } }

  /// Whether a memory limit ended the process.
  package var isMemoryLimit: Bool {
    switch self {
    case .jetsam, .resource("MEMORY"): true
    default: false
    }
  }

  /// Whether the process was asked to end.
  package var isRequest: Bool {
    switch self {
    case .signal("sigterm"), .signal("sigint"), .signal("sigquit"): true
    default: false
    }
  }
}

extension String {
  /// What follows a prefix, or nil if the text does not begin with it.
  fileprivate func after(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.utf8.count)) : nil }
}
