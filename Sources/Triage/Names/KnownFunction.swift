/// What the rules make of a function. A class, since the frames of all reports that name the function refer to it.
final class KnownFunction: Sendable {
  /// The normalized name; nil when there is none.
  let name: NormalizedName?
  /// What it means for a key; nil when no list holds it.
  let role: FrameRole?
  /// The pattern that gives the role; empty without a role.
  let pattern: String
  /// Both for people: `via: abort`; empty without a role. Most functions of most stacks are dropped for their role, and say so.
  let rule: String
  /// The numbers of the patterns of rules that the name matches (`FunctionPatterns`).
  let marks: [Int]

  /// Puts together what is known.
  init(name: NormalizedName?, role: (role: FrameRole, pattern: String)?, marks: [Int]) {
    self.name = name
    self.role = role?.role
    pattern = role?.pattern ?? ""
    rule = role.map { "\($0.role.rawValue): \($0.pattern)" } ?? ""
    self.marks = marks
  }

  private init(_ other: KnownFunction, keepsRole: Bool) {
    (name, marks) = (nil, other.marks)
    role = keepsRole ? other.role : nil
    (pattern, rule) = keepsRole ? (other.pattern, other.rule) : ("", "")
  }

  /// The same for a frame whose name turns out to be wrong.
  func withoutName(keepsRole: Bool) -> KnownFunction { KnownFunction(self, keepsRole: keepsRole) }
}
