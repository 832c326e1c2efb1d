import JSONText
package import SymbolModel

extension JSONRenderer {
  /// Returns the output of `symbolicate inspect` for debug files, in the schema `symbolicate.debugfile/1`: one object, or an
  /// array of several.
  package func debugFiles(_ files: [DebugFileSummary]) -> [UInt8] {
    JSONWriter.objects(files) { JSONDebugFile.write($1, to: &$0) }
  }
}

/// Writes the facts about a debug file.
private enum JSONDebugFile {
  /// Writes one file as an object.
  static func write(_ file: DebugFileSummary, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("schema", "symbolicate.debugfile/1")
    writer.member("path", file.path)
    writer.member("size", file.size)
    writer.member("bundleID", file.bundleID)
    writer.member("version", file.version)
    writer.member("build", file.build)
    writer.array("images", file.slices) { writer, slice in write(slice, to: &writer) }
    writer.endObject()
  }

  private static func write(_ slice: DebugFileSummary.Slice, to writer: inout JSONWriter) {
    writer.member("id", slice.id?.description)
    writer.member("arch", slice.architecture?.name)
    writer.member("container", slice.container.isEmpty ? nil : slice.container)
    writer.member("kind", slice.kind.isEmpty ? nil : slice.kind)
    writer.member("size", slice.size)
    writer.member("contents", contents(of: slice))
    if slice.hasDWARF {
      writer.object("dwarf") { writer in
        if !slice.versions.isEmpty { writer.list("versions", slice.versions) { $0.value($1) } }
        writer.member("units", slice.units > 0 ? slice.units : nil)
        writer.member("split", slice.isSplit ? true : nil)
      }
    }
    writer.member("functions", slice.functions)
    writer.member(slice.isExportsOnly ? "exports" : "symbols", slice.symbols)
    writer.member("indexed", slice.isIndexed)
    writer.member("inStore", slice.isStored)
    writer.member("debugFile", slice.companion)
    writer.member("damage", slice.damage)
  }

  /// Returns the name in `store list` for the best contents of a slice.
  private static func contents(of slice: DebugFileSummary.Slice) -> String {
    if slice.functions != nil { return "breakpad" }
    return slice.hasDWARF ? "dwarf" : slice.symbols ?? 0 > 0 && !slice.isExportsOnly ? "symbols" : "exports"
  }
}
