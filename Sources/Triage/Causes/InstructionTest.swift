internal import CrashModel

/// The tests that look at the instruction at which the program crashed.
enum InstructionTest {
  /// Returns the instruction if it passes a test; nil when it does not, or is not known.
  static func finding(_ facts: CauseInput, _ holds: (FaultInstruction) -> Bool) -> TriageCause.Evidence? {
    guard let instruction = facts.answers.instruction, holds(instruction),
      let thread = facts.report.threads.firstIndex(where: { $0.frames.lowerBound == instruction.frame && !$0.frames.isEmpty })
    else { return nil }
    let path = "threads[\(thread)].frames[0].instruction"
    return TriageCause.Evidence(path: path, text: instruction.sentence ?? instruction.text ?? "")
  }

  /// A small number in a register may be a null pointer to which an offset was added; in a variable it is damage.
  static func isDamaged(_ instruction: FaultInstruction) -> Bool {
    switch instruction.finding {
    case .pattern, .text, .noAddress: true
    case .smallNumber: instruction.pointer != nil
    default: false
    }
  }
}
