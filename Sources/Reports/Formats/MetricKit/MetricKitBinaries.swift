import JSONText
import SymbolModel

/// The names of binaries in a call stack tree of iOS 27, whose frames have only a UUID (`binaryInfo`).
struct MetricKitBinaries {
  private var names: [ImageID: String] = [:]

  /// Reads `[{"name": ..., "uuid": ...}]`, and the form of Swift's own encoder, `[uuid, {"name": ...}, uuid, ...]`.
  init(_ trees: [JSONValue]) {
    for tree in trees {
      var last: String?
      for element in tree["binaryInfo"]?.elements ?? .none {
        if element.kind == .string {
          last = element.string
        } else if let name = element["name"]?.string, let id = (element["uuid"]?.string ?? last).flatMap({ ImageID(parsing: $0) })
        {
          names[id] = name
        }
      }
      for (key, value) in tree["binaryInfo"]?.members ?? .none {
        if let name = value["name"]?.string ?? value.string, let id = ImageID(parsing: key.string) { names[id] = name }
      }
    }
  }

  /// Returns the name of the binary with a UUID, or nil if the tree does not have it.
  func name(of id: ImageID?) -> String? { id.flatMap { names[$0] } }
}
