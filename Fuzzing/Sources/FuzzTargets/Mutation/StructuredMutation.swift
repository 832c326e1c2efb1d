import ReportTrial

/// Damages inputs of a target, and keeps most of their structure.
package struct StructuredMutation {
  private let target: FuzzTarget
  private let text: Mutator

  /// Prepares to damage inputs of a target, with its seeds as the material.
  package init(_ target: FuzzTarget) throws {
    self.target = target
    let seeds = try target.seeds()
    text = Mutator(seeds: seeds.isEmpty ? [[0]] : seeds, longest: target.longest)
  }

  /// Whether libFuzzer's own mutation is enough: bytes without a structure that is known here.
  package var isPlain: Bool { if case .binary = target.shape { true } else { false } }

  /// Returns a damaged form of `bytes` that `seed` determines, at most `limit` bytes.
  package func damaged(_ bytes: [UInt8], seed: UInt64, limit: Int) -> [UInt8] {
    var numbers = SeededNumbers(seed: seed)
    let result =
      switch target.shape {
      case .text: text.mutated(bytes, &numbers)
      case .binary: bytes
      case .object: ObjectMutation.damaged(bytes, &numbers)
      case .protobuf: ProtobufMutation.damaged(bytes, &numbers)
      }
    return Array(result.prefix(limit))
  }
}
