package import ObjectFiles
package import SymbolModel
internal import System

/// Reads the variables of functions from one file's debug information. The front of `Values`. Used by one thread at a time.
///
/// In: a `ValueQuestion`, an instruction with the registers and the memory that a report has. Out: the variables in scope with their
/// values, or the reasons why they have none. On the way:
///
/// 1. `VariableScope`: the variables of the function and of the calls inlined into it; `LineContext`: whether they are set already.
/// 2. `LibdwEntries+Expressions`: their location expressions, which libdw decodes.
/// 3. `LocationMachine`: the expressions evaluated with what the report has (`CapturedState`), the frame by `CallFrameTable`.
/// 4. `VariableBytes`: the bytes of the variable; `TypeDecoder`: the value of its type.
package final class ValueReader {
  private let session: DWARFSession
  private let losses: [PageLoss]
  private let handle: LibdwHandle
  private let entries: LibdwEntries
  private let programs: [ObjectFile]
  private lazy var frames = programs.flatMap { file in CallFrameTable.tables(of: file).map { ($0, file.textBase) } }
  private let textBase: LinkAddress

  /// More bytes of a variable are not read.
  private static let maxSize: UInt64 = 4_096

  /// Returns nil if libdw rejects the file's debug information. `session` is open on the same file; `programs` are the files with its
  /// ID, which may have the call frame information.
  package init?(_ file: ObjectFile, _ session: DWARFSession, programs: [ObjectFile]) {
    guard let sections = try? DebugSections(file, more: ["loc", "loclists"]), let handle = sections.openLibdw() else {
      return nil
    }
    self.session = session
    losses = sections.losses
    self.handle = handle
    self.programs = programs
    entries = LibdwEntries(handle)
    textBase = file.textBase
  }

  /// Whether pages of the file, or of one that completes it, were lost: answers may be wrong.
  package var hasLostPages: Bool { session.hasLostPages || losses.contains(where: \.hasOccurred) }

  /// Returns the variables in scope, those of inner calls first, or nil if the file does not know the function.
  package func variables(_ question: ValueQuestion) -> [FrameVariable]? {
    guard let (unit, function) = session.function(at: question.instruction) else { return nil }
    let (address, entry) = (question.instruction.value, UInt64(function))
    guard let (language, addressSize) = entries.unit(of: entry) else { return nil }
    let code = entries.code(of: entry) ?? address..<address
    let lines = LineContext(handle, unit: unit, code, at: address)
    let scope = VariableScope(entries, function: entry, at: address, code.contains(address) ? lines.position : nil)
    let state = CapturedState(question, addressSize: addressSize)
    let frame = frame(of: entry, question, state)
    let isPrologue = code.contains(address) && address < (lines.bodyStart ?? code.upperBound)
    let isC = Language.c.contains(language)
    let found = scope.variables.map { variable -> FrameVariable in
      let bytes = isPrologue ? .failure(.init(reason: .prologue)) : bytes(of: variable, scope, frame, state, at: address)
      return self.variable(variable, scope, bytes, state, isC: isC)
    }
    return (0..<scope.levels.count).reversed().flatMap { level in
      found.filter { $0.inlineDepth == level && $0.kind == .parameter }
        + found.filter { $0.inlineDepth == level && $0.kind == .local }
    }
  }

  /// What expressions refer to.
  private struct Frame {
    var base: Result<UInt64, LocationMachine.Failure>
    var address: UInt64?
  }

  private func frame(of function: UInt64, _ question: ValueQuestion, _ state: CapturedState) -> Frame {
    let rule = callFrameRule(at: question.instruction)
    let address = rule.flatMap { rule in
      state.register(rule.register).map { state.address($0.value &+ UInt64(bitPattern: rule.offset)) }
    }
    guard
      case .operations(let operations, _)? = entries.expression(Attribute.frameBase, of: function, at: question.instruction.value)
    else { return Frame(base: .failure(.init(reason: .unknownLocation)), address: address) }
    // At the end of a function the frame pointer is the caller's.
    if let pointer = question.framePointer, let rule, rule.register != pointer, operations.count == 1,
      operations[0].code == Operation.registers.lowerBound + UInt8(clamping: pointer)
    {
      return Frame(base: .failure(.init(reason: .noFrame)), address: address)
    }
    var machine = LocationMachine(state, frameBase: nil, frameAddress: address)
    do throws(LocationMachine.Failure) {
      return Frame(base: .success(try machine.frameBase(operations)), address: address)
    } catch {
      return Frame(base: .failure(error), address: address)
    }
  }

  private func callFrameRule(at instruction: LinkAddress) -> CallFrameTable.Rule? {
    for (table, base) in frames {
      // A debug file may have been linked at another address than the program.
      let address = instruction.value &- textBase.value &+ base.value
      if let rule = table.rule(at: address) { return rule }
    }
    return nil
  }

  private func bytes(
    of variable: VariableScope.Entry, _ scope: VariableScope, _ frame: Frame, _ state: CapturedState, at address: UInt64
  ) -> Result<VariableBytes, LocationMachine.Failure> {
    guard let type = entries.valueType(of: variable.entry), let size = entries.size(of: type) else {
      return .failure(.init(reason: .noType))
    }
    let count = Int(min(size, Self.maxSize))
    switch entries.expression(Attribute.location, of: variable.entry, at: address) {
    case .operations(let operations, let isList)?:
      var machine = LocationMachine(state, frameBase: frame.base, frameAddress: frame.address)
      do throws(LocationMachine.Failure) {
        let pieces = try machine.run(operations)
        if !isList, case .memory? = pieces.first?.place, scope.isNotSet(variable) {
          return .failure(.init(reason: .notSet))
        }
        return .success(VariableBytes(pieces, size: count, state))
      } catch {
        return .failure(error)
      }
    case LibdwEntries.Expression.none?: return .failure(.init(reason: .optimizedOut))
    case .damaged?: return .failure(.init(reason: .unknownLocation))
    case nil:
      guard let constant = entries.constant(of: variable.entry, size: count) else {
        return .failure(.init(reason: .optimizedOut))
      }
      if scope.isNotSet(variable) { return .failure(.init(reason: .notSet)) }
      return .success(VariableBytes(Array(constant.prefix(count)), origins: ["constant"]))
    }
  }

  private func variable(
    _ variable: VariableScope.Entry, _ scope: VariableScope, _ bytes: Result<VariableBytes, LocationMachine.Failure>,
    _ state: CapturedState, isC: Bool
  ) -> FrameVariable {
    var result = FrameVariable(name: variable.name, kind: variable.kind, inlineDepth: variable.level, value: .absent(.noType))
    result.function = scope.levels[variable.level].function
    let type = entries.valueType(of: variable.entry)
    result.mangledType = type.flatMap { SwiftTypeName.mangled($0, entries) }
    result.type = type == nil ? nil : TypeText(entries, isC: isC).text(ofTypeOf: variable.entry)
    switch bytes {
    case .failure(let failure): result.value = .absent(failure.reason)
    case .success(let bytes):
      var decoder = TypeDecoder(entries, state)
      if let type { result.value = decoder.decode(type, bytes) }
      if result.value.reason == nil { result.origins = bytes.origins }
    }
    return result
  }
}
