import Foundation
import TestSupport
import Testing

/// Real reports of Dart, Android and minidump-stackwalk beside the corpus, and what their makers say of them.
@Suite(.corpus) struct RealSampleTests {
  private static let folder = (Corpus.path ?? "") + "/../sources/"

  private static func report(_ path: String, _ arguments: [String] = []) throws -> [String: Any] {
    let run = try Symbolicate.run([path, "-q", "-f", "json"] + arguments)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any], "\(run.stderr)")
  }

  private static func threads(_ report: [String: Any]) -> [[[String: Any]]] {
    (report["threads"] as? [[String: Any]] ?? []).map { $0["frames"] as? [[String: Any]] ?? [] }
  }

  private static func images(_ report: [String: Any]) -> [[String: Any]] {
    report["images"] as? [[String: Any]] ?? []
  }

  // MARK: minidump-stackwalk

  /// The text of a recorded output without the lines about the recording.
  private static func recorded(_ name: String, in folder: TemporaryFolder) throws -> String {
    let text = try String(
      contentsOfFile: Self.folder + "minidump_stackwalk/rust/\(name).snap", encoding: .utf8)
    let parts = text.components(separatedBy: "---\n")
    return try folder.write(parts.dropFirst(2).joined(separator: "---\n"), to: name)
  }

  /// One frame: the address that is looked up, and the functions with their lines, innermost first.
  private static func words(_ frame: [String: Any]) -> String {
    let sources = (frame["sources"] as? [[String: Any]] ?? []).map {
      "\($0["function"] ?? "") \($0["line"] ?? 0)"
    }
    return "\(frame["lookupAddress"] ?? "?") \(frame["symbol"] ?? "") \(sources)"
  }

  /// Both forms of one minidump say the same, though one has return addresses and the other those of calls.
  @Test(arguments: [("macos_inlines", 11, 78), ("linux", 1, 15)])
  func theTextAndTheJSONOfOneMinidumpAgree(name: String, threads: Int, frames: Int) throws {
    let folder = try TemporaryFolder()
    func lines(_ form: String) throws -> [[String]] {
      Self.threads(try Self.report(try Self.recorded("\(name)_\(form)", in: folder))).map {
        $0.map(Self.words)
      }
    }
    let text = try lines("human")
    let json = try lines("json_pretty")
    #expect(text == json && text.count == threads && text.joined().count == frames)
  }

  /// On ARM, the offsets of Breakpad's table are inside the calls, and the registers of the text have return addresses: both are looked up
  /// inside the same instruction.
  @Test func bothFormsOfBreakpadAgree() throws {
    func places(_ name: String) throws -> [(address: UInt64?, image: String)] {
      let report = try Self.report(Self.folder + "minidump_stackwalk/breakpad/" + name)
      let images = Self.images(report)
      return Self.threads(report).joined().map { frame in
        let image = (frame["image"] as? Int).map { images[$0]["name"] as? String ?? "" } ?? "none"
        return ((frame["lookupAddress"] as? String).flatMap { UInt64($0.dropFirst(2), radix: 16) }, image)
      }
    }
    let text = try places("microdump.stackwalk-arm64.out")
    let table = try places("microdump.stackwalk.machine_readable-arm64.out")
    #expect(text.map(\.image) == table.map(\.image) && text.count == 9)
    #expect(table.last?.address == 0x7f_802a_c388 && text.last?.address.map { $0 & ~3 } == 0x7f_802a_c388)
  }

  // MARK: Android

  /// The images of frames have the IDs and the addresses that Sentry's reader of the same tombstone expects.
  @Test func theImagesOfATombstoneAreThoseOfSentrysReader() throws {
    let unpacked = try ToolRun.of(
      "/bin/gzip", ["-dc", Self.folder + "android/tombstone_debug_meta.json.gz"])
    let meta = try #require(
      try JSONSerialization.jsonObject(with: Data(unpacked.output)) as? [String: Any])
    var expected: [String: String] = [:]
    for image in meta["images"] as? [[String: Any]] ?? [] {
      expected[image["code_id"] as? String ?? ""] = image["image_addr"] as? String
    }
    let report = try Self.report(Self.folder + "android/tombstone_made_from_pb.txt")
    var compared = 0
    for image in Self.images(report) {
      guard let id = image["id"] as? String else { continue }
      let code = id.replacing("-", with: "").lowercased()
      #expect(expected[code] != nil, "\(code)")
      guard let load = image["loadAddress"] as? String else { continue }
      #expect(expected[code] == load, "\(image)")
      compared += 1
    }
    #expect(compared > 0 && Self.threads(report).map(\.count) == [69, 28, 6, 15])
    #expect(
      Self.threads(try Self.report(Self.folder + "android/logcat_debug_made_from_pb.txt")).map(
        \.count) == [17])
  }

  // MARK: Dart

  /// The distance of each frame from the beginning of the image, as the notes of the samples have it: what is printed after the symbol, and
  /// where the instructions begin.
  @Test(arguments: [
    ("crashlytics_at_prefix_abs0", ["0x31ba6f", "0x472017", "0x6bb31b", "0x6451b7"]),
    ("crashlytics_no_prefix_abs0", ["0x31ba6f", "0x472017", "0x6bb31b", "0x6451b7"]),
    ("android_async_suspension", ["0x1e41c4", "0x8e53b", "0x102b1b", "0x102ed9"]),
    ("android_invalid_instruction_address", ["0x32a503", "none"]),
    ("ios_syslog_prefix_async", ["0x24bb77", "0x2393e3"]),
    ("macos_assembly_no_virt_no_build_id", ["0x1e9747", "0x1ec597"]),
  ])
  func framesOfDartAreWhereTheirNotesSay(name: String, offsets: [String]) throws {
    let report = try Self.report(Self.folder + "dart_flutter/\(name).txt")
    let images = Self.images(report)
    let found = Self.threads(report).joined().map { frame -> String in
      if let offset = frame["imageOffset"] as? String { return offset }
      guard
        let address = (frame["address"] as? String).flatMap({ UInt64($0.dropFirst(2), radix: 16) }),
        let image = frame["image"] as? Int,
        let load = (images[image]["loadAddress"] as? String).flatMap({
          UInt64($0.dropFirst(2), radix: 16)
        })
      else { return "none" }
      return "0x" + String(address - load, radix: 16)
    }
    #expect(found == offsets)
  }

  /// Real traces of all versions lose no frame.
  @Test(arguments: [
    ("android_arm64_no_banner_odd_index", 15), ("android_dart218_old_header", 2),
    ("android_x64_dart2", 7),
  ])
  func realTracesLoseNoFrame(name: String, count: Int) throws {
    let path = Self.folder + "dart_flutter/\(name).txt"
    let report = try Self.report(path)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count {
      $0.contains(" abs ")
    }
    #expect(Self.threads(report).map(\.count) == [lines] && lines == count)
    #expect(Self.images(report).first?["id"] != nil)
  }
}
