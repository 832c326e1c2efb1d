/// What a repository is asked about one failure.
struct Question: Hashable {
  /// A function of the app on the stack.
  struct Place: Hashable {
    var function: String
    /// The path of the source file in debug information.
    var file: String
    /// The line, counted from 1.
    var line: Int
  }

  /// The version of the report that the places are from; nil if it does not say.
  var newest: AppBuild?
  /// The first version with the failure, or nil if unknown.
  var first: AppBuild?
  /// The versions before it that have reports, and none of this failure; newest first.
  var earlier: [AppBuild] = []
  /// The function to look at first and its callers, innermost first. The first place may lack a file only by not being here.
  var places: [Place] = []
  /// Whether the first place is the blamed function.
  var hasBlamed = false
}
