internal import Bytes

/// Where a frame of JavaScript is in the generated file, as source maps count: see "Source map", ECMA-426.
@usableFromInline
package struct ScriptPosition: Hashable, Sendable {
  /// The bundle's path or URL as the report gives it; nil when the frame names none.
  package var bundle: String?
  /// The bundle's debug ID, where the report gives it; nil otherwise.
  package var debugID: String?
  /// The number of the app's bundle (`seg-1.js`); 0 is the main one.
  package var segment: UInt32 = 0
  /// The module of a RAM bundle (`12.js`, `seg-1_12.js`), from whose start `line` counts; nil for a bundle as a whole.
  package var module: UInt32?
  /// The line, counted from 1. In bytecode the number of the segment + 1.
  package var line: UInt32
  /// The column, counted from 0. In bytecode the offset in bytes, of the function when `function` is given.
  package var column: UInt32
  /// The number of the bytecode function that `column` counts from (`FunctionID` of Hermes' crash traces); nil otherwise.
  package var function: UInt32?
  /// Whether the position is one in Hermes' bytecode, which only the map that the compiler composed describes.
  package var isBytecode = false

  /// A position of a frame. The name of the bundle gives segment and module.
  package init(bundle: String?, line: UInt32, column: UInt32, isBytecode: Bool = false) {
    self.bundle = bundle
    self.line = line
    self.column = column
    self.isBytecode = isBytecode
    if let bundle { readPart(PathText.lastComponent(of: bundle)) }
  }

  /// The position that a frame's object gives as file, line and column, or nil without a line or column. The column counts from
  /// `columnBase`.
  package init?(_ reported: ReportedSymbol, columnBase: UInt32) {
    guard let line = reported.line, line > 0, let column = reported.column, reported.file != "native",
      reported.file != "[native code]"
    else { return nil }
    self.init(bundle: reported.file, line: line, column: column >= columnBase ? column - columnBase : 0)
  }

  /// Whether the position is in a bundle, which only its source map describes. It is not in code that has its name from the
  /// app's sources (TypeScript, modules of packages and of Node.js), as stacks in logs of other programs have it.
  package var isInBundle: Bool {
    guard let bundle else { return true }
    let path = String(bundle.prefix { $0 != "?" && $0 != "#" })
    if path.hasPrefix("node:") || path.hasPrefix("internal/") || path.containsBytes(of: "/node_modules/") { return false }
    let name = PathText.lastComponent(of: path)
    guard let dot = name.lastIndex(of: ".") else { return true }
    return !Self.sourceEndings.contains(String(name[dot...]))
  }

  /// Whether the position is evidently one of React Native, even in a line by itself: it is in bytecode, or the file has the name
  /// of a bundle.
  package var isEvident: Bool {
    if isBytecode { return true }
    guard let bundle else { return false }
    let path = bundle.prefix { $0 != "?" && $0 != "#" }
    return [".jsbundle", ".bundle", ".hbc"].contains { path.hasSuffix($0) }
  }

  private static let sourceEndings: Set<String> = [".ts", ".tsx", ".jsx", ".mts", ".cts", ".mjs", ".cjs", ".vue", ".svelte"]

  /// Reads `seg-S.js`, `seg-S_N.js` and `N.js` (metro-symbolicate, `parseFileName`).
  private mutating func readPart(_ name: String) {
    guard name.hasSuffix(".js") else { return }
    let stem = name.dropLast(3)
    guard stem.hasPrefix("seg-") else {
      module = UInt32(stem)
      return
    }
    let parts = stem.dropFirst(4).split(separator: "_", maxSplits: 1).map { UInt32($0) }
    guard let first = parts.first, let number = first else { return }
    segment = number
    if parts.count > 1 { module = parts[1] }
  }
}
