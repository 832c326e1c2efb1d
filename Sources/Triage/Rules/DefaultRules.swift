/// The rules of this program: the text files of `Defaults`, which have the form of a rules file of a user (docs/TRIAGE.md).
enum DefaultRules {
  /// The texts of the files, in the order in which they are read: of the causes, the more specific ones first.
  static let texts: [String] = [
    PackageResources.roles_rules, PackageResources.libraries_rules, PackageResources.phases_rules,
    PackageResources.objective_c_rules, PackageResources.swift_rules, PackageResources.system_rules,
    PackageResources.process_rules,
    PackageResources.sanitizers_rules, PackageResources.memory_rules, PackageResources.other_rules,
  ].map { String(decoding: $0.dropLast(), as: UTF8.self) }
}
