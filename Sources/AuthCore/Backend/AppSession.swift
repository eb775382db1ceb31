#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A session of the app, as a response of the app's backend describes it.
public struct AppSession: Sendable {
  /// The bearer token that authorises requests to the app's backend.
  public let token: Secret
  /// The token that renews the session; nil if the session cannot be renewed.
  public let refreshToken: Secret?
  /// When `token` expires; nil if the response has no `expiresIn`.
  public let expiresAt: Date?
  /// The user's id at the app's backend.
  public let subject: String
  /// All fields of the response except `token` and `refreshToken`.
  public let claims: JSONObject

  /// Reads a session from the response of an exchange route or of `session/refresh`.
  ///
  /// - Parameters:
  ///   - answer: the response's JSON.
  ///   - now: the time from which `expiresIn`, in seconds, is counted.
  /// - Throws: `malformed_response` with the field's name if `token` or `subject` is missing or is not a string.
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
