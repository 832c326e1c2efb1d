import Foundation
import TestSupport
import Testing

/// Control characters and bidirectional overrides of hostile reports and debug files come out of no output.
@Suite struct HiddenCharacterTests {
  /// Whether a text holds characters that change how the text around them is shown.
  static func hidesNothing(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0a: true
      case 0..<0x20, 0x7f...0x9f, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: false
      default: true
      }
    }
  }

  /// ESC, C1, and overrides, as JSON escapes them.
  private static let hostile = #"\u001b[31m\u009b2J\u202egnp\u2066\u0007"#
  private static let report =
    #"{"report":{"id":"1","version":"3.4","type":"standard","process_name":"S\#(hostile)"},"system":{"CFBundleName":"\#(hostile)","#
    + #""process_name":"Shop\#(hostile)","system_version":"17\#(hostile)"},"binary_images":[{"image_addr":4340154368,"#
    + #""image_size":65536,"name":"/private/var/containers/Shop\#(hostile)","uuid":"8C1E0B1F-0000-3144-A1B0-602671AD96B1"}],"#
    + #""crash":{"error":{"type":"nsexception","reason":"r\#(hostile)","nsexception":{"name":"N\#(hostile)"}},"threads":[{"index":0,"#
    + #""crashed":true,"name":"t\#(hostile)","backtrace":{"contents":[{"instruction_addr":4340171004,"symbol_addr":4340171000,"#
    + #""symbol_name":"f\#(hostile)"}]}}]},"user":{"k\#(hostile)":"v\#(hostile)"}}"#

  @Test(arguments: ["text", "same", "json", "ndjson", "side-by-side", "markdown"]) func escapesOfJSONStayEscapes(format: String)
    throws
  {
    let run = try Symbolicate.run(["-", "-f", format, "-v"], input: Array(Self.report.utf8))
    #expect(run.status == 0)
    #expect(Self.hidesNothing(run.output), "\(run.stdout.debugDescription)")
    #expect(Self.hidesNothing(run.errors), "\(run.stderr.debugDescription)")
    #expect(run.stderr.contains("Shop\u{241B}[31m\\u{9B}2J\\u{202E}gnp\\u{2066}\u{2407}"), "\(run.stderr)")
    #expect(
      run.stdout.contains(["json", "ndjson", "same"].contains(format) ? Self.hostile : "\u{241B}[31m\\u{9B}2J\\u{202E}gnp"))
  }

  @Test(arguments: [[], ["--json"]]) func soDoThoseOfInspect(options: [String]) throws {
    let run = try Symbolicate.run(["inspect", "-"] + options, input: Array(Self.report.utf8))
    #expect(run.status == 0 && run.stderr.isEmpty)
    #expect(Self.hidesNothing(run.output), "\(run.stdout.debugDescription)")
    #expect(run.stdout.contains(options.isEmpty ? "Shop\u{241B}[31m\\u{9B}2J\\u{202E}gnp" : Self.hostile))
  }

  // MARK: Debug files

  /// A dSYM whose names of functions hold ESC, and whose names of files hold an override, in a folder of such a name.
  private static func hostileSymbols() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let name = "s\u{1B}[31m\u{202E}\nsymbolicate: all is well/Shop.dSYM"
    try folder.copy(FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM"), to: name)
    let file = name + "/Contents/Resources/DWARF/Shop"
    var bytes = Data(try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + file))))
    for (old, new) in [("checkout.cpp", "che\u{202E}ut.cpp"), ("4shop", "4s\u{1B}op")] {
      while let range = bytes.range(of: Data(old.utf8)) { bytes.replaceSubrange(range, with: Data(new.utf8)) }
    }
    try folder.write([UInt8](bytes), to: file)
    return folder
  }

  @Test(arguments: ["text", "same", "json", "side-by-side", "markdown"]) func namesOfDebugFilesAreShownSafely(format: String)
    throws
  {
    let folder = try Self.hostileSymbols()
    let report = FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash")
    let run = try Symbolicate.run([report, "-s", folder.path, "-f", format, "-v"])
    #expect(run.status == 0)
    #expect(Self.hidesNothing(run.output), "\(run.stdout.debugDescription)")
    #expect(Self.hidesNothing(run.errors), "\(run.stderr.debugDescription)")
    #expect(run.stderr.contains("/s\u{241B}[31m\\u{202E}\u{240A}symbolicate: all is well/Shop.dSYM/"), "\(run.stderr)")
    #expect(!run.stderr.contains("\nsymbolicate: all is well"))
    #expect(run.stdout.contains(format == "json" ? "s\\u001bop::" : "s\u{241B}op::"), "\(run.stdout)")
    #expect(run.stdout.contains(format == "json" ? "che\\u202eut.cpp" : "che\\u{202E}ut.cpp"))
  }

  @Test func soIsTheOutputOfLookup() throws {
    let folder = try Self.hostileSymbols()
    let file = folder.path + "/s\u{1B}[31m\u{202E}\nsymbolicate: all is well/Shop.dSYM"
    let run = try Symbolicate.run(["lookup", file, "100004218", "10000421c"])
    #expect(run.status == 0 && run.stderr.isEmpty)
    #expect(Self.hidesNothing(run.output) && run.stdout.contains("s\u{241B}op::"), "\(run.stdout.debugDescription)")
  }

  /// Whatever is the input's own may pass where text is filled in.
  @Test func theBytesOfATextStay() throws {
    let text = String(decoding: try FixtureFolder.bytes("Reports/apple-text/ios-arm64/Shop.crash"), as: UTF8.self)
    let own = text.replacingOccurrences(of: "Process:", with: "\u{1B}[1mProcess\u{1B}[0m \u{202E}:")
    let run = try Symbolicate.run(["-", "-q"], input: Array(own.utf8))
    #expect(run.stdout == own)
    #expect(run.status == 4 && run.stderr.isEmpty)
  }

  // MARK: Markdown

  @Test func wordsThatSitesLinkAreCode() throws {
    let report =
      #"{"report":{"id":"1","version":"3.4","type":"standard"},"system":{"process_name":"GH-1","CFBundleShortVersionString":"1.0","#
      + #""CFBundleVersion":"0123abcdef"},"crash":{"error":{"type":"user"},"threads":[{"index":0,"crashed":true,"name":"@octocat","#
      + #""dispatch_queue":"fix gh-12","backtrace":{"contents":[{"instruction_addr":4340171004}]}},{"index":1,"name":"deadbeef"}]}}"#
    let run = try Symbolicate.run(["-", "-f", "markdown", "-q"], input: Array(report.utf8))
    #expect(run.status == 4 && run.stderr.isEmpty)
    #expect(run.stdout.hasPrefix("## User report in `GH-1 1.0 (0123abcdef)`\n"), "\(run.stdout)")
    #expect(run.stdout.contains("**Thread 0 highlighted**: `@octocat`, queue `fix gh-12`\n"), "\(run.stdout)")
    #expect(run.stdout.contains("**Thread 1**: `deadbeef`\n"), "\(run.stdout)")
  }
}
