/// The decoded contents of one source map: the input of `SourceMapTable`.
struct DecodedMap: Sendable {
  /// One entry of `sources`.
  struct Source: Sendable {
    /// The path as written, after `sourceRoot` if it is relative, or nil for null.
    var path: String?
    /// Whether `ignoreList` (or `x_google_ignoreList`) contains it.
    var isIgnored = false
    /// The position of its text in `sourcesContent`: the index of a file in `files` and the range of the JSON string there,
    /// quotes included, or nil if the map does not have it.
    var content: (file: Int, range: Range<Int>)?
    /// Its functions, or nil if the map does not have them.
    var functions: FunctionMap?
  }

  var mappings = Mappings()
  /// The sources, as `mappings` counts them.
  var sources: [Source] = []
  /// The names, as `mappings` counts them. A value that is not a string is written as JSON writes it.
  var names: [String] = []
  /// The files that the map was read from: first the map's own, which is empty, then those that sections name, as they name them.
  var files = [""]
  /// `debugId`, else `debug_id`: 32 lower-case hexadecimal digits, or nil if there is none.
  var debugID: String?
  /// `file`: the name of the generated file, or nil if there is none.
  var file: String?
  /// `x_hermes_function_offsets` by segment: where each function's bytecode begins.
  var functionOffsets: [UInt32: [UInt32]] = [:]
  /// `x_facebook_offsets`: the generated line at which each module begins, counted from 0, or nil for a missing module.
  var moduleOffsets: [UInt32?] = []
  /// `x_facebook_segments`: the maps of further bundles of the app (`seg-1.js`), by number.
  var segments: [UInt32: DecodedMap] = [:]
}
