public import CrashModel
import SymbolModel

/// Words resolved frames as Apple's symbolicated reports do: `name + 24 (File.swift:31)`, and above it a line for each
/// function that is inlined there, innermost first: `name [inlined] (File.swift:12)`.
///
/// A line that is only near, because the address itself has line 0, is marked: `(File.swift:31, approximate)`. Without a line
/// only the file is shown. What comes from a debug file with another ID ends with `[mismatch]`. The reader of text reports
/// understands all of it, so that symbolicating the result again changes nothing.
public enum FrameText {
  /// The lines that stand for a frame, the last one for the real function; nil when the debug files say nothing, so that
  /// what the report itself says stays.
  public static func lines(of resolution: FrameResolution, style: FrameStyle = FrameStyle()) -> [String]? {
    words(of: resolution, style: style)?.map(\.line)
  }

  /// The lines for a frame of which only the reporter says something; nil when it says nothing. The header of a stripped
  /// executable, which reporters print as the nearest symbol, is no function.
  public static func lines(reportedFor frame: Frame, style: FrameStyle = FrameStyle()) -> [String]? {
    words(reportedFor: frame, style: style)?.map(\.line)
  }

  /// The parts of `lines(of:style:)`.
  static func words(of resolution: FrameResolution, style: FrameStyle) -> [FrameWords]? {
    guard resolution.basis == .line || resolution.basis == .symbol else { return nil }
    let isMismatch = resolution.fromMismatch
    guard let real = resolution.sources.last else {
      return resolution.symbol.map { [FrameWords(name: $0 + offset(resolution.symbolOffset), isMismatch: isMismatch)] }
    }
    var words = resolution.sources.dropLast().map { source in
      FrameWords(
        name: source.function, isInlined: true, place: place(of: source, style), url: source.url, isMismatch: isMismatch)
    }
    words.append(
      FrameWords(
        name: (resolution.symbol ?? real.function) + offset(resolution.symbolOffset), place: place(of: real, style),
        url: real.url,
        isMismatch: isMismatch))
    return words
  }

  /// The parts of `lines(reportedFor:style:)`.
  static func words(reportedFor frame: Frame, style: FrameStyle) -> [FrameWords]? {
    guard let real = frame.reported, real.symbol != nil || real.file != nil, real.symbol != "_mh_execute_header" else {
      return nil
    }
    let inlined = frame.reportedInlines.map {
      FrameWords(name: $0.symbol ?? "???", isInlined: true, place: place(file: $0.file, line: $0.line, style))
    }
    let name = (real.symbol ?? "???") + offset(real.offset)
    return inlined + [FrameWords(name: name, place: place(file: real.file, line: real.line, style))]
  }

  /// The file and line of a source frame; nil without a file.
  static func place(of source: SourceFrame, _ style: FrameStyle) -> String? {
    place(file: source.file, line: source.line, approximate: source.approximate, style)
  }

  private static func place(file: String?, line: UInt32?, approximate: Bool = false, _ style: FrameStyle) -> String? {
    guard let file, !file.isEmpty else { return nil }
    let name = style.fullPaths ? file : lastComponent(file)
    guard let line, line > 0 else { return name }
    return "\(name):\(line)\(approximate ? ", approximate" : "")"
  }

  private static func offset(_ offset: UInt64?) -> String { offset.map { " + \($0)" } ?? "" }

  /// What follows the last `/` or `\` of a path.
  private static func lastComponent(_ path: String) -> String {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) else { return path }
    let name = path[bytes.index(after: slash)...]
    return name.isEmpty ? path : String(name)
  }
}
