/// The options of drop-in commands, named as the other tools name them.
extension Flag {
  static let compatible = [
    object, loadAddress, slide, offset, textExecAddress, inlineFrames, delimiter, fullPath, addressFile, printHeader, process,
    executable, functions, demangle, inlines, prettyPrint, addresses, basenames, section, target, recurseLimit,
  ]

  // MARK: atos

  static let object = Flag(
    "o", spellings: ["-o"], value: .path("FILE"), help: "The dSYM, binary, app or framework to look in; repeatable",
    details: [
      "Of a binary without debug information the dSYM beside it or beside its app is read, if it has the same UUID, else one with "
        + "this UUID in the store or in $SYMBOLICATE_SYMBOL_PATHS. With several files the first one that contains an address answers."
    ], of: [.atos])

  static let loadAddress = Flag(
    "l", spellings: ["-l"], value: .text("ADDR"), help: "The load address of the image, in hexadecimal",
    details: [
      "Addresses are then those of a process that loaded the image at ADDR. Without -l, -s, -offset and "
        + "-textExecAddress they are link-time addresses."
    ], of: [.atos])

  static let slide = Flag(
    "s", spellings: ["-s"], value: .text("SLIDE"), help: "The distance of the image from its link-time address", of: [.atos])

  static let offset = Flag(
    "offset", spellings: ["-offset"], help: "Read addresses as offsets from the start of the image", of: [.atos])

  static let textExecAddress = Flag(
    "textExecAddress", spellings: ["-textExecAddress"], value: .text("ADDR"),
    help: "The load address of the segment __TEXT_EXEC of a kernel or kernel extension, in hexadecimal", of: [.atos])

  static let inlineFrames = Flag(
    "inlineFrames", spellings: ["-i", "-inlineFrames"], help: "Print inlined functions, each on a line", of: [.atos])

  static let delimiter = Flag(
    "d", spellings: ["-d"], value: .text("TEXT"), help: "With -i: print this line after each address (default: an empty one)",
    of: [.atos])

  static let fullPath = Flag(
    "fullPath", spellings: ["-fullPath"], help: "Print full paths of source files, not only file names", of: [.atos])

  static let addressFile = Flag(
    "f", spellings: ["-f"], value: .path("FILE"), help: "Read addresses from a file, separated by white space", of: [.atos])

  static let printHeader = Flag(
    "printHeader", spellings: ["-printHeader"], help: "Ignored: there is a header for running processes only", of: [.atos])

  static let process = Flag(
    "p", spellings: ["-p"], value: .text("PID"), help: "Rejected: only files are read, not running processes", of: [.atos])

  // MARK: addr2line

  static let executable = Flag(
    "exe", spellings: ["-e", "--exe"], value: .path("FILE"), help: "The debug file (default: a.out)", of: [.addr2line])

  static let functions = Flag(
    "functions", spellings: ["-f", "--functions"], help: "Print the function before each position", of: [.addr2line])

  static let demangle = Flag(
    "demangle", spellings: ["-C", "--demangle"], help: "Demangle names; a style after = is ignored", of: [.addr2line])

  static let inlines = Flag(
    "inlines", spellings: ["-i", "--inlines"], help: "Print the callers of inlined functions, too", of: [.addr2line])

  static let prettyPrint = Flag(
    "pretty-print", spellings: ["-p", "--pretty-print"], help: "Print each position on one line", of: [.addr2line])

  static let addresses = Flag(
    "addresses", spellings: ["-a", "--addresses"], help: "Print the address first", of: [.addr2line])

  static let basenames = Flag(
    "basenames", spellings: ["-s", "--basenames"], help: "Print file names without directories", of: [.addr2line])

  static let section = Flag(
    "section", spellings: ["-j", "--section"], value: .text("NAME"), help: "Read addresses as offsets in this section",
    of: [.addr2line])

  static let target = Flag(
    "target", spellings: ["-b", "--target"], value: .text("BFDNAME"), help: "Ignored: the format of FILE is detected",
    of: [.addr2line])

  static let recurseLimit = Flag(
    "recurse-limit", spellings: ["-r", "-R", "--recurse-limit", "--no-recurse-limit"],
    help: "Ignored: demangling always has a limit", of: [.addr2line])
}
