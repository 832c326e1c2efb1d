/// The layout of a frame's columns. The index takes 4 columns in all, left aligned.
package enum FrameLayout: Hashable, Sendable {
  /// Apple's own: the image in 30 columns, a tab, the address right aligned in 18 without leading zeros, a blank.
  case tabbed
  /// The same with leading zeros to `addressDigits` digits, as iOS printed frames itself.
  case listed(addressDigits: Int)
  /// KSCrash's: the image in 31 columns, a blank, the address with leading zeros to `addressDigits` digits, a blank.
  case padded(addressDigits: Int)
}
