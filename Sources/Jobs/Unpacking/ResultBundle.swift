internal import Archives
internal import Bytes
internal import JSONText
internal import System

/// The files that may be reports in a bundle of test results (`.xcresult`).
///
/// In: the directory of the bundle. Out: the files whose contents may be reports, each with the name that the bundle gives it. `Data`
/// has every object and file under an ID, most of them compressed with zstd: a list of a directory is `[{"name": ..., "type": 1}]`,
/// and the file `refs.ID` beside it has the IDs of its elements in the same order. Lists may be missing, and attachments are named
/// elsewhere, so all files are looked at, and a name is only for people.
///
/// Example: `Data/data.0~hy9i...` is `simctl_diagnostics/DiagnosticReports/Retired/Shop-2026-06-30-183402.ips`.
struct ResultBundle {
  /// One file.
  struct File {
    /// The path in the bundle's own directories, or below `Data` if no list names it.
    let name: String
    /// The path on the disk.
    let path: String
    let isCompressed: Bool
    /// Whether an earlier file has the same report.
    let isCopy: Bool
  }

  /// The files in the order of their names.
  private(set) var files: [File] = []
  /// The number of other files.
  private(set) var others = 0
  /// Files that cannot be read, with the reason.
  private(set) var failures: [(path: String, reason: String)] = []

  /// Where a list has a file: the ID of the list, and the name.
  private var places: [String: (parent: String, name: String)] = [:]

  /// The maximum number of directories in one another.
  private static let deepest = 64
  /// The maximum size of a list of a directory, and of a file that another compression is made of.
  private static let (longestList, longestZlib) = (16 << 20, 256 << 20)

  /// Returns whether a directory is such a bundle.
  static func isBundle(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name.hasSuffix(".xcresult") && FileSystem.status(Path.join(path, "Data"))?.kind == .directory
  }

  /// Looks at the beginnings of all files of a bundle. Throws if its directory cannot be read.
  init(_ bundle: String) throws(SystemError) {
    let data = Path.join(bundle, "Data")
    var copies = IncidentCopies()
    var found: [(id: String, head: Head)] = []
    for name in try FileSystem.names(in: data) where name.hasPrefix("data.") {
      let path = Path.join(data, name)
      let id = String(name.dropFirst("data.".count))
      do throws(ArchiveError) {
        let head = try Head(path)
        if head.isList {
          try readList(id, head, Path.join(data, "refs." + id))
        } else if head.mayBeReport {
          found.append((id, head))
        } else {
          others += 1
        }
      } catch {
        failures.append((path, error.description))
      }
    }
    let named = found.map { (name: self.name(of: $0.id), head: $0.head) }
    for (name, head) in named.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      files.append(
        File(name: name, path: head.path, isCompressed: head.isCompressed, isCopy: copies.isCopy(head.bytes)))
    }
  }

  // MARK: Names

  /// Reads the names in a directory. Elements without an ID have no file.
  private mutating func readList(_ id: String, _ head: Head, _ references: String) throws(ArchiveError) {
    let document = JSONDocument(try head.contents(limit: Self.longestList))
    guard let list = document.root, list.kind == .array,
      let refs = try? FileSystem.contents(of: references, limit: Self.longestList)
    else { return }
    for (element, child) in zip(list.elements, Self.references(refs)) {
      guard let child, let name = element["name"]?.string, places[child] == nil else { continue }
      places[child] = (id, name.split(separator: "/").filter { $0 != ".." && $0 != "." }.joined(separator: "/"))
    }
  }

  /// Returns the path of a file in the bundle's directories.
  private func name(of id: String) -> String {
    var parts: [String] = []
    var next = id
    while parts.count < Self.deepest, let place = places[next] {
      if !place.name.isEmpty { parts.append(place.name) }
      next = place.parent
    }
    return parts.isEmpty ? "Data/data.\(id)" : parts.reversed().joined(separator: "/")
  }

  /// Reads the IDs of a list: their number, 7 bits in each byte with the most significant first, then each as its length with one more
  /// and its bytes; 0 is none.
  static func references(_ bytes: [UInt8]) -> [String?] {
    var at = 0
    func number() -> Int? {
      var value = 0
      for _ in 0..<5 {
        guard at < bytes.count else { return nil }
        let byte = bytes[at]
        at += 1
        value = value << 7 | Int(byte & 0x7f)
        if byte & 0x80 == 0 { return value }
      }
      return nil
    }
    guard let count = number(), count <= bytes.count else { return [] }
    var ids: [String?] = []
    while ids.count < count, at < bytes.count {
      let length = Int(bytes[at])
      at += 1
      guard length > 0 else {
        ids.append(nil)
        continue
      }
      guard length > 1, bytes.count - at >= length else { return ids }
      ids.append("\(bytes[at])~" + base64(bytes[at + 1..<at + length]))
      at += length
    }
    return ids
  }

  /// Base64 with `-` and `_` (RFC 4648, section 5), as in the names of files.
  private static func base64(_ bytes: ArraySlice<UInt8>) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var text: [UInt8] = []
    var at = bytes.startIndex
    while at < bytes.endIndex {
      let group = bytes[at..<min(at + 3, bytes.endIndex)]
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for digit in 0...group.count { text.append(digits[value >> (18 - 6 * digit) & 63]) }
      text += Array(repeating: UInt8(ascii: "="), count: 3 - group.count)
      at += 3
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension ResultBundle {
  /// The beginning of one file.
  private struct Head {
    /// The path, or that of a copy in another compression.
    let path: String
    let bytes: [UInt8]
    let isCompressed: Bool

    init(_ path: String) throws(ArchiveError) {
      let raw = (try? FileSystem.beginning(of: path, limit: IncidentCopies.beginningSize)) ?? []
      if Self.isZlib(raw) {
        self.path = try Self.gzip(path)
        isCompressed = true
      } else {
        self.path = path
        isCompressed = CompressedFile.isPacked(head: raw)
      }
      bytes = isCompressed ? try CompressedFile(path: self.path).next(IncidentCopies.beginningSize) : raw
    }

    func contents(limit: Int) throws(ArchiveError) -> [UInt8] {
      isCompressed ? try CompressedFile(path: path).next(limit) : (try? FileSystem.contents(of: path, limit: limit)) ?? []
    }

    /// A list of a directory.
    var isList: Bool {
      let text = String(decoding: bytes.prefix(64).filter { $0 > 0x20 }, as: UTF8.self)
      return text.hasPrefix("[{\"name\":") || text.hasPrefix("[{\"type\":")
    }

    /// Text that is not one of the bundle's own objects.
    var mayBeReport: Bool {
      guard !bytes.isEmpty, !bytes.contains(0) || bytes.starts(with: "plcrash".utf8) else { return false }
      return !["[T[", "[T", "[K"].contains { bytes.starts(with: $0.utf8) && bytes.first == UInt8(ascii: "[") }
    }

    /// Returns whether bytes begin a stream of zlib (RFC 1950).
    private static func isZlib(_ bytes: [UInt8]) -> Bool {
      guard bytes.count > 6, bytes[0] == 0x78 else { return false }
      return (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0 && bytes[1] & 0x20 == 0
    }

    /// Writes what a stream of zlib holds as gzip, which libarchive reads. Only the frame is another one.
    private static func gzip(_ path: String) throws(ArchiveError) -> String {
      do throws(SystemError) {
        let stream = try FileSystem.contents(of: path, limit: longestZlib)
        let copy = Path.join(try TemporaryDirectory.make(), "data.gz")
        let frame: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]
        try FileSystem.writeNew(copy, frame + stream.dropFirst(2).dropLast(4) + [UInt8](repeating: 0, count: 8))
        return copy
      } catch {
        throw ArchiveError(.unwritable("it cannot be unpacked: \(error.message)"))
      }
    }
  }
}
