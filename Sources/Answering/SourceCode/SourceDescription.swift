internal import CrashModel
internal import SourceBundles
internal import SymbolModel
internal import System

/// Completes the source frames of answered reports: paths as the user wants them, links, and lines of the files themselves. Files
/// that were read are kept for later reports, up to a limit. One owner, one thread.
///
/// The front of `SourceCode`. In: a `SymbolicatedReport` and the `SourceOptions`. Out: the same report with paths replaced,
/// links, and excerpts. `SourceSearch` finds the file of a path in directories, `RevisionSources` in a revision of a repository,
/// `OwnSourceBundles` in the bundles of debug files; `SourceText` reads its lines.
final class SourceDescription {
  private let options: SourceOptions
  private let search: SourceSearch
  private let revisions: RevisionSources?
  private let ownBundles: OwnSourceBundles
  private var bundles: [Result<SourceBundle, SourceText.Refusal>]?
  private var texts: [String: Result<SourceText, SourceText.Refusal>] = [:]
  /// The approximate memory of `texts` in bytes.
  private var textBytes = 0
  private var debugFileTimes: [String: Int64?] = [:]

  /// The maximum number of cached files, and their memory; above it, all are dropped.
  private static let textLimit = (files: 10_000, bytes: 64 << 20)

  /// Prepares to complete reports. `find` returns the source bundles that may be of an image with an ID and debug files.
  init(_ options: SourceOptions, bundles find: @escaping @Sendable (ImageID, [String]) -> [String]) {
    self.options = options
    ownBundles = OwnSourceBundles(find)
    search = SourceSearch(options.roots)
    revisions = options.repository.map { RevisionSources($0) }
  }

  /// Completes a report. `texts` are the sources of JavaScript frames in their source maps. If lines were requested and none
  /// can be printed for the relevant stacks, a diagnostic of the report gives the reason.
  func complete(_ answers: inout SymbolicatedReport, _ texts: [Int: ScriptNaming.Text] = [:]) {
    guard !options.isEmpty else { return }
    var refusals: [SourcePosition: String] = [:]
    for frame in answers.resolutions.indices {
      // Set at once: to change one of them copies the chain.
      var sources = answers.resolutions[frame].sources
      for index in sources.indices {
        guard let path = sources[index].file else { continue }
        let position = SourcePosition(frame: frame, source: index)
        complete(&sources[index], path, position, &answers, texts[frame], &refusals)
      }
      if options.link != nil || !options.pathMaps.isEmpty { answers.resolutions[frame].sources = sources }
    }
    if options.contextLines != nil { note(refusals, &answers) }
  }

  private func complete(
    _ frame: inout SourceFrame, _ path: String, _ position: SourcePosition, _ answers: inout SymbolicatedReport,
    _ script: ScriptNaming.Text?, _ refusals: inout [SourcePosition: String]
  ) {
    let mapped = options.pathMaps.lazy.compactMap { $0.result(for: path) }.first
    if let mapped { frame.file = mapped.path }
    guard let line = frame.line, line > 0 else { return }
    let built = builtSource(path, mapped, answers, position.frame)
    let source = (try? built.get()) ?? nil
    let found =
      source != nil || options.roots.isEmpty && options.contextLines == nil ? nil : search.file(at: path, mapped: mapped)
    if let link = options.link, let target = source.map(\.relativePath) ?? linkTarget(path, mapped, found) {
      frame.url = link.url(path: target, line: line)
    }
    guard options.contextLines != nil, answers.isInApp(position.frame) else { return }
    do throws(SourceText.Refusal) {
      answers.excerpts[position] =
        if let source {
          try excerpt(of: source, line)
        } else if found == nil, let script {
          try excerpt(of: script, path, line)
        } else if let found {
          try excerpt(of: found, line, answers, position.frame)
        } else if let source = try ownBundles.source(path, of: position.frame, answers) {
          try excerpt(of: source, line)
        } else {
          try missing(built)
        }
    } catch {
      refusals[position] = error.reason
    }
  }

  /// Returns the source as it was when the app was built, from the repository or a bundle, or nil if neither is given or has it.
  private func builtSource(
    _ path: String, _ mapped: PathMap.Result?, _ answers: SymbolicatedReport, _ frame: Int
  ) -> Result<BuiltSource?, SourceText.Refusal> {
    guard options.contextLines != nil || options.link != nil, answers.isInApp(frame) else { return .success(nil) }
    return Result { () throws(SourceText.Refusal) in
      if let revisions {
        let commit = try revisions.commit(of: answers.report)
        if let found = try revisions.file(at: mapped?.path ?? path, in: commit) { return found }
        if options.roots.isEmpty, options.bundles.isEmpty, options.pathMaps.isEmpty {
          throw SourceText.Refusal(reason: "no such file in revision \(commit.prefix(12))")
        }
      }
      return try bundled(path, answers.report.frames[frame].image.flatMap { answers.report.images[$0].id })
    }
  }

  /// Returns the source in one of the bundles that may be of the image.
  private func bundled(_ path: String, _ id: ImageID?) throws(SourceText.Refusal) -> BuiltSource? {
    guard !options.bundles.isEmpty else { return nil }
    let opened = bundles ?? options.bundles.map { SourceBundle.open($0) }
    bundles = opened
    var other: SourceBundle?
    for bundle in opened {
      let bundle = try bundle.get()
      guard bundle.has(path) else { continue }
      guard bundle.belongs(to: id) else {
        other = bundle
        continue
      }
      return bundle.source(path)
    }
    if let other { throw SourceText.Refusal(reason: "\(other.path) is of another build: \(other.ids[0])") }
    if options.roots.isEmpty, options.pathMaps.isEmpty { throw SourceText.Refusal(reason: "no such file in the source bundles") }
    return nil
  }

  private func excerpt(of source: BuiltSource, _ line: UInt32) throws(SourceText.Refusal) -> SourceExcerpt {
    let text = try remembered(source.key) { () throws(SourceText.Refusal) in
      try SourceText(path: source.path, bytes: try source.read())
    }
    return try text.excerpt(around: line, count: options.contextLines ?? 0)
  }

  /// Throws why there is no file.
  private func missing(_ built: Result<BuiltSource?, SourceText.Refusal>) throws(SourceText.Refusal) -> SourceExcerpt {
    _ = try built.get()
    if options.roots.isEmpty, options.pathMaps.isEmpty {
      throw SourceText.Refusal(reason: "neither --source-root nor --map-path says where it is")
    }
    let place = options.roots.isEmpty ? "at the path that --map-path gives" : "in the directories of --source-root"
    throw SourceText.Refusal(reason: "no such file \(place)")
  }

  /// Returns the path for a link: the replaced path, else the path below the directory in which the file was found. If the user
  /// named the project's paths, other paths get no link.
  private func linkTarget(_ path: String, _ mapped: PathMap.Result?, _ found: SourceSearch.Found?) -> String? {
    if path.hasSuffix("<compiler-generated>") { return nil }
    if let mapped { return Self.withoutDots(mapped.path) }
    if let found { return found.relativePath }
    return options.pathMaps.isEmpty && options.roots.isEmpty ? Self.withoutDots(path) : nil
  }

  private static func withoutDots(_ path: String) -> String {
    (path.hasPrefix("/") ? "/" : "") + SourceSearch.components(of: path).joined(separator: "/")
  }

  // MARK: Lines

  private func excerpt(of found: SourceSearch.Found, _ line: UInt32, _ answers: SymbolicatedReport, _ frame: Int)
    throws(SourceText.Refusal) -> SourceExcerpt
  {
    let text = try self.text(at: found.path)
    var excerpt = try text.excerpt(around: line, count: options.contextLines ?? 0)
    excerpt.isNewerThanDebugFile = debugFileTime(of: frame, answers).map { text.modified &- $0 > Self.sameTime }
    return excerpt
  }

  /// Returns lines of a source whose text is in its map.
  private func excerpt(of script: ScriptNaming.Text, _ path: String, _ line: UInt32) throws(SourceText.Refusal) -> SourceExcerpt {
    let text = try remembered("\(script.map.path)\0\(script.content.file)\0\(script.content.range)") {
      () throws(SourceText.Refusal) in
      guard let text = script.map.text(of: script.content) else { throw SourceText.Refusal(reason: "the source map has changed") }
      return try SourceText(path: path, bytes: Array(text.utf8))
    }
    return try text.excerpt(around: line, count: options.contextLines ?? 0)
  }

  private func text(at path: String) throws(SourceText.Refusal) -> SourceText {
    try remembered(path) { () throws(SourceText.Refusal) in try SourceText(path: path) }
  }

  private func remembered(
    _ key: String, _ read: () throws(SourceText.Refusal) -> SourceText
  ) throws(SourceText.Refusal) -> SourceText {
    if let known = texts[key] { return try known.get() }
    if textBytes > Self.textLimit.bytes || texts.count >= Self.textLimit.files { (texts, textBytes) = ([:], 0) }
    let result = Result { () throws(SourceText.Refusal) in try read() }
    texts[key] = result
    if case .success(let text) = result { textBytes += text.byteCount }
    return try result.get()
  }

  /// Returns the modification time of the debug file that names a frame, or nil if unknown.
  private func debugFileTime(of frame: Int, _ answers: SymbolicatedReport) -> Int64? {
    guard let image = answers.report.frames[frame].image, answers.imageStatuses.indices.contains(image),
      let path = answers.imageStatuses[image].debugFiles.first
    else { return nil }
    if let known = debugFileTimes[path] { return known }
    let time = FileSystem.status(path)?.modified
    debugFileTimes[path] = .some(time)
    return time
  }

  /// The maximum difference in nanoseconds between the times of files that are extracted or checked out together.
  private static let sameTime: Int64 = 60_000_000_000

  private func note(_ refusals: [SourcePosition: String], _ answers: inout SymbolicatedReport) {
    guard answers.focusedExcerpt == nil else { return }
    let positions = answers.focusedStacks.flatMap(answers.appSources)
    guard let position = positions.first(where: { refusals[$0] != nil }), let reason = refusals[position] else { return }
    let source = answers.resolutions[position.frame].sources[position.source]
    let place = "\(Path.lastComponent(of: source.file ?? "")):\(source.line ?? 0)"
    answers.report.diagnostics.append(ReportDiagnostic(.warning, "no source lines for \(place): \(reason)"))
  }
}
