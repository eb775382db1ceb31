#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The session that the app's backend opened.
public struct AppSession: Sendable {
  /// Authorises requests to the app's backend, as a bearer token.
  public let token: Secret
  /// Renews it.
  public let refreshToken: Secret?
  /// When the session expires.
  public let expiresAt: Date?
  /// The user.
  public let subject: String
  /// The whole response, without its tokens.
  public let claims: JSONObject

  /// A session from an exchange route's response.
  ///
  /// - Throws: `malformed_response` naming the field.
  public init(_ answer: JSONValue, now: Date) throws(AuthError) {
    token = try answer.requiredSecret("token")
    refreshToken = answer["refreshToken"]?.stringValue.map { Secret($0) }
    expiresAt = answer["expiresIn"]?.numberValue.map { now.addingTimeInterval($0) }
    subject = try answer.requiredString("subject")
    var claims = answer.objectValue ?? [:]
    claims["token"] = nil
    claims["refreshToken"] = nil
    self.claims = claims
  }
}

extension AppSession: Redacting {
  /// The user, and the names of the claims.
  public var shownParts: KeyValuePairs<String, String> {
    ["subject": subject, "claims": claims.names.joined(separator: " ")]
  }
}
