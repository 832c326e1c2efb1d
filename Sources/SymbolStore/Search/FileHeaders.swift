internal import Archives
internal import ObjectFiles
internal import SymbolModel
internal import System

/// The content of a file's headers, in a form that can be cached.
enum FileHeaders: Sendable {
  /// It is not an object file.
  case foreign
  /// It is damaged, for this reason.
  case damaged(String)
  /// It could not be read this time, for this reason.
  case failed(String)
  /// It has these slices.
  case slices([DebugFile])
  /// It is an archive with these debug files.
  case archive(ArchiveContents)
  /// It is an unusable archive, for this reason.
  case unusable(String)

  /// Reads the headers; of an archive, those of all files in it.
  init(reading path: String, asArchive: Bool = false) {
    guard !asArchive else {
      do throws(ArchiveError) {
        self = .archive(try ArchiveContents(reading: path))
      } catch {
        self = .unusable("\(error)")
      }
      return
    }
    // Most files are not object files, or are thin Mach-O files whose beginning is enough: they need not be mapped.
    if let head = try? FileSystem.beginning(of: path, limit: Self.headSize), head.count >= 4 {
      guard ObjectFile.isObjectFile(head: head) else {
        self = .foreign
        return
      }
      if ObjectFile.holdsLoadCommands(head: head), let slices = try? ObjectFile.read(head: head, path: path) {
        self = .slices(slices.map { DebugFile($0) })
        return
      }
    }
    do throws(ObjectFileError) {
      self = .slices(try ObjectFile.load(path: path).map(DebugFile.init))
    } catch {
      self = error.isForeign ? .foreign : error.isPassing ? .failed("\(error)") : .damaged("\(error)")
    }
  }

  /// The number of bytes that are read first.
  private static let headSize = 1 << 14

  /// The facts as text: empty for a file that is not an object file, `!` and the reason for a damaged one, else one line per
  /// slice, after a line with `@` for an archive. Nil if the file should be read again.
  var encoded: [UInt8]? {
    switch self {
    case .foreign: []
    case .damaged(let reason): Array("!\(reason)".utf8)
    case .slices(let slices): Array(slices.map { Self.line($0) }.joined(separator: "\n").utf8)
    case .unusable, .failed: nil
    case .archive(let contents):
      if contents.notes.isEmpty, !contents.files.contains(where: { $0.path.contains("\n") }) {
        Array((["@"] + contents.files.map { Self.line($0) }).joined(separator: "\n").utf8)
      } else {
        nil
      }
    }
  }

  private static func line(_ file: DebugFile) -> String {
    let facts = "\(file.contentRank.rawValue) \(file.id?.hex ?? "-") \(file.architecture?.name ?? "-")"
    guard let member = file.member else { return facts }
    let size = member.size.map { String($0) } ?? "-"
    return facts + " \(member.index) \(size) \(member.isSeekable ? 1 : 0) \(member.name)"
  }

  /// Reads text that `encoded` returned for the file at `path`. Returns nil for anything else.
  init?(encoded: [UInt8], path: String) {
    let text = String(decoding: encoded, as: UTF8.self)
    if text.isEmpty {
      self = .foreign
    } else if text.hasPrefix("!") {
      self = .damaged(String(text.dropFirst()))
    } else {
      var files: [DebugFile] = []
      for line in text.split(separator: "\n") where line != "@" {
        guard let file = Self.file(line, path) else { return nil }
        files.append(file)
      }
      var contents = ArchiveContents()
      contents.files = files
      self = text.hasPrefix("@") ? .archive(contents) : .slices(files)
    }
  }

  private static func file(_ line: Substring, _ path: String) -> DebugFile? {
    let words = line.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: false).map(String.init)
    guard words.count == 3 || words.count == 7, let rank = Int(words[0]).flatMap(ContentRank.init) else { return nil }
    let inside = words.count == 7 ? "/" + words[6] : ""
    var file = DebugFile(
      path: path + inside, id: ImageID(parsing: String(words[1])), architecture: words[2] == "-" ? nil : Architecture(words[2]),
      contentRank: rank)
    guard words.count == 7 else { return file }
    guard let index = Int(words[3]) else { return nil }
    file.member = ArchiveMember(
      archive: path, index: index, name: words[6], size: Int(words[4]), isSeekable: words[5] == "1")
    return file
  }
}
