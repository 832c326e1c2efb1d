/// A question that git did not answer.
package struct GitFailure: Error, Hashable {
  /// The reason, one clause.
  package let reason: String
}
