import CrashModel
import Answering
import Jobs
import Reports
import SymbolStore

#if canImport(Glibc)
  import Glibc
#endif

// Measures what one report costs on one core, stage by stage: ReportSpeed FILE... (Benchmarks/reports.sh makes files and runs it).
//
// Prints for each file the rate of reading it into the model, and the milliseconds of reading, of deciding which address is looked
// up where (no debug file is there), and of writing each format; medians of 61 runs after 5 that warm up.

/// The bytes of a file.
func contents(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return bytes }
    bytes += buffer[..<count]
  }
}

/// The median time of `body` in seconds.
func median(_ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  var times: [Double] = []
  for run in 0..<66 {
    let time = clock.measure(body)
    if run >= 5 { times.append(Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)) }
  }
  return times.sorted()[times.count / 2]
}

/// A number with two digits behind the point, in a column of nine.
func column(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let text = "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
  return String(repeating: " ", count: max(1, 9 - text.utf8.count)) + text
}

let formats: [(name: String, format: OutputFormat)] = [("text", .text), ("same", .same), ("json", .json), ("ndjson", .ndjson)]
print(
  "     MB/s  read ms  plan ms" + formats.map { String(repeating: " ", count: 6 - $0.name.utf8.count) + $0.name + " ms" }.joined()
)
for path in CommandLine.arguments.dropFirst() {
  let bytes = contents(path)
  guard let document = try? ReportDocument(reading: bytes) else {
    print("\(path): no report")
    continue
  }
  let engine = Symbolicator(SymbolFinder(SearchPaths()))
  let read = median { _ = try? ReportDocument(reading: bytes) }
  func answered() -> [SymbolicatedReport] {
    var session = ReportSession(engine)
    return session.answer(document, path: path, folder: nil).reports
  }
  let answers = answered()
  let plan = median { _ = answered() }
  let writing = formats.map { entry in median { _ = OutputRenderer(format: entry.format).bytes(document, answers) } }
  let stages = [Double(bytes.count) / read / 1e6, read * 1e3, plan * 1e3] + writing.map { $0 * 1e3 }
  print(
    stages.map(column).joined()
      + "  \(path) (\(bytes.count) bytes, \(document.reports.reduce(0) { $0 + $1.frames.count }) frames)")
}
