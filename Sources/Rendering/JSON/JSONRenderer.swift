package import CrashModel
import JSONText
import SymbolModel

/// Writes reports in the schema `symbolicate.report/1`. The front of `JSON`.
///
/// In: answered reports. Out: JSON text. Missing fields are left out; addresses and offsets are strings with `0x`; `image` is a
/// position in `images`; `sources` is innermost first. `JSONOverview` writes what a report contains besides its call stacks,
/// `JSONFrame` one frame, `JSONDetails` what only some formats have, `JSONTriage` the key `triage`. `JSONWriter` writes the text.
package struct JSONRenderer: Sendable {
  /// Whether only crashed threads are written, if a report has one.
  package var onlyCrashed: Bool

  /// Prepares to write reports.
  package init(onlyCrashed: Bool = false) { self.onlyCrashed = onlyCrashed }

  /// Returns one indented object for one report, an array of them for several; ends with a line end. `pass` takes all but the end of
  /// a long text.
  package func json(_ reports: [SymbolicatedReport], passing pass: (@Sendable ([UInt8]) -> Void)? = nil) -> [UInt8] {
    let size = reports.reduce(0) { $0 + 1_200 * $1.report.frames.count + 500 * $1.report.images.count + 20_000 }
    return JSONWriter.objects(reports, size: size, passing: pass) { write($1, to: &$0) }
  }

  /// Returns one line per report; `pass` takes all but the end of a long text.
  package func ndjson(_ reports: [SymbolicatedReport], passing pass: (@Sendable ([UInt8]) -> Void)? = nil) -> [UInt8] {
    var writer = JSONWriter(.line, passing: pass)
    for report in reports {
      write(report, to: &writer)
      writer.endLine()
      writer.passOn()
    }
    return writer.bytes
  }

  /// Returns the answer of `symbolicate stream` to a line with these reports. With an `id`, which is JSON, or of several reports,
  /// they are inside an object.
  package func answer(_ reports: [SymbolicatedReport], id: [UInt8]?) -> [UInt8] {
    var writer = JSONWriter(.line)
    let only = reports.count == 1 ? reports[0] : nil
    if id == nil, let only {
      write(only, to: &writer)
    } else {
      writer.beginObject()
      Self.write(id: id, to: &writer)
      if let only {
        writer.key("report")
        write(only, to: &writer)
      } else {
        writer.list("reports", reports) { write($1, to: &$0) }
      }
      writer.endObject()
    }
    writer.endLine()
    return writer.bytes
  }

  /// Returns its answer to a line that is not answered, with the reason.
  package func refusal(_ reason: String, line: Int, id: [UInt8]?) -> [UInt8] {
    var writer = JSONWriter(.line)
    writer.beginObject()
    Self.write(id: id, to: &writer)
    writer.member("error", reason)
    writer.member("line", line)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private static func write(id: [UInt8]?, to writer: inout JSONWriter) {
    guard let id else { return }
    writer.key("id")
    writer.value(raw: id)
  }

  /// Returns the output of `symbolicate inspect`, in the schema `symbolicate.inspect/1`: the keys of a report without its call
  /// stacks, the numbers of threads and frames, and the number of frames per image. One object, or an array of several.
  package func inspection(_ reports: [SymbolicatedReport]) -> [UInt8] {
    JSONWriter.objects(reports) { JSONInspection.write($1, to: &$0) }
  }

  private func write(_ answers: SymbolicatedReport, to writer: inout JSONWriter) {
    let isShown = answers.shownImages(onlyCrashed: onlyCrashed)
    let shown = answers.report.images.indices.filter { isShown[$0] }
    // Reasons may name images that are not shown.
    let reasons = JSONFrameReasons(answers)
    let answers = shown.count == isShown.count ? answers : Self.keeping(shown, of: answers)
    let report = answers.report
    let frames = JSONFrame(answers, reasons)
    writer.beginObject()
    writer.member("schema", "symbolicate.report/1")
    writer.member("path", answers.path)
    writer.member("part", report.part)
    writer.member("format", report.format.name)
    writer.member("kind", report.kind.rawValue)
    writer.member("event", report.event)
    JSONOverview.write(report, deviceKey: answers.triage?.deviceKey, to: &writer)
    JSONTriage.write(answers.triage, to: &writer)
    JSONSuspicion.write(answers.suspicion, to: &writer)
    writer.array("images", report.images.indices) { writer, position in
      writer.passOn()
      JSONOverview.write(image: position, of: answers, to: &writer)
    }
    let threads = onlyCrashed && report.threads.contains(where: \.crashed) ? report.threads.filter(\.crashed) : report.threads
    writer.array("threads", threads) { Self.write($1, of: report, frames, to: &$0) }
    writer.array("backtraces", report.backtraces) { writer, backtrace in
      writer.member("kind", backtrace.kind.rawValue)
      writer.member("name", backtrace.name ?? backtrace.heading)
      Self.write(frames: backtrace.frames, frames, to: &writer)
    }
    writer.array("callTrees", report.callTrees) { writer, tree in
      writer.member("name", tree.name)
      if tree.beginsInnermost { writer.member("innermostFirst", true) }
      Self.write(tree.nodes, frames, to: &writer)
    }
    JSONOverview.write(report.memory, to: &writer)
    JSONDetails.write(report, to: &writer)
    JSONOverview.write(report.diagnostics, to: &writer)
    writer.endObject()
  }

  /// Returns the answers with these images only, to which the frames refer by their new positions.
  private static func keeping(_ images: [Int], of answers: SymbolicatedReport) -> SymbolicatedReport {
    var result = answers
    result.report.images = images.map { answers.report.images[$0] }
    result.imageStatuses = images.map { answers.imageStatuses[$0] }
    var positions = [Int?](repeating: nil, count: answers.report.images.count)
    for (new, old) in images.enumerated() { positions[old] = new }
    for frame in result.report.frames.indices {
      result.report.frames[frame].image = result.report.frames[frame].image.flatMap {
        positions.indices.contains($0) ? positions[$0] : nil
      }
    }
    return result
  }

  private static func write(
    _ thread: CrashThread, of report: CrashReport, _ frames: JSONFrame, to writer: inout JSONWriter
  ) {
    JSONDetails.write(thread, of: report.format, to: &writer)
    write(frames: thread.frames, frames, to: &writer)
  }

  /// Writes the frames of a stack, also if there are none.
  private static func write(frames range: Range<Int>, _ frames: JSONFrame, to writer: inout JSONWriter) {
    writer.list("frames", range) { writer, position in
      writer.passOn()
      writer.beginObject()
      frames.write(position, to: &writer)
      writer.endObject()
    }
  }

  /// Writes `nodes`, each with its `children` inside. Those below `CallTree.deepestNested` levels are in one list, in pre-order,
  /// with their `depth`.
  private static func write(
    _ nodes: [CallTree.Node], _ frames: JSONFrame, to writer: inout JSONWriter
  ) {
    writer.key("nodes")
    writer.beginArray()
    // The depths of the open nodes.
    var open: [Int] = []
    for (order, node) in nodes.enumerated() {
      writer.passOn()
      writer.beginObject()
      frames.write(node.frame, to: &writer)
      writer.member("sampleCount", node.sampleCount)
      if node.isBlamed { writer.member("blamed", true) }
      if node.depth > CallTree.deepestNested { writer.member("depth", node.depth) }
      let depth = min(node.depth, CallTree.deepestNested)
      let next = order + 1 < nodes.count ? min(nodes[order + 1].depth, CallTree.deepestNested) : Int.min
      if next > depth {
        writer.key("children")
        writer.beginArray()
        open.append(depth)
        continue
      }
      writer.endObject()
      while let last = open.last, last >= next {
        open.removeLast()
        writer.endArray()
        writer.endObject()
      }
    }
    writer.endArray()
  }
}
