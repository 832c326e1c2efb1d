/// One function of the speaker's stack: a frame, or a function that was inlined into it.
struct StackEntry: Sendable {
  /// The position in the speaker's stack.
  var position: Int
  /// The position in `CrashReport.frames`.
  var frame: Int
  /// What the rules make of it; nil for a gap.
  var function: KnownFunction?
  /// The image's name.
  var image: String?
  /// The image and the distance from its start, for frames without a name: `Shop@4c4c44a9+0x1234`; nil when unknown.
  var place: String?
  /// Whether it is code of the app.
  var isApp: Bool
  /// Whether it is a function of a script.
  var isScript = false
  /// Whether it is one of a bundle that no source map describes.
  var lacksSourceMap = false
  /// Whether the reporter left frames out here.
  var isGap = false
  /// The source file; nil when unknown.
  var file: String?
  /// The line, counted from 1; nil when unknown.
  var line: UInt32?

  /// The name; nil when there is none.
  var name: NormalizedName? { function?.name }
  /// What it means for a key; nil when no list holds it.
  var role: FrameRole? { function?.role }
  /// The numbers of the patterns of rules that the name matches (`FunctionPatterns`).
  var marks: [Int] { function?.marks ?? [] }

  /// What entries are compared by.
  var identity: String { name?.text ?? place ?? image ?? "" }
}
