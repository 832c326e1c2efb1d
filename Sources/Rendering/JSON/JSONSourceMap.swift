import JSONText
import SymbolModel

extension JSONRenderer {
  /// Returns the output of `symbolicate inspect` for source maps, in the schema `symbolicate.sourcemap/1`: one object, or an
  /// array of several.
  package func sourceMaps(_ maps: [SourceMapSummary]) -> [UInt8] {
    JSONWriter.objects(maps) { writer, map in
      writer.beginObject()
      writer.member("schema", "symbolicate.sourcemap/1")
      writer.member("path", map.path)
      writer.member("size", map.size)
      writer.member("bundle", map.bundle)
      writer.member("id", map.id?.description)
      writer.member("sources", map.sources)
      writer.member("packageSources", map.packageSources)
      writer.member("texts", map.texts)
      writer.member("mappings", map.mappings)
      writer.member("stored", map.isStored)
      writer.endObject()
    }
  }
}
