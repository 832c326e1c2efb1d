import CrashModel
package import SymbolModel

/// Describes the result of checking a build: the output of `symbolicate check`.
package enum CheckText {
  /// Returns the table of a build, without line ends: a line for every image, further facts below it, and what to do next.
  package static func lines(_ check: BuildCheck) -> [String] {
    let build = check.build.map { "(\($0))" }
    let app = [check.bundleID, check.version, build].compactMap { $0 }.joined(separator: " ")
    let images = check.images.isEmpty ? nil : NumberFormat.counted(check.images.count, "image")
    let scripts =
      check.scripts.isEmpty
      ? nil : NumberFormat.counted(check.scripts.count, "bundle of JavaScript", plural: "bundles of JavaScript")
    let count = [images, scripts].compactMap { $0 }.joined(separator: ", ")
    var lines = ["\(check.path): \(app.isEmpty ? "" : app + ", ")\(count)"]
    lines += table(check.images) + CheckScriptText.lines(check.scripts, statusWidth)
    lines += check.damagedFiles.map { "  " + "damaged".padded(to: statusWidth) + "\($0.path): \($0.reason)" }
    lines += check.emptyBundles.map { "  " + "empty".padded(to: statusWidth) + "\($0): a dSYM bundle without a debug file" }
    lines += check.unused.prefix(maxUnused).map { "  " + "unused".padded(to: statusWidth) + "\(text(of: $0))" }
    if check.unused.count > maxUnused {
      let more = NumberFormat.counted(check.unused.count - maxUnused, "more debug file")
      lines.append("  " + "unused".padded(to: statusWidth) + "and \(more) of other images; --json lists them")
    }
    let steps = Self.steps(check)
    return steps.isEmpty ? lines : lines + ["Next steps:"] + steps.map { "  " + $0 }
  }

  /// Returns the verdict in one line.
  package static func verdict(_ check: BuildCheck) -> String {
    let files = check.images.contains(where: \.isELF) ? "debug file" : "dSYM"
    var (whole, missing): ([String], [String]) = ([], [])
    if check.incomplete > 0 {
      missing.append("\(NumberFormat.grouped(check.incomplete)) of \(NumberFormat.counted(check.needed, files))")
    } else if check.needed > 0 {
      whole.append(
        check.needed == 1 ? "the image has its \(files)" : "all \(NumberFormat.grouped(check.needed)) images have their \(files)s"
      )
    }
    if let verdict = CheckScriptText.verdict(check) {
      if check.incompleteScripts > 0 { missing.append(verdict) } else { whole.append(verdict) }
    }
    var parts = missing.isEmpty ? [] : ["MISSING: " + missing.joined(separator: ", ")]
    if missing.isEmpty {
      parts += whole.isEmpty ? ["nothing to check"] : ["OK: " + whole.joined(separator: "; ")]
    } else {
      parts += whole
    }
    if !check.damagedFiles.isEmpty { parts.append(NumberFormat.counted(check.damagedFiles.count, "damaged file")) }
    if !check.emptyBundles.isEmpty { parts.append(NumberFormat.counted(check.emptyBundles.count, "empty dSYM bundle")) }
    let warnings = check.images.reduce(0) { $0 + $1.warnings.count } + check.scripts.reduce(0) { $0 + $1.warnings.count }
    if warnings > 0 { parts.append(NumberFormat.counted(warnings, "warning")) }
    return parts.joined(separator: "; ")
  }

  // MARK: The table

  private static let statusWidth = 12
  /// The most unused files that are listed: a directory of all builds has hundreds.
  private static let maxUnused = 5

  private static func table(_ images: [BuildCheck.Image]) -> [String] {
    let names = images.map { "\($0.name) (\($0.architecture?.name ?? "unknown architecture"))" }
    let ids = images.map { $0.id?.description ?? "-" }
    let (nameWidth, idWidth) = (names.map(\.utf8.count).max() ?? 0, ids.map(\.utf8.count).max() ?? 0)
    return zip(images, zip(names, ids)).flatMap { image, cells in
      let status = image.status == .ok && !image.warnings.isEmpty ? "warning" : image.status.rawValue
      let head = "  " + status.padded(to: statusWidth) + cells.0.padded(to: nameWidth) + "  " + cells.1.padded(to: idWidth)
      return [head + "  " + contents(of: image)] + notes(on: image).map { String(repeating: " ", count: statusWidth + 2) + $0 }
    }
  }

  /// The column after the ID: the contents of the debug file, or what is wrong.
  private static func contents(of image: BuildCheck.Image) -> String {
    switch image.status {
    case .ok, .noLines, .obfuscated, .incomplete: debugInformation(of: image)
    case .missing: "no debug file with this \(image.isELF ? "build ID" : "UUID")"
    case .symbols: "only symbols, no debug information"
    case .empty: "neither debug information nor symbols"
    case .damaged: "damaged"
    case .noID: image.isELF ? "no build ID" : "no UUID"
    case .runtime: "of the Swift runtime, needs none"
    }
  }

  /// `DWARF 5 (7 units), 23 of 25 functions, 21 with lines, sources in /src/shop`.
  private static func debugInformation(of image: BuildCheck.Image) -> String {
    let versions = image.versions.map(String.init).joined(separator: " and ")
    var parts = [versions.isEmpty ? "index" : "DWARF \(versions) (\(NumberFormat.counted(image.units, "unit")))"]
    if image.sampled > 0 {
      let functions = NumberFormat.counted(image.sampled, "function")
      parts.append("\(NumberFormat.grouped(image.described)) of \(functions), \(NumberFormat.grouped(image.lined)) with lines")
    }
    if let root = image.sourceRoot { parts.append("sources in \(root)") }
    return parts.joined(separator: ", ")
  }

  private static func notes(on image: BuildCheck.Image) -> [String] {
    var notes: [String] = []
    if !image.status.isFine, let file = image.debugFile { notes.append("debug file: \(file)") }
    if let damage = image.damage {
      notes.append(image.status == .incomplete ? "missing part: \(damage)" : "damage: \(damage)")
    }
    notes += image.nearMisses.map { nearMiss($0, image) }
    return notes + image.warnings.map { "warning: \(text(of: $0, image))" }
  }

  private static func text(of file: BuildCheck.OtherFile) -> String {
    let id = file.id?.description ?? "without an ID"
    return "\(file.path), \(id) (\(file.architecture?.name ?? "unknown architecture"))"
      + (file.build.isEmpty ? "" : ", \(file.build)")
  }

  private static func nearMiss(_ file: BuildCheck.OtherFile, _ image: BuildCheck.Image) -> String {
    var architecture = file.architecture?.name ?? ""
    if let wanted = image.architecture?.name, !architecture.isEmpty, wanted != architecture { architecture += ", not \(wanted)" }
    return NearMiss(path: file.path, id: file.id, architecture: architecture, build: file.build).clause
  }

  /// Returns a clause about a warning.
  static func text(of warning: BuildCheck.Warning, _ image: BuildCheck.Image) -> String {
    switch warning {
    case .fewFunctions:
      "debug information for only \(NumberFormat.grouped(image.described)) of \(NumberFormat.counted(image.sampled, "function")); "
        + "part of the code was compiled without -g, for example a static library"
    case .temporarySources(let path): "most source files are in a temporary directory: \(path)"
    case .oddSources(let path): "most paths of source files are not those of files: \(path)"
    case .missingArchitecture(let architecture): "no \(architecture.name) slice, although the app has one"
    case .other(let text): text
    }
  }

  // MARK: Next steps

  private static func steps(_ check: BuildCheck) -> [String] {
    var steps: [String] = []
    for image in check.images {
      guard let step = nextStep(for: image) else { continue }
      let line = "\(image.name) (\(image.architecture?.name ?? "unknown architecture")): \(step)"
      if !steps.contains(line) { steps.append(line) }
    }
    steps += check.scripts.compactMap { script in CheckScriptText.nextStep(for: script).map { "\(script.name): \($0)" } }
    if !check.emptyBundles.isEmpty {
      steps.append("empty dSYM bundles: remove them, and run dsymutil again while the build's object files are there")
    }
    // A framework or a build that somebody else made.
    let missing = check.images.first { $0.status == .missing && $0.nearMisses.isEmpty && !$0.isELF }
    return steps + DebugFileSource.lines(id: missing?.id?.description, name: missing?.name).map { String($0.dropFirst(2)) }
  }

  /// Returns what to do about an image, or nil if nothing is missing.
  static func nextStep(for image: BuildCheck.Image) -> String? {
    switch image.status {
    case .ok, .runtime: nil
    case .missing: missingStep(for: image)
    case .symbols, .empty:
      image.isELF
        ? "compile with -g and keep the file that strip has not changed"
        : "compile with -g (Xcode: GCC_GENERATE_DEBUGGING_SYMBOLS = YES), and run dsymutil before strip"
    case .noLines: "compile with -g instead of options that leave out line tables"
    case .damaged: "copy the debug file again, or make it again with the build"
    case .obfuscated:
      "apply the build's .bcsymbolmap with `dsymutil --symbol-map MAP DSYM`, and turn bitcode off "
        + "(ENABLE_BITCODE = NO)"
    case .incomplete: "keep the .dwo files, or join them in a package: llvm-dwp -e PROGRAM -o PROGRAM.dwp"
    case .noID: image.isELF ? "link with -Wl,--build-id" : "link without -no_uuid"
    }
  }

  private static func missingStep(for image: BuildCheck.Image) -> String {
    if image.nearMisses.contains(where: { $0.architecture == image.architecture }) {
      return "take debug files and app from the same build"
    }
    if !image.nearMisses.isEmpty {
      return "the debug file has other architectures only; build it for all architectures of the app"
    }
    if image.isELF {
      return "compile with -g, and keep the debug information: objcopy --only-keep-debug FILE FILE.debug; then strip"
    }
    return
      "build with DEBUG_INFORMATION_FORMAT = dwarf-with-dsym; for a framework that was delivered built, ask its "
      + "vendor for the dSYM"
  }
}
