import CrashModel
import JSONText
import SymbolModel

/// Writes the keys of one frame.
enum JSONFrame {
  /// Writes the keys of the frame at a position of the report, without the braces.
  static func write(
    _ position: Int, of answers: SymbolicatedReport, _ reasons: FrameReasonWords, to writer: inout JSONWriter
  ) {
    let frame = answers.report.frames[position]
    let resolution = answers.resolutions[position]
    writer.member("index", frame.index)
    writer.member("kind", frame.kind.rawValue)
    writer.hexMember("address", frame.address?.value)
    writer.hexMember("lookupAddress", resolution.lookupAddress?.value)
    writer.member("image", frame.image)
    writer.member("imageName", frame.imageName)
    writer.hexMember("imageOffset", imageOffset(of: frame, in: answers.report))
    writer.member("omittedCount", frame.omittedCount)
    if frame.isSuspended { writer.member("suspended", true) }
    if let reported = frame.reported { writer.object("reported") { write(reported, to: &$0) } }
    writer.member("resolution", resolution.basis.rawValue)
    writer.member("reason", reasons.text(ofFrame: position))
    writer.member("reasonCode", resolution.reason?.code.rawValue)
    writer.member("symbol", resolution.symbol)
    writer.hexMember("symbolOffset", resolution.symbolOffset)
    writer.member("inApp", resolution.scriptSource.map { $0 == .app })
    if let instruction = answers.instruction, instruction.frame == position {
      writer.object("instruction") { JSONInstruction.write(instruction, to: &$0) }
    }
    if let found = answers.variables, found.frame == position, !found.variables.isEmpty {
      writer.array("variables", found.variables) { JSONVariable.write($1, to: &$0) }
    }
    let sources = sources(of: frame, resolution)
    writer.array("sources", sources.indices) { writer, source in
      write(sources[source], to: &writer)
      write(answers.excerpts[SourcePosition(frame: position, source: source)], to: &writer)
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
  static func write(_ source: SourceFrame, to writer: inout JSONWriter) {
    writer.member("function", source.function)
    writer.member("linkageName", source.linkageName)
    writer.member("file", source.file)
    writer.member("line", source.line)
    writer.member("column", source.column)
    writer.member("inlined", source.inlined)
    if source.approximate { writer.member("approximate", true) }
    writer.member("url", source.url)
  }

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
  private static func sources(of frame: Frame, _ resolution: FrameResolution) -> [SourceFrame] {
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

  private static func imageOffset(of frame: Frame, in report: CrashReport) -> UInt64? {
    guard let image = frame.image, report.images.indices.contains(image), let load = report.images[image].loadAddress,
      let address = frame.address, let offset = address.offset(from: load)
    else { return frame.imageOffset?.value }
    return frame.imageOffset?.value ?? offset.value
  }
}
