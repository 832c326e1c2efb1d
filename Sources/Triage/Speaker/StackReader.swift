internal import CrashModel
internal import SymbolModel

/// Turns the frames of a stack into functions with names and roles.
struct StackReader {
  /// The most functions of one stack that are looked at.
  static let limit = 128

  private let answers: SymbolicatedReport
  private let rules: RuleSet
  private let names: NameMemory
  private let images: AppImages
  /// The name of the program's own image; nil when unknown.
  private let program: String?

  /// Prepares to read stacks of a report.
  init(_ answers: SymbolicatedReport, _ rules: RuleSet, _ names: NameMemory) {
    self.answers = answers
    self.rules = rules
    self.names = names
    images = AppImages(answers.report, rules, names)
    let process = answers.report.process
    program = answers.report.images.first { $0.path != nil && $0.path == process.path }?.name ?? process.name
  }

  /// The functions of a stack, innermost first, inlined ones as entries of their own.
  func entries(_ frames: [Int], limit: Int = Self.limit) -> [StackEntry] {
    prefetch(frames.prefix(limit))
    var entries: [StackEntry] = []
    for (position, frame) in frames.enumerated() {
      guard entries.count < limit else { break }
      append(frame, position, to: &entries)
    }
    forgetFalseEntryPoints(&entries)
    return entries
  }

  /// Begins to read answers, then their source frames, and then the names in them, each of which is found in what was read before. No
  /// near cache holds most of them: it takes as long to wait for them one after the other as all the rest.
  private func prefetch(_ frames: ArraySlice<Int>) {
    let resolutions = answers.resolutions.span
    let known = frames.filter { resolutions.indices.contains($0) }
    for frame in known { resolutions[frame].lentAnswer?.place.prefetch() }
    for frame in known { resolutions[frame].lentAnswer?.prefetch() }
    for frame in known { resolutions[frame].lentAnswer?.prefetchInlined() }
  }

  /// Takes their names from functions that seem to be `main` and are called by `main`: reporters and linkers without more symbols name
  /// functions after the nearest exported one.
  private func forgetFalseEntryPoints(_ entries: inout [StackEntry]) {
    let positions = entries.indices.filter { entries[$0].isApp && entries[$0].name?.text == "main" }
    guard let last = positions.last, entries[positions[0]].position < entries[last].position else { return }
    for position in positions where entries[position].image == entries[last].image {
      let frame = answers.report.frames[entries[position].frame]
      let offset = frame.reported?.offset.map { "\(entries[position].image ?? "?") main+\(NumberParser.hex($0))" }
      entries[position].place = place(entries[position].frame) ?? offset
      entries[position].function = entries[position].function?.withoutName(keepsRole: position == last)
    }
  }

  /// Spans borrow: a stack has many frames, and only parts of each are needed.
  private func append(_ index: Int, _ position: Int, to entries: inout [StackEntry]) {
    guard answers.report.frames.indices.contains(index) else { return }
    append(answers.report.frames.span[index], answers.resolutions.span[index], index, position, to: &entries)
  }

  private func append(
    _ frame: borrowing Frame, _ resolution: borrowing FrameResolution, _ index: Int, _ position: Int,
    to entries: inout [StackEntry]
  ) {
    let image = images.image(of: frame)
    var entry = StackEntry(
      position: position, frame: index, image: image.name, isApp: image.isApp || resolution.scriptSource == .app)
    switch frame.kind {
    case .omitted, .truncated:
      entry.isGap = true
      entries.append(entry)
      return
    case .javaScript: (entry.isScript, entry.lacksSourceMap) = (true, answers.lacksSourceMap(index))
    case .exact, .returnAddress, .asyncResume: break
    }
    let isProgram = entry.image != nil && entry.image == program
    func add(_ name: String, linkageName: String? = nil, file: String?, line: UInt32?) {
      let known = names.function(
        name, linkageName: linkageName, image: entry.image, isApp: entry.isApp, isProgram: isProgram
      ) { role($0, entry, isProgram: isProgram) }
      (entry.function, entry.file, entry.line) = (known, file, line)
      if known.role == .system { entry.isApp = false }
      // Only what has no name is compared by its place.
      entry.place = known.name == nil ? place(index) : nil
      entries.append(entry)
    }
    // The inline chain; that of the reporter when debug files say nothing; one nameless function when nobody knows.
    let list = resolution.sources
    // Through a span: to take an element out of the list copies it.
    let sources = list.span
    for source in sources.indices {
      add(
        sources[source].function, linkageName: sources[source].linkageName, file: sources[source].file,
        line: sources[source].line)
    }
    guard sources.isEmpty else { return }
    for inlined in frame.reportedInlines { add(inlined.symbol ?? "???", file: inlined.file, line: inlined.line) }
    let reported = frame.reported
    let isTooFar = resolution.basis == .reported && (resolution.symbolOffset ?? reported?.offset ?? 0) >= Self.longestFunction
    let name = isTooFar ? nil : resolution.symbol ?? reported?.symbol
    add(name ?? "???", file: reported?.file, line: reported?.line)
  }

  /// The distance from the start of a function, in bytes, from which on a reporter's name is only that of the nearest exported one
  /// (`v8::internal::SetupIsolateDelegate::SetupHeap(v8::internal::Heap*) + 9711676`).
  private static let longestFunction: UInt64 = 1 << 20

  private func place(_ index: Int) -> String? {
    let frame = answers.report.frames[index]
    let image = answers.report.image(of: frame)
    guard let name = image?.name ?? frame.imageName else { return nil }
    let computed = image?.loadAddress.flatMap { load in frame.address.flatMap { $0.offset(from: load) } }
    guard let offset = frame.imageOffset ?? computed else { return nil }
    let place = image?.id.map { name + "@" + $0.hex.prefix(8) } ?? name
    return place + "+" + NumberParser.hex(offset.value)
  }

  private func role(_ name: NormalizedName?, _ entry: StackEntry, isProgram: Bool) -> (role: FrameRole, pattern: String)? {
    let spellings = name?.spellings ?? []
    for role in Self.order {
      guard let list = rules.roles[role] else { continue }
      if role == .prefix {
        guard entry.isApp, let last = name?.lastPart else { continue }
        if let pattern = list.match([last], image: entry.image, isApp: true) { return (role, pattern) }
      } else if role == .system {
        // Libraries that are linked into the app; images as a whole are judged before.
        guard entry.isApp, rules.roles[.app]?.match(spellings, image: nil, isApp: true) == nil else { continue }
        if let pattern = list.match(spellings, image: nil, isApp: true) { return (role, pattern) }
      } else if let pattern = list.match(spellings, image: role == .sdk && isProgram ? nil : entry.image, isApp: entry.isApp) {
        // A program is no library of a crash reporter, whatever its name.
        return (role, pattern)
      }
    }
    return nil
  }

  private static let order: [FrameRole] = [.cut, .sdk, .via, .skip, .wait, .base, .system, .prefix]
}
