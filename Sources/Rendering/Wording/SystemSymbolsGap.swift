import CrashModel

/// The build of Apple's system whose symbols would name more frames of a report.
struct SystemSymbolsGap {
  let system: OperatingSystem
  /// The architecture of the images, or nil if unknown.
  let architecture: String?
  /// The number of system images with frames and without symbols.
  let images: Int
  /// The number of frames in them for which the report has no name: those that would gain most.
  let frames: Int

  /// Returns nil if nothing is missing, or if the report does not say which build of the system it is from.
  init?(_ answers: SymbolicatedReport, _ tally: FrameTally) {
    let report = answers.report
    let missing = report.images.indices.filter { position in
      let image = report.images[position]
      guard tally.framesByImage[position] > 0, !image.inApp, !image.isPlaceholder, image.id != nil, !Self.isInKernel(image) else {
        return false
      }
      let status = answers.imageStatuses[position].status
      return status == .missing || status == .mismatch
    }
    guard !missing.isEmpty, report.system.build != nil else { return nil }
    let images = missing.lazy.map { report.images[$0] }
    var isMissing = Array(repeating: false, count: report.images.count)
    for position in missing { isMissing[position] = true }
    frames = (0..<min(report.callFrameCount, report.frames.count)).count { position in
      guard let image = report.frames.span[position].image, isMissing.indices.contains(image), isMissing[image] else {
        return false
      }
      return report.frames.span[position].reported?.isMeaningful != true
    }
    system = SimulatorSystem.find(images, stated: report.system) ?? report.system
    architecture = images.compactMap { $0.architecture?.name }.first
    self.images = missing.count
  }

  /// Whether an image is the kernel or one of its extensions: shared caches do not have them. Their addresses are in the upper half.
  private static func isInKernel(_ image: BinaryImage) -> Bool {
    image.loadAddressIsTextExec || image.loadAddress.map { $0.value >> 63 == 1 } == true
  }

  /// `iPhone OS 17.1 (21B74) arm64e`.
  var name: String {
    [system.name, system.version, system.build.map { "(\($0))" }, architecture].compactMap { $0 }.joined(separator: " ")
  }

  /// `no symbols for iPhone OS 17.1 (21B74) arm64e: 12 frames without a name, 4 system images`
  var sentence: String {
    let unnamed = frames > 0 ? "\(NumberFormat.counted(frames, "frame")) without a name, " : ""
    return "no symbols for \(name): \(unnamed)\(NumberFormat.counted(images, "system image"))"
  }

  /// The sentence and the steps, as indented lines.
  var lines: [String] { [head] + steps }

  /// The sentence, as an indented line.
  var head: String { "  " + "system".padded(to: 8) + " " + sentence }

  /// What to do, as indented and numbered lines.
  var steps: [String] {
    SystemSymbolsSource.lines(for: name, build: system.build).map { String(repeating: " ", count: 11) + $0 }
  }

  /// Where they come from, or nil for a system that is not Apple's.
  var advice: String? { SystemSymbolsSource.advice(for: name, build: system.build) }
}
