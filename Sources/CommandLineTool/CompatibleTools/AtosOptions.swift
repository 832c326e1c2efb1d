internal import SymbolModel

/// The options of `atos`.
struct AtosOptions {
  /// What the addresses are.
  enum Addressing: Hashable {
    /// Link-time addresses.
    case linked
    /// Those of a process that loaded the image here.
    case loaded(at: UInt64)
    /// Link-time addresses and this sum.
    case slid(by: UInt64)
    /// Those of a process that loaded the segment `__TEXT_EXEC` here.
    case textExec(at: UInt64)
    /// Offsets from the start of the image.
    case offset
  }

  /// The debug files.
  let files: [String]
  /// The architecture, or nil if none was named.
  let architecture: Architecture?
  /// What the addresses are.
  let addressing: Addressing
  /// Whether inlined functions are printed.
  let showsInlines: Bool
  /// The line after the frames of an address, if inlined functions are printed.
  let delimiter: String
  /// Whether full paths are printed.
  let showsPaths: Bool
  /// The file with addresses, or nil.
  let addressFile: String?
  /// The addresses among the arguments.
  let addresses: [String]

  /// Checks every value. Throws for the first invalid one.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    if arguments.has(.process) {
      throw UsageError("-p: running processes are not read; name the binary or its dSYM with -o", command: .atos)
    }
    files = arguments.values(of: .object)
    guard !files.isEmpty else { throw UsageError("no debug file given; name a dSYM or binary with -o", command: .atos) }
    architecture = arguments.value(of: .arch).map { Architecture($0) }
    addressing = try Self.addressing(arguments)
    showsInlines = arguments.has(.inlineFrames)
    delimiter = arguments.value(of: .delimiter) ?? ""
    showsPaths = arguments.has(.fullPath)
    addressFile = arguments.value(of: .addressFile)
    addresses = arguments.operands
  }

  private static func addressing(_ arguments: ParsedArguments) throws(UsageError) -> Addressing {
    let given = [Flag.loadAddress, .slide, .textExecAddress, .offset].filter { arguments.has($0) }
    guard given.count < 2 else {
      throw UsageError("only one of -l, -s, -textExecAddress and -offset can be used", command: .atos)
    }
    guard let flag = given.first else { return .linked }
    guard flag != .offset else { return .offset }
    let text = arguments.value(of: flag) ?? ""
    // Load addresses are hexadecimal even without 0x.
    guard let number = flag == .slide ? DropInAddress.parse(text) : HexAddress.parse(text) else {
      throw UsageError("option '-\(flag.name)': '\(text)' is not an address", command: .atos)
    }
    return flag == .slide ? .slid(by: number) : flag == .loadAddress ? .loaded(at: number) : .textExec(at: number)
  }
}
