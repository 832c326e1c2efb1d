internal import CCurl
internal import Glibc
internal import System

/// Files from web servers, through libcurl, which is loaded when it is first asked.
package enum HTTPClient {
  /// A request that brought no file.
  package enum Failure: Error, Hashable, Sendable {
    /// The server does not have the file (404 and the like).
    case absent
    /// The server refuses to say, or cannot: the status.
    case refused(status: Int)
    /// The file is larger than the limit.
    case tooLarge
    /// The server cannot be reached, does not answer in time, or breaks off; the library's message.
    case failed(String)
    /// The file cannot be written.
    case unwritable(String)
  }

  /// Whether the library is installed.
  package static var isInstalled: Bool { symbolicate_http_is_installed() != 0 }

  /// Fetches what an http or https address holds into a new file: at most `limit` bytes, in at most `seconds`. Leaves no file if it
  /// throws.
  package static func fetch(_ address: String, to path: String, limit: Int, seconds: Int) throws(Failure) {
    let file = unsafe open(path.fileName, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .unwritable("\(path): \(SystemError(errno, operation: "open").message)") }
    var message = [CChar](repeating: 0, count: 512)
    var status = 0
    let end = unsafe symbolicate_http_get(
      address, file, Int64(limit), seconds.multipliedReportingOverflow(by: 1000).partialValue, &status, &message, message.count)
    close(file)
    if end == SYMBOLICATE_HTTP_DONE { return }
    FileSystem.remove(path)
    switch end {
    case SYMBOLICATE_HTTP_TOO_LARGE: throw .tooLarge
    case SYMBOLICATE_HTTP_STATUS: throw [403, 404, 410].contains(status) ? .absent : .refused(status: status)
    default:
      let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw .failed(String(decoding: text, as: UTF8.self))
    }
  }
}
