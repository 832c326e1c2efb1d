internal import CSQLite
internal import System

/// One connection to an SQLite file. Used by one thread at a time.
@safe final class Database {
  /// A call that failed.
  struct Failure: Error {
    /// The result code.
    let code: Int32

    /// Whether the file is damaged or not a database. All statements fit the tables, so that an error in one (SQLITE_ERROR), such as an
    /// unknown format of the file, is the file's.
    var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_ERROR].contains(code & 0xff) }
  }

  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = unsafe [:]

  /// Opens a file, or makes it. Another process that writes is waited for, for at most `timeout` milliseconds.
  init(path: String, timeout: Int32) throws(Failure) {
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(
      path.fileName, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened = unsafe opened else {
      unsafe sqlite3_close_v2(opened)
      throw Failure(code: code == SQLITE_OK ? SQLITE_NOMEM : code)
    }
    unsafe handle = opened
    unsafe sqlite3_busy_timeout(opened, timeout)
  }

  deinit {
    unsafe statements.values.forEach { unsafe _ = sqlite3_finalize($0) }
    unsafe sqlite3_close_v2(handle)
  }

  /// A value of a column or parameter.
  enum Value {
    case number(Int64)
    case text(String)
    case bytes([UInt8])
  }

  /// Runs one statement to its end, with `values` for its parameters in order, and passes every row to `body`.
  func run(_ text: String, _ values: [Value] = [], _ body: (Row) -> Void = { _ in }) throws(Failure) {
    let statement = try unsafe prepared(text)
    defer {
      unsafe sqlite3_reset(statement)
      unsafe sqlite3_clear_bindings(statement)
    }
    for (position, value) in values.enumerated() {
      let code = unsafe Self.bind(value, to: statement, Int32(position + 1))
      guard code == SQLITE_OK else { throw Failure(code: code) }
    }
    while true {
      let code = unsafe sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw Failure(code: code) }
      unsafe body(Row(statement: statement))
    }
  }

  /// Runs `body` as one transaction, which is rolled back if it throws.
  func change(_ body: () throws(Failure) -> Void) throws(Failure) {
    try run("BEGIN IMMEDIATE")
    do throws(Failure) {
      try body()
      try run("COMMIT")
    } catch {
      _ = try? run("ROLLBACK")
      throw error
    }
  }

  private func prepared(_ text: String) throws(Failure) -> OpaquePointer {
    if let known = unsafe statements[text] { return unsafe known }
    var statement: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(handle, text, -1, &statement, nil)
    guard code == SQLITE_OK, let statement = unsafe statement else {
      throw Failure(code: code == SQLITE_OK ? SQLITE_ERROR : code)
    }
    unsafe statements[text] = statement
    return unsafe statement
  }

  private static func bind(_ value: Value, to statement: OpaquePointer, _ position: Int32) -> Int32 {
    // SQLITE_TRANSIENT: the bytes are copied before the call returns.
    let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .number(let number): return unsafe sqlite3_bind_int64(statement, position, number)
    case .text(let text): return unsafe sqlite3_bind_text(statement, position, text, Int32(clamping: text.utf8.count), copied)
    case .bytes(let bytes):
      return unsafe bytes.withUnsafeBytes {
        unsafe sqlite3_bind_blob(statement, position, $0.baseAddress, Int32(clamping: $0.count), copied)
      }
    }
  }

  /// The current row of a statement; valid during the call only.
  @safe struct Row {
    fileprivate let statement: OpaquePointer

    fileprivate init(statement: OpaquePointer) { unsafe self.statement = unsafe statement }

    /// Returns the integer of a column, from 0, or 0 for any other value.
    func number(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(statement, column) }

    /// Returns the bytes of a column.
    func bytes(_ column: Int32) -> [UInt8] {
      let start = unsafe sqlite3_column_blob(statement, column)
      let count = unsafe sqlite3_column_bytes(statement, column)
      return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
    }

    /// Returns the text of a column.
    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
  }
}
