extension SymbolicatedReport {
  /// Returns for each image of the report whether it is shown: always, or, with `onlyCrashed` and a crashed thread, if a frame of
  /// that thread, of a backtrace or of a call tree is in it.
  package func shownImages(onlyCrashed: Bool) -> [Bool] {
    guard onlyCrashed, report.threads.contains(where: \.crashed) else { return report.images.map { _ in true } }
    var isShown = [Bool](repeating: false, count: report.images.count)
    let stacks = report.threads.filter(\.crashed).map(\.frames) + report.backtraces.map(\.frames)
    for position in stacks.lazy.joined() { mark(position, &isShown) }
    for tree in report.callTrees { for node in tree.nodes { mark(node.frame, &isShown) } }
    return isShown
  }

  private func mark(_ frame: Int, _ isShown: inout [Bool]) {
    if let image = report.frames[frame].image, isShown.indices.contains(image) { isShown[image] = true }
  }
}
