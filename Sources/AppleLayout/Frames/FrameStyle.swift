package import CrashModel

package struct FrameStyle: Hashable, Sendable {
  /// The text of frames: the four styles of KSCrash's filter for Apple's format. The raw value is the value of `--style`.
  package enum Names: String, Sendable, CaseIterable {
    /// Names if they are known: `checkout(_:at:) + 24 (Checkout.swift:31)`.
    case symbolicated
    /// Both: `0x105bf8000 + 37256 (checkout(_:at:) + 24 (Checkout.swift:31))`.
    case sideBySide = "side-by-side"
    /// Names of all but the main executable's frames, so that another tool can symbolicate those.
    case partiallySymbolicated = "partially-symbolicated"
    /// No names: `0x105bf8000 + 37256`.
    case unsymbolicated
  }

  /// Whether source files are printed with their whole path rather than their name.
  package var fullPaths = false
  /// The text of frames.
  package var names = Names.symbolicated

  /// The default style.
  package init(fullPaths: Bool = false, names: Names = .symbolicated) {
    self.fullPaths = fullPaths
    self.names = names
  }

  /// Returns the text style of one frame of a report, by the frame's position; never `partiallySymbolicated`.
  package func names(for position: Int, in report: borrowing CrashReport) -> Names {
    guard names == .partiallySymbolicated else { return names }
    guard let image = report.image(of: report.frames[position]), let name = image.name ?? image.identifier else {
      return .symbolicated
    }
    let isMain = name == report.process.name || image.path != nil && image.path == report.process.path
    return isMain ? .unsymbolicated : .symbolicated
  }
}
