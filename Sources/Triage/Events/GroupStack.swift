package import CrashModel

/// The call stack of one report that stands for its group. A summary keeps one per group: of the best symbolicated report, then of the
/// newest.
package struct GroupStack: Hashable, Sendable {
  /// One function of the stack: a frame, or a function that was inlined into the next one.
  package struct Line: Hashable, Sendable {
    /// The name for display, or nil if there is none.
    package var function: String?
    /// The image's name, or nil if unknown.
    package var image: String?
    /// The path of the source file, or nil if unknown.
    package var file: String?
    /// The line, counted from 1, or nil if unknown.
    package var line: UInt32?
    /// Whether it is code of the app.
    package var inApp: Bool
    /// Whether it was inlined into the next line.
    package var isInlined: Bool
    /// Whether it is the function to look at first.
    package var isBlamed = false

    /// Keeps the beginning of each text. Code of JavaScript's engine, whose file is called `native`, has none.
    package init(function: String?, image: String?, file: String?, line: UInt32?, inApp: Bool, isInlined: Bool) {
      (self.function, self.image) = (function.map(GroupStack.cut), image.map(GroupStack.cut))
      self.file = file == "native" ? nil : file.map(GroupStack.cut)
      (self.line, self.inApp, self.isInlined) = (line, inApp, isInlined)
    }

    /// What it adds to the worth of a stack.
    var rank: Int { (function == nil ? 0 : 1) + (file == nil ? 0 : 1) }
  }

  /// The most lines that are kept.
  package static let limit = 64
  /// The most bytes of a function's name and of a path that are kept.
  package static let textLimit = 400

  /// The group.
  package var group: String
  /// When it happened, in milliseconds since 1970, or nil if unknown.
  package var time: Int?
  /// The path of the report.
  package var path: String
  /// What the instruction did at which the report's program crashed, or nil if unknown.
  package var instruction: String?
  /// The functions, innermost first.
  package var lines: [Line]

  package init(group: String, time: Int?, path: String, instruction: String? = nil, lines: [Line]) {
    (self.group, self.time, self.path, self.lines) = (group, time, path, lines)
    self.instruction = instruction.map(Self.cut)
  }

  /// Takes the stack that speaks for a report, or returns nil if there is none.
  package init?(_ answers: SymbolicatedReport) {
    guard let incident = CrashEvent(answers), let lines = Self.lines(answers) else { return nil }
    self.init(
      group: incident.group, time: incident.time, path: incident.path, instruction: answers.instruction?.sentence, lines: lines)
  }

  /// Returns the functions of the stack that speaks for a report, innermost first, or nil if there is none.
  package static func lines(_ answers: SymbolicatedReport) -> [Line]? {
    guard let triage = answers.triage, !triage.speaker.frames.isEmpty else { return nil }
    var lines: [Line] = []
    for (position, frame) in triage.speaker.frames.enumerated() where answers.report.frames.indices.contains(frame) {
      guard lines.count < limit else { break }
      var functions = self.lines(of: frame, answers)
      if let blame = triage.blame, blame.position == position {
        let place = functions.firstIndex { $0.file == blame.file && $0.line == blame.line } ?? functions.indices.last
        if let place { functions[place].isBlamed = true }
      }
      lines += functions
    }
    return Array(lines.prefix(limit))
  }

  private static func lines(of position: Int, _ answers: SymbolicatedReport) -> [Line] {
    let frame = answers.report.frames[position]
    let resolution = answers.resolutions[position]
    let image = frame.image.flatMap { answers.report.images.indices.contains($0) ? answers.report.images[$0] : nil }
    let name = image?.name ?? frame.imageName
    let inApp = image?.inApp ?? false
    guard resolution.sources.isEmpty else {
      return resolution.sources.map {
        Line(
          function: $0.function, image: name, file: $0.file, line: $0.line, inApp: inApp,
          isInlined: $0.inlined)
      }
    }
    let reported = resolution.basis == .reported ? frame.reported : nil
    return [
      Line(
        function: resolution.symbol, image: name, file: reported?.file, line: reported?.line, inApp: inApp, isInlined: false)
    ]
  }

  /// Returns the first characters of a text, which may have any number of marks, in at most `textLimit` bytes.
  fileprivate static func cut(_ text: String) -> String {
    guard text.utf8.count > textLimit else { return text }
    var count = 0
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix { scalar in
          count += UTF8.width(scalar)
          return count <= textLimit
        }))
  }

  /// Whether this stack stands for the group rather than another one: the better symbolicated, then that of the newer report, then of
  /// the first path.
  func isBetter(than other: GroupStack) -> Bool {
    (other.rank, other.time ?? .min, path) < (rank, time ?? .min, other.path)
  }

  /// How much of it has names and files, in hundredths.
  private var rank: Int { lines.isEmpty ? 0 : lines.reduce(0) { $0 + $1.rank } * 50 / lines.count }
}

extension [GroupStack.Line] {
  /// The function to look at first, or nil if none is marked.
  package var blamed: GroupStack.Line? { first(where: \.isBlamed) }

  /// The function of the app that called the one to look at first, or into which it was inlined; nil if the stack does not show it.
  package var caller: GroupStack.Line? {
    guard let position = firstIndex(where: \.isBlamed) else { return nil }
    return self[(position + 1)...].first {
      $0.inApp && !$0.isInlined && $0.function != nil && $0.function != self[position].function
    }
  }
}
