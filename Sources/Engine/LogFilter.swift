public import CrashModel
internal import Reports
public import SymbolStore
public import Rendering

/// Symbolicates the call stacks in a stream of text and leaves everything else as it is. One owner, one thread.
public final class LogFilter {
  /// What to do with bytes of the stream.
  public struct Output: Sendable {
    /// The bytes.
    public let bytes: [UInt8]
    /// What was found out about the call stacks in them.
    public let answers: [SymbolicatedReport]
    /// What was noticed meanwhile about search places and debug files.
    public let warnings: [SearchWarning]
  }

  private let places: SearchPlaces
  private let options: SymbolicationOptions
  private let style: FrameStyle
  private var symbolicator: Symbolicator
  private var images: Set<String> = []

  /// So many images are kept in mind; then everything is forgotten, so that a run of months does not grow.
  private static let mostImages = 1024

  /// Looks for debug files in `places`.
  public init(_ places: SearchPlaces, options: SymbolicationOptions, style: FrameStyle) {
    self.places = places
    self.options = options
    self.style = style
    symbolicator = Symbolicator(SymbolFinder(places), options: options)
  }

  /// Reads the folders that the user named now, so that the first call stack does not wait for it.
  ///
  /// - Returns: what is wrong with them.
  public func readNamedPlaces() -> [SearchWarning] { symbolicator.readNamedPlaces() }

  /// Lines with call stacks, with names filled in. What no debug file names stays as it is.
  public func symbolicated(_ lines: [UInt8], context: [UInt8]) -> Output {
    guard let document = ReportDocument(readingLog: context + lines) else {
      return Output(bytes: lines, answers: [], warnings: [])
    }
    forgetIfFull()
    let results = document.reports.map { symbolicator.symbolicate($0, path: "-", folder: nil) }
    let answers = results.map(\.report)
    for answer in answers { images.formUnion(answer.report.images.map { $0.idText ?? $0.name ?? "" }) }
    let filled = document.filled(with: answers) { [style] part, frame, writer in
      answers.indices.contains(part) && FrameText.write(replacementFor: frame, in: answers[part], style: style, to: &writer)
    }
    return Output(bytes: Array(filled.dropFirst(context.count)), answers: answers, warnings: results.flatMap(\.warnings))
  }

  private func forgetIfFull() {
    guard images.count > Self.mostImages else { return }
    images = []
    symbolicator = Symbolicator(SymbolFinder(places), options: options)
  }
}
