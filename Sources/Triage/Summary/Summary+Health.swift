extension Summary {
  /// Divides the admitted crashes by the sessions that were counted; nil without sessions.
  static func health(_ builder: SummaryBuilder, _ filter: Filter, _ isAdmitted: [Bool]) -> ReleaseHealth? {
    let events = builder.events
    let crashes = events.rows.indices.lazy.filter { isAdmitted[$0] && events.issues[Int(events.rows[$0].issue)].table == .crash }
    return ReleaseHealth(
      builder.sessions.values.filter { filter.admits($0) }, crashes: crashes.map { sighting(events.rows[$0], events) })
  }

  private static func sighting(_ row: EventRow, _ events: EventTable) -> CrashSighting {
    CrashSighting(
      app: events.issues[Int(row.issue)].app, version: events.texts[row.version], build: events.texts[row.build],
      day: events.texts[row.day], device: row.device)
  }
}

extension Summary.Filter {
  /// Whether a row of sessions counts. One that is not divided into days counts unless days are asked for.
  func admits(_ row: SessionRow) -> Bool {
    guard admits(day: row.key.day.isEmpty ? nil : row.key.day) else { return false }
    return app.map { row.key.app.isEmpty || Pattern("*\($0)*").matches(row.key.app.lowercased()) } ?? true
  }
}
