internal import CrashModel
internal import Triage

extension Question {
  /// The most functions that are searched for in the repository.
  private static let maxPlaces = 16

  /// Asks about a report; nil if it was not triaged.
  init?(_ answers: SymbolicatedReport) {
    guard answers.triage != nil, let event = CrashEvent(answers) else { return nil }
    newest = Self.build(event)
    first = newest
    take(event, GroupStack.lines(answers) ?? [])
  }

  /// Asks about a group of a summary. `versions` are all versions of the app in the summary.
  init(_ group: GroupSummary, of summary: Summary, versions: Set<String>) {
    newest = Self.build(group.newest)
    let known = group.versions.map(\.name).filter { $0 != "?" }
    first = known.first.map { AppBuild(app: group.app, name: $0) } ?? newest
    if let first {
      let order = VersionOrder(first.name)
      earlier = versions.filter { VersionOrder($0) < order }.sorted { VersionOrder($1) < VersionOrder($0) }
        .map { AppBuild(app: group.app, name: $0) }
    }
    take(group.newest, summary.stacks[group.group]?.lines ?? [])
  }

  private mutating func take(_ event: CrashEvent, _ stack: [GroupStack.Line]) {
    if let function = event.function, let file = event.file, let line = event.line {
      places.append(Place(function: function, file: file, line: line))
      hasBlamed = true
    }
    let below = stack.firstIndex(where: \.isBlamed).map { stack[($0 + 1)...] } ?? stack[...]
    // Whose code it is follows from the files of the repository.
    for line in below {
      guard let function = line.function, let file = line.file, let number = line.line.map({ Int($0) }) else { continue }
      let place = Place(function: function, file: file, line: number)
      let isKnown = places.contains { $0.function == function && $0.file == file }
      if !isKnown, places.count < Self.maxPlaces { places.append(place) }
    }
  }

  private static func build(_ event: CrashEvent) -> AppBuild? {
    let name = AppVersion.name(event.version, build: event.build)
    return name == "?" ? nil : AppBuild(app: event.app, name: name)
  }
}
