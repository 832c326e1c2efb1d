import Foundation
import ReportTrial

// libFuzzer over everything that is done with a report. See Fuzzing/README.md.

nonisolated(unsafe) private let trial = Trial(
  symbols: (ProcessInfo.processInfo.environment["FUZZ_SYMBOLS"] ?? "").split(separator: ":").map(String.init))

private func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = data.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
  do {
    try trial.run(bytes)
  } catch {
    fatalError(error.what)
  }
  return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// SwiftPM links with `--defsym main=ReportFuzz_main`.
@_cdecl("ReportFuzz_main")
package func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var count = count
  var arguments = arguments
  return runDriver(&count, &arguments) { run($0, $1) }
}
