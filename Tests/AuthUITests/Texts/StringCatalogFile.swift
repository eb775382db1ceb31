@testable import AuthUI

/// Apple's file of translations (`.xcstrings`), which Xcode shows and compiles into an app. It has the texts of all
/// catalogs, as format strings with numbered arguments (`AppTexts`).
///
/// Apple does not publish the format. This is what Xcode 15 writes: a plural is a substitution with its number among the
/// arguments.
struct StringCatalogFile {
  /// The catalogs, the source language first.
  let catalogs: [TextCatalog]

  /// The content of the file, in the layout that Xcode writes.
  var text: String {
    let source = catalogs.first ?? .english
    let keys = source.keys.subtracting([Phrase.verbatimKey]).sorted()
    let strings = Node.object(keys.map { ($0, entry($0, in: source)) })
    let file = Node.object([
      ("sourceLanguage", .string(source.language.tag)), ("strings", strings), ("version", .string("1.0")),
    ])
    return file.text(indent: "") + "\n"
  }

  private func entry(_ key: String, in source: TextCatalog) -> Node {
    var members: [(String, Node)] = []
    if let names = source.template(key)?.names.sorted(), !names.isEmpty {
      let numbers = source.template(key)?.pluralNames ?? []
      let places = names.enumerated().map { index, name in
        "%\(index + 1)$\(numbers.contains(name) ? "lld" : "@") = \(name)"
      }
      members.append(("comment", .string(places.joined(separator: ", "))))
    }
    members.append(("extractionState", .string("manual")))
    let localizations = catalogs.sorted { $0.language.tag < $1.language.tag }.compactMap { catalog in
      catalog.template(key).map { (catalog.language.tag, Self.localization($0, names: $0.names.sorted())) }
    }
    members.append(("localizations", .object(localizations)))
    return .object(members)
  }

  private static func localization(_ template: MessageTemplate, names: [String]) -> Node {
    var substitutions: [(String, Node)] = []
    let value = format(template.parts, names, isFormat: !names.isEmpty) { name, forms in
      let plural = Node.object(
        forms.sorted { $0.key < $1.key }.map { form, parts in
          (form, unit(format(parts, names, isFormat: true) { _, _ in }))
        })
      substitutions.append(
        (
          name,
          .object([
            ("argNum", .number((names.firstIndex(of: name) ?? 0) + 1)), ("formatSpecifier", .string("lld")),
            ("variations", .object([("plural", plural)])),
          ])
        ))
    }
    guard case .object(let members) = unit(value), !substitutions.isEmpty else { return unit(value) }
    return .object(members + [("substitutions", .object(substitutions.sorted { $0.0 < $1.0 }))])
  }

  private static func unit(_ value: String) -> Node {
    .object([("stringUnit", .object([("state", .string("translated")), ("value", .string(value))]))])
  }

  /// Returns parts of a template as a format string, and passes each plural to `plural`.
  private static func format(
    _ parts: [MessageTemplate.Part], _ names: [String], isFormat: Bool,
    plural: (String, [String: [MessageTemplate.Part]]) -> Void
  ) -> String {
    parts.map { part in
      switch part {
      case .literal(let text): return isFormat ? text.replacing("%", with: "%%") : text
      case .argument(let name): return "%\((names.firstIndex(of: name) ?? 0) + 1)$@"
      case .count: return "%arg"
      case .plural(let name, _, let forms):
        plural(name, forms)
        return "%#@\(name)@"
      }
    }.joined()
  }
}

extension StringCatalogFile {
  /// A value of the file.
  private indirect enum Node {
    case string(String)
    case number(Int)
    case object([(String, Node)])

    func text(indent: String) -> String {
      switch self {
      case .string(let text): return Self.quoted(text)
      case .number(let number): return "\(number)"
      case .object(let members):
        let inner = indent + "  "
        let lines = members.map { "\(inner)\(Self.quoted($0)) : \($1.text(indent: inner))" }
        return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
      }
    }

    private static func quoted(_ text: String) -> String {
      text.unicodeScalars.reduce(into: "\"") { result, scalar in
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        default: result.unicodeScalars.append(scalar)
        }
      } + "\""
    }
  }
}
