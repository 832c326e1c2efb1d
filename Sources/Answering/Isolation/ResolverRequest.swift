internal import DebugInfo
internal import SymbolModel

/// A request to a resolver process: the answers for addresses of one image, or its index.
struct ResolverRequest: Hashable {
  /// A slice of a debug file: the file's path and the offset of the slice in it.
  struct Slice: Hashable {
    let path: String
    let offset: UInt64
  }

  /// The image's debug files.
  var files: [Slice]
  /// Whether to build a missing index.
  var buildsIndex: Bool
  /// The form of names.
  var names: NameStyle
  /// The addresses, ascending.
  var addresses: [LinkAddress]

  /// The message to send.
  var message: [UInt8] {
    var writer = MessageWriter()
    writer.append(files) {
      $0.append($1.path)
      $0.append($1.offset)
    }
    writer.append(buildsIndex)
    writer.append(UInt8(NameStyle.allCases.firstIndex(of: names) ?? 0))
    writer.append(addresses) { $0.append($1.value) }
    return writer.framed
  }

  init(files: [Slice], buildsIndex: Bool, names: NameStyle, addresses: [LinkAddress]) {
    self.files = files
    self.buildsIndex = buildsIndex
    self.names = names
    self.addresses = addresses
  }

  init(reading bytes: [UInt8]) throws(MessageReader.Malformed) {
    var reader = MessageReader(bytes)
    files = try reader.list { reader throws(MessageReader.Malformed) in
      Slice(path: try reader.text(), offset: try reader.number(UInt64.self))
    }
    buildsIndex = try reader.flag()
    let style = Int(try reader.number(UInt8.self))
    guard NameStyle.allCases.indices.contains(style) else { throw MessageReader.Malformed() }
    names = NameStyle.allCases[style]
    addresses = try reader.list { reader throws(MessageReader.Malformed) in LinkAddress(try reader.number(UInt64.self)) }
  }
}
