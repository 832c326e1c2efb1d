internal import Changes
internal import Redaction

extension ChangeSearch {
  /// Opens the repository of `--git`. Returns nil without the option; throws if git cannot read the repository.
  convenience init?(_ options: Options, hiding redactor: Redactor? = nil) throws(UsageError) {
    guard let repository = options.git else { return nil }
    var wanted = ChangeOptions(repository: repository)
    wanted.revisions = options.revisions.map { ($0.version, $0.revision) }
    wanted.showsAuthors = options.has(.authors)
    wanted.findsOwners = options.has(.owners) || options.triage.pivot == .owner
    if let redactor { wanted.hide = { redactor.redact($0) } }
    do throws(GitFailure) {
      try self.init(wanted)
    } catch {
      throw UsageError("option '--git': \(repository): \(error.reason)", command: options.command)
    }
  }
}
