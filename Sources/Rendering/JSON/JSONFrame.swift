import CrashModel
import JSONText
import SymbolModel

/// Writes the keys of the frames of one report.
struct JSONFrame {
  private let answers: SymbolicatedReport
  private let reasons: JSONFrameReasons
  // What every frame needs: each is read from here without a copy of the report, which is large.
  private let frames: [Frame]
  private let resolutions: [FrameResolution]
  /// The frames whose instruction is explained and whose variables are known.
  private let instruction: Int?
  private let variables: Int?
  /// The load address of each image.
  private let loads: [RuntimeAddress?]

  /// Takes the frames of a report, and the words for those without an answer.
  init(_ answers: SymbolicatedReport, _ reasons: JSONFrameReasons) {
    self.answers = answers
    self.reasons = reasons
    frames = answers.report.frames
    resolutions = answers.resolutions
    instruction = answers.instruction?.frame
    variables = answers.variables?.frame
    loads = answers.report.images.map(\.loadAddress)
  }

  /// Writes the keys of the frame at a position of the report, without the braces.
  func write(_ position: Int, to writer: inout JSONWriter) {
    let (frames, resolutions) = (frames.span, resolutions.span)
    writer.member("index", frames[position].index)
    writer.member("kind", plain: frames[position].kind.rawValue)
    writer.hexMember("address", frames[position].address?.value)
    writer.hexMember("lookupAddress", resolutions[position].lookupAddress?.value)
    writer.member("image", frames[position].image)
    writer.member("imageName", frames[position].imageName)
    writer.hexMember("imageOffset", imageOffset(of: position))
    writer.member("omittedCount", frames[position].omittedCount)
    if frames[position].isSuspended { writer.member("suspended", true) }
    if let reported = frames[position].reported { writer.object("reported") { Self.write(reported, to: &$0) } }
    writer.member("resolution", plain: resolutions[position].basis.rawValue)
    if let reason = resolutions[position].reason { reasons.write(reason, ofFrame: position, to: &writer) }
    writer.member("symbol", resolutions[position].symbol)
    writer.hexMember("symbolOffset", resolutions[position].symbolOffset)
    writer.member("inApp", resolutions[position].scriptSource.map { $0 == .app })
    if position == instruction || position == variables { writeCrash(at: position, to: &writer) }
    if answers.excerpts.isEmpty, let answer = resolutions[position].answer { return Self.write(answer, to: &writer) }
    let sources = Self.sources(of: frames[position], resolutions[position])
    if sources.isEmpty { return }
    writer.array("sources", sources.indices) { writer, source in
      Self.write(sources[source], to: &writer)
      Self.write(answers.excerpts[SourcePosition(frame: position, source: source)], to: &writer)
    }
  }

  /// Writes the source frames of an answer. What was written for an answer before is copied.
  private static func write(_ answer: ResolvedAddress, to writer: inout JSONWriter) {
    if let text = answer.text, writer.write(again: text) { return }
    guard answer.isWrittenAgain(), answer.text == nil else { return write(sourcesOf: answer, to: &writer) }
    answer.keep(writer.members { write(sourcesOf: answer, to: &$0) })
  }

  private static func write(sourcesOf answer: ResolvedAddress, to writer: inout JSONWriter) {
    guard !answer.sources.isEmpty else { return }
    writer.key("sources")
    writer.beginArray()
    _ = answer.lendSources(isWhole: true) { source in
      writer.beginObject()
      write(source, to: &writer)
      writer.endObject()
      return true
    }
    writer.endArray()
  }

  /// Writes the keys of a source frame. The texts are read where they are.
  private static func write(_ source: LentSource, to writer: inout JSONWriter) {
    writer.member("function", source.function)
    writer.member("linkageName", source.linkageName)
    writer.member("file", source.file)
    writer.member("line", source.line)
    writer.member("column", source.column)
    writer.member("inlined", source.isInlined)
    if source.isApproximate { writer.member("approximate", true) }
    writer.member("url", source.url)
  }

  /// Writes what is known of the frame at which the program crashed.
  private func writeCrash(at position: Int, to writer: inout JSONWriter) {
    if let instruction = answers.instruction, instruction.frame == position {
      writer.object("instruction") { JSONInstruction.write(instruction, to: &$0) }
    }
    if let found = answers.variables, found.frame == position, !found.variables.isEmpty {
      writer.array("variables", found.variables) { JSONVariable.write($1, to: &$0) }
    }
  }

  private static func write(_ reported: ReportedSymbol, to writer: inout JSONWriter) {
    writer.member("symbol", reported.symbol)
    writer.hexMember("offset", reported.offset)
    writer.member("file", reported.file)
    writer.member("line", reported.line)
    writer.member("column", reported.column)
  }

  /// Writes the keys of one source frame.
  static func write(_ source: SourceFrame, to writer: inout JSONWriter) { source.lend { write($0, to: &writer) } }

  private static func write(_ excerpt: SourceExcerpt?, to writer: inout JSONWriter) {
    guard let excerpt else { return }
    writer.object("context") { writer in
      writer.member("path", excerpt.path)
      writer.member("firstLine", excerpt.firstLine)
      writer.member("lines", excerpt.lines)
      writer.member("newerThanDebugFile", excerpt.isNewerThanDebugFile)
    }
  }

  /// Returns the inline chain, or the reporter's own one if the debug files have no answer and the reporter has files or inlined
  /// functions.
  private static func sources(of frame: borrowing Frame, _ resolution: borrowing FrameResolution) -> [SourceFrame] {
    guard resolution.sources.isEmpty, resolution.basis == .reported, let reported = frame.reported,
      reported.file != nil || !frame.reportedInlines.isEmpty
    else { return resolution.sources }
    func source(_ symbol: ReportedSymbol, inlined: Bool) -> SourceFrame {
      SourceFrame(
        function: symbol.symbol ?? "???", file: symbol.file, line: symbol.line, column: symbol.column, inlined: inlined)
    }
    var real = source(reported, inlined: false)
    if let readable = resolution.symbol { real.function = readable }
    return frame.reportedInlines.map { source($0, inlined: true) } + [real]
  }

  private func imageOffset(of position: Int) -> UInt64? {
    let frame = frames.span[position]
    if let offset = frame.imageOffset { return offset.value }
    guard let image = frame.image, loads.indices.contains(image), let load = loads[image], let address = frame.address else {
      return nil
    }
    return address.offset(from: load)?.value
  }
}
