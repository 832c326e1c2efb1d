internal import Triage

/// Reads CSV with a line for each version and day. The first line names the columns; commas, semicolons or tabs divide them.
enum SessionTable {
  private enum Column: CaseIterable {
    case app, version, build, day, sessions, devices, crashedSessions, crashedDevices

    /// The names that a first line may use, in lower case and without blanks and underscores.
    var names: [String] {
      switch self {
      case .app: ["app", "bundle", "bundleid", "bundleidentifier", "application"]
      case .version: ["version", "appversion", "release"]
      case .build: ["build", "buildnumber", "appbuild"]
      case .day: ["day", "date"]
      case .sessions: ["sessions", "launches", "sessioncount"]
      case .devices: ["devices", "users", "devicecount", "activedevices"]
      case .crashedSessions: ["crashedsessions"]
      case .crashedDevices: ["crasheddevices", "crashedusers"]
      }
    }
  }

  private struct Flaw: Error {
    let reason: String
  }

  /// Reads a file.
  static func read(_ bytes: [UInt8]) -> SessionReading.Result {
    var result = SessionReading.Result()
    var text = Substring(String(decoding: bytes, as: UTF8.self))
    if text.first == "\u{FEFF}" { text = text.dropFirst() }
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().makeIterator()
    guard let head = lines.next()?.element, let columns = columns(of: head) else {
      result.isOther = true
      return result
    }
    while let (number, line) = lines.next() {
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      do throws(Flaw) {
        result.rows.append(try row(fields(of: line, columns.separator), columns.places))
      } catch {
        result.note("line \(number + 1): \(error.reason)")
      }
    }
    return result
  }

  /// Returns where the columns are; nil if the line does not name a version, and sessions or devices.
  private static func columns(of head: Substring) -> (places: [Column: Int], separator: Character)? {
    guard let separator = [",", ";", "\t"].first(where: { head.contains($0) }) as Character? else { return nil }
    var places: [Column: Int] = [:]
    for (position, name) in fields(of: head, separator).enumerated() {
      let plain = String(name.lowercased().filter { $0 != "_" && $0 != " " && $0 != "-" })
      for column in Column.allCases where places[column] == nil && column.names.contains(plain) { places[column] = position }
    }
    guard places[.version] != nil || places[.build] != nil, places[.sessions] != nil || places[.devices] != nil else {
      return nil
    }
    return (places, separator)
  }

  private static func row(_ fields: [String], _ places: [Column: Int]) throws(Flaw) -> SessionRow {
    func text(_ column: Column) -> String? {
      places[column].flatMap { fields.indices.contains($0) && !fields[$0].isEmpty ? fields[$0] : nil }
    }
    func number(_ column: Column) throws(Flaw) -> Int? {
      guard let text = text(column) else { return nil }
      guard let number = Int(text), (0...SessionRow.limit).contains(number) else {
        throw Flaw(reason: "'\(text)' is not a number of \(column.names[0])")
      }
      return number
    }
    let version = AppVersion.name(text(.version), build: text(.build))
    guard version != "?" else { throw Flaw(reason: "it has no version") }
    let day = text(.day).map { String($0.prefix(10)) } ?? ""
    guard day.isEmpty || DayTrend.number(day) != nil else { throw Flaw(reason: "'\(day)' is not a day such as 2026-11-20") }
    let (sessions, devices) = (try number(.sessions), try number(.devices))
    guard sessions != nil || devices != nil else { throw Flaw(reason: "it has neither sessions nor devices") }
    let (crashedSessions, crashedDevices) = (try number(.crashedSessions), try number(.crashedDevices))
    let states = crashedSessions != nil || crashedDevices != nil
    var row = SessionRow(
      SessionRow.Key(app: text(.app)?.lowercased() ?? "", version: version, day: day, statesCrashes: states))
    // A number without its crashes would say that there were none.
    if !states || crashedSessions != nil { (row.sessions, row.crashedSessions) = (sessions ?? 0, crashedSessions ?? 0) }
    if !states || crashedDevices != nil { (row.devices, row.crashedDevices) = (devices, crashedDevices ?? 0) }
    return row
  }

  /// Returns the fields of a line without blanks around them. Double quotes keep a separator in a field; they are left out.
  private static func fields(of line: Substring, _ separator: Character) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == separator, !isQuoted {
        fields.append("")
      } else {
        fields[fields.count - 1].append(character)
      }
    }
    return fields.map { field in
      let start = field.drop(while: \.isWhitespace)
      return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
  }
}
