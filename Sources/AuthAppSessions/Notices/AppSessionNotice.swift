import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A provider's event whose signature was checked, for `AppSessions.handle(_:)`.
public struct AppSessionNotice: Sendable, Hashable {
  /// Who sent the event: an issuer, or the name of a vendor.
  public let source: String
  /// The event's id at its source (`jti`). An event with the same id has no effect a second time.
  public let id: String
  /// The sessions to end; empty for an event that ends none.
  public let endings: [AppSessionEnding]
  /// How long the id must be remembered: until the event would be refused as too old.
  public let keepUntil: Date

  /// Creates a notice of an event whose signature the caller has checked.
  public init(source: String, id: String, endings: [AppSessionEnding], keepUntil: Date) {
    self.source = source
    self.id = id
    self.endings = endings
    self.keepUntil = keepUntil
  }

  /// The length in bytes of the longest accepted id.
  static let maximumIDByteCount = 1024

  /// Returns the value of a claim that is an identifier: a string of 1 to 1,024 bytes.
  ///
  /// - Throws: `invalid_token` for any other value.
  static func identifier(_ value: JSONValue?, _ claim: String) throws(AuthError) -> String {
    guard let text = value?.stringValue, !text.isEmpty, text.utf8.count <= maximumIDByteCount else {
      throw malformed("has no valid \(claim): the claim must be a string of 1 to \(maximumIDByteCount) bytes")
    }
    return text
  }

  /// The error for a token of an event that violates its specification; `fault` completes "The token of the event …".
  static func malformed(_ fault: String) -> AuthError {
    AuthError(.invalidToken, "The token of the event \(fault). No session was ended. Check the sender.")
  }
}
