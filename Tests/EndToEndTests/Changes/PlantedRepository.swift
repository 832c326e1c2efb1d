import Foundation
import TestSupport

/// A made repository of an app with 200 commits and ten versions. One commit is planted: it makes a function crash, by a change of the line
/// that crashes, of a check before it, or of a caller. All others change lines of these and other functions at random.
struct PlantedRepository {
  /// A line of code, which keeps its number in the list of all lines while it moves.
  private struct Line {
    var id: Int
    var text: String
  }

  private struct Function {
    var name: String
    var body: [Line]
  }

  private struct File {
    var name: String
    var functions: [Function]

    var path: String { "Sources/\(name).swift" }
    var lines: [Line] {
      let head = [Line(id: -1, text: "struct \(name) {")]
      return head
        + functions.flatMap { function in
          [Line(id: -1, text: "  func \(function.name)(of value: Int) -> Int {")] + function.body
            + [Line(id: -1, text: "  }"), Line(id: -1, text: "")]
        } + [Line(id: -1, text: "}")]
    }
    var text: String { lines.map { $0.text + "\n" }.joined() }
  }

  /// The subject of the planted commit.
  static let planted = "Planted change"
  private static let commitCount = 200
  private static let commitsOfVersion = 20

  let folder: TemporaryFolder
  /// The directory of the repository.
  var path: String { folder.path + "/repository" }
  /// The directory of the reports.
  var reports: String { folder.path + "/reports" }

  private var files: [File] = []
  private var nextID = 0
  private var random: SeededGenerator
  private var stream: [UInt8] = []

  /// Makes the repository of a seed, and reports of the crash in the first version with it, sometimes in the next one, and sometimes of
  /// another crash in the versions before.
  init(seed: UInt64) throws {
    folder = try TemporaryFolder()
    random = SeededGenerator(seed)
    makeFiles()
    let (file, function) = (number(files.count), number(4))
    let caller = (file: (file + 1 + number(files.count - 1)) % files.count, function: number(4))
    let crash = plantLines(file, function, caller)
    let plantedAt = Self.commitsOfVersion + number(Self.commitCount - 2 * Self.commitsOfVersion)
    append("feature done\nreset refs/heads/main\n")
    commit("Begin", at: 0, changed: Array(files.indices))
    for order in 1...Self.commitCount {
      if order == plantedAt {
        plant(file, function, caller, crash, at: order)
      } else {
        edit(at: order, keeping: crash.kept)
      }
      if order % Self.commitsOfVersion == 0 {
        let version = "1.\(order / Self.commitsOfVersion).0"
        append("tag v\(version)\nfrom :\(order + 1)\ntagger A <a@example.com> \(Self.time(order)) +0000\ndata 0\n\n")
        try report(version, order / Self.commitsOfVersion, plantedAt, (file, function), caller, crash)
      }
    }
    append("done\n")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (arguments, input) in [(["init", "-q", "-b", "main", path], []), (["-C", path, "fast-import", "--quiet"], stream)] {
      let run = try ToolRun.of("/usr/bin/git", arguments, input: input)
      guard run.status == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: ["git": run.stderr]) }
    }
  }

  // MARK: Code

  private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func line(_ text: String? = nil) -> Line {
    nextID += 1
    return Line(id: nextID, text: "    " + (text ?? "let a\(nextID) = value * \(number(1000)) + \(number(1000))"))
  }

  private mutating func makeFiles() {
    for file in 0..<30 {
      var functions: [Function] = []
      for function in 0..<4 {
        var body: [Line] = []
        for _ in 0..<(5 + number(10)) { body.append(line()) }
        functions.append(Function(name: "step\(file)x\(function)", body: body))
      }
      files.append(File(name: "Type\(file)", functions: functions))
    }
  }

  /// The lines of the crash: the one that crashes, the check before it, and the call in the caller.
  private struct Crash {
    var line: Int
    var check: Int
    var call: Int
    var kept: Set<Int> { [line, check, call] }
  }

  private mutating func plantLines(_ file: Int, _ function: Int, _ caller: (file: Int, function: Int)) -> Crash {
    let crash = line("let crash = value / 2")
    let check = line("guard value > 0 else { return 0 }")
    let name = files[file].functions[function].name
    let call = line("let result = \(files[file].name)().\(name)(of: 7)")
    let place = number(files[file].functions[function].body.count)
    files[file].functions[function].body.insert(contentsOf: [check, line(), crash], at: place)
    files[caller.file].functions[caller.function].body.insert(call, at: number(4))
    return Crash(line: crash.id, check: check.id, call: call.id)
  }

  private mutating func plant(
    _ file: Int, _ function: Int, _ caller: (file: Int, function: Int), _ crash: Crash, at order: Int
  ) {
    let kind = number(100)
    var changed = file
    switch kind {
    case ..<45: change(crash.line, to: "    let crash = value / (value - 7)", file, function)
    case ..<80: files[file].functions[function].body.removeAll { $0.id == crash.check }
    default:
      let name = files[file].functions[function].name
      change(crash.call, to: "    let result = \(files[file].name)().\(name)(of: 0)", caller.file, caller.function)
      changed = caller.file
    }
    commit(Self.planted, at: order, changed: [changed])
  }

  private mutating func change(_ id: Int, to text: String, _ file: Int, _ function: Int) {
    guard let place = files[file].functions[function].body.firstIndex(where: { $0.id == id }) else { return }
    files[file].functions[function].body[place].text = text
  }

  /// Changes one to three functions of one or two files, in lines that the crash does not need.
  private mutating func edit(at order: Int, keeping kept: Set<Int>) {
    var changed: Set<Int> = []
    for _ in 0...number(3) {
      let (file, function) = (number(files.count), number(4))
      let body = files[file].functions[function].body
      let place = number(body.count)
      let isKept = kept.contains(body[place].id)
      switch number(10) {
      case ..<5 where !isKept: files[file].functions[function].body[place].text = line().text
      case 5..<7 where !isKept && body.count > 4: files[file].functions[function].body.remove(at: place)
      default: files[file].functions[function].body.insert(line(), at: place)
      }
      changed.insert(file)
    }
    commit("Change \(order)", at: order, changed: changed.sorted())
  }

  // MARK: Commits

  private mutating func append(_ text: String) { stream += text.utf8 }

  private static func time(_ order: Int) -> Int { 1_700_000_000 + order * 86_400 }

  private mutating func commit(_ subject: String, at order: Int, changed: [Int]) {
    append("commit refs/heads/main\nmark :\(order + 1)\ncommitter A <a@example.com> \(Self.time(order)) +0000\n")
    append("data \(subject.utf8.count)\n\(subject)\n")
    for file in changed {
      let text = files[file].text
      append("M 100644 inline \(files[file].path)\ndata \(text.utf8.count)\n\(text)\n")
    }
  }

  // MARK: Reports

  private mutating func report(
    _ version: String, _ number: Int, _ plantedAt: Int, _ crash: (file: Int, function: Int), _ caller: (file: Int, function: Int),
    _ lines: Crash
  ) throws {
    let first = (plantedAt + Self.commitsOfVersion - 1) / Self.commitsOfVersion
    if number == first || number == first + 1 && random.next() % 2 == 0 {
      try write(version, number, "crash", [frame(crash, lines.line), frame(caller, lines.call)])
    } else if number < first, random.next() % 2 == 0 {
      let other = (file: (crash.file + 2) % files.count, function: 0)
      try write(version, number, "other", [frame(other, files[other.file].functions[0].body[0].id)])
    }
  }

  private func frame(_ place: (file: Int, function: Int), _ id: Int) -> [String: Any] {
    let file = files[place.file]
    let line = (file.lines.firstIndex { $0.id == id } ?? 0) + 1
    return [
      "function": "\(file.name).\(file.functions[place.function].name)(of:)", "abs_path": "/Users/ci/shop/\(file.path)",
      "filename": "\(file.name).swift", "lineno": line, "package": "/app/Shop.app/Shop", "in_app": true,
      "instruction_addr": "0x10000\(1000 + line)",
    ]
  }

  /// Writes an event as Sentry keeps it; `frames` are innermost first.
  private func write(_ version: String, _ number: Int, _ name: String, _ frames: [[String: Any]]) throws {
    let event: [String: Any] = [
      "event_id": String(repeating: "0", count: 30) + "\(10 + number)", "platform": "cocoa",
      "timestamp": "2026-11-\(10 + number)T10:00:00Z",
      "contexts": [
        "app": ["app_identifier": "com.example.shop", "app_version": version, "app_build": "\(number * 10)", "app_name": "Shop"],
        "os": ["name": "iOS", "version": "17.1"],
      ],
      "exception": [
        "values": [
          [
            "type": "EXC_BAD_ACCESS", "value": "KERN_INVALID_ADDRESS at 0x10", "mechanism": ["type": "mach", "handled": false],
            "stacktrace": ["frames": Array(frames.reversed())],
          ]
        ]
      ],
    ]
    try folder.write(
      [UInt8](JSONSerialization.data(withJSONObject: event, options: .sortedKeys)), to: "reports/\(name)-\(version).json")
  }
}
