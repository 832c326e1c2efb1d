/// The options of drop-in commands, named as the other tools name them.
extension Flag {
  /// The options of `atos`.
  static let atos: [Flag] = [
    Flag(.object, spellings: ["-o"], value: .path("FILE"), help: "The dSYM, binary, app or framework to look in; repeatable"),
    Flag(.arch, spellings: ["-arch"], value: .text("ARCH"), help: "The architecture to read if FILE contains several"),
    Flag(.loadAddress, spellings: ["-l"], value: .text("ADDR"), help: "The load address of the image, in hexadecimal"),
    Flag(.slide, spellings: ["-s"], value: .text("SLIDE"), help: "The distance of the image from its link-time address"),
    Flag(.offset, spellings: ["-offset"], help: "Read addresses as offsets from the start of the image"),
    Flag(
      .textExecAddress, spellings: ["-textExecAddress"], value: .text("ADDR"),
      help: "The load address of the segment __TEXT_EXEC of a kernel or kernel extension, in hexadecimal"),
    Flag(.inlineFrames, spellings: ["-i", "-inlineFrames"], help: "Print inlined functions, each on a line"),
    Flag(
      .delimiter, spellings: ["-d"], value: .text("TEXT"),
      help: "With -i: print this line after each address (default: an empty one)"),
    Flag(.fullPath, spellings: ["-fullPath"], help: "Print full paths of source files, not only file names"),
    Flag(.addressFile, spellings: ["-f"], value: .path("FILE"), help: "Read addresses from a file, separated by white space"),
    Flag(.printHeader, spellings: ["-printHeader"], help: "Ignored: there is a header for running processes only"),
    Flag(.process, spellings: ["-p"], value: .text("PID"), help: "Rejected: only files are read, not running processes"),
  ]

  /// The options of `addr2line`.
  static let addr2line: [Flag] = [
    Flag(.executable, spellings: ["-e", "--exe"], value: .path("FILE"), help: "The debug file (default: a.out)"),
    Flag(.functions, spellings: ["-f", "--functions"], help: "Print the function before each position"),
    Flag(.demangle, spellings: ["-C", "--demangle"], help: "Demangle names; a style after = is ignored"),
    Flag(.inlines, spellings: ["-i", "--inlines"], help: "Print the callers of inlined functions, too"),
    Flag(.prettyPrint, spellings: ["-p", "--pretty-print"], help: "Print each position on one line"),
    Flag(.addresses, spellings: ["-a", "--addresses"], help: "Print the address first"),
    Flag(.basenames, spellings: ["-s", "--basenames"], help: "Print file names without directories"),
    Flag(.section, spellings: ["-j", "--section"], value: .text("NAME"), help: "Read addresses as offsets in this section"),
    Flag(.target, spellings: ["-b", "--target"], value: .text("BFDNAME"), help: "Ignored: the format of FILE is detected"),
    Flag(
      .recurseLimit, spellings: ["-r", "-R", "--recurse-limit", "--no-recurse-limit"],
      help: "Ignored: demangling always has a limit"),
    Flag(.help, spellings: ["-h", "-H", "--help"], help: "Show help: -h a line for each option, --help everything"),
    Flag(.version, spellings: ["-v", "--version"], help: "Show the versions of the program and of what it is built with"),
  ]
}
