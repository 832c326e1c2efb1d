internal import SymbolModel

/// Writes the variables of a frame, one line each, below the name of the function that declares them.
enum VariableFigure {
  static func write(_ variables: [FrameVariable], to page: inout Markup) {
    page.element("details", ["class": "excerpt vars", "open": ""]) { page in
      page.element("summary", [:], "Variables")
      page.element("pre", ["tabindex": "0"]) { page in
        var depth: Int?
        for variable in variables {
          if variable.inlineDepth != depth, let function = variable.function {
            page.element("span", ["class": "ln"]) { $0.element("b", [:], "\(function)\n") }
          }
          depth = variable.inlineDepth
          page.element("span", ["class": "ln"]) { write(variable, to: &$0) }
        }
      }
    }
  }

  private static func write(_ variable: FrameVariable, to page: inout Markup) {
    let kind = variable.kind == .parameter ? "parameter " : ""
    page.element("span", ["class": "no"], "  " + kind)
    page.text(variable.name)
    if let type = variable.type { page.element("span", ["class": "no"], ": \(type)") }
    if let reason = variable.value.reason {
      page.element("span", ["class": "no"], ", \(reason.rawValue)\n")
      return
    }
    page.text(" = ")
    page.element("b", [:], variable.value.text)
    page.element("span", ["class": "no"], variable.origins.isEmpty ? "\n" : " [\(variable.origins.joined(separator: ", "))]\n")
  }
}
