internal import ObjectFiles
internal import SymbolModel

/// What the headers of a file say, in a form that can be remembered.
enum HeaderFacts: Sendable {
  /// It is no object file.
  case foreign
  /// It is a damaged one, for this reason.
  case damaged(String)
  /// It has these slices.
  case slices([DebugFile])

  /// Reads the headers.
  init(reading path: String) {
    do throws(ObjectFileError) {
      self = .slices(try ObjectFile.load(path: path).map(DebugFile.init))
    } catch {
      self = error.isForeign ? .foreign : .damaged("\(error)")
    }
  }

  /// The facts as text: nothing for a foreign file, `!` and the reason for a damaged one, else a line a slice.
  var encoded: [UInt8] {
    switch self {
    case .foreign: []
    case .damaged(let reason): Array("!\(reason)".utf8)
    case .slices(let slices):
      Array(slices.map { "\($0.contentRank) \($0.id?.hex ?? "-") \($0.architecture?.name ?? "-")" }.joined(separator: "\n").utf8)
    }
  }

  /// Reads text that `encoded` made for the file at `path`; nil for anything else.
  init?(encoded: [UInt8], path: String) {
    let text = String(decoding: encoded, as: UTF8.self)
    if text.isEmpty {
      self = .foreign
    } else if text.hasPrefix("!") {
      self = .damaged(String(text.dropFirst()))
    } else {
      var slices: [DebugFile] = []
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3, let rank = Int(words[0]) else { return nil }
        let architecture = words[2] == "-" ? nil : Architecture(String(words[2]))
        slices.append(DebugFile(path: path, id: ImageID(parsing: words[1]), architecture: architecture, contentRank: rank))
      }
      self = .slices(slices)
    }
  }
}
