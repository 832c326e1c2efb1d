import JSONText
package import SymbolModel

/// Writes the answer for one address of one debug file, or one position of a bundle: the output of `symbolicate lookup --json`.
package enum JSONLookup {
  /// Returns one line: the requested address, the start of the real function, and the source frames, innermost first, as a list
  /// that may be empty.
  package static func line(address: UInt64, functionStart: LinkAddress?, sources: some Sequence<SourceFrame>) -> [UInt8] {
    line(sources) { writer in
      writer.hexMember("address", address)
      writer.hexMember("functionStart", functionStart?.value)
    }
  }

  /// Returns one line: the requested position in the bundle (`LINE:COLUMN`), and the source frame in a list, which is empty if
  /// the map has none.
  package static func line(position: String, sources: some Sequence<SourceFrame>) -> [UInt8] {
    line(sources) { $0.member("position", position) }
  }

  private static func line(_ sources: some Sequence<SourceFrame>, _ question: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(.line)
    writer.beginObject()
    question(&writer)
    writer.list("sources", sources) { writer, source in
      writer.beginObject()
      JSONFrame.write(source, to: &writer)
      writer.endObject()
    }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
