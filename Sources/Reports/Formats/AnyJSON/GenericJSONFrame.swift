import CrashModel
import JSONText
import SymbolModel

/// The frame in an object of any JSON, by the usual names of its keys in any spelling (`imageOffset`, `image_offset`,
/// `ImageOffset`).
struct GenericJSONFrame {
  /// The meaning of a key.
  private enum Role {
    case address, imageIndex, imageOffset, image, imageID, load, symbol, symbolStart, symbolOffset, offset, file, line, exact,
      size, inApp, owner, code, column, bytecodeFunction, bytecodeOffset, segment
  }

  /// The address in the process.
  private(set) var address: UInt64?
  /// The index into the list of images.
  private(set) var imageIndex: Int?
  /// The offset in the image.
  private(set) var imageOffset: UInt64?
  /// The image's name or path.
  private(set) var imageName: String?
  /// The image's UUID or build ID.
  private(set) var imageID: String?
  /// The image's load address.
  private(set) var load: UInt64?
  /// The function's name.
  private(set) var symbol: String?
  /// The address of the function's start.
  private(set) var symbolStart: UInt64?
  /// The distance from the function's start.
  private(set) var symbolOffset: UInt64?
  /// The source file.
  private(set) var file: String?
  private(set) var line: UInt32?
  /// The column of a script, as the object gives it.
  private(set) var column: UInt32?
  /// Whether the column counts from 0, as in the frames that React Native has parsed.
  private(set) var isColumnFromZero = false
  /// Hermes' number of the function, for frames in bytecode.
  private(set) var bytecodeFunction: UInt32?
  /// The offset in that function, in bytes.
  private(set) var bytecodeOffset: UInt32?
  /// The number of the app's bundle, for frames in bytecode.
  private(set) var segment: UInt32 = 0
  /// Whether the address is an instruction's own, or nil if the object does not say.
  private(set) var isExact: Bool?
  /// Whether the object says that the code is the app's, or nil if it does not say.
  private(set) var isInApp: Bool?
  /// Whether the object has an address, even if it is zero.
  private(set) var isCode = false
  private var offset: UInt64?
  private var hasSize = false
  /// Whether the object names the owner of its code, as Crashlytics' exports do.
  private var hasOwner = false

  /// Reads an object.
  init(_ object: JSONValue) {
    for (key, value) in object.members {
      let name = Self.plain(key.string)
      if let role = Self.roles[name] { set(role, value) }
      if name == "methodname" { isColumnFromZero = true }
    }
    if address == nil { takeSymbolStart() }
    // Crashlytics' `offset` is always that in the image.
    if hasOwner, let offset { imageOffset = imageOffset ?? offset }
    // `offset` is relative to the function's start if there is a function.
    if !hasOwner, let offset, symbolOffset == nil, symbol != nil, imageOffset != nil || address != nil { symbolOffset = offset }
    if let offset, imageOffset == nil, address == nil { imageOffset = offset }
  }

  /// Takes the only address as that of the instruction: Measure writes `symbol_address` beside the image's address, and `offset`
  /// from the image or, once it is symbolicated, from the function.
  private mutating func takeSymbolStart() {
    guard imageOffset == nil, let start = symbolStart, start >= 0x1000 else { return }
    (address, symbolStart) = (start, nil)
    if let offset, load.map({ start &- $0 }) != offset { symbolOffset = symbolOffset ?? offset }
    offset = nil
  }

  /// Reads an image that is an object of its own: `{"name": "Shop", "uuid": ..., "offset": 4096}`.
  private mutating func readImage(_ object: JSONValue) {
    for (key, value) in object.members {
      switch Self.plain(key.string) {
      case "path", "name", "imagename", "binaryname": imageName = value.string ?? imageName
      case "uuid", "id", "buildid", "debugid", "imageuuid": imageID = value.string
      case "offset", "imageoffset": imageOffset = value.address
      case "base", "baseaddress", "loadaddress", "address", "addr", "imageaddr": load = value.address
      default: break
      }
    }
  }

  /// Reads a function's name, or an object or list with one: `{"name": "main", "startAddress": 4096}`.
  private mutating func readSymbol(_ value: JSONValue) {
    if let name = value.string { return symbol = name.isEmpty ? nil : name }
    let object = value.kind == .array ? value.elements.first { $0.kind == .object } : value
    for (key, member) in object?.members ?? .none {
      switch Self.plain(key.string) {
      case "name", "symbol", "symbolname", "function": symbol = member.string.flatMap { $0.isEmpty ? nil : $0 }
      case "startaddress", "symbolstartaddr", "address": symbolStart = member.address
      case "offset", "symboloffset": symbolOffset = member.address
      case "file", "filename", "sourcefile": file = member.string
      case "line", "linenumber", "sourceline": line = member.uint64.flatMap { UInt32(exactly: $0) }
      default: break
      }
    }
  }

  /// Reads App Center's `0x1028d4000 + 36108` and `main + 12`.
  private mutating func readCode(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count > 2, words[words.count - 2] == "+", let distance = UInt64(words[words.count - 1]) else { return }
    if words.count == 3, words[0].hasPrefix("0x") {
      load = load ?? HexNumber.parse(String(words[0]))
      imageOffset = imageOffset ?? distance
    } else {
      symbol = symbol ?? words.dropLast(2).joined(separator: " ")
      symbolOffset = distance
    }
  }

  private mutating func set(_ role: Role, _ value: JSONValue) {
    switch role {
    case .address:
      isCode = isCode || value.plainAddress != nil
      address = address ?? value.plainAddress.flatMap { $0 < 0x1000 ? nil : $0 }
    case .imageIndex: imageIndex = value.int
    case .imageOffset: imageOffset = value.address
    case .image:
      if value.kind == .object { return readImage(value) }
      if value.kind == .string {
        if let name = value.string, !name.isEmpty, name != "???" { imageName = name }
      } else {
        imageIndex = imageIndex ?? value.int
      }
    case .imageID: if let id = value.string, !id.isEmpty { imageID = id }
    // Frames outside of all images have a base of 0.
    case .load: load = value.plainAddress.flatMap { $0 == 0 ? nil : $0 }
    case .symbol: readSymbol(value)
    case .code: readCode(value.string ?? "")
    case .symbolStart:
      symbolStart = value.plainAddress
      isCode = isCode || symbolStart != nil
    case .symbolOffset: symbolOffset = value.address
    case .offset: offset = value.address
    case .file: file = value.string.flatMap { $0.isEmpty ? nil : $0 }
    case .line: line = Self.lineNumber(value)
    case .exact: isExact = value.bool
    case .size: hasSize = true
    case .inApp: isInApp = value.bool
    case .owner:
      hasOwner = true
      isInApp = ["DEVELOPER", "VENDOR"].contains(value.string)
    case .column: column = Self.number(value)
    case .bytecodeFunction: bytecodeFunction = Self.number(value)
    case .bytecodeOffset: bytecodeOffset = Self.number(value)
    case .segment: segment = Self.number(value) ?? 0
    }
  }

  /// Returns whether this can be a frame. An address alone may be anything: it counts only if the list's name is that of a call
  /// stack (`isNamedStack`).
  func isFrame(isNamedStack: Bool) -> Bool {
    guard !hasSize else { return false }
    if imageOffset != nil, imageIndex != nil || imageID != nil || imageName != nil { return true }
    guard address != nil else {
      // Frames of scripts and of Dart have only names and lines. An address of zero is one of which nothing is known.
      return isNamedStack && (isCode || script != nil || symbol != nil && file != nil && line != nil)
    }
    return isNamedStack || imageIndex != nil || imageName != nil || imageID != nil || symbol != nil || load != nil
  }

  /// Returns a line, which rows of databases hold as text, or nil for 0, which they hold where there is none.
  private static func lineNumber(_ value: JSONValue) -> UInt32? {
    (number(value) ?? value.string.flatMap { UInt32($0) }).flatMap { $0 == 0 ? nil : $0 }
  }

  private static func number(_ value: JSONValue) -> UInt32? { value.uint64.flatMap { UInt32(exactly: $0) } }

  /// The name, file, line and column that the object gives, or nil if it gives none of them.
  var reported: ReportedSymbol? {
    var reported = ReportedSymbol(symbol: symbol, file: file, line: line)
    reported.column = column
    return reported == ReportedSymbol() ? nil : reported
  }

  /// The position in a bundle, or nil if this is no frame of JavaScript.
  var script: ScriptPosition? {
    guard address == nil, imageOffset == nil else { return nil }
    if let bytecodeFunction, let bytecodeOffset {
      var position = ScriptPosition(bundle: file, line: 1, column: bytecodeOffset, isBytecode: true)
      (position.segment, position.function) = (segment, bytecodeFunction)
      return position
    }
    guard symbol != nil || file != nil else { return nil }
    return reported.flatMap { ScriptPosition($0, columnBase: isColumnFromZero ? 0 : 1) }
  }

  // MARK: Names

  /// Returns a name in lower case without `_` and `-`.
  static func plain(_ name: String) -> String {
    let units = name.utf8.span
    var bytes: [UInt8] = []
    bytes.reserveCapacity(units.count)
    for position in units.indices where units[position] != UInt8(ascii: "_") && units[position] != UInt8(ascii: "-") {
      let unit = units[position]
      bytes.append(unit >= UInt8(ascii: "A") && unit <= UInt8(ascii: "Z") ? unit | 0x20 : unit)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let roles: [String: Role] = [
    "address": .address, "addr": .address, "frameaddress": .address, "instructionaddr": .address, "instructionaddress": .address,
    "instructionpointer": .address, "pc": .address, "programcounter": .address, "returnaddress": .address, "ip": .address,
    "imageindex": .imageIndex, "binaryindex": .imageIndex, "moduleindex": .imageIndex,
    "imageoffset": .imageOffset, "moduleoffset": .imageOffset, "binaryoffset": .imageOffset, "offsetaddress": .imageOffset,
    "offsetintobinarytextsegment": .imageOffset, "offsetfromimage": .imageOffset,
    "image": .image, "imagename": .image, "binary": .image, "binaryname": .image, "module": .image, "modulename": .image,
    "library": .image, "libraryname": .image, "objectname": .image, "machofile": .image, "package": .image, "dylib": .image,
    "imageuuid": .imageID, "binaryuuid": .imageID, "machouuid": .imageID, "objectuuid": .imageID, "moduleuuid": .imageID,
    "uuid": .imageID, "buildid": .imageID, "debugid": .imageID,
    "imageaddr": .load, "imageaddress": .load, "imagebase": .load, "imageloadaddress": .load, "loadaddress": .load,
    "baseaddress": .load, "base": .load, "binaryaddress": .load, "objectaddr": .load, "macholoadaddress": .load,
    "moduleaddress": .load,
    "symbol": .symbol, "symbolname": .symbol, "function": .symbol, "functionname": .symbol, "method": .symbol,
    "methodname": .symbol,
    "symbolinfo": .symbol, "symbols": .symbol, "code": .code,
    "symboladdr": .symbolStart, "symboladdress": .symbolStart,
    "symbollocation": .symbolOffset, "symboloffset": .symbolOffset, "functionoffset": .symbolOffset,
    "offset": .offset,
    "sourcefile": .file, "file": .file, "filename": .file, "abspath": .file, "filepath": .file,
    "sourceline": .line, "line": .line, "lineno": .line, "linenumber": .line, "linenum": .line,
    "column": .column, "colno": .column, "columnnumber": .column,
    "functionid": .bytecodeFunction, "bytecodeoffset": .bytecodeOffset, "segmentid": .segment, "cjsmoduleoffset": .segment,
    "sourceurl": .file,
    "ispc": .exact,
    "inapp": .inApp, "isinapp": .inApp, "owner": .owner,
    "size": .size, "imagesize": .size, "end": .size, "endaddress": .size,
  ]
}
