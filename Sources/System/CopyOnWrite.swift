/// A value that its copies share until one of them changes it: cheap to copy where the value has many parts.
///
/// Example: `var image = CopyOnWrite(Facts()); image.change { $0.name = "Shop" }`.
public struct CopyOnWrite<Value: Sendable>: Sendable {
  /// What owns the value. Only an owner that nobody else has is changed, so that threads may share it.
  @usableFromInline
  final class Owner: @unchecked Sendable {
    // Nobody else reads what only one owner changes: there is nothing to check.
    @exclusivity(unchecked) @usableFromInline var value: Value

    @inlinable
    init(_ value: Value) { unsafe self.value = value }
  }

  @usableFromInline var owner: Owner

  /// Holds a value.
  @inlinable
  public init(_ value: Value) { owner = Owner(value) }

  /// The value, of which one part can be taken without a copy of the rest.
  @inlinable public var value: Value {
    _read { yield unsafe owner.value }
  }

  /// Changes the value, of this copy only.
  @inlinable
  public mutating func change(_ body: (inout Value) -> Void) {
    if !isKnownUniquelyReferenced(&owner) { owner = unsafe Owner(owner.value) }
    unsafe body(&owner.value)
  }
}
