import CrashModel

@testable import Reports

extension AppleTextEditor {
  /// Fills with texts, innermost first; nil keeps a frame as it is.
  static func fill(
    _ bytes: [UInt8], reports: [CrashReport], omitting: [Range<Int>] = [],
    texts: @escaping (_ part: Int, _ frame: Int) -> [String]?
  ) -> [UInt8] {
    fill(bytes, reports: reports, omitting: omitting, lines: wording(texts))
  }

  /// Writes texts as the lines of frames.
  static func wording(_ texts: @escaping (_ part: Int, _ frame: Int) -> [String]?) -> Wording {
    { part, frame, writer in
      guard let texts = texts(part, frame) else { return false }
      writer.write(texts)
      return true
    }
  }
}

extension ReportDocument {
  /// Fills with texts, innermost first; nil keeps a frame as it is.
  func filled(with reports: [SymbolicatedReport], texts: @escaping (_ part: Int, _ frame: Int) -> [String]?) -> [UInt8] {
    filled(with: reports, lines: AppleTextEditor.wording(texts))
  }
}
