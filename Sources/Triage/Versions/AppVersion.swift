/// A version of an app.
package struct AppVersion: Hashable, Comparable, Sendable {
  /// The bundle identifier in lower case, or the process name.
  package var app: String
  /// The version with its build, as summaries name it: `4.2.0 (1187)`.
  package var version: String

  package init(app: String, version: String) { (self.app, self.version) = (app, version) }

  /// `1.4 (2291)`; `?` when unknown.
  package static func name(_ version: String?, build: String?) -> String {
    switch (version, build) {
    case (let version?, let build?): version == build ? version : "\(version) (\(build))"
    case (let version?, nil): version
    case (nil, let build?): build
    case (nil, nil): "?"
    }
  }

  /// Orders apps by name, and then older versions first.
  package static func < (left: Self, right: Self) -> Bool {
    left.app == right.app ? VersionOrder(left.version) < VersionOrder(right.version) : left.app < right.app
  }
}
