public import Demangling

/// How names are shown, for callers that know only this module.
public typealias NameStyle = Demangling.NameStyle
