internal import CrashModel

extension NamedTest {
  /// What the test finds; nil when it does not hold.
  func evidence(_ facts: CauseInput) -> TriageCause.Evidence? {
    switch self {
    case .faultNull: FaultTest.null(facts)
    case .faultNearNull: FaultTest.nearNull(facts)
    case .faultFar: FaultTest.far(facts)
    case .jumpNull: FaultTest.jump(facts) { $0 < 0x1000 }
    case .jumpData: FaultTest.jump(facts) { $0 >= 0x1000 }
    case .faultPattern: FaultTest.pattern(facts)
    case .faultText: FaultTest.text(facts)
    case .faultInImage: FaultTest.inImage(facts)
    case .faultAtStack: FaultTest.atStack(facts)
    case .protectionFault: FaultTest.protection(facts)
    case .nonCanonical: FaultTest.nonCanonical(facts)
    case .tagMismatch: FaultTest.tagMismatch(facts)
    case .tagOnPlainMemory: FaultTest.tagOnPlainMemory(facts)
    case .pointerAuthentication: FaultTest.pointerAuthentication(facts)
    case .bitFlip: facts.failure == .badAccess ? BitFlip(facts).evidence : nil
    case .nullBase: InstructionTest.finding(facts) { $0.finding == .null && $0.access != "execute" }
    case .damagedBase: InstructionTest.finding(facts) { InstructionTest.isDamaged($0) }
    case .patternBase: InstructionTest.finding(facts) { $0.finding == .pattern || $0.finding == .text }
    case .stackAccess: InstructionTest.finding(facts) { $0.finding == .stackOverflow }
    case .zeroDivisor: InstructionTest.finding(facts) { $0.finding == .zeroDivisor }
    case .failedAuthentication: InstructionTest.finding(facts) { $0.finding == .authentication }
    case .failedCheck: InstructionTest.finding(facts) { $0.finding == .check }
    case .recursion: StackTest.recursion(facts)
    case .mainThread: StackTest.thread(facts) { $0 == 0 }
    case .otherThread: StackTest.thread(facts) { $0 != 0 }
    case .waiting: StackTest.waiting(facts)
    case .idle: StackTest.idle(facts)
    case .appFrame: StackTest.appFrame(facts)
    case .topKnown: StackTest.topKnown(facts)
    case .deepGraph: StackTest.deepGraph(facts)
    case .silent: OtherTest.silent(facts)
    case .fatalResource: OtherTest.fatalResource(facts)
    case .processorIdle: OtherTest.processorTime(facts) { $0 < 20 }
    case .processorBusy: OtherTest.processorTime(facts) { $0 > 60 }
    case .handlerCrashed: OtherTest.handlerCrashed(facts)
    case .cPlusPlusType: OtherTest.cPlusPlusType(facts)
    case .system16: OtherTest.system(facts) { $0 >= 16 && $0 < 27 }
    case .systemBefore9: OtherTest.system(facts) { $0 < 9 }
    }
  }
}
