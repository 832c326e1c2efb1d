import Foundation

extension TruthSet {
  /// Writes the reports below a folder, and the truth beside them: `truth.tsv` and `loops.tsv` in the folder itself.
  package func write(to folder: String) throws {
    let reports = folder + "/reports"
    for name in Set(files.map { String($0.path.split(separator: "/")[0]) }) {
      try FileManager.default.createDirectory(atPath: "\(reports)/\(name)", withIntermediateDirectories: true)
    }
    for file in files { try Data(file.bytes).write(to: URL(fileURLWithPath: "\(reports)/\(file.path)")) }
    let rows = files.map { file in
      let launch = file.isLaunchCrash.map { $0 ? "launch" : "later" } ?? "-"
      return [file.path, String(file.event), file.label, file.cause, launch].joined(separator: "\t")
    }
    try Self.lines(["path", "event", "group", "cause", "launch"], rows).write(
      toFile: folder + "/truth.tsv", atomically: false, encoding: .utf8)
    let loopRows = loops.map { loop in
      [
        loop.events.map { String($0) }.joined(separator: " "), loop.isCertain ? "certain" : "likely",
        loop.isOpen ? "open" : "closed",
      ]
      .joined(separator: "\t")
    }
    try Self.lines(["events", "certainty", "end"], loopRows).write(
      toFile: folder + "/loops.tsv", atomically: false, encoding: .utf8)
  }

  private static func lines(_ titles: [String], _ rows: [String]) -> String {
    ([titles.joined(separator: "\t")] + rows).map { $0 + "\n" }.joined()
  }
}
