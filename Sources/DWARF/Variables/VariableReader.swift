package import ObjectFiles
internal import SymbolModel
internal import System

/// Names the variables behind pointers, from one file's debug information. The front of `Variables`. Used by one thread at a time.
///
/// In: a `PointerQuestion`. Out: the expression of the source. `LibdwEntries` reads entries and locations, `VariableSearch` finds
/// the variables in scope, `TypePath` the member at an offset.
package final class VariableReader {
  private let session: DWARFSession
  private let losses: [PageLoss]
  private let entries: LibdwEntries
  private let paths: TypePath
  private var searches: [UInt64: VariableSearch] = [:]
  private var globals: [UInt64: VariableSearch] = [:]
  /// The files that may have rules for canonical frame addresses, with what turns addresses of this file into theirs.
  private let programs: [(file: ObjectFile, shift: UInt64)]
  private lazy var tables = programs.flatMap { file, shift in CallFrameTable.tables(of: file).map { ($0, shift) } }
  private var frames: [UInt64: CallFrameTable.Rule?] = [:]

  /// The number of instructions and units that are remembered; then all are dropped.
  private static let maxSearches = 256

  /// Returns nil if libdw rejects the file's debug information. `session` is open on the same file; `programs` are the files with the
  /// same ID, which may have what the debug file lacks.
  package init?(_ file: ObjectFile, _ session: DWARFSession, programs: [ObjectFile]) {
    self.programs = programs.map { ($0, $0.textBase.value &- file.textBase.value) }
    guard let sections = try? DebugSections(file, more: ["loc", "loclists"]), let handle = sections.openLibdw() else {
      return nil
    }
    self.session = session
    losses = sections.losses
    entries = LibdwEntries(handle)
    paths = TypePath(entries)
  }

  /// Whether pages of the file, or of one that completes it, were lost: answers may be wrong.
  package var hasLostPages: Bool { session.hasLostPages || losses.contains(where: \.hasOccurred) }

  /// Returns nil if no variable is known to be there.
  package func answer(_ question: PointerQuestion) -> PointerAnswer? {
    guard let (unit, function) = session.function(at: question.instruction) else { return nil }
    if let answer = answer(question, in: search(UInt64(function), at: question.instruction.value)) { return answer }
    switch question.place {
    case .address where !question.wantsConstant, .object: break
    default: return nil
    }
    return answer(question, in: globals(of: UInt64(unit)))
  }

  /// Inner variables come first, of one scope the later.
  private func answer(_ question: PointerQuestion, in search: VariableSearch) -> PointerAnswer? {
    search.variables.reversed().lazy.compactMap { self.answer(question, $0, search) }.first
  }

  private func search(_ function: UInt64, at address: UInt64) -> VariableSearch {
    if let known = searches[address] { return known }
    let found = VariableSearch(entries, function: function, at: address)
    if searches.count >= Self.maxSearches { searches = [:] }
    searches[address] = found
    return found
  }

  private func globals(of unit: UInt64) -> VariableSearch {
    if let known = globals[unit] { return known }
    let found = VariableSearch(entries, globalsOf: unit)
    if globals.count >= Self.maxSearches { globals = [:] }
    globals[unit] = found
    return found
  }

  private func answer(_ question: PointerQuestion, _ variable: VariableSearch.Variable, _ search: VariableSearch)
    -> PointerAnswer?
  {
    guard !question.wantsConstant || isConstant(variable), let type = entries.valueType(of: variable.entry) else { return nil }
    let place = place(of: variable, search, question)
    switch (question.place, place) {
    case (.register(let wanted), .register(let own)) where wanted == own:
      return part(of: variable, type).flatMap { follow(question, from: $0.text, $0.type) }
    case (.memory(let wanted, let offset), .memory(let own, let start)) where wanted == own:
      return answer(question, variable, type, at: offset.subtractingReportingOverflow(start))
    case (.address(let wanted), .address(let start)) where wanted >= start:
      return answer(question, variable, type, at: (Int64(bitPattern: wanted &- start), false))
    case (.object(let wanted), .address(let start)) where wanted == start: return object(question, variable.name, type)
    default: return nil
    }
  }

  /// The value is the address of a variable: `table` for an array, else `&table`.
  private func object(_ question: PointerQuestion, _ name: String, _ type: UInt64) -> PointerAnswer {
    let member = question.offsets.last.flatMap { paths.member(of: type, at: $0)?.text }
    let isArray = entries.tag(of: type) == Tag.arrayType
    return PointerAnswer(
      expression: isArray ? name : "&\(name)", member: member.flatMap { $0.isEmpty ? nil : $0 },
      access: member.map { TypePath.joined(name, $0) })
  }

  private func isConstant(_ variable: VariableSearch.Variable) -> Bool {
    ["this", "self"].contains(variable.name) || entries.isConstant(variable.entry)
  }

  /// The part of a variable that is in a register: the variable itself, or the member at that distance of a structure.
  private func part(of variable: VariableSearch.Variable, _ type: UInt64) -> TypePath.Member? {
    let whole = TypePath.Member(text: variable.name, type: type)
    // References to objects of Swift have the members of the object.
    if variable.offset == 0, entries.number(Attribute.runtimeClass, of: type) != nil { return whole }
    guard let member = paths.member(of: type, at: Int64(bitPattern: variable.offset)) else {
      return variable.offset == 0 ? whole : nil
    }
    return TypePath.Member(text: TypePath.joined(variable.name, member.text), type: member.type)
  }

  /// The place of a variable, memory relative to a register.
  private func place(of variable: VariableSearch.Variable, _ search: VariableSearch, _ question: PointerQuestion)
    -> LibdwEntries.Location?
  {
    guard case .frame(let offset) = variable.location else { return variable.location }
    let base: (register: Int, offset: Int64)?
    switch search.frameBase {
    case .register(let register): base = (register, 0)
    case .memory(let register, let start): base = (register, start)
    case .canonicalFrame: base = canonicalFrame(at: question.instruction.value).map { ($0.register, $0.offset) }
    default: base = nil
    }
    guard let base else { return nil }
    return .memory(register: base.register, offset: base.offset &+ offset)
  }

  private func canonicalFrame(at address: UInt64) -> CallFrameTable.Rule? {
    if let known = frames[address] { return known }
    let found = tables.lazy.compactMap { table, shift in table.rule(at: address &+ shift) }.first
    if frames.count >= Self.maxSearches { frames = [:] }
    frames[address] = .some(found)
    return found
  }

  /// The value is in the memory of a variable, at a distance from its location.
  private func answer(
    _ question: PointerQuestion, _ variable: VariableSearch.Variable, _ type: UInt64,
    at distance: (partialValue: Int64, overflow: Bool)
  ) -> PointerAnswer? {
    let (place, overflow) = distance.partialValue.addingReportingOverflow(Int64(clamping: variable.offset))
    guard !distance.overflow, !overflow, distance.partialValue >= 0, let size = entries.size(of: type), UInt64(place) < size,
      let member = paths.member(of: type, at: place)
    else { return nil }
    return follow(question, from: TypePath.joined(variable.name, member.text), member.type)
  }

  /// Follows pointers from a variable.
  private func follow(_ question: PointerQuestion, from name: String, _ first: UInt64) -> PointerAnswer? {
    var (name, type) = (name, first)
    guard let last = question.offsets.last else { return PointerAnswer(expression: name) }
    for (step, offset) in question.offsets.dropLast().enumerated() {
      guard let target = paths.pointee(of: type) else { return nil }
      if let index = question.index, index.step == step, index.stride == entries.size(of: target) {
        // `places[n]`
        guard !paths.isReference(type), offset >= 0,
          let member = paths.member(of: target, at: offset % Int64(clamping: index.stride))
        else { return nil }
        let pointer = name.hasPrefix("*") ? "(\(name))" : name
        let element = pointer + TypePath.subscripted(index, plus: UInt64(offset) / index.stride)
        (name, type) = (TypePath.joined(element, member.text), member.type)
        continue
      }
      let index = question.index?.step == step ? question.index : nil
      guard let member = paths.member(of: target, at: offset, index: index) else { return nil }
      name = Self.joined(name, member.text, isReference: paths.isReference(type))
      type = member.type
    }
    guard paths.mayBePointer(type) else { return nil }
    let member = paths.pointee(of: type).flatMap { paths.member(of: $0, at: last) }
    return PointerAnswer(
      expression: name, member: member.flatMap { $0.text.isEmpty ? nil : $0.text },
      access: member.map { Self.joined(name, $0.text, isReference: paths.isReference(type)) })
  }

  /// Returns the expression of what a pointer leads to: `cart->owner`, `(*place)->owner`, `*place`.
  private static func joined(_ pointer: String, _ member: String, isReference: Bool) -> String {
    if member.isEmpty { return isReference ? pointer : "*\(pointer)" }
    let name = pointer.hasPrefix("*") ? "(\(pointer))" : pointer
    return isReference ? "\(name).\(member)" : member.hasPrefix("[") ? "(*\(name))\(member)" : "\(name)->\(member)"
  }
}
