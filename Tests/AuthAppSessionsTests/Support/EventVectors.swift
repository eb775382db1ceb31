import AuthCore
import AuthCrypto
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The tokens and webhooks in `Tests/Vectors/app-session-events.json`, which other libraries made.
struct EventVectors: Sendable {
  /// One case: a token, and what it must do.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let token: String
    /// The code of the refusal; nil for a token that is accepted.
    let refused: String?
    /// `{"sid"?,"sub"?,"before"?}`; null for a token that ends nothing.
    let ends: JSONValue
    var testDescription: String { name }
  }

  let json: JSONValue

  static let shared: EventVectors = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    let path = (parts + ["Vectors", "app-session-events.json"]).joined(separator: "/")
    let bytes = FileManager.default.contents(atPath: path).map { Array($0) } ?? []
    return EventVectors(json: (try? JSONValue(parsing: bytes)) ?? .null)
  }()

  func text(_ name: String) -> String { json[name]?.stringValue ?? "" }
  var now: Date { Date(timeIntervalSince1970: json["now"]?.numberValue ?? 0) }
  var keys: JWKSet { get throws { try JWKSet(json: json["keys"] ?? .null) } }

  func cases(_ name: String) -> [Case] {
    (json[name]?.arrayValue ?? []).map { value in
      Case(
        name: value["name"]?.stringValue ?? "", token: value["token"]?.stringValue ?? "",
        refused: value["refused"]?.stringValue, ends: value["ends"] ?? .null)
    }
  }
}
