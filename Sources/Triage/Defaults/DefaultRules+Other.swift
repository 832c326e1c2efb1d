extension DefaultRules {
  /// Known failures of one system version.
  static let otherCauses = #"""
    cause ios16-swizzle
      family iOS 16
      confidence hint
      when is os-16
      when class stack-overflow | class jetsam | class resource:MEMORY
      when frame *setObject:forKeyedSubscript:*
      when frame *safe* | frame *swizzl* | frame *_setObject*
      advice A method that replaces setObject:forKeyedSubscript: for nil safety grows without end on iOS 16: remove it.
    """#
}
