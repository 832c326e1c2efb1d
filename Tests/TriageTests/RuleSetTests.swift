import CrashModel
import Testing

@testable import Triage

@Suite struct RuleSetTests {
  @Test(arguments: DefaultRules.texts)
  func rulesOfTheProgramCanBeRead(_ text: String) throws { var rules = RuleSet(); try rules.extend(text) }

  @Test func everyRuleHasAdviceAndConditions() {
    #expect(RuleSet.standard.causes.count > 80)
    for rule in RuleSet.standard.causes {
      #expect(!rule.advice.isEmpty && !rule.conditions.isEmpty && rule.family != "other", "\(rule.id)")
    }
  }

  @Test(arguments: [
    ("x", "stands in no list"), ("[nothing]", "there is no list"), ("cause a\n  when colour red", "there is no condition"),
    ("cause a\n  confidence sure", "certain, likely or hint"), ("cause a\n  when is unheard-of", "there is no test"),
    ("same 1:00", "two fingerprints"), ("cause a\n  what x", "is not known"), ("cause a\n  when class", "has no pattern"),
  ])
  func mistakesNameTheirLine(_ text: String, _ message: String) {
    var rules = RuleSet()
    let error = #expect(throws: RulesError.self) { try rules.extend("# a comment\n" + text) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.line == text.split(separator: "\n").count + 1)
  }

  @Test func filesAddAndRemove() throws {
    var rules = RuleSet.standard
    let before = rules.digest
    try rules.extend(
      "[skip everywhere]\nlog_*\n[via]\n!abort\n!cause abort\ncause mine\n  family own\n  when class trap\n  advice Look.\n")
    #expect(rules.digest != before && rules.digest.count == 8)
    #expect(rules.roles[.skip]?.match(["log_it"], image: nil, isApp: true) == "log_*")
    #expect(rules.roles[.via]?.match(["abort"], image: nil, isApp: false) == nil)
    #expect(rules.causes.first?.id == "mine")
    #expect(!rules.causes.contains { $0.id == "abort" })
  }
}
