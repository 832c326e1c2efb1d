internal import CrashModel
internal import Redaction

extension SymbolicatedReport {
  /// Replaces user names in what the report did not hold when it was read: the paths of the input, of source files and of debug
  /// files, and the lines of source files.
  mutating func redact(with redactor: Redactor) {
    path = redactor.redact(path)
    for frame in resolutions.indices {
      for source in resolutions[frame].sources.indices {
        resolutions[frame].sources[source].file = resolutions[frame].sources[source].file.map(redactor.redact)
        resolutions[frame].sources[source].url = resolutions[frame].sources[source].url.map(redactor.redact)
      }
    }
    variables?.redact(with: redactor)
    for image in imageStatuses.indices { imageStatuses[image].replacePaths(redactor.redact) }
    for (position, excerpt) in excerpts {
      var redacted = excerpt
      redacted.path = redactor.redact(excerpt.path)
      redacted.lines = excerpt.lines.map(redactor.redact)
      excerpts[position] = redacted
    }
    for diagnostic in report.diagnostics.indices {
      report.diagnostics[diagnostic].message = redactor.redact(report.diagnostics[diagnostic].message)
    }
  }
}
