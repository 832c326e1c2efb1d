import AppleLayout
import CrashModel
import SymbolModel

/// Writes in Markdown which debug files are missing, and lists the images.
enum MarkdownImages {
  /// Returns a list of the app's images that are shown, have frames and lack a debug file, or no lines if there are none. Paths
  /// of this machine are left out, because the text is made to be passed on.
  static func missing(_ answers: SymbolicatedReport, _ tally: FrameTally, _ isShown: [Bool]) -> [String] {
    let all = tally.imagesWithoutSymbols(of: answers) + tally.imagesOfAnotherBuild(of: answers)
    let positions = all.filter { isShown[$0] }.sorted()
    let maps = MissingSourceMap.list(answers)
    guard !positions.isEmpty || !maps.isEmpty else { return [] }
    return ["", "**Missing debug files**", ""] + maps.map(line)
      + positions.map { position in
        let image = answers.report.images[position]
        let architecture = image.architecture.map { " (\(MarkdownText.inline($0.name)))" } ?? ""
        let id = image.id.map { MarkdownText.code($0.description) } ?? "without an ID"
        let frames = NumberFormat.counted(tally.framesByImage[position], "frame")
        return "- \(MarkdownText.inline(name(of: image)))\(architecture) \(id), \(frames)\(why(answers.imageStatuses[position]))"
      }
  }

  private static func line(_ map: MissingSourceMap) -> String {
    let id = map.debugID.map { " " + MarkdownText.code($0) } ?? ""
    return "- \(MarkdownText.inline(map.name))\(id), \(NumberFormat.counted(map.frames, "frame"))"
  }

  private static func why(_ status: ImageStatus) -> String {
    switch status.status {
    case .mismatch:
      status.usedMismatch.map { "; used \(MarkdownText.code($0)), which is another build" }
        ?? status.nearMisses.first.map { near in
          "; found \(MarkdownText.code(near.path)), but it is another build\(near.id.map { " (UUID \($0))" } ?? "")"
        } ?? "; the one that was found is another build"
    case .damaged: "; its debug file is damaged"
    case .symbols: "; only its symbols were found"
    case .missing, .found, .unneeded: ""
    }
  }

  /// Returns a list, folded by `fold`, of the shown images with frames: load address, name, architecture, ID.
  static func list(
    _ answers: SymbolicatedReport, _ tally: FrameTally, _ isShown: [Bool],
    _ fold: (_ summary: String, _ lines: [String]) -> [String]
  ) -> [String] {
    let used = answers.report.images.indices.filter {
      isShown[$0] && tally.framesByImage[$0] > 0 && !answers.report.images[$0].isPlaceholder
    }
    guard !used.isEmpty else { return [] }
    let rows = used.map { row(of: answers.report.images[$0]) }
    let widths = (0..<3).map { column in rows.map { $0[column].utf8.count }.max() ?? 0 }
    let lines = rows.map { row in
      let architecture = widths[2] > 0 ? row[2].padded(to: widths[2]) + "  " : ""
      return row[0].aligned(to: widths[0]) + "  " + row[1].padded(to: widths[1]) + "  " + architecture + row[3]
    }
    return fold("Images with frames (\(NumberFormat.grouped(used.count)))", MarkdownText.fence(lines))
  }

  private static func row(of image: BinaryImage) -> [String] {
    [
      image.loadAddress.map { "0x" + String($0.value, radix: 16) } ?? "?", name(of: image), image.architecture?.name ?? "",
      image.id?.description ?? image.idText ?? "no ID",
    ]
  }

  private static func name(of image: BinaryImage) -> String { image.name ?? image.identifier ?? "???" }
}
