package import Demangling

/// The form of names, for callers that import only this module.
package typealias NameStyle = Demangling.NameStyle
