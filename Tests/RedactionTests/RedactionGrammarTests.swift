import Foundation
import TestSupport
import Testing

@testable import Redaction

/// Cases of a grammar: form, neighbors, carrier, format. `REDACTION_SEED` and `REDACTION_CASES` choose others; `make redaction` runs
/// 20,000.
@Suite struct RedactionGrammarTests {
  private static let seed = ProcessInfo.processInfo.environment["REDACTION_SEED"].flatMap { UInt64($0) } ?? 20_261_123
  private static let count = ProcessInfo.processInfo.environment["REDACTION_CASES"].flatMap { Int($0) } ?? 400

  @Test func nothingOfTheGrammarLeaks() throws {
    print("redaction: \(Self.count) cases of seed \(Self.seed)")
    var carriers = SecretCarriers(Self.seed)
    var failures: [String: (count: Int, example: String)] = [:]
    for _ in 0..<Self.count {
      let made = carriers.next()
      let redacted = Redactor(salt: "s").redact(made.bytes)
      var problem: String?
      let texts = HiddenTexts(redacted)
      for leak in made.secret.leaks { if let text = texts.holding(leak).first { problem = "leaks \(leak): \(text)" } }
      if made.format == "plcrash", redacted.count != made.bytes.count { problem = "another length" }
      if made.isJSON, (try? JSONSerialization.jsonObject(with: Data(redacted))) == nil {
        problem = "no JSON: \(String(decoding: redacted, as: UTF8.self))"
      }
      if let problem {
        let key = "\(made.secret.name) in \(made.format)"
        failures[key] = ((failures[key]?.count ?? 0) + 1, "\(problem.prefix(300)) of \(made.secret.text)")
      }
    }
    let total = failures.values.reduce(0) { $0 + $1.count }
    print("redaction: \(total) leaks of \(Self.count) cases")
    for (key, failure) in failures.sorted(by: { $0.value.count > $1.value.count }).prefix(40) {
      Issue.record("\(failure.count) x \(key): \(failure.example)")
    }
  }
}
