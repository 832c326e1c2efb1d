internal import JSONText

/// The revisions of the Model Context Protocol. Up to 2025-11-25 a session begins with `initialize`; from 2026-07-28 on there is no
/// session, and each request names its revision in `_meta`.
enum ProtocolRevision {
  /// The revisions with sessions, oldest first. 2025-03-26 is not among them: it requires batches.
  static let withSessions = ["2024-11-05", "2025-06-18", "2025-11-25"]
  /// The revisions without sessions.
  static let withoutSessions = ["2026-07-28"]

  private static let revisionKey = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

  /// Returns the revision that a session uses if the client offers `wanted`: the same one if possible, else the newest.
  static func negotiated(_ wanted: String) -> String { withSessions.contains(wanted) ? wanted : withSessions.last ?? wanted }

  /// Returns whether a request names its revision, so that it belongs to no session.
  ///
  /// - Throws: If the revision is not supported, or the client's capabilities are missing.
  static func isWithoutSession(_ message: RPCMessage) throws(RPCError) -> Bool {
    guard let meta = message.parameters?["_meta"], let named = meta[revisionKey] else { return false }
    let revision = named.string ?? ""
    guard withoutSessions.contains(revision) else {
      throw RPCError(
        .unsupportedRevision, "unsupported protocol version '\(revision)'",
        data: ["supported": .array(withoutSessions.map { .string($0) }), "requested": .string(revision)])
    }
    guard meta[capabilitiesKey]?.kind == .object else {
      throw RPCError(.invalidParameters, "_meta has no \(capabilitiesKey)")
    }
    return true
  }
}
