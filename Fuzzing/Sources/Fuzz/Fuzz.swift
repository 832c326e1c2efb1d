import Answering
import Foundation
import FuzzTargets

// libFuzzer over one of the targets, which $FUZZ_TARGET names. See Fuzzing/README.md.

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ limit: Int) -> Int

/// The target, and what reads and damages its inputs; nil for a name that there is not.
nonisolated(unsafe) private let chosen: (target: FuzzTarget, body: FuzzTarget.Body, mutation: StructuredMutation)? = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"]
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else { return nil }
  do {
    return (target, try target.body(), try StructuredMutation(target))
  } catch {
    fatalError("\(target.name): \(error)")
  }
}()

private func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = data.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
  do {
    try chosen?.body(bytes)
  } catch {
    fatalError("\((error as? Finding)?.what ?? "\(error)")")
  }
  return 0
}

/// Damages an input; libFuzzer finds this function by its name. Half of the time its own mutation does, with the dictionary.
@_cdecl("LLVMFuzzerCustomMutator")
package func damage(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int, _ seed: UInt32) -> Int {
  guard let mutation = chosen?.mutation, !mutation.isPlain, seed & 1 == 0 else { return mutate(data, size, limit) }
  let bytes = mutation.damaged(Array(UnsafeBufferPointer(start: data, count: size)), seed: UInt64(seed), limit: limit)
  for (position, byte) in bytes.enumerated() { data[position] = byte }
  return bytes.count
}

/// Writes the seeds of the target into a directory, each under a number.
private func writeSeeds(to folder: String) throws {
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  for (number, seed) in (try chosen?.target.seeds() ?? []).enumerated() {
    try Data(seed).write(to: URL(fileURLWithPath: "\(folder)/\(number)"))
  }
}

/// SwiftPM links with `--defsym main=Fuzz_main`.
@_cdecl("Fuzz_main")
package func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  let words = CommandLine.arguments
  // A tool of the server for assistants starts this program to read debug files.
  if words.dropFirst().first == ResolverService.command { return ResolverService.run(Array(words.dropFirst(2))) }
  if words.dropFirst().first == "--list" {
    for target in FuzzTarget.all { print(target.name, target.longest) }
    return 0
  }
  guard chosen != nil else {
    print("FUZZ_TARGET is one of:", FuzzTarget.all.map(\.name).joined(separator: " "))
    return 2
  }
  if words.dropFirst().first == "--seeds", words.count == 3 {
    do { try writeSeeds(to: words[2]) } catch { fatalError("\(error)") }
    return 0
  }
  var count = count
  var arguments = arguments
  return runDriver(&count, &arguments) { run($0, $1) }
}
