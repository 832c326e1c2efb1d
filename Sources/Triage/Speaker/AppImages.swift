internal import CrashModel

/// Tells which images of one report are the app's. Each image is judged once, however many frames it has. One owner, one thread.
final class AppImages {
  /// What frames need to know of their image.
  struct FrameImage {
    /// The image's name; nil when unknown.
    var name: String?
    /// Whether the image is the app's.
    var isApp: Bool
  }

  private let report: CrashReport
  private let rules: RuleSet
  private let names: NameMemory
  /// Whether some image of the report is known to be the app's; else names decide.
  private let isKnown: Bool
  /// By position in the report, for images with a name.
  private var judged: [FrameImage?]

  /// Looks at a report's images.
  init(_ report: CrashReport, _ rules: RuleSet, _ names: NameMemory) {
    (self.report, self.rules, self.names) = (report, rules, names)
    let images = report.images.span
    var isKnown = false
    for position in images.indices where images[position].inApp { isKnown = true }
    self.isKnown = isKnown
    judged = Array(repeating: nil, count: images.count)
  }

  /// The image of a frame.
  func image(of frame: borrowing Frame) -> FrameImage {
    guard let position = frame.image, judged.indices.contains(position) else {
      let name = frame.imageName
      return FrameImage(name: name, isApp: isOfApp(nil, named: name) || name == nil && isOwnSource(frame))
    }
    if let image = judged[position] { return image }
    let name = report.images[position].name
    guard let name else { return FrameImage(name: frame.imageName, isApp: isOfApp(position, named: frame.imageName)) }
    let image = FrameImage(name: name, isApp: isOfApp(position, named: name))
    judged[position] = image
    return image
  }

  /// Whether the image at a position, or one that only a frame names, is the app's.
  private func isOfApp(_ position: Int?, named name: String?) -> Bool {
    if let name {
      let known = names.owner(of: name) { name in
        if rules.roles[.app]?.match([], image: name, isApp: true) != nil { return .app }
        return rules.roles[.system]?.match([], image: name, isApp: true) == nil ? .unknown : .system
      }
      if known == .app { return true }
      // The program itself may have the name of a library.
      if known == .system, name != report.process.name { return false }
    }
    if let position {
      let isNameOnly = report.format.has(.omitsPaths) && report.images[position].path == nil
      if isKnown, report.images[position].inApp || !isNameOnly { return report.images[position].inApp }
      if let path = report.images[position].path, path.contains("/") { return ImageOwnership.isInApp(path: path) && isOwn(name) }
    }
    return isOwn(name)
  }

  /// Whether a debugger or sanitizer names a source file for a frame, instead of an image, and it is not one of the C library or of
  /// the sanitizer itself.
  private func isOwnSource(_ frame: borrowing Frame) -> Bool {
    guard report.format.has(.tellsAppBySource), frame.kind != .javaScript, let file = frame.reported?.file else { return false }
    return !Self.systemSources.contains { file.hasPrefix($0) || file.contains("/" + $0) }
  }

  private static let systemSources = ["csu/", "sysdeps/", "nptl/", "compiler-rt/", "usr/include/", "usr/lib/", "rustc/"]

  /// Whether a name is not that of a library of the system.
  private func isOwn(_ name: String?) -> Bool {
    guard let name, !name.isEmpty, name != "???", name != "dyld_shared_cache" else { return false }
    return name == report.process.name || !ImageOwnership.isSystem(name: name)
  }
}
