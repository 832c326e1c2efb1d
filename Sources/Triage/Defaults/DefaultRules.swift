/// The rules of this program, as text in the form of a rules file. Each list is in a file of its own.
enum DefaultRules {
  /// The texts with the rules for causes, the most specific rules first.
  static let causes = [
    objectiveCCauses, swiftCauses, systemCauses, processCauses, sanitizerCauses, memoryCauses, otherCauses,
  ]
}
