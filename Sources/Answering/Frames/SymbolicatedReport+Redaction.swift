internal import CrashModel
internal import Redaction

extension SymbolicatedReport {
  /// Replaces user names in what the report did not hold when it was read: the paths of the input, of source files and of debug
  /// files, and the lines of source files.
  mutating func redact(with redactor: Redactor) {
    path = redactor.redact(path)
    for frame in resolutions.indices {
      // Set once: the chain of an answer is copied when it changes.
      var sources = resolutions[frame].sources
      for source in sources.indices {
        sources[source].file = sources[source].file.map(redactor.redact)
        sources[source].url = sources[source].url.map(redactor.redact)
      }
      resolutions[frame].sources = sources
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
