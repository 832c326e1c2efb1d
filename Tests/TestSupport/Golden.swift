import Foundation
package import Testing

/// Compares `actual` with the committed file `Fixtures/Expected/<name>`. With `UPDATE_GOLDENS=1` in the environment the
/// file is written first, and the test fails all the same when that changed it, so that no run records unseen.
package func expectGolden(_ actual: [UInt8], _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let url = URL(fileURLWithPath: FixtureFolder.path("Expected/" + name))
  let expected = (try? Data(contentsOf: url)).map { [UInt8]($0) }
  if expected == actual { return }
  if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(actual).write(to: url)
    Issue.record("Fixtures/Expected/\(name) was rewritten: read it before it is committed", sourceLocation: sourceLocation)
    return
  }
  guard let expected else {
    Issue.record("Fixtures/Expected/\(name) is missing; `make golden` writes it", sourceLocation: sourceLocation)
    return
  }
  let difference = firstDifference(String(decoding: expected, as: UTF8.self), String(decoding: actual, as: UTF8.self))
  Issue.record("Fixtures/Expected/\(name) differs: \(difference)", sourceLocation: sourceLocation)
}

/// The same for text.
package func expectGolden(_ actual: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  try expectGolden(Array(actual.utf8), name, sourceLocation: sourceLocation)
}

private func firstDifference(_ expected: String, _ actual: String) -> String {
  let left = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let right = actual.split(separator: "\n", omittingEmptySubsequences: false)
  let line = zip(left, right).prefix { $0 == $1 }.count
  let wanted = line < left.count ? String(left[line]) : "the end"
  let got = line < right.count ? String(right[line]) : "the end"
  return "line \(line + 1): expected \(wanted.debugDescription), got \(got.debugDescription)"
}
