package import ReportTrial

/// A result that breaks a promise of the program.
package typealias Finding = Trial.Finding

/// Something that reads bytes of strangers, and what has to hold for all bytes.
package struct FuzzTarget: Sendable {
  /// Reads an input once and throws what breaks a promise. A trap, a loop without end and lack of memory are findings, too. One owner,
  /// one thread.
  package typealias Body = (_ input: [UInt8]) throws -> Void

  /// The name, which the command line and the directories of the corpus have.
  package let name: String
  /// The largest input in bytes.
  package let longest: Int
  /// What the bytes are, so that mutation keeps most of their structure.
  package let shape: InputShape
  private let made: @Sendable () throws -> [[UInt8]]
  /// Makes what reads the inputs.
  package let body: @Sendable () throws -> Body

  /// Describes a target. `seeds` are inputs that are read as they should be.
  init(
    _ name: String, longest: Int = 8_000, _ shape: InputShape, seeds: @escaping @Sendable () throws -> [[UInt8]],
    body: @escaping @Sendable () throws -> Body
  ) {
    (self.name, self.longest, self.shape, self.body) = (name, longest, shape, body)
    made = seeds
  }

  /// The inputs that mutation begins with, none longer than `longest`.
  package func seeds() throws -> [[UInt8]] { try made().filter { !$0.isEmpty && $0.count <= longest } }
}

/// Throws a finding unless a condition holds.
func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws(Finding) {
  if !condition { throw Finding(what: what()) }
}
