internal import CSystem
internal import Glibc

/// What the process finds when it starts.
extension Environment {
  /// The arguments after the program's name, as the C library received them: unlike `CommandLine.arguments` they do not depend on
  /// /proc. Bytes that are not UTF-8 are kept, see `FileName`.
  package static var arguments: [String] {
    guard let list = unsafe symbolicate_arguments() else { return Array(CommandLine.arguments.dropFirst()) }
    return (1..<max(1, Int(symbolicate_argument_count()))).compactMap { position in
      unsafe list[position].map { unsafe String(fileName: $0) }
    }
  }

  /// The name by which the program was started (`argv[0]`), with or without a path; empty if the caller passed none.
  package static var invocation: String {
    guard let list = unsafe symbolicate_arguments(), symbolicate_argument_count() > 0 else {
      return CommandLine.arguments.first ?? ""
    }
    return unsafe list[0].map { unsafe String(fileName: $0) } ?? ""
  }

  /// The path of the running program: /proc/self/exe, or without /proc the path that it was started by.
  package static var programPath: String {
    let link = "/proc/self/exe"
    if FileSystem.status(link) != nil { return link }
    return unsafe symbolicate_program_path().map { unsafe String(fileName: $0) } ?? link
  }

  /// Opens /dev/null for those of the descriptors 0 to 2 that are closed, so that no file or pipe gets their numbers. It is opened
  /// the wrong way round: reading from a missing standard input and writing to a missing output still fail with EBADF, as they
  /// should (gnulib's stdopen does the same).
  package static func fillStandardDescriptors() {
    for number in 0...2 as ClosedRange<CInt> where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is given out first, and all lower ones are in use.
      _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Raises the limit of open files to `wanted`, as far as the hard limit permits (setrlimit(2)).
  ///
  /// - Returns: The number of files that the process may have open now.
  package static func raiseDescriptorLimit(to wanted: Int) -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return wanted }
    if limit.rlim_cur >= UInt(wanted) { return wanted }
    limit.rlim_cur = min(limit.rlim_max, UInt(wanted))
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }
}
