package import Bytes

extension ObjectFile {
  /// Returns the stored bytes of a section, without decompressing them. Throws if they reach past the end of the file.
  package func storedContents(of section: Section) throws(ObjectFileError) -> ByteSlice {
    guard section.hasContents else { return .empty }
    return try reading(section.name) { () throws(ByteError) in try bytes.slice(at: section.fileOffset, count: section.size) }
  }
}
