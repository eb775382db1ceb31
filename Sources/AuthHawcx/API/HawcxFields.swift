import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A reader for one JSON object of a response. Blank strings are treated as absent.
///
/// The wire format is camelCase (H12, H35, H41), except for the few members that the vendor's own client reads in
/// snake_case (`step_info`, `risk_score`, `retry_after_seconds`: H11). DESIGN H90: every member is read by its
/// camelCase name and, if that is missing, by its snake_case name.
struct HawcxFields: Sendable {
  let object: JSONObject

  init(_ object: JSONObject) { self.object = object }

  init?(_ value: JSONValue?) {
    guard let object = value?.objectValue else { return nil }
    self.object = object
  }

  /// A member by its camelCase name or, if that is missing, by its snake_case name; nil if it is absent or null.
  subscript(name: String) -> JSONValue? {
    guard let value = object[name] ?? object[Self.snakeCase(name)], !value.isNull else { return nil }
    return value
  }

  func text(_ name: String) -> String? {
    guard let text = self[name]?.stringValue, !text.trimmingBlanks.isEmpty else { return nil }
    return text
  }

  /// A text for display (`ServerText`).
  func shown(_ name: String) -> String? { text(name).flatMap { ServerText.shown($0) } }

  func integer(_ name: String) -> Int? {
    self[name]?.integerValue.flatMap { Int(exactly: $0) }
  }

  func date(_ name: String) -> Date? { text(name).flatMap { ISO8601.decode($0) } }

  func object(_ name: String) -> HawcxFields? { HawcxFields(self[name]) }

  /// Returns a required text.
  ///
  /// - Throws: `malformed_response` naming the field.
  func required(_ name: String) throws(AuthError) -> String {
    guard let text = text(name) else { throw missing(name) }
    return text
  }

  func missing(_ name: String) -> AuthError {
    AuthError(
      .malformedResponse,
      "The server's step has no valid field '\(name)'. Update this package. If that does not help, report this to "
        + "Latchkey's maintainers.")
  }

  private static func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
  }
}
