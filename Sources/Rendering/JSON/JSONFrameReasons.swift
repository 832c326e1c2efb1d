import Bytes
import CrashModel
import JSONText

/// Writes the reasons of the frames of one report. Frames of one image mostly share one, which is worded and escaped once.
final class JSONFrameReasons {
  private struct Written {
    let reason: UnresolvedReason
    let members: PackedText
  }

  private let answers: SymbolicatedReport
  private let frames: [Frame]
  /// The last reason of each image; the last element is for frames without an image.
  private var known: [Written?]

  init(_ answers: SymbolicatedReport) {
    self.answers = answers
    frames = answers.report.frames
    known = Array(repeating: nil, count: answers.report.images.count + 1)
  }

  /// Writes the keys `reason` and `reasonCode` of the frame at a position.
  func write(_ reason: UnresolvedReason, ofFrame position: Int, to writer: inout JSONWriter) {
    let image = frames[position].image ?? -1
    let place = known.indices.dropLast().contains(image) ? image : known.count - 1
    // The name in it is the frame's.
    let isOwn = reason == .unlistedImage
    if !isOwn, let last = known[place], last.reason == reason, writer.write(again: last.members) { return }
    let members = writer.members { writer in
      writer.member("reason", FrameReasonWords.of(reason, frame: position, answers))
      writer.member("reasonCode", plain: reason.code.rawValue)
    }
    if !isOwn { known[place] = Written(reason: reason, members: members) }
  }
}
