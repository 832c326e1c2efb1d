import CrashModel
import Testing

@testable import Reports

/// What every filled report must fulfil.
enum AppleTextEditing {
  /// Fills two of three frames, then checks that taking the insertions out and the tails back gives the input, and that
  /// filling the result with the same texts changes nothing.
  static func check(_ bytes: [UInt8], name: String) throws {
    let reports = AppleTextReader.read(bytes)
    let filled = AppleTextEditor.fill(bytes, reports: reports, texts: texts)
    let again = AppleTextReader.read(filled)
    #expect(again.map(\.frames.count) == reports.map(\.frames.count), "\(name)")
    #expect(again.map(\.threads.count) == reports.map(\.threads.count), "\(name)")
    let twice = AppleTextEditor.fill(filled, reports: again, texts: texts)
    let keepsAddresses = again.flatMap(\.frames).map(\.address) == reports.flatMap(\.frames).map(\.address)
    let keepsKinds = again.flatMap(\.frames).map(\.kind) == reports.flatMap(\.frames).map(\.kind)
    let isStable = twice == filled
    let isRestored = restored(filled, again, from: bytes, reports) == bytes
    #expect(keepsAddresses, "\(name): other addresses")
    #expect(keepsKinds, "\(name): other kinds of frames")
    #expect(isStable, "\(name): a second run changes the text")
    #expect(isRestored, "\(name): taking the insertions out does not give the input")
  }

  /// The texts of a made-up symbolication: every third frame stays, every second has inlined functions.
  static func texts(_ part: Int, _ frame: Int) -> [String]? {
    switch frame % 3 {
    case 0: nil
    case 1: ["function\(frame)(_:) + 24 (Some File.swift:31)"]
    default:
      [
        "a\(frame) [inlined] (A.swift:1)", "b [inlined] (<compiler-generated>)",
        "c(x: Int) + 4 (C.swift:3, approximate) [mismatch]",
      ]
    }
  }

  /// The filled text with each frame's lines put back to the original ones.
  private static func restored(_ filled: [UInt8], _ again: [CrashReport], from bytes: [UInt8], _ reports: [CrashReport])
    -> [UInt8]
  {
    var edits = ByteEdits()
    for (new, old) in zip(again, reports) {
      for (backtrace, original) in zip(new.backtraces, old.backtraces) {
        guard let list = original.list, backtrace.list == nil, let first = backtrace.frames.first,
          let last = backtrace.frames.last
        else { continue }
        let place = new.frames[first].sourceRange.lowerBound..<new.frames[last].sourceRange.upperBound
        edits.replace(place, with: Array(bytes[list]))
      }
      for (frame, original) in zip(new.frames, old.frames) {
        edits.replace(frame.sourceRange, with: Array(bytes[original.sourceRange]))
      }
    }
    return edits.applied(to: filled)
  }
}
