import DWARF
import SymbolModel

/// Keeps the answers to some addresses.
final class CollectedAnswers: AnswerSink {
  fileprivate var answers: [Int: DWARFAnswer] = [:]

  func take(_ answer: DWARFAnswer, for address: UInt64, at position: Int) { answers[position] = answer }
}

extension DWARFSession {
  /// Returns the answer for each address, or nil where there is none. `jobs` of the options is the number of threads.
  func answers(to addresses: [LinkAddress], _ options: ResolveOptions = ResolveOptions()) -> [DWARFAnswer?] {
    let sinks = (0..<options.jobs).map { _ in CollectedAnswers() }
    resolve(addresses, options, to: sinks)
    let found = sinks.reduce(into: [:]) { found, sink in found.merge(sink.answers) { first, _ in first } }
    return addresses.indices.map { found[$0] }
  }
}

extension DWARFAnswer {
  /// All that the answer says.
  var words: String {
    frames.map { frame in
      let function = frame.function.map { "\($0.linkageName ?? "-") \($0.scopes) \($0.name ?? "-")" } ?? "-"
      let mark = frame.approximate ? "~" : ""
      return "\(function) at \(frame.file ?? "-"):\(frame.line ?? 0):\(frame.column ?? 0)\(mark)"
    }.joined(separator: ", ") + " from \(functionStart?.value ?? 0)"
  }
}
