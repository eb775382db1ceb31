/// A text with placeholders for arguments, in the subset of ICU's MessageFormat that translators' tools support best:
/// `{name}`, `{count, plural, =0 {…} one {# item} other {# items}}`, and apostrophes that quote braces.
struct MessageTemplate: Sendable, Hashable {
  /// What is wrong with a template.
  struct Fault: Error, Hashable {
    let reason: String
  }

  indirect enum Part: Sendable, Hashable {
    case literal(String)
    case argument(String)
    /// The number of the innermost plural.
    case count
    case plural(name: String, exact: [Int: [Part]], forms: [String: [Part]])
  }

  let parts: [Part]

  /// Parses a template.
  init(_ text: String) throws(Fault) {
    var parser = Parser(Array(text.unicodeScalars))
    parts = try parser.message(inPlural: false, depth: 0)
  }

  /// The names of the arguments.
  var names: Set<String> { Self.names(of: parts) }

  private static func names(of parts: [Part]) -> Set<String> {
    parts.reduce(into: []) { names, part in
      switch part {
      case .literal, .count: break
      case .argument(let name): names.insert(name)
      case .plural(let name, let exact, let forms):
        names.insert(name)
        for part in [Array(exact.values), Array(forms.values)].joined() { names.formUnion(self.names(of: part)) }
      }
    }
  }

  /// The names of the arguments that choose a form of a plural.
  var pluralNames: Set<String> {
    var names: Set<String> = []
    Self.visit(parts) { names.insert($0) }
    return names
  }

  private static func visit(_ parts: [Part], _ body: (String) -> Void) {
    for case .plural(let name, let exact, let forms) in parts {
      body(name)
      for parts in [Array(exact.values), Array(forms.values)].joined() { visit(parts, body) }
    }
  }

  /// Calls `body` with the forms of each plural, including those inside another plural.
  func forEachPlural(_ body: (Set<String>) -> Void) { Self.visit(parts, body) }

  private static func visit(_ parts: [Part], _ body: (Set<String>) -> Void) {
    for case .plural(_, let exact, let forms) in parts {
      body(Set(forms.keys))
      for parts in [Array(exact.values), Array(forms.values)].joined() { visit(parts, body) }
    }
  }

  /// Returns this template with every literal replaced by `change(literal)`.
  func mapLiterals(_ change: (String) -> String) -> MessageTemplate {
    MessageTemplate(parts: Self.map(parts, change))
  }

  private init(parts: [Part]) { self.parts = parts }

  private static func map(_ parts: [Part], _ change: (String) -> String) -> [Part] {
    parts.map { part in
      switch part {
      case .literal(let text): .literal(change(text))
      case .argument, .count: part
      case .plural(let name, let exact, let forms):
        .plural(name: name, exact: exact.mapValues { map($0, change) }, forms: forms.mapValues { map($0, change) })
      }
    }
  }

  /// Returns the text.
  ///
  /// - Parameters:
  ///   - plural: the language's rule.
  ///   - number: returns the value of an argument that chooses a form; nil if it is not a number.
  ///   - text: returns the text of an argument.
  func text(
    plural: PluralRule, number: (String) -> Int?, argument: (String) -> String
  ) -> String {
    Self.text(parts, count: nil, plural, number, argument)
  }

  private static func text(
    _ parts: [Part], count: Int?, _ plural: PluralRule, _ number: (String) -> Int?, _ argument: (String) -> String
  ) -> String {
    parts.reduce(into: "") { result, part in
      switch part {
      case .literal(let text): result += text
      case .argument(let name): result += argument(name)
      case .count: result += count.map { "\($0)" } ?? "#"
      case .plural(let name, let exact, let forms):
        let value = number(name)
        let category = value.map { plural.category(of: $0).rawValue } ?? "other"
        let chosen = value.flatMap { exact[$0] } ?? forms[category] ?? forms["other"] ?? []
        result += text(chosen, count: value, plural, number, argument)
      }
    }
  }
}

extension MessageTemplate {
  /// Reads a template from its Unicode scalars.
  private struct Parser {
    private static let deepest = 4

    let scalars: [Unicode.Scalar]
    var position = 0

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    mutating func message(inPlural: Bool, depth: Int) throws(Fault) -> [Part] {
      var parts: [Part] = []
      var literal = ""
      func flush() {
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
      }
      // Outside a plural, a closing brace is a character like any other.
      while let scalar = next, scalar != "}" || !inPlural {
        switch scalar {
        case "'": literal += quoted(inPlural: inPlural)
        case "{":
          flush()
          position += 1
          parts.append(try placeholder(depth: depth))
        case "#" where inPlural:
          flush()
          position += 1
          parts.append(.count)
        default:
          literal.unicodeScalars.append(scalar)
          position += 1
        }
      }
      flush()
      return parts
    }

    /// Reads from an apostrophe. Two are one apostrophe; one before a brace quotes until the next one.
    private mutating func quoted(inPlural: Bool) -> String {
      position += 1
      guard let scalar = next else { return "'" }
      if scalar == "'" {
        position += 1
        return "'"
      }
      guard scalar == "{" || scalar == "}" || (inPlural && scalar == "#") else { return "'" }
      var text = ""
      while let scalar = next {
        position += 1
        if scalar == "'" {
          guard next == "'" else { return text }
          position += 1
        }
        text.unicodeScalars.append(scalar)
      }
      return text
    }

    private mutating func placeholder(depth: Int) throws(Fault) -> Part {
      let name = try word()
      skipSpace()
      switch next {
      case "}":
        position += 1
        return .argument(name)
      case ",":
        position += 1
        guard try word() == "plural" else { throw Fault(reason: "'\(name)' has a type other than plural") }
        skipSpace()
        guard next == "," else { throw Fault(reason: "the plural of '\(name)' has no forms") }
        position += 1
        return try plural(name, depth: depth + 1)
      default: throw Fault(reason: "the argument '\(name)' is not closed")
      }
    }

    private mutating func plural(_ name: String, depth: Int) throws(Fault) -> Part {
      guard depth <= Self.deepest else { throw Fault(reason: "plurals are nested too deeply") }
      var exact: [Int: [Part]] = [:]
      var forms: [String: [Part]] = [:]
      while true {
        skipSpace()
        if next == "}" { break }
        var number: Int?
        if next == "=" {
          position += 1
          guard let value = Int(try word()) else { throw Fault(reason: "'=' without a number") }
          number = value
        }
        let form = number == nil ? try word() : ""
        skipSpace()
        guard next == "{" else { throw Fault(reason: "a form of '\(name)' has no text") }
        position += 1
        let parts = try message(inPlural: true, depth: depth)
        guard next == "}" else { throw Fault(reason: "a form of '\(name)' is not closed") }
        position += 1
        if let number {
          exact[number] = parts
        } else {
          guard PluralRule.Category(rawValue: form) != nil else { throw Fault(reason: "'\(form)' is not a form") }
          forms[form] = parts
        }
      }
      position += 1
      guard forms["other"] != nil else { throw Fault(reason: "the plural of '\(name)' has no form 'other'") }
      return .plural(name: name, exact: exact, forms: forms)
    }

    private mutating func skipSpace() {
      while let scalar = next, scalar.properties.isWhitespace { position += 1 }
    }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "_" || ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private mutating func word() throws(Fault) -> String {
      skipSpace()
      var text = ""
      while let scalar = next, Self.isNamePart(scalar) {
        text.unicodeScalars.append(scalar)
        position += 1
      }
      if text.isEmpty { throw Fault(reason: "a name is missing after a brace or a comma") }
      return text
    }
  }
}
