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

    init(_ file: ObjectFile) { self.file = file }

    /// Whether pages of the file, or of one that completes it, were lost.
    var hasLostPages: Bool {
      session?.hasLostPages == true || variables?.hasLostPages == true || values?.hasLostPages == true
    }
  }

  private let sources: [Source]
  private var indexed: IndexedImage?
  private let system: SystemImage?
  /// Whether the index was built from the files in `sources`, which give the same answers.
  private let isCached: Bool
  private let isELF: Bool
  private let jobs: Int
  /// The symbols of `sources`.
  private lazy var symbols = FileSymbols(
    files, breakpad: sources.firstIndex { $0.breakpad != nil }.flatMap { at in sources[at].breakpad.map { (at, $0.table) } },
    textBase: textBase)
  /// What names answers, one for each thread.
  private var namings: [NameStyle: [AnswerNaming]] = [:]
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
    let namings = namings(style)
    let options = ResolveOptions(lineZero: lineZero, qualifiedNames: style != .mangled, jobs: jobs)
    if let indexed {
      if let resolved = indexedAnswers(addresses, indexed, options, namings[0]) { return resolved }
      return resolve(addresses, names: style, lineZero: lineZero)
    }
    addressCount += addresses.count
    for naming in namings { naming.isOfFew = addressCount <= Self.fewAddresses }
    var resolved = liveAnswers(addresses, options, namings)
    for position in resolved.indices where resolved[position] == nil {
      resolved[position] = namings[0].symbolOnly(at: addresses[position])
    }
    noteChange()
    guard failure == nil else { return addresses.map { _ in nil } }
    for naming in namings { noteHiddenNames(naming) }
    return resolved
  }

  private func namings(_ style: NameStyle) -> [AnswerNaming] {
    if let known = namings[style] { return known }
    let new = (0..<jobs).map { _ in AnswerNaming(style, isELF: isELF, symbols: symbolSource()) }
    namings[style] = new
    return new
  }

  /// Returns what finds the named symbol that contains an address, for any thread.
  private func symbolSource() -> (LinkAddress, _ ofFew: Bool) -> SymbolTable.Match? {
    if let indexed { return { address, _ in indexed.symbol(at: address) } }
    if let system { return { [unowned self] address, _ in systemSymbol(at: address, system) } }
    return { [symbols] in symbols.find($0, ofFew: $1) }
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
    _ addresses: [LinkAddress], _ index: IndexedImage, _ options: ResolveOptions, _ naming: AnswerNaming
  ) -> [ResolvedAddress?]? {
    let before = index.failures
    let resolved = addresses.map { address -> ResolvedAddress? in
      let failures = index.failures
      let answer =
        index.answer(address, options, naming.cache).map { naming.resolved($0, at: address) } ?? naming.symbolOnly(at: address)
      return index.failures == failures ? answer : nil
    }
    noteHiddenNames(naming)
    guard index.failures > before else { return resolved }
    note(DebugFileProblem(path: index.path, kind: .damagedIndex(isReplaced: isCached)))
    guard isCached else { return resolved }
    FileSystem.remove(index.path)
    indexed = nil
    namings = [:]
    openFiles()
    return nil
  }

  private func noteHiddenNames(_ naming: AnswerNaming) {
    if naming.cache.sawHiddenName, let path = sources.first?.file.path {
      note(DebugFileProblem(path: path, kind: .hiddenNames))
    }
  }

  /// Returns the answers of the first file with debug information that knows each address.
  private func liveAnswers(
    _ addresses: [LinkAddress], _ options: ResolveOptions, _ namings: [AnswerNaming]
  ) -> [ResolvedAddress?] {
    var results = [ResolvedAddress?](repeating: nil, count: addresses.count)
    for source in sources {
      guard let session = source.session else { continue }
      let open = results.indices.filter { results[$0] == nil }
      session.resolve(begin(open.map { addresses[$0] }, in: source, namings), options, to: namings)
      for naming in namings {
        for (position, answer) in naming.takeFound() { results[open[position]] = answer }
      }
    }
    if let source = sources.first(where: { $0.breakpad != nil }), let breakpad = source.breakpad {
      let moved = begin(addresses, in: source, namings)
      for position in results.indices where results[position] == nil {
        if let answer = breakpad.answer(moved[position], options) {
          namings[0].take(answer, for: moved[position].value, at: position)
        }
      }
      for (position, answer) in namings[0].takeFound() { results[position] = answer }
    }
    noteProblems()
    return results
  }

  /// Prepares to name what a file answers, and returns its addresses.
  private func begin(_ addresses: [LinkAddress], in source: Source, _ namings: [AnswerNaming]) -> [LinkAddress] {
    let isMoved = source.file.textBase != textBase
    for naming in namings { naming.originals = isMoved ? addresses : nil }
    return isMoved ? addresses.map { rebased($0, to: source) } : addresses
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
    address.rebased(from: textBase, to: source.file.textBase)
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
