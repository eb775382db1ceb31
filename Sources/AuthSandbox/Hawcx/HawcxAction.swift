import AuthCore

/// One action of a request (Hawcx protocol notes §4.1): members in snake case or camel case, blank ones absent.
struct HawcxAction: Sendable {
  let type: String
  private let fields: JSONObject

  init?(_ value: JSONValue?) {
    guard let fields = value?.objectValue, let type = fields["type"]?.stringValue, !type.isEmpty else { return nil }
    self.type = type
    self.fields = fields
  }

  func value(_ name: String) -> JSONValue? { HawcxAction.member(name, of: fields) }

  func text(_ name: String) -> String? {
    guard let text = value(name)?.stringValue, !text.allSatisfy(\.isWhitespace) else { return nil }
    return text
  }

  /// A member by its snake-case name, or by the same in camel case.
  static func member(_ name: String, of object: JSONObject) -> JSONValue? {
    if let value = object[name] { return value }
    let words = name.split(separator: "_")
    let camel = words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return object[camel]
  }
}
