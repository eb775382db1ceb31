import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads an object whose keys may be snake_case or camelCase, and in which blank texts count as absent.
///
/// DESIGN: the casing of the vendor's JSON is only partly public (Hawcx protocol notes §4).
struct HawcxFields: Sendable {
  let object: JSONObject

  init(_ object: JSONObject) { self.object = object }

  init?(_ value: JSONValue?) {
    guard let object = value?.objectValue else { return nil }
    self.object = object
  }

  /// A member by its snake_case name; null counts as absent.
  subscript(name: String) -> JSONValue? {
    guard let value = object[name] ?? object[Self.camelCase(name)], !value.isNull else { return nil }
    return value
  }

  func text(_ name: String) -> String? {
    guard let text = self[name]?.stringValue, !text.trimmingBlanks.isEmpty else { return nil }
    return text
  }

  func integer(_ name: String) -> Int? {
    self[name]?.integerValue.flatMap { Int(exactly: $0) }
  }

  func date(_ name: String) -> Date? { text(name).flatMap { ISO8601.decode($0) } }

  func object(_ name: String) -> HawcxFields? { HawcxFields(self[name]) }

  /// - Throws: `malformed_response` naming the field.
  func required(_ name: String) throws(AuthError) -> String {
    guard let text = text(name) else { throw missing(name) }
    return text
  }

  func missing(_ name: String) -> AuthError {
    AuthError(.malformedResponse, "The server's step has no valid field '\(name)'.")
  }

  private static func camelCase(_ name: String) -> String {
    let words = name.split(separator: "_")
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }
}
