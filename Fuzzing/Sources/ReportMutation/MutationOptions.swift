/// The command line of the runner.
struct MutationOptions {
  /// What this process does.
  enum Role {
    /// Starts processes that read mutated reports with the engine, and watches them.
    case engine
    /// Reads the mutated reports of a range with the engine.
    case engineChild(Range<Int>)
    /// Runs a built program on directories of mutated reports.
    case program(String)
    /// Prints one mutated report.
    case show(Int)
  }

  /// A word of the command line that makes no sense.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static let usage = """
    ReportMutation [--seeds DIR]... [--symbols PATH]... [--count N] [--first N] [--seed N] [--limit SECONDS] [--found DIR]
                   [--program PATH [--lookup FILE] | --show N]
    """

  private(set) var role = Role.engine
  /// Files and directories with reports.
  private(set) var seeds: [String] = []
  /// Debug files for them.
  private(set) var symbols: [String] = []
  /// The debug file that addresses are looked up in; nil for none.
  private(set) var lookup: String?
  /// The number of mutated reports.
  private(set) var count = 200_000
  /// The number of the first one.
  private(set) var first = 0
  /// What the mutated reports are made from, together with their numbers.
  private(set) var seed: UInt64 = 1
  /// The most seconds for one report, or for one directory of them.
  private(set) var limit = 20
  /// Where findings are saved.
  private(set) var found = "fuzz/found"
  /// Larger files are no seeds.
  let longestSeed = 60_000

  init(_ words: ArraySlice<String>) throws(Failure) {
    var rest = words
    while let word = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Failure(description: "option \(word) needs a value") }
      switch word {
      case "--seeds": seeds.append(value)
      case "--symbols": symbols.append(value)
      case "--lookup": lookup = value
      case "--found": found = value
      case "--program": role = .program(value)
      case "--count": count = try Self.number(value)
      case "--first": first = try Self.number(value)
      case "--limit": limit = try Self.number(value)
      case "--seed": seed = UInt64(try Self.number(value))
      case "--show": role = .show(try Self.number(value))
      case "--child": role = .engineChild(try Self.number(value)..<Int.max)
      default: throw Failure(description: "unknown option \(word)")
      }
    }
    if case .engineChild(let range) = role { role = .engineChild(range.lowerBound..<first + count) }
    if seeds.isEmpty { seeds = ["Fixtures/Reports", "Fixtures/Malformed/out"] }
  }

  private static func number(_ text: String) throws(Failure) -> Int {
    guard let number = Int(text), number >= 0 else { throw Failure(description: "\(text) is no number") }
    return number
  }
}
