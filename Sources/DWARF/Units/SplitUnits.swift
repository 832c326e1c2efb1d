internal import ObjectFiles
internal import Synchronization
internal import System

/// Finds the split units of skeletons: in the package beside the file, else in the files that the skeletons refer to. Threads may
/// share it.
final class SplitUnits: Sendable {
  private let skeletonSections: DebugSections
  private let alternate: DebugSections?
  private let zeroIsCode: Bool
  private let find: @Sendable (_ name: String, _ directory: String?) -> ObjectFile?
  private let package: (sections: DebugSections, index: SplitPackage)?
  private let missing = Mutex<[String]>([])
  /// Whether pages of split files were lost, and the files of which that can still happen: a `.dwo` is open for a moment only.
  private let losses: Mutex<(hasOccurred: Bool, open: [PageLoss])>

  /// Opens the package if there is one.
  init(_ skeletonSections: DebugSections, companions: DebugCompanions, alternate: DebugSections?, zeroIsCode: Bool) {
    self.skeletonSections = skeletonSections
    self.alternate = alternate
    self.zeroIsCode = zeroIsCode
    find = companions.split
    if let file = companions.package, let sections = try? DebugSections(file, suffix: ".dwo"),
      let index = SplitPackage(sections.cuIndex)
    {
      package = (sections, index)
      losses = Mutex((false, sections.losses))
    } else {
      package = nil
      losses = Mutex((false, []))
    }
  }

  /// The names of the split files that were needed and not found.
  var missingFiles: [String] { missing.withLock { $0 } }

  /// Whether pages of a split file were lost.
  var hasLostPages: Bool {
    losses.withLock { losses in
      var hasOccurred = losses.hasOccurred
      losses.open.removeAll { loss in
        let outcome = loss.outcome
        if outcome == .lost { hasOccurred = true }
        return outcome != .open
      }
      losses.hasOccurred = hasOccurred
      return hasOccurred
    }
  }

  /// Returns the entries of a skeleton's split unit, or nil if its file is missing or damaged.
  func entries(of skeleton: Unit) -> DebugEntries? {
    if let package, let id = skeleton.splitID, let contribution = package.index.contribution(of: id) {
      return DebugEntries(
        splitUnitOf: skeleton, in: package.sections, contribution: contribution, skeletonSections: skeletonSections,
        alternate: alternate, zeroIsCode: zeroIsCode)
    }
    // Clang refers to its modules (-gmodules, and swiftc always) in the same way. They have types only, and are no object files.
    guard let name = skeleton.splitName, !name.hasSuffix(".pcm") else { return nil }
    if let file = find(name, skeleton.compilationDirectory), let sections = try? DebugSections(file, suffix: ".dwo") {
      losses.withLock { $0.open += sections.losses }
      let entries = DebugEntries(
        splitUnitOf: skeleton, in: sections, contribution: nil, skeletonSections: skeletonSections, alternate: alternate,
        zeroIsCode: zeroIsCode)
      if let entries { return entries }
    }
    missing.withLock { if !$0.contains(name) { $0.append(name) } }
    return nil
  }
}
