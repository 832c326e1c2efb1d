public import SymbolModel

/// Writes the answer for one address of one debug file: the output of `symbolicate lookup --json`.
public enum JSONLookup {
  /// One line: the address as it was asked for, where the real function begins, and the source frames, innermost first, which
  /// are there even when there are none.
  public static func line(address: UInt64, functionStart: LinkAddress?, sources: some Sequence<SourceFrame>) -> [UInt8] {
    var writer = JSONWriter(isPretty: false)
    writer.beginObject()
    writer.hexMember("address", address)
    writer.hexMember("functionStart", functionStart?.value)
    writer.key("sources")
    writer.beginArray()
    for source in sources {
      writer.beginObject()
      JSONFrame.write(source, to: &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
