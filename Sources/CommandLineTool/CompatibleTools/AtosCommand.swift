internal import Bytes
internal import CrashModel
internal import DebugInfo
internal import SymbolModel
internal import SymbolStore
internal import System

/// `symbolicate atos`: addresses with the options and output of Apple's atos.
struct AtosCommand {
  private let options: AtosOptions
  private let images: [DropInImage]

  /// Runs the command and returns the exit code.
  static func run(_ arguments: ParsedArguments) throws(UsageError) -> Int32 {
    let options = try AtosOptions(arguments)
    var images: [DropInImage] = []
    for path in options.files {
      do throws(NamedFileError) {
        images.append(try open(path, options))
      } catch {
        StandardStreams.report("\(error.path): \(error.reason)\(error.isChoice ? "; choose one with -arch" : "")")
        return ExitCode.unreadable
      }
    }
    return AtosCommand(options: options, images: images).answer()
  }

  /// Opens a file. If it contains several architectures and none was named, arm64 is read, else the first one.
  private static func open(_ path: String, _ options: AtosOptions) throws(NamedFileError) -> DropInImage {
    do throws(NamedFileError) {
      return try DropInImage(path: path, architecture: options.architecture, searches: true)
    } catch {
      guard error.isChoice, options.architecture == nil else { throw error }
      let names = try NamedFile.openAll(path).compactMap { $0.last?.architecture }
      guard let chosen = names.first(where: { $0.name == "arm64" }) ?? names.first else { throw error }
      return try DropInImage(path: path, architecture: chosen, searches: true)
    }
  }

  private func answer() -> Int32 {
    var questions = options.addresses
    if let path = options.addressFile {
      do throws(SystemError) {
        questions += Self.words(of: try FileSystem.contents(of: path, limit: 1 << 30, orPipe: true))
      } catch {
        StandardStreams.report("\(path): \(error.message)")
        return ExitCode.unreadable
      }
    }
    var code: Int32
    if questions.isEmpty, options.addressFile == nil {
      var count = 0
      code = DropInQuestions.answerStandardInput(count: &count) { line, output in
        for word in Self.words(of: FileName.bytes(of: line)) { append(word, to: &output) }
      }
    } else {
      code = DropInQuestions.answer(questions, append)
    }
    for image in images { code = image.tellProblems(code) }
    return code
  }

  private static func words(of bytes: [UInt8]) -> [String] { bytes.split { $0 <= 0x20 }.map { FileName.text(of: Array($0)) } }

  private func append(_ word: String, to output: inout [UInt8]) {
    AtosPrinter(options: options).append(word, images: images, to: &output)
  }
}
