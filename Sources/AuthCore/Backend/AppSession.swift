#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The session that the app's backend opened.
public struct AppSession: Sendable {
  /// The bearer token that authorises requests to the app's backend.
  public let token: Secret
  /// The token that renews the session; nil if the session cannot be renewed.
  public let refreshToken: Secret?
  /// When the session expires.
  public let expiresAt: Date?
  /// The user's id at the app's backend.
  public let subject: String
  /// The whole response, without its tokens.
  public let claims: JSONObject

  /// The session in an exchange route's response.
  ///
  /// - Parameters:
  ///   - answer: the response's JSON.
  ///   - now: the time from which `expiresIn` is counted.
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
