internal import DebugInfo
internal import ObjectFiles
internal import SymbolModel

/// A sample of the functions of an image, looked up in its debug files: proof that they answer, not only that they exist.
struct FunctionSample {
  /// The number of functions that were looked up.
  private(set) var count = 0
  /// The number of those with debug information.
  private(set) var described = 0
  /// The number of those with a source line.
  private(set) var lined = 0
  /// The source file of each function that has one, without those of inlined functions.
  private(set) var files: [String] = []

  /// The maximum number of functions, spread evenly over the image.
  private static let limit = 512

  /// The most bytes from the start of a function to the address that is looked up, so that it is not in the gap after the code.
  private static let depth: UInt64 = 64

  /// Looks up functions of `image`, as far as it or `debug` lists any.
  init(of image: ObjectFile?, in debug: DebugImage) {
    let source = [image].compactMap { $0 } + debug.files
    guard let (file, starts) = Self.starts(source) else { return }
    let chosen = Self.spread(starts).compactMap { start in
      start.offset(from: file.textBase)?.linkAddress(textBase: debug.textBase)
    }
    count = chosen.count
    for case let answer? in debug.resolve(chosen, names: .mangled) {
      guard case .debugInformation = answer.basis, let function = answer.sources.last else { continue }
      described += 1
      if answer.sources.contains(where: { $0.line != nil }) { lined += 1 }
      if let path = function.file { files.append(path) }
    }
  }

  /// Returns the function starts of the first file that lists any.
  private static func starts(_ files: [ObjectFile]) -> (ObjectFile, [LinkAddress])? {
    for file in files {
      let starts = file.functionStarts()
      if !starts.isEmpty { return (file, starts) }
    }
    for file in files {
      let starts = file.symbolTable().starts
      if !starts.isEmpty { return (file, starts) }
    }
    return nil
  }

  /// Returns an address inside of each chosen function. Lines begin after the first instructions of functions that the compiler
  /// made, so that their middle has more of them.
  private static func spread(_ starts: [LinkAddress]) -> [LinkAddress] {
    let count = min(starts.count, limit)
    return (0..<count).map { number in
      let position = number * starts.count / count
      let start = starts[position].value
      let next = position + 1 < starts.count ? starts[position + 1].value : start
      return LinkAddress(start + min((next - start) / 2, depth))
    }
  }
}
