internal import SymbolModel

/// The data that one thread uses to answer addresses of a unit: its tables, and the decoders of entries, names and paths.
final class UnitState {
  let tables: UnitTables
  let context: UnitContext
  let names: FunctionNameReader
  let files: LineFiles
  private let isSplit: Bool
  /// Whether Dart's compiler made the unit, once that was asked.
  private var isDart: Bool?

  /// Creates the state.
  init(_ tables: UnitTables, context: UnitContext, names: FunctionNameReader, files: LineFiles, isSplit: Bool) {
    self.tables = tables
    self.context = context
    self.names = names
    self.files = files
    self.isSplit = isSplit
  }

  /// Returns the answer to an address, or nil if neither a function nor a line contains it.
  func answer(_ address: UInt64, _ options: ResolveOptions) -> DWARFAnswer? {
    let chain = tables.chain(at: address)
    var place = place(of: address, chain: chain, options.lineZero)
    guard let outermost = chain.first else { return place.map { DWARFAnswer(place: $0) } }
    var frames: [DWARFFrame] = []
    frames.reserveCapacity(chain.count)
    for scope in chain.reversed() {
      let entry = tables.entry(of: scope)
      var frame = place.take() ?? DWARFFrame()
      if scope == outermost {
        frame.function = names.function(at: entry, qualified: options.qualifiedNames)
      } else {
        let call = call(at: entry)
        frame.function = names.function(at: call.origin ?? entry, qualified: options.qualifiedNames)
        let isHidden = frame.function.map(isHidden) ?? false
        place = DWARFFrame(
          file: files.path(at: Int(call.file)), line: call.line == 0 ? nil : call.line,
          column: call.column == 0 ? nil : call.column)
        if isHidden { continue }
      }
      frames.append(frame)
    }
    let start = tables.functionStart(of: address)
    return DWARFAnswer(frames: frames, functionStart: start.map { LinkAddress($0) })
  }

  /// Returns everything that the unit contains about its code.
  func flatten() -> FlatUnit {
    let scopes = tables.scopes
    var flat = FlatUnit(context: context)
    flat.segments = UnitFlattener(scopes, tables.lines).segments()
    flat.files = (0..<files.count).map { files.path(at: $0) }
    flat.functionRanges = scopes.functions.filter { !$0.isCall }.map { $0.low..<$0.high }
    var positions: [Int: Int32] = [:]
    var open: [Int] = []
    var hidden: Set<Int32> = []
    for (position, scope) in scopes.scopes.enumerated() {
      while let last = open.last, Int(scopes.scopes[last].end) <= position { open.removeLast() }
      let call = call(at: scope.entry)
      let function = call.origin ?? scope.entry
      let names = positions[function] ?? flat.add(name(of: function))
      positions[function] = names
      flat.scopes.append(
        .init(
          names: names, parent: scope.isFunction ? -1 : Int32(truncatingIfNeeded: open.last ?? -1), callFile: call.file,
          callLine: call.line, callColumn: call.column))
      open.append(position)
      if !scope.isFunction, case .function(let function) = flat.names[Int(names)], isHidden(function) {
        hidden.insert(Int32(truncatingIfNeeded: position))
      }
    }
    if !hidden.isEmpty { flat.hide(hidden) }
    return flat
  }

  /// Returns whether inlined calls of a function are passed over: Dart's own decoder does not show what its compiler made up. In other
  /// languages such functions have code that people wrote, or explain how a call came about.
  private func isHidden(_ function: DWARFFunction) -> Bool {
    guard function.isArtificial else { return false }
    if let isDart { return isDart }
    var producer: String?
    context.forEachAttribute(ofEntryAt: context.unit.firstEntry) { attribute, value in
      if attribute == Attribute.producer { producer = context.text(value) }
      return producer == nil
    }
    let answer = producer?.hasPrefix("Dart") ?? false
    isDart = answer
    return answer
  }

  /// Returns the name of a function. Split units have separate string sections: their offsets do not identify names.
  private func name(of function: Int) -> FlatUnit.Name {
    let place = isSplit ? nil : names.linkagePlace(at: function)
    return place.map { .place($0) } ?? .function(names.function(at: function, qualified: true))
  }

  /// Returns the row of the line table that contains an address, as a frame without names.
  private func place(of address: UInt64, chain: [Int], _ lineZero: LineZeroRule) -> DWARFFrame? {
    guard let (row, isApproximate) = tables.row(of: address, chain: chain, lineZero) else { return nil }
    return DWARFFrame(
      file: files.path(at: Int(row.file)), line: row.line == 0 ? nil : row.line,
      column: row.column == 0 ? nil : row.column, approximate: isApproximate)
  }

  /// Returns the attributes of an inlined call: `DW_AT_abstract_origin` (the offset of an entry, or nil if the call has its own
  /// name), `DW_AT_call_file` (-1 for none), `DW_AT_call_line` and `DW_AT_call_column` (0 for none).
  private func call(at entry: Int) -> (origin: Int?, file: Int32, line: UInt32, column: UInt32) {
    var call: (origin: Int?, file: Int32, line: UInt32, column: UInt32) = (nil, -1, 0, 0)
    var hasName = false
    context.forEachAttribute(ofEntryAt: entry) { attribute, value in
      switch attribute {
      case Attribute.abstractOrigin: if case .reference(let origin) = value { call.origin = origin }
      case Attribute.callFile: call.file = value.number.flatMap(Int32.init(exactly:)) ?? -1
      case Attribute.callLine: call.line = UInt32(truncatingIfNeeded: value.number ?? 0)
      case Attribute.name, Attribute.linkageName, Attribute.mipsLinkageName, Attribute.specification: hasName = true
      case Attribute.callColumn: call.column = UInt32(truncatingIfNeeded: value.number ?? 0)
      default: break
      }
      return true
    }
    if hasName { call.origin = nil }
    return call
  }
}

extension FlatUnit {
  /// Adds a function and returns its position.
  fileprivate mutating func add(_ name: Name) -> Int32 {
    names.append(name)
    return Int32(truncatingIfNeeded: names.count - 1)
  }
}
