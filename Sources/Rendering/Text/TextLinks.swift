import AppleLayout
import CrashModel
import SymbolModel

/// Finds the links of source lines in finished text by a frame's address and the file after it.
struct TextLinks {
  private struct Key: Hashable {
    let address: UInt64
    let place: String
  }

  private var urls: [Key: String] = [:]

  /// Collects the links of reports whose frames are written in `style`.
  init(_ reports: [SymbolicatedReport], style: FrameStyle) {
    for answers in reports {
      for (frame, resolution) in zip(answers.report.frames, answers.resolutions) {
        guard let address = frame.address?.value else { continue }
        for source in resolution.sources {
          guard let url = source.url, let place = FrameText.place(of: source, resolution, style)?.text else { continue }
          let shown = String(decoding: TerminalText.visible(Array(place.utf8)), as: UTF8.self)
          urls[Key(address: address, place: shown)] = url
        }
      }
    }
  }

  /// Returns the link of a file and line such as `File.swift:12` on the line of an address, or nil if there is none.
  func url(address: UInt64, place: ArraySlice<UInt8>) -> String? {
    urls.isEmpty ? nil : urls[Key(address: address, place: String(decoding: place, as: UTF8.self))]
  }
}
