import Foundation
import TestSupport

/// A program that answers on standard output what is asked on standard input.
enum Dialogue {
  /// Asks the program under test one question after the other, the next one when the answer has come. An answer ends with `end`.
  static func answers(_ arguments: [String], questions: [String], end: String) throws -> [String] {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: Symbolicate.path)
    process.arguments = arguments
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let answers = questions.map { question in
      input.fileHandleForWriting.write(Data((question + "\n").utf8))
      var answer = ""
      while !answer.hasSuffix(end) {
        let more = output.fileHandleForReading.availableData
        guard !more.isEmpty else { break }
        answer += String(decoding: more, as: UTF8.self)
      }
      return answer
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return answers
  }
}
