package import DWARF
package import Demangling
package import ObjectFiles
internal import SystemSymbols
package import SymbolIndex
package import SymbolModel
internal import System

/// All debug files of one image, merged: answers addresses from the best of them. Used by one thread at a time. The front of the
/// module `DebugInfo`.
///
/// In: the object files of one image (a dSYM, a binary, a `.debug` file ...) or its index. Out: `resolve`, for each link-time
/// address the source frames, innermost first, with readable names; and `problems`, what is wrong with the files.
///
/// Of each address the first file with debug information that knows it answers, then a symbol table. `IndexPolicy` decides
/// whether an index answers instead; `IndexBuilder` makes one; `FunctionsByName` is the other direction, from names to addresses.
package final class DebugImage {
  /// One file and what was read of it so far.
  private final class Source {
    let file: ObjectFile
    var session: DWARFSession?
    var variables: VariableReader?
    var values: ValueReader?
    /// How many missing split files of it are among the problems.
    var toldSplitFiles = 0
    /// The file's answers, if it is a symbol file of Breakpad that is used.
    var breakpad: BreakpadAnswers?
    private(set) lazy var hasDWARF = file.hasDWARF
    /// The symbols of the whole file, or those around some addresses.
    private var symbols: SymbolTable?
    /// A list: with a dictionary, one address takes 6 percent more instructions.
    private var symbolsAround: [(address: LinkAddress, table: SymbolTable)] = []

    init(_ file: ObjectFile) { self.file = file }

    /// Whether pages of the file, or of one that completes it, were lost.
    var hasLostPages: Bool {
      session?.hasLostPages == true || variables?.hasLostPages == true || values?.hasLostPages == true
    }

    /// Returns the named symbol that contains an address of this file. Reads all symbols, unless it is one of few addresses.
    func symbol(at address: LinkAddress, ofFew: Bool) -> SymbolTable.Match? {
      if symbols == nil, ofFew, breakpad == nil, !file.hasMiniDebugInfo {
        if let known = symbolsAround.first(where: { $0.address == address }) { return known.table.find(address) }
        let table = file.symbolTable(around: address)
        symbolsAround.append((address, table))
        return table.find(address)
      }
      let all = symbols ?? breakpad?.symbolTable ?? file.symbolTable()
      symbols = all
      return all.find(address)
    }
  }

  private let sources: [Source]
  private var indexed: IndexedImage?
  private let system: SystemImage?
  /// Whether the index was built from the files in `sources`, which give the same answers.
  private let isCached: Bool
  private let isELF: Bool
  private let jobs: Int
  private var names: [NameStyle: NameCache] = [:]
  /// How many addresses were asked for.
  private var addressCount = 0
  /// For so many addresses, the symbols around each are read, a tenth of the work of reading all.
  private static let fewAddresses = 4
  /// The link-time address that corresponds to the image's load address.
  package let textBase: LinkAddress
  /// Problems with the files: sections that could not be read.
  package private(set) var problems: [DebugFileProblem] = []

  /// The reason why there are no more answers, as a clause, or nil while there are.
  package private(set) var failure: String?

  /// Merges files with one ID; those with more contents come first. Opens DWARF at once (root entries only), and everything else
  /// on demand. `jobs` threads may work on one call of `resolve`.
  package init(files: [ObjectFile], jobs: Int = 1) {
    self.jobs = max(1, jobs)
    indexed = nil
    system = nil
    isCached = false
    sources = IndexBuilder.ranked(files).map(Source.init)
    isELF = files.contains { $0.container == .elf }
    textBase = sources.first?.file.textBase ?? LinkAddress(0)
    openFiles()
  }

  private func openFiles() {
    for source in sources where source.file.hasDWARF {
      source.file.truncatedSection.map { noteDamage(of: source, $0) }
      do throws(ObjectFileError) {
        source.session = try DWARFSession(source.file, companions: DebugCompanions(of: source.file))
      } catch {
        if error.isPassing { failure = "\(error)" }
        noteDamage(of: source, "\(error)")
      }
      if source.session?.unitCount == 0 { noteDamage(of: source, "no unit of its debug information can be read") }
      source.session?.damage.map { noteDamage(of: source, $0) }
    }
    openBreakpad()
    for source in sources { source.file.truncatedSymbols.map { noteDamage(of: source, $0) } }
    noteChange()
    if failure != nil { problems = [] }
  }

  /// Opens a symbol file of Breakpad, unless there is debug information, which knows more.
  private func openBreakpad() {
    guard !sources.contains(where: { $0.session?.unitCount ?? 0 > 0 }),
      let source = sources.first(where: { $0.file.container == .breakpad })
    else { return }
    let answers = BreakpadAnswers(source.file)
    source.breakpad = answers
    answers.damage.map { noteDamage(of: source, $0) }
  }

  /// Answers from an index instead of the files that it was built from, which may be gone. With `isCached` they are `files`, and
  /// they answer if the index turns out to be damaged.
  package init(index: SymbolIndex, files: [ObjectFile] = [], isCached: Bool = false) {
    jobs = 1
    self.isCached = isCached
    system = nil
    indexed = IndexedImage(index)
    sources = IndexBuilder.ranked(files).map(Source.init)
    isELF = index.isELF
    textBase = index.textBase
  }

  /// Answers from the names of a system. Addresses are distances from the image's header, or, for the whole cache, from its
  /// beginning.
  package init(system: SystemImage) {
    jobs = 1
    isCached = false
    indexed = nil
    self.system = system
    sources = []
    isELF = false
    textBase = LinkAddress(0)
  }

  /// Whether answers come from an index.
  package var isIndexed: Bool { indexed != nil }

  /// Returns an image that answers from the same index, for another thread, or nil if none answers.
  package func sharingIndex() -> DebugImage? { indexed.map { DebugImage(index: $0.index, files: files, isCached: isCached) } }

  /// The files, best contents first.
  package var files: [ObjectFile] { sources.map(\.file) }

  /// Answers each address, in the order given, with nil if no function, line or symbol contains it. One call with many sorted
  /// addresses is faster than many calls.
  package func resolve(
    _ addresses: [LinkAddress], names style: NameStyle = .short, lineZero: LineZeroRule = .nearestEarlier
  ) -> [ResolvedAddress?] {
    guard failure == nil else { return addresses.map { _ in nil } }
    let cache = names[style] ?? NameCache(style)
    names[style] = cache
    let options = ResolveOptions(lineZero: lineZero, qualifiedNames: style != .mangled, jobs: jobs)
    if let indexed {
      if let resolved = indexedAnswers(addresses, indexed, options, cache) { return resolved }
      return resolve(addresses, names: style, lineZero: lineZero)
    }
    addressCount += addresses.count
    let answers = liveAnswers(addresses, options)
    let resolved = zip(addresses, answers).map { address, answer in
      answer.map { self.resolved(cache.named($0), at: address, cache) } ?? symbolOnly(at: address, cache)
    }
    noteChange()
    guard failure == nil else { return addresses.map { _ in nil } }
    noteHiddenNames(cache)
    return resolved
  }

  /// Returns the names of variables behind pointers, one element per question, or nil where none is known.
  package func pointers(_ questions: [PointerQuestion]) -> [PointerAnswer?] {
    guard failure == nil, system == nil else { return questions.map { _ in nil } }
    var answers = [PointerAnswer?](repeating: nil, count: questions.count)
    for source in sources where source.hasDWARF {
      guard let reader = variables(of: source) else { continue }
      for position in answers.indices where answers[position] == nil {
        var question = questions[position]
        question.instruction = rebased(question.instruction, to: source)
        switch question.place {
        case .address(let address): question.place = .address(rebased(LinkAddress(address), to: source).value)
        case .object(let address): question.place = .object(rebased(LinkAddress(address), to: source).value)
        case .register, .memory: break
        }
        answers[position] = reader.answer(question)
      }
    }
    noteChange()
    return failure == nil ? answers : questions.map { _ in nil }
  }

  /// Returns the variables in scope at an instruction, with names of types in a style, or none if no file knows its function.
  package func variables(_ question: ValueQuestion, names style: NameStyle) -> [FrameVariable] {
    guard failure == nil, system == nil else { return [] }
    var found: [FrameVariable]?
    for source in sources where found == nil && source.hasDWARF {
      var moved = question
      moved.instruction = rebased(question.instruction, to: source)
      moved.slide = question.slide &+ question.instruction.value &- moved.instruction.value
      found = values(of: source)?.variables(moved)
    }
    noteChange()
    guard failure == nil, let found else { return [] }
    return found.map { variable in
      var variable = variable
      if let mangled = variable.mangledType { variable.type = Demangler.demangle(mangled, style: style) ?? variable.type }
      return variable
    }
  }

  private func values(of source: Source) -> ValueReader? {
    if let known = source.values { return known }
    guard let session = source.session ?? (try? DWARFSession(source.file, companions: DebugCompanions(of: source.file))) else {
      return nil
    }
    source.values = ValueReader(source.file, session, programs: files)
    return source.values
  }

  private func variables(of source: Source) -> VariableReader? {
    if let known = source.variables { return known }
    // An index answers for the code; the files are open only for variables.
    guard let session = source.session ?? (try? DWARFSession(source.file, companions: DebugCompanions(of: source.file))) else {
      return nil
    }
    source.variables = VariableReader(source.file, session, programs: files)
    return source.variables
  }

  /// Records that a file changed after it was opened, so that contents read from it may be wrong.
  private func noteChange() {
    guard indexed == nil, IndexBuilder.hasChanged(files) || sources.contains(where: \.hasLostPages) else { return }
    failure = IndexBuilder.changed
  }

  /// Returns the answers of an index, or nil if it turns out to be damaged and the files are open now instead.
  private func indexedAnswers(
    _ addresses: [LinkAddress], _ index: IndexedImage, _ options: ResolveOptions, _ cache: NameCache
  ) -> [ResolvedAddress?]? {
    let before = index.failures
    let resolved = addresses.map { address -> ResolvedAddress? in
      let failures = index.failures
      let answer =
        index.answer(address, options, cache).map { self.resolved($0, at: address, cache) } ?? symbolOnly(at: address, cache)
      return index.failures == failures ? answer : nil
    }
    noteHiddenNames(cache)
    guard index.failures > before else { return resolved }
    note(DebugFileProblem(path: index.path, kind: .damagedIndex(isReplaced: isCached)))
    guard isCached else { return resolved }
    FileSystem.remove(index.path)
    indexed = nil
    openFiles()
    return nil
  }

  private func noteHiddenNames(_ cache: NameCache) {
    if cache.sawHiddenName, let path = sources.first?.file.path { note(DebugFileProblem(path: path, kind: .hiddenNames)) }
  }

  /// Returns the answers of the first file with debug information that knows each address.
  private func liveAnswers(_ addresses: [LinkAddress], _ options: ResolveOptions) -> [DWARFAnswer?] {
    var results = [DWARFAnswer?](repeating: nil, count: addresses.count)
    for source in sources {
      guard let session = source.session else { continue }
      let open = results.indices.filter { results[$0] == nil }
      let answers = session.resolve(open.map { rebased(addresses[$0], to: source) }, options)
      for (position, answer) in zip(open, answers) { results[position] = answer }
    }
    if let source = sources.first(where: { $0.breakpad != nil }), let breakpad = source.breakpad {
      for position in results.indices where results[position] == nil {
        results[position] = breakpad.answer(rebased(addresses[position], to: source), options)
      }
    }
    noteProblems()
    return results
  }

  /// Records damage in a file, once per file.
  private func noteDamage(of source: Source, _ clause: String) {
    let isKnown = problems.contains { if case .damaged = $0.kind { $0.path == source.file.path } else { false } }
    if !isKnown { problems.append(DebugFileProblem(path: source.file.path, kind: .damaged(clause))) }
  }

  /// Records damage that was found, and missing split files.
  private func noteProblems() {
    for source in sources {
      source.session?.damage.map { noteDamage(of: source, $0) }
      let missing = source.session?.missingSplitFiles ?? []
      for name in missing[min(source.toldSplitFiles, missing.count)...] {
        note(DebugFileProblem(path: source.file.path, kind: .missingPart(name)))
      }
      source.toldSplitFiles = missing.count
    }
  }

  private func note(_ problem: DebugFileProblem) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  /// Returns the named symbol that contains an address, from the first file that has one.
  private func symbol(at address: LinkAddress) -> SymbolTable.Match? {
    if let indexed { return indexed.symbol(at: address) }
    if let system { return systemSymbol(at: address, system) }
    for source in sources {
      if let match = source.symbol(at: rebased(address, to: source), ofFew: addressCount <= Self.fewAddresses) {
        guard source.file.textBase != textBase, let offset = match.start.offset(from: source.file.textBase) else { return match }
        return match.moved(to: offset.linkAddress(textBase: textBase))
      }
    }
    return nil
  }

  private func systemSymbol(at address: LinkAddress, _ system: SystemImage) -> SymbolTable.Match? {
    do throws(SystemSymbolFile.Refusal) {
      let match = try system.symbol(at: address)
      if system.container.hasChanged { failure = IndexBuilder.changed }
      return match
    } catch {
      note(DebugFileProblem(path: system.container.path, kind: .damaged(error.description)))
      return nil
    }
  }

  private func rebased(_ address: LinkAddress, to source: Source) -> LinkAddress {
    guard source.file.textBase != textBase, let offset = address.offset(from: textBase) else { return address }
    return offset.linkAddress(textBase: source.file.textBase)
  }

  private func symbolOnly(at address: LinkAddress, _ cache: NameCache) -> ResolvedAddress? {
    guard let match = symbol(at: address) else { return nil }
    return ResolvedAddress(
      basis: .symbolTable, sources: [cache.frame(linkage: match.name)], functionStart: match.start, isNamed: true)
  }

  private func resolved(_ answer: consuming NamedAnswer, at address: LinkAddress, _ cache: NameCache) -> ResolvedAddress {
    let (last, start) = (answer.frames.count - 1, answer.functionStart)
    // Functions that no entry covers (identical code folded by the linker) take their name from the symbol table.
    guard let function = answer.function else {
      let match = symbol(at: address)
      var frame = answer.frames.first ?? SourceFrame(function: "")
      frame.takeNames(of: match.map { cache.frame(linkage: $0.name) } ?? SourceFrame(function: ""))
      frame.inlined = false
      return ResolvedAddress(basis: .debugInformation, sources: [frame], functionStart: match?.start, isNamed: match != nil)
    }
    if !function.hasLinkageName, let names = linkageNames(of: function, start, at: address, cache) {
      answer.frames[last].takeNames(of: names)
    } else if let suffix = cloneSuffix(of: function, at: address) {
      answer.frames[last].function += cache.style == .mangled ? suffix : " [clone \(suffix)]"
      answer.frames[last].linkageName = answer.frames[last].linkageName.map { $0 + suffix }
    }
    let isNamed = !answer.frames[last].function.isEmpty
    return ResolvedAddress(basis: .debugInformation, sources: answer.frames, functionStart: start, isNamed: isNamed)
  }

  /// Returns the names that the symbol at an address gives its function, or nil if it is not the mangled form of the function's name. The
  /// answer for the last symbol of each function is kept.
  private func linkageNames(
    of function: FunctionNames, _ start: LinkAddress?, at address: LinkAddress, _ cache: NameCache
  ) -> SourceFrame? {
    if let kept = function.symbol, kept.start == start, kept.range.contains(address.value) { return kept.names }
    guard let match = symbol(at: address) else { return nil }
    let isName = Self.isLinkageName(match.name, of: function.recorded, startsThere: match.start == start)
    let names = isName ? cache.frame(linkage: match.name) : nil
    // The symbols around few addresses are not all of them.
    if match.isAlone, match.start <= match.end, indexed != nil || addressCount > Self.fewAddresses {
      function.symbol = FunctionSymbol(start: start, range: match.start.value..<match.end.value, names: names)
    }
    return names
  }

  /// Returns whether a symbol is the mangled form of a name: gcc records no linkage names for functions that other files cannot
  /// see, swiftc none with `-gline-tables-only`, and in DWARF 2 gcc invents a name for the second section of a function. A symbol that equals
  /// the name belongs to a function with C linkage, whose name has no namespace. Operators (also that of a closure), destructors and much of
  /// Swift have codes in the symbol in place of their names: there, the symbol must begin where the function does.
  private static func isLinkageName(_ symbol: String, of name: String?, startsThere: Bool) -> Bool {
    guard let name, !name.isEmpty, !name.hasPrefix("__second_sect_of_") else { return true }
    if symbol == name { return true }
    if symbol.hasPrefix("$s") || symbol.hasPrefix("$S") { return startsThere }
    guard symbol.hasPrefix("_Z") else { return false }
    if name.hasPrefix("operator") || name.hasPrefix("~") { return startsThere }
    let base = name.prefix { $0 != "<" }
    return symbol.utf8.count > base.utf8.count && symbol.containsBytes(of: "\(base.utf8.count)\(base)")
  }

  /// Returns the part of an ELF symbol's name that compilers add to parts and copies of a function (`.cold`, `.part.0`,
  /// `.constprop.1`), which the debug information does not record.
  private func cloneSuffix(of function: FunctionNames, at address: LinkAddress) -> String? {
    guard isELF, let name = function.recorded,
      let match = symbol(at: address), match.name.utf8.count > name.utf8.count, match.name.hasPrefix(name)
    else { return nil }
    let rest = match.name.dropFirst(name.count)
    return rest.hasPrefix(".") ? String(rest) : nil
  }
}

extension ObjectFile {
  /// Returns the name of the first debug section that reaches past the end of the file, in a clause, or nil if all are inside.
  var truncatedSection: String? {
    for section in sections where section.debugName != nil && section.hasContents {
      let (end, overflow) = section.fileOffset.addingReportingOverflow(section.size)
      guard overflow || end > UInt64(bytes.count) else { continue }
      return "\(section.name) reaches \(overflow ? "far" : "\(end - UInt64(bytes.count)) bytes") past the end of the file"
    }
    return nil
  }
}

extension SourceFrame {
  /// Takes the names of another frame.
  fileprivate mutating func takeNames(of other: SourceFrame) { (function, linkageName) = (other.function, other.linkageName) }
}
