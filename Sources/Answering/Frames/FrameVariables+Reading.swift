internal import CrashModel
internal import Demangling
internal import Faults
internal import Redaction
internal import SymbolModel

extension FrameVariables {
  /// Reads the variables of the frame at which a thread crashed. `places` has one element per frame, `symbols` one per image,
  /// `resolutions` one per frame that is kept. Returns nil if none is known.
  init?(
    _ report: CrashReport, _ places: [FrameAddressing.Outcome], _ symbols: [ImageSymbols?], names: NameStyle,
    _ resolutions: [FrameResolution]
  ) {
    guard let captured = CapturedFrame(report), places.indices.contains(captured.frame),
      case .found(let lookup) = places[captured.frame], let image = symbols[lookup.image], !image.isMismatch,
      image.hasDWARF, let load = report.images[lookup.image].loadAddress, let textBase = image.textBase
    else { return nil }
    let question = captured.question(at: lookup.offset.linkAddress(textBase: textBase), slide: load.value &- textBase.value)
    let found = image.variables(question, names: names)
    if found.isEmpty { return nil }
    let notes = PointerNotes(report, symbols, captured, names)
    self.init(frame: captured.frame, variables: found)
    let sources = resolutions.indices.contains(frame) ? resolutions[frame].sources : []
    let deepest = variables.map(\.inlineDepth).max() ?? 0
    for index in variables.indices {
      variables[index].value = notes.noted(variables[index].value)
      // The names of functions as the frame has them, if it has a line for each call.
      let place = sources.count - 1 - variables[index].inlineDepth
      if sources.indices.contains(place), deepest < sources.count { variables[index].function = sources[place].function }
    }
  }

  /// Removes texts and buffers, and numbers that their names say are personal (docs/REDACTION.md).
  mutating func redact(with redactor: Redactor) {
    for index in variables.indices {
      variables[index].value = variables[index].value.redacted(named: variables[index].name, redactor)
    }
  }
}

extension VariableValue {
  fileprivate func redacted(named name: String, _ redactor: Redactor) -> VariableValue {
    switch self {
    case .text: return .absent(.redacted)
    case .pointer(var pointer):
      pointer.text = nil
      return .pointer(pointer)
    case .members(let members):
      return .members(members.map { Member(name: $0.name, value: $0.value.redacted(named: $0.name, redactor)) })
    case .elements(let elements, let count):
      // Numbers in a row may be characters.
      if elements.contains(where: { if case .number = $0 { true } else { false } }) { return .absent(.redacted) }
      return .elements(elements.map { $0.redacted(named: name, redactor) }, count: count)
    case .number(let text):
      let line = "\(name): \(text)"
      return redactor.redact(line) == line ? self : .absent(.redacted)
    case .named, .absent: return self
    }
  }
}

/// What the addresses lead to that variables hold.
private struct PointerNotes {
  private let report: CrashReport
  private let table: ImageTable
  private let symbols: [ImageSymbols?]
  private let captured: CapturedFrame
  private let names: NameStyle

  init(_ report: CrashReport, _ symbols: [ImageSymbols?], _ captured: CapturedFrame, _ names: NameStyle) {
    self.report = report
    self.symbols = symbols
    self.captured = captured
    self.names = names
    table = ImageTable(report.images, onlySized: true)
  }

  /// Returns a value with notes on its addresses.
  func noted(_ value: VariableValue) -> VariableValue {
    switch value {
    case .pointer(var pointer):
      pointer.note = note(pointer)
      return .pointer(pointer)
    case .members(let members): return .members(members.map { .init(name: $0.name, value: noted($0.value)) })
    case .elements(let elements, let count): return .elements(elements.map(noted), count: count)
    case .number, .named, .text, .absent: return value
    }
  }

  private func note(_ pointer: VariableValue.Pointer) -> String? {
    if pointer.address == 0 { return nil }
    if captured.isStack(pointer.address) { return "stack" }
    let architecture = report.processor
    guard let found = table.find(RuntimeAddress(pointer.address), on: architecture), !report.images[found.position].isPlaceholder
    else { return nil }
    if pointer.isFunction, let name = function(at: found.address, found.position) { return name }
    return report.images[found.position].name.map { "in \($0)" }
  }

  /// Returns the function that begins at an address, or nil if none does.
  private func function(at address: RuntimeAddress, _ image: Int) -> String? {
    guard let files = symbols.indices.contains(image) ? symbols[image] : nil, let load = report.images[image].loadAddress,
      let textBase = files.textBase, let offset = address.offset(from: load)
    else { return nil }
    guard let answer = files.answers(at: [offset], names: names).first ?? nil,
      answer.functionStart == offset.linkAddress(textBase: textBase), let source = answer.sources.last
    else { return nil }
    return source.function
  }
}
