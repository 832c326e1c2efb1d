package import SymbolModel
internal import System

/// A flat, mapped file that answers addresses of one image without its debug files. It is opened without parsing and searched by
/// binary search. Threads may share it. `IndexLayout` describes the file.
///
/// The front of the module `SymbolIndex`. In: the path of an index file and the fingerprint of the debug files that it must
/// belong to. Out: scopes, lines and symbols of image offsets; or a `Refusal`, and then the caller reads the debug files instead.
///
/// `IndexLayout` describes the file, with an example; `IndexWriter` makes one, `SegmentCoding` packs it, `IndexCache` keeps the
/// files.
package final class SymbolIndex: Sendable {
  /// An index file that cannot be used. It is rebuilt, never repaired.
  package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is of another kind, or of another version of the layout.
    case otherVersion
    /// The header is damaged.
    case damaged
    /// The file is shorter or longer than its header says.
    case truncated
    /// The debug files have changed since it was built.
    case stale
    /// The system does not allow reading the file.
    case unreadable(String)

    /// One clause.
    package var description: String {
      switch self {
      case .otherVersion: "not an index of this version"
      case .damaged: "damaged"
      case .truncated: "cut off"
      case .stale: "its debug files have changed"
      case .unreadable(let reason): reason
      }
    }
  }

  /// The names of a function, as in the debug information.
  package struct Function: Hashable, Sendable {
    package var linkageName: String?
    /// The name without scopes.
    package var name: String?
    /// The namespaces and types around the function, joined by `::`.
    package var scopes: String?

    /// Creates a function; everything may be unknown.
    package init(linkageName: String? = nil, name: String? = nil, scopes: String? = nil) {
      self.linkageName = linkageName
      self.name = name
      self.scopes = scopes
    }
  }

  /// A function, or a call inlined into the scope around it.
  package struct Scope: Hashable, Sendable {
    /// The position of the function.
    package var function: UInt32
    /// The scope around it + 1; 0 for a function that is not inlined.
    package var parent: UInt32
    /// The position of the call in `parent`: the file + 1, 0 for none.
    package var callFile: UInt32
    /// The line of the call; 0 for none.
    package var callLine: UInt32
    /// The column of the call; 0 for none.
    package var callColumn: UInt32

    /// The position of the call.
    package var call: Row { (callFile, callLine, callColumn) }

    /// Creates a scope.
    package init(function: UInt32, parent: UInt32 = 0, callFile: UInt32 = 0, callLine: UInt32 = 0, callColumn: UInt32 = 0) {
      self.function = function
      self.parent = parent
      self.callFile = callFile
      self.callLine = callLine
      self.callColumn = callColumn
    }
  }

  /// A position in the source: the number of the file + 1, the line and the column; 0 if unknown.
  package typealias Row = (file: UInt32, line: UInt32, column: UInt32)

  /// A function symbol.
  package struct Symbol: Hashable, Sendable {
    /// The start of its code: an image offset.
    package var start: UInt32
    /// The exclusive end of its code.
    package var end: UInt32
    package var name: String
    /// Whether it is known that no other symbol begins between them.
    package var isAlone: Bool

    /// Creates a symbol.
    package init(start: UInt32, end: UInt32, name: String, isAlone: Bool = false) {
      self.start = start
      self.end = end
      self.name = name
      self.isAlone = isAlone
    }
  }

  /// The file.
  package let path: String
  /// The number of reads that found a damaged block so far. Their results, and everything derived from them, must not be used.
  package var failures: Int { bytes.checks?.failures ?? 0 }
  private let memory: MappedMemory
  private let bytes: IndexBytes
  private let header: IndexHeader
  private let sections: IndexHeader.Sections

  /// Opens the index at `path`. Throws if it is of another version, cut off, or was built from files with another `fingerprint`
  /// (nil accepts any).
  package init(path: String, fingerprint: UInt64?) throws(Refusal) {
    do throws(SystemError) {
      memory = try MappedMemory(path: path)
    } catch {
      throw .unreadable(error.message)
    }
    self.path = path
    let unchecked = IndexBytes(memory)
    header = try Self.header(unchecked)
    if let fingerprint, fingerprint != header.fingerprint { throw .stale }
    sections = header.sections
    var checked = unchecked
    checked.checks = IndexChecks(memory, contentSize: sections.checksums)
    bytes = checked
  }

  private static func header(_ bytes: IndexBytes) throws(Refusal) -> IndexHeader {
    guard bytes.count >= IndexHeader.size, bytes.long(at: 0) == IndexLayout.magic else { throw .otherVersion }
    let checksum = IndexHeader.checksum((0..<IndexHeader.size - 8).lazy.map { bytes.byte(at: $0) })
    guard bytes.long(at: IndexHeader.size - 8) == checksum else { throw .damaged }
    var header = IndexHeader()
    header.fingerprint = bytes.long(at: 8)
    header.textBase = bytes.long(at: 16)
    header.totalSize = bytes.long(at: 24)
    header.segmentCount = bytes.word(at: 32)
    header.blockCount = bytes.word(at: 36)
    header.functionCount = bytes.word(at: 40)
    header.scopeCount = bytes.word(at: 44)
    header.functionStartCount = bytes.word(at: 48)
    header.symbolCount = bytes.word(at: 52)
    header.fileCount = bytes.word(at: 56)
    header.stringSize = bytes.word(at: 60)
    header.segmentSize = bytes.word(at: 64)
    header.flags = bytes.word(at: 68)
    header.scopeSize = bytes.word(at: 72)
    guard header.totalSize == UInt64(bytes.count), header.sections.end == bytes.count else { throw .truncated }
    return header
  }

  /// Reads all of the file: whether no block of it is damaged.
  package var isWhole: Bool { bytes.areWhole(0, sections.checksums) }

  /// The link-time address that corresponds to the image's load address.
  package var textBase: LinkAddress { LinkAddress(header.textBase) }
  /// Whether the image is an ELF file.
  package var isELF: Bool { header.flags & 1 != 0 }
  /// The number of functions.
  package var functionCount: Int { Int(header.functionCount) }
  /// The number of files.
  package var fileCount: Int { Int(header.fileCount) }
  /// The number of segments.
  package var segmentCount: Int { Int(header.segmentCount) }

  /// Returns the segment that contains an image offset, or nil before the first one and in gaps. Takes a binary search and
  /// decodes at most one block.
  package func segment(at offset: UInt32) -> IndexSegment? {
    let block = bytes.upperBound(of: offset, at: sections.starts, count: Int(header.blockCount), width: 4) - 1
    guard block >= 0 else { return nil }
    var decoder = decoder(of: block)
    while decoder.advance(to: offset) {}
    return decoder.segment.isGap ? nil : decoder.segment
  }

  /// Returns the nearest segment before one without a line that has a line and the same scope, with no gap between, or nil if
  /// there is none.
  package func earlierSegment(before segment: IndexSegment) -> IndexSegment? {
    guard segment.back > 0, segment.back <= segment.start else { return nil }
    return self.segment(at: segment.start - segment.back)
  }

  private func decoder(of block: Int) -> SegmentDecoder {
    let last = block + 1 == Int(header.blockCount)
    let start = Int(bytes.word(at: sections.places + 4 * block))
    let end = last ? Int(header.segmentSize) : Int(bytes.word(at: sections.places + 4 * (block + 1)))
    return SegmentDecoder(
      bytes.cursor(sections.segments + start, min(sections.segments + end, sections.checksums)),
      blockStart: bytes.word(at: sections.starts + 4 * block))
  }

  /// Returns a scope by its number (position + 1), as in segments and scopes, or nil for 0 and for numbers outside the list.
  package func scope(_ number: UInt32) -> Scope? {
    guard number > 0, number <= header.scopeCount else { return nil }
    let entry = sections.scopePlaces + 4 * (Int(number - 1) / IndexLayout.scopeBlock)
    let place = sections.scopes + Int(bytes.word(at: entry))
    let end = min(
      sections.functionStarts,
      entry + 4 < sections.scopes ? sections.scopes + Int(bytes.word(at: entry + 4)) : sections.functionStarts)
    let cursor = bytes.cursor(place, end)
    return cursor.isAtEnd ? nil : ScopeCoding.decode(cursor, number: number)
  }

  /// Returns the names of the function at a position, or none for positions outside the list.
  package func function(_ position: UInt32) -> Function {
    guard position < header.functionCount else { return Function() }
    let place = sections.functions + IndexLayout.functionSize * Int(position)
    return Function(
      linkageName: text(bytes.word(at: place)), name: text(bytes.word(at: place + 4)), scopes: text(bytes.word(at: place + 8)))
  }

  /// Returns the path of a file by its number (position + 1), or nil for 0 and for numbers outside the list.
  package func file(_ number: UInt32) -> String? {
    guard number > 0, number <= header.fileCount else { return nil }
    return text(bytes.word(at: sections.files + 4 * Int(number - 1)))
  }

  /// Returns the start of the function range that contains an image offset, or nil before the first function.
  package func functionStart(of offset: UInt32) -> UInt32? {
    let at = sections.functionStarts
    let count = bytes.upperBound(of: offset, at: at, count: Int(header.functionStartCount), width: 4)
    return count > 0 ? bytes.word(at: at + 4 * (count - 1)) : nil
  }

  /// Returns the symbol whose code contains an image offset.
  package func symbol(at offset: UInt32) -> Symbol? {
    let at = sections.symbols
    let count = bytes.upperBound(of: offset, at: at, count: Int(header.symbolCount), width: IndexLayout.symbolSize)
    guard count > 0 else { return nil }
    let place = at + IndexLayout.symbolSize * (count - 1)
    let end = bytes.word(at: place + 4)
    guard offset < end, let name = text(bytes.word(at: place + 8)) else { return nil }
    let isAlone = count == Int(header.symbolCount) || bytes.word(at: place + IndexLayout.symbolSize) >= end
    return Symbol(start: bytes.word(at: place), end: end, name: name, isAlone: isAlone)
  }

  private func text(_ reference: UInt32) -> String? {
    guard reference > 0, reference <= header.stringSize else { return nil }
    return bytes.text(at: sections.strings + Int(reference - 1), before: sections.segments)
  }
}
