internal import Bytes
internal import CrashModel
internal import Rendering
internal import SourceMaps
internal import SymbolModel
internal import System

/// `symbolicate lookup --source-map`: positions of a JavaScript bundle, in the output format of `lookup`.
struct SourceMapLookup {
  private let map: SourceMap
  private let asJSON: Bool

  /// Runs the command and returns the exit code. Throws unless there is exactly one `--source-map` and every operand is a
  /// position.
  static func run(_ options: Options) throws(UsageError) -> Int32 {
    guard let path = options.sourceMaps.first, options.sourceMaps.count == 1 else {
      throw UsageError("lookup takes one --source-map", command: .lookup)
    }
    var queries: [SourceMap.Query] = []
    for text in options.operands { queries.append(try parse(text)) }
    do throws(SourceMapFile.Failure) {
      let file = try SourceMapFile(path: path, cache: options.has(.noIndex) ? nil : .standard())
      return SourceMapLookup(map: file.map, asJSON: options.has(.json)).run(queries)
    } catch {
      StandardStreams.report("\(path): \(error)")
      return ExitCode.unreadable
    }
  }

  private static func parse(_ text: String) throws(UsageError) -> SourceMap.Query {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt32($0) }
    guard parts.count == 2, let line = parts[0], let column = parts[1], line > 0 else {
      throw UsageError(
        "'\(text)' is no position; write LINE:COLUMN, the line counted from 1 and the column from 0", command: .lookup)
    }
    return SourceMap.Query(line: line, column: column)
  }

  private func run(_ queries: [SourceMap.Query]) -> Int32 {
    do throws(SystemError) {
      if queries.isEmpty {
        try answerStandardInput()
      } else {
        var output: [UInt8] = []
        for query in queries { append(query, to: &output) }
        try print(output)
      }
      return ExitCode.success
    } catch {
      StandardStreams.report("\(error.operation == "read" ? "standard input" : "standard output"): \(error.message)")
      return error.operation == "read" ? ExitCode.unreadable : ExitCode.unwritable
    }
  }

  /// Answers the lines of standard input as they arrive; a line that is not a position is printed unchanged.
  private func answerStandardInput() throws(SystemError) {
    var rest: [UInt8] = []
    while true {
      let bytes = try FileSystem.readAvailable(from: 0, limit: 1 << 20)
      rest += bytes
      guard let end = bytes.isEmpty ? rest.indices.last : rest.lastIndex(of: UInt8(ascii: "\n")) else {
        if bytes.isEmpty { return }
        continue
      }
      var output: [UInt8] = []
      for line in rest[...end].split(separator: UInt8(ascii: "\n")) {
        if let query = try? Self.parse(String(decoding: line, as: UTF8.self)) {
          append(query, to: &output)
        } else {
          output += line
          output.append(UInt8(ascii: "\n"))
        }
      }
      try print(output)
      rest.removeSubrange(...end)
      if bytes.isEmpty { return }
    }
  }

  private func print(_ output: [UInt8]) throws(SystemError) {
    try StandardStreams.print(Environment.isTerminal(1) ? TerminalText.visible(output) : output)
  }

  private func append(_ query: SourceMap.Query, to output: inout [UInt8]) {
    let position = map.position(of: query)
    let source = position.map {
      SourceFrame(function: $0.function ?? $0.name ?? "", file: $0.source, line: $0.line, column: $0.column &+ 1)
    }
    if asJSON {
      output += JSONLookup.line(position: "\(query.line):\(query.column)", sources: source.map { [$0] } ?? [])
    } else {
      let answer = source.map {
        ResolvedAddress(basis: .debugInformation, sources: [$0], functionStart: nil, isNamed: !$0.function.isEmpty)
      }
      LookupPrinter(asJSON: false, keepsInlines: true).append(answer, for: 0, to: &output)
    }
  }
}
