public import Demangling

/// The form of names, for callers that import only this module.
public typealias NameStyle = Demangling.NameStyle
