package import CrashModel
package import SymbolModel

/// Formats resolved frames as Apple's symbolicated reports do: `name + 24 (File.swift:31)`, after a line for each function that
/// is inlined there, innermost first: `name [inlined] (File.swift:12)`.
///
/// A line of a nearby instruction, used because the address itself has line 0, is marked: `(File.swift:31, approximate)`. Without
/// a line, only the file is printed. An answer from a debug file with another ID ends with `[mismatch]`. The reader of text
/// reports understands all of it, so that symbolicating the result again changes nothing.
package enum FrameText {
  /// Returns the text of a frame's lines, the real function last, or nil if the debug files have no answer and the report's own
  /// text stays.
  package static func words(of resolution: borrowing FrameResolution, style: FrameStyle) -> [FrameWords]? {
    guard resolution.basis == .line || resolution.basis == .symbol else { return nil }
    let isMismatch = resolution.fromMismatch
    guard let last = resolution.sources.indices.last else {
      return resolution.symbol.map { [FrameWords(function: $0, offset: resolution.symbolOffset, isMismatch: isMismatch)] }
    }
    var words: [FrameWords] = []
    words.reserveCapacity(last + 1)
    for (index, source) in resolution.sources.enumerated() {
      let isReal = index == last
      words.append(
        FrameWords(
          function: isReal ? resolution.symbol ?? source.function : source.function,
          offset: isReal ? resolution.symbolOffset : nil, isInlined: !isReal, source: place(of: source, resolution, style),
          url: source.url, isMismatch: isMismatch))
    }
    return words
  }

  /// Writes the lines of `words(of:style:)` for the frame at `position`, each beside `distance` unless that is empty. Returns false if
  /// there are none. Takes the list, and does not copy names: to pass a resolution or a source frame copies it.
  package static func write(
    at position: Int, _ resolutions: [FrameResolution], _ style: FrameStyle, _ distance: String, to writer: inout LineWriter
  ) -> Bool {
    let resolutions = resolutions.span
    guard resolutions[position].basis == .line || resolutions[position].basis == .symbol else { return false }
    if distance.isEmpty, !writer.isStyled, writePlain(at: position, resolutions, style, to: &writer) { return true }
    let isMismatch = resolutions[position].fromMismatch
    let list = resolutions[position].sources
    let sources = list.span
    guard sources.count > 0 else {
      guard let symbol = resolutions[position].symbol else { return false }
      FrameWords(function: symbol, offset: resolutions[position].symbolOffset, isMismatch: isMismatch)
        .write(beside: distance, to: &writer)
      return true
    }
    let isScript = resolutions[position].scriptSource != nil
    for index in sources.indices {
      let isReal = index == sources.count - 1
      writer.write(
        isReal ? resolutions[position].ownSymbol ?? sources[index].function : sources[index].function,
        offset: isReal ? resolutions[position].symbolOffset : nil, isInlined: !isReal,
        at: place(at: index, list, isScript: isScript, style), link: sources[index].url,
        isMismatch: isMismatch, beside: distance)
    }
    return true
  }

  // Takes the list: to pass a resolution copies it.
  private static func writePlain(
    at position: Int, _ resolutions: Span<FrameResolution>, _ style: FrameStyle, to writer: inout LineWriter
  ) -> Bool {
    guard !resolutions[position].fromMismatch, resolutions[position].scriptSource == nil, !resolutions[position].hasOwnSymbol
    else { return false }
    let offset = resolutions[position].symbolOffset
    guard let answer = resolutions[position].lentAnswer else { return false }
    prefetch(behind: position, resolutions)
    return writer.writePlain(answer, offset, fullPaths: style.fullPaths)
  }

  /// Begins to read what the frames behind a position need, most of which no near cache holds: an answer, some frames later its source
  /// frames, and then the names in them, each of which is found in what was read before.
  private static func prefetch(behind position: Int, _ resolutions: Span<FrameResolution>) {
    if position + 24 < resolutions.count { resolutions[position + 24].lentAnswer?.place.prefetch() }
    if position + 16 < resolutions.count { resolutions[position + 16].lentAnswer?.prefetch() }
    if position + 8 < resolutions.count { resolutions[position + 8].lentAnswer?.prefetchInlined() }
  }

  /// Returns the text of a frame that only the reporter names, or nil if it does not: anything but a function's name is less
  /// useful than the offset in the image.
  package static func words(reportedFor frame: Frame, _ resolution: FrameResolution, style: FrameStyle) -> [FrameWords]? {
    guard let real = frame.reported, real.isMeaningful || real.file != nil else { return nil }
    var words: [FrameWords] = []
    words.reserveCapacity(frame.reportedInlines.count + 1)
    for inlined in frame.reportedInlines {
      words.append(FrameWords(function: inlined.symbol ?? "???", isInlined: true, source: place(of: inlined, style)))
    }
    let place = place(of: real, style)
    // A position in a bundle, and `native`, are no source.
    let isScript = frame.kind == .javaScript
    words.append(
      FrameWords(
        function: name(of: real, resolution), offset: real.offset, source: isScript ? nil : place,
        bundle: isScript ? place?.text : nil))
    return words
  }

  /// Writes the lines of `words(reportedFor:_:style:)` for the frame at `position`, each beside `distance` unless that is empty. Returns
  /// false if there are none. Takes the lists: to pass a frame copies it.
  package static func write(
    reportedAt position: Int, _ frames: [Frame], _ resolutions: [FrameResolution], _ style: FrameStyle, _ distance: String,
    to writer: inout LineWriter
  ) -> Bool {
    let (frames, resolutions) = (frames.span, resolutions.span)
    guard let real = frames[position].reported, real.isMeaningful || real.file != nil else { return false }
    for inlined in frames[position].reportedInlines {
      writer.write(
        inlined.symbol ?? "???", offset: nil, isInlined: true, at: place(of: inlined, style), link: nil, isMismatch: false,
        beside: distance)
    }
    let place = place(of: real, style)
    let isScript = frames[position].kind == .javaScript
    let answered = resolutions[position].basis == .reported ? resolutions[position].symbol : nil
    writer.write(
      answered ?? real.symbol ?? "???", offset: real.offset, isInlined: false, at: isScript ? nil : place, link: nil,
      isMismatch: false, bundle: isScript ? place?.text : nil, beside: distance)
    return true
  }

  private static func name(of real: borrowing ReportedSymbol, _ resolution: borrowing FrameResolution) -> String {
    (resolution.basis == .reported ? resolution.symbol : nil) ?? real.symbol ?? "???"
  }

  private static func place(of reported: borrowing ReportedSymbol, _ style: FrameStyle) -> PlaceWords? {
    PlaceWords(file: reported.file, line: reported.line, column: reported.column, style)
  }

  // Through a span: an element of an array is copied before it is lent.
  private static func place(at index: Int, _ sources: [SourceFrame], isScript: Bool, _ style: FrameStyle) -> PlaceWords? {
    place(of: sources.span[index], isScript: isScript, style)
  }

  private static func place(of source: borrowing SourceFrame, isScript: Bool, _ style: FrameStyle) -> PlaceWords? {
    guard !isScript else {
      return PlaceWords(file: source.file, line: source.line, column: source.column, FrameStyle(fullPaths: true))
    }
    return PlaceWords(file: source.file, line: source.line, isApproximate: source.approximate, style)
  }

  /// Returns the file and line of a source frame, or nil without a file. Scripts have their whole path, because many files are
  /// called `index.js`, and a column.
  package static func place(
    of source: borrowing SourceFrame, _ resolution: borrowing FrameResolution, _ style: FrameStyle
  ) -> PlaceWords? {
    place(of: source, isScript: resolution.scriptSource != nil, style)
  }

  /// Returns the position in the bundle that a source map translated, or that names no bundle, to be shown after the function.
  /// Returns nil for other frames.
  package static func bundlePlace(of frame: borrowing Frame, _ resolution: borrowing FrameResolution) -> String? {
    guard let reported = frame.reported, let line = reported.line, frame.kind == .javaScript,
      resolution.scriptSource != nil || reported.file == nil
    else { return nil }
    // Development servers add a query: `index.bundle?platform=ios&dev=true`.
    let bundle =
      reported.file.map { String($0.prefix { $0 != "?" }) }
      .map { TerminalText.visible(PathText.lastComponent(of: $0)) + ":" } ?? ""
    return "\(bundle)\(line)" + (reported.column.map { ":\($0)" } ?? "")
  }
}
