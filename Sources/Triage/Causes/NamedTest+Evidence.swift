internal import CrashModel

extension NamedTest {
  /// What the test finds; nil when it does not hold.
  func evidence(_ facts: CauseInput) -> TriageCause.Evidence? {
    FaultTest.evidence(self, facts) ?? StackTest.evidence(self, facts) ?? OtherTest.evidence(self, facts)
  }
}
