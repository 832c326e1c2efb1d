package import CrashModel
package import Reports

extension Symbolicator {
  /// Returns the answers for all reports of an input, in its order. Later call stacks of a log get the images of earlier ones.
  package func symbolicate(
    _ document: ReportDocument, path: String, folder: String?, isAbandoned: () -> Bool = { false }
  ) -> [SymbolicatedReport] {
    var memory = ImageMemory()
    return document.reports.map { report in
      var report = report
      if document.isLog { memory.complete(&report) }
      let answer = symbolicate(report, path: path, folder: folder, isAbandoned: isAbandoned).report
      if document.isLog { memory.note(answer) }
      return answer
    }
  }
}
