/// A report format: its names, and what all its reports have in common. The formats themselves are declared beside their readers, in
/// the module `Reports`.
package struct ReportFormat: Sendable {
  /// The name in JSON output: `kscrash`.
  package let name: String
  /// One of its reports, for people: `KSCrash report`.
  package let title: String
  /// The format in a list of all formats, for people: `KSCrash JSON`. Nil if another one stands for it there.
  package let listing: String?
  private let traits: Traits

  /// Describes a format.
  package init(_ name: String, title: String, listing: String? = nil, traits: Traits = []) {
    (self.name, self.title, self.listing, self.traits) = (name, title, listing, traits)
  }

  /// Returns whether reports of the format have a trait.
  package func has(_ trait: Traits) -> Bool { traits.contains(trait) }
}

extension ReportFormat: Hashable {
  package static func == (left: Self, right: Self) -> Bool { left.name == right.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ReportFormat {
  /// What is special about the reports of a format.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Reports may only name images, as logs do, without IDs and sizes. A debug file of the image's name is used for such an image
    /// if nothing contradicts it and no other one fits. An address is in such an image only if its frame says so.
    package static let namesImagesOnly = Self(rawValue: 1)
    /// Images have no paths, or not always: those that count as the app's may be of several programs.
    package static let guessesAppImages = Self(rawValue: 1 << 1)
    /// One image may be listed with its path in one part of a report and without it in another one.
    package static let omitsPaths = Self(rawValue: 1 << 2)
    /// A frame without an image is the app's if its source file is not one of the system.
    package static let tellsAppBySource = Self(rawValue: 1 << 3)
    /// The reporter is part of the app: the launch time is the time at which the reporter was started.
    package static let knowsOwnLaunchOnly = Self(rawValue: 1 << 4)
    /// In a log, the images of an earlier call stack may complete a report.
    package static let isCompletedByLog = Self(rawValue: 1 << 5)
    /// The order of registers has no meaning, as that of the keys of a JSON object.
    package static let hasUnorderedRegisters = Self(rawValue: 1 << 6)
    /// A report of the kind `other` without an exception is a measurement, in which no thread crashed.
    package static let measuresOthers = Self(rawValue: 1 << 7)
    /// A report that is cut off may consist of its header.
    package static let hasHeader = Self(rawValue: 1 << 8)
  }
}
