/// A value that its copies share until one of them changes it: cheap to copy if the value has many parts.
///
/// Example: `var image = CopyOnWrite(Facts()); image.change { $0.name = "Shop" }`.
public struct CopyOnWrite<Value: Sendable>: Sendable {
  /// The owner of the value. It is changed only if there is no other reference to it, so that threads may share it.
  @usableFromInline
  final class Owner: @unchecked Sendable {
    // Only an owner without other references is changed: there is no access to check.
    @exclusivity(unchecked) @usableFromInline var value: Value

    @inlinable
    init(_ value: Value) { unsafe self.value = value }
  }

  @usableFromInline var owner: Owner

  /// Wraps a value.
  @inlinable
  public init(_ value: Value) { owner = Owner(value) }

  /// The value. A part of it can be read without copying the rest.
  @inlinable public var value: Value {
    _read { yield unsafe owner.value }
  }

  /// Changes the value of this copy only.
  @inlinable
  public mutating func change(_ body: (inout Value) -> Void) {
    if !isKnownUniquelyReferenced(&owner) { owner = unsafe Owner(owner.value) }
    unsafe body(&owner.value)
  }
}
