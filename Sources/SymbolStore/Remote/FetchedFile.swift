internal import Archives
internal import ObjectFiles
internal import SymbolModel
internal import System

/// A file that a server sent or a command named, on its way into the store: unpacked, and checked by its ID.
struct FetchedFile {
  private let image: MissingImage
  private let store: DebugStore
  /// What the file came from, for the record.
  private let source: String

  /// Why a file is of no use, one clause.
  struct Refusal: Error {
    let reason: String
    /// Whether it is neither a debug file nor an archive.
    var isForeign = false
  }

  /// Prepares files for an image.
  init(for image: MissingImage, from source: String, store: DebugStore) {
    self.image = image
    self.store = store
    self.source = source
  }

  /// Adds what a file holds for the image to the store, and nothing else of it. Throws if that is nothing.
  func add(_ path: String) throws(Refusal) {
    let head = (try? FileSystem.beginning(of: path, limit: 512)) ?? []
    if ObjectFile.isObjectFile(head: head) { return try add([try candidate(path)]) }
    if ArchiveWalk.isArchive(head: head) { return try addArchive(path) }
    guard CompressedFile.isPacked(head: head) else {
      throw Refusal(reason: "neither a debug file nor an archive", isForeign: true)
    }
    let unpacked = path + ".unpacked"
    defer { FileSystem.remove(unpacked) }
    try unpack(path, to: unpacked)
    if ArchiveWalk.isArchive(head: (try? FileSystem.beginning(of: unpacked, limit: 512)) ?? []) {
      return try addArchive(unpacked)
    }
    try add([try candidate(unpacked)])
  }

  private func candidate(_ path: String) throws(Refusal) -> StoreCandidate {
    do throws(StoreError) {
      return try StoreCandidate(reading: path, source: source)
    } catch {
      let isForeign = error.kind == .foreign
      throw Refusal(reason: isForeign ? "neither a debug file nor an archive" : error.description, isForeign: isForeign)
    }
  }

  private func addArchive(_ path: String) throws(Refusal) {
    let intake: ArchiveIntake
    do throws(StoreError) {
      intake = try ArchiveIntake(path, store: store)
    } catch {
      throw Refusal(reason: error.description)
    }
    try add(intake.candidates)
  }

  private func unpack(_ path: String, to target: String) throws(Refusal) {
    let file: CompressedFile
    do throws(ArchiveError) { file = try CompressedFile(path: path) } catch { throw Refusal(reason: "\(error)") }
    var failure: ArchiveError?
    do throws(SystemError) {
      try FileSystem.write(new: target) { put throws(SystemError) in
        do throws(ArchiveError) {
          var piece = try file.next(1 << 20)
          while !piece.isEmpty {
            do throws(SystemError) { try put(piece) } catch { throw ArchiveError(.unwritable("\(target): \(error.message)")) }
            piece = try file.next(1 << 20)
          }
        } catch {
          failure = error
          throw SystemError(0, operation: "read", path: path)
        }
      }
    } catch {
      throw Refusal(reason: failure.map { "\($0)" } ?? "\(target): \(error.message)")
    }
  }

  /// Adds the slices that have the ID, under that ID alone.
  private func add(_ candidates: [StoreCandidate]) throws(Refusal) {
    var others: [ImageID] = []
    var isAdded = false
    for var candidate in candidates {
      others += candidate.records.map(\.id)
      candidate.records = candidate.records.filter { $0.id == image.id }
      guard !candidate.records.isEmpty else { continue }
      for position in candidate.records.indices {
        candidate.records[position].source = source
        guard let name = image.plainName else { continue }
        candidate.records[position].name = name
        let isText = candidate.records[position].contents == .breakpad
        candidate.records[position].place = .stored(isText && !name.hasSuffix(".sym") ? name + ".sym" : name)
      }
      do throws(StoreError) {
        _ = try store.add(candidate, .copy, CloneMemory())
      } catch {
        throw Refusal(reason: error.description)
      }
      isAdded = true
    }
    guard !isAdded else { return }
    throw Refusal(reason: others.isEmpty ? "it has no UUID or build ID" : "it is of another build: \(others[0])")
  }
}
