/// The manual's text about drop-in commands.
enum DropInManual {
  /// Paragraphs on the questions of llvm-symbolizer.
  static let lookup = [
    "Without FILE each line of standard input is a question as llvm-symbolizer takes it: an optional CODE, DATA or FRAME, the path "
      + "of a binary, in quotes if it has blanks, with `:ARCH` after it for a file with several architectures, and an address "
      + "(decimal, or hexadecimal with 0x) or the name of a function. CODE is answered; DATA and FRAME are answered as "
      + "llvm-symbolizer does if it knows nothing. Each answer is written before the next question is read.",
    "A link to the program with the name llvm-symbolizer takes the options that sanitizers pass to it, so that "
      + "$ASAN_SYMBOLIZER_PATH may name it.",
  ]

  /// Paragraphs on `atos`.
  static let atos = [
    "Prints a line for each address, in the format of Apple's atos:",
    "* `function (in Image) (File.swift:12)` if the line is known",
    "* `function (in Image) + 24` if only a symbol is known, with the distance from the function's start",
    "* `0x0000000102f14c18 (in Image)` if nothing is known of an address in the image, with the distance from the function's start "
      + "if the image lists the starts of its functions",
    "* the address as it was given if it is outside the image",
    "Without -i the function is the one whose code contains the address, not one that was inlined into it. As in atos, an address "
      + "is looked up as it is: for a caller's frame, whose address is where the call returns to, `symbolicate REPORT` looks one "
      + "byte back.",
    "A link to the program with the name atos behaves in the same way.",
  ]

  /// Paragraphs on `addr2line`.
  static let addr2line = [
    "Prints file and line of each address, ??:0 if nothing is known, and ??:? or file:? if only the function or the file is known. "
      + "Known differences to the tool of binutils 2.40:",
    "* discriminators are not printed",
    "* symbols name only the code inside them, not gaps after them, and not data; without debug information no file is printed "
      + "(??:?, not crtstuff.c:?)",
    "* a function of a header has the header as its file, and a function without a linkage name has its own name",
    "* a part that the compiler split off a function keeps the suffix of its symbol (.cold, .part.0)",
    "* split debug information (.dwo, .dwp), dwz files and MiniDebugInfo are read, and -C also demangles Swift",
    "A link to the program with the name addr2line, or one that ends in it, behaves in the same way.",
  ]
}
