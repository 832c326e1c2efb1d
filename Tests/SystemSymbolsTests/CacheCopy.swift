import Bytes
import Foundation
import SystemSymbols
import TestSupport

/// A copy of one of the made caches (Fixtures/SharedCaches), whose bytes a test may change.
struct CacheCopy {
  let folder: TemporaryFolder
  let main: String

  /// Copies the files of a layout.
  init(_ layout: String) throws {
    folder = try TemporaryFolder()
    let source = FixtureFolder.path("SharedCaches/out/\(layout)")
    for file in Files.below(source) { try folder.copy(source + "/" + file, to: file) }
    main = folder.path + "/" + (folder.files.first { $0.hasPrefix("dyld") && !$0.contains(".") } ?? "")
  }

  /// The path of a file of the cache, by its suffix.
  func path(_ suffix: String = "") -> String { main + suffix }

  /// Writes a number into a file.
  func put<Value: FixedWidthInteger>(_ value: Value, at offset: Int, in suffix: String = "") throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path(suffix)))
    try handle.seek(toOffset: UInt64(offset))
    try handle.write(contentsOf: withUnsafeBytes(of: value.littleEndian) { Data($0) })
    try handle.close()
  }

  /// Reads a number of a file.
  func number<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int, in suffix: String = "") throws -> Value {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path(suffix)))
    return (0..<MemoryLayout<Value>.size).reduce(0) { $0 | Value(truncatingIfNeeded: bytes[offset + $1]) << (8 * $1) }
  }

  /// Cuts a file off.
  func cut(_ suffix: String, to size: Int) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path(suffix)))
    try handle.truncate(atOffset: UInt64(size))
    try handle.close()
  }

  /// Adds bytes to the end of a file.
  func append(_ bytes: [UInt8], to suffix: String = "") throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path(suffix)))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  /// Removes a file.
  func remove(_ suffix: String) throws { try FileManager.default.removeItem(atPath: path(suffix)) }

  /// The position of the Mach-O header of the first image in the main file: after the header.
  func firstHeader() throws -> Int {
    let cache = try SharedCache(path: main)
    return Int(cache.images[0].address - cache.base)
  }

  /// Every image with its functions, in the form of expect.tsv; failed images have the error instead.
  func text() throws -> String { try Self.text(SharedCache(path: main)) }

  /// The same for an open cache.
  static func text(_ cache: SharedCache) -> String {
    var lines: [String] = []
    for image in cache.images {
      lines.append("image\t\(image.path)\t\(image.id?.description ?? "-")\t0x" + String(image.address &- cache.base, radix: 16))
      do {
        let reading = try cache.symbols(of: image) { offset, names, name in
          var text: [UInt8] = []
          text.append(name, of: names)
          lines.append("0x\(String(offset, radix: 16))\t" + String(decoding: text, as: UTF8.self))
        }
        lines += reading.problems.map { "problem\t" + $0 }
      } catch {
        lines.append("error\t\(error)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What the maker of the cache expects, in the same form: names without their first underscore, and the end of each section,
  /// which is the end of the image's text in these caches.
  func expectation() throws -> String {
    var lines: [String] = []
    for line in (folder.text("expect.tsv") ?? "").split(separator: "\n").map(String.init) {
      if line.hasPrefix("image") {
        if !lines.isEmpty { lines.append("0x4000\t") }
        lines.append(line)
      } else {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
        lines.append(parts[0] + "\t" + (parts[1].hasPrefix("_") ? parts[1].dropFirst() : parts[1]))
      }
    }
    return (lines + ["0x4000\t"]).joined(separator: "\n") + "\n"
  }
}
