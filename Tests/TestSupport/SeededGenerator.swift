import Foundation

/// Random numbers that a seed repeats (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Starts the sequence of a seed.
  package init(_ seed: UInt64) { state = seed }

  /// Returns the seed of a test and prints it, so that a failure can be repeated: `$SYMBOLICATE_SEED` if it is set, a random number
  /// if `$SYMBOLICATE_FUZZ_ROUNDS` asks for more rounds than usual, and `usual` otherwise.
  package static func seed(of subject: String, usual: UInt64) -> UInt64 {
    let given = ProcessInfo.processInfo.environment["SYMBOLICATE_SEED"].flatMap { UInt64($0) }
    let seed = given ?? (askedRounds == nil ? usual : UInt64.random(in: 0 ... .max))
    print("\(subject): seed \(seed) (SYMBOLICATE_SEED=\(seed) repeats it)")
    return seed
  }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// The places at which a test cuts a file of `count` bytes off: `usual` random ones, printed with their seed, or every one if
  /// `$SYMBOLICATE_FUZZ_ROUNDS` asks for more than that.
  package static func cuts(of count: Int, usual: Int, _ generator: inout SeededGenerator) -> [Int] {
    let wanted = rounds(usual)
    return wanted >= count ? Array(0..<count) : (0..<wanted).map { _ in Int.random(in: 0..<count, using: &generator) }
  }

  /// How often a test with random damage repeats: `usual`, or `$SYMBOLICATE_FUZZ_ROUNDS`.
  package static func rounds(_ usual: Int) -> Int { askedRounds ?? usual }

  /// How often a test repeats with each of many files: `usual`, or its share of three times `$SYMBOLICATE_FUZZ_ROUNDS`. With all of them for
  /// each file, a run takes as many hours as there are files.
  package static func rounds(_ usual: Int, files: Int) -> Int {
    askedRounds.map { max(usual, $0 * 3 / max(1, files)) } ?? usual
  }

  private static var askedRounds: Int? {
    ProcessInfo.processInfo.environment["SYMBOLICATE_FUZZ_ROUNDS"].flatMap(Int.init)
  }
}
