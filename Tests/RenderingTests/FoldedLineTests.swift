import Testing

@testable import Rendering

/// Lines that are wrapped for a terminal.
@Suite struct FoldedLineTests {
  @Test(arguments: [
    ("short", ["short"]),
    ("symbolicate: a.ips: 0 of 3 frames", ["symbolicate: a.ips:", "    0 of 3 frames"]),
    ("  missing  Shop (arm64) 1234", ["  missing  Shop", "      (arm64) 1234"]),
    ("a-word-that-is-longer-than-a-line next", ["a-word-that-is-longer-than-a-line", "    next"]),
    ("two  blanks  at the end of it", ["two  blanks  at the", "    end of it"]),
    ("", [""]), ("    ", ["    "]),
  ])
  func words(_ line: String, _ lines: [String]) { #expect(line.folded(to: 20) == lines) }

  @Test func nothingIsLostAndNothingIsTooLong() {
    let text = "symbolicate: reports/Shop.ips: 9 of 9 frames of app images resolved (6 inlined); 2 images without symbols"
    for width in 24...120 {
      let lines = text.folded(to: width)
      #expect(lines.allSatisfy { $0.count <= width } && !lines.contains { $0.hasSuffix(" ") }, "\(lines)")
      #expect(lines.joined(separator: " ").split(separator: " ") == text.split(separator: " "))
    }
  }
}

/// Where the symbols of several systems come from.
@Suite struct SystemSymbolsSourceTests {
  @Test func eachKindOfSystemHasItsSource() {
    let steps = SystemSymbolsSource.lines(forAll: [
      "iPhone OS 17.1 (21B74) arm64e", "watchOS 10.1 (21S67) arm64_32", "iOS 18.0 (22A1) arm64e", "Linux 6.1",
      "Apple TVOS 17.0 (21J1) arm64",
    ])
    #expect(
      steps == [
        "1. iOS: from a device with that build: pymobiledevice3 developer fetch-symbols download DIR",
        "2. iOS: or from Xcode: DIR is ~/Library/Developer/Xcode/iOS DeviceSupport/...",
        "3. watchOS: from Xcode: DIR is ~/Library/Developer/Xcode/watchOS DeviceSupport/...",
        "4. tvOS: from Xcode: DIR is ~/Library/Developer/Xcode/tvOS DeviceSupport/...",
        "5. symbolicate store add --os-build BUILD DIR",
      ])
    #expect(SystemSymbolsSource.lines(forAll: ["Linux 6.1"]).isEmpty)
    #expect(
      SystemSymbolsSource.lines(forAll: ["watchOS 10.1 (21S67) arm64_32"]) == [
        "1. from Xcode: DIR is ~/Library/Developer/Xcode/watchOS DeviceSupport/...",
        "2. symbolicate store add --os-build BUILD DIR",
      ])
  }
}
