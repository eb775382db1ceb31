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

  /// The maximum lifetime that is accepted, in seconds. Larger numbers cannot be stored as dates.
  private static let longestLife = 0x1p40

  /// Reads a session from the response of an exchange route or of `session/refresh`.
  ///
  /// - Parameters:
  ///   - answer: the response's JSON.
  ///   - now: the time from which `expiresIn`, in seconds, is counted.
  /// - Throws: `malformed_response` with the field's name if `token` or `subject` is missing or not a valid text, if
  ///   `refreshToken` is not a valid token, or if `expiresIn` is out of range.
  public init(_ answer: JSONValue, now: Date) throws(AuthError) {
    token = try answer.requiredToken("token")
    refreshToken = try answer.optionalToken("refreshToken")
    let seconds = answer["expiresIn"]?.numberValue
    guard seconds.map({ $0 > 0 && $0 <= Self.longestLife }) ?? true else {
      throw AuthError(
        .malformedResponse,
        "The field 'expiresIn' of the response is not a number of seconds above 0 and at most 2^40. Try again, or "
          + "check the backend's log.")
    }
    expiresAt = seconds.map { now.addingTimeInterval($0) }
    subject = try answer.requiredString("subject")
    guard !subject.isEmpty else {
      throw AuthError(
        .malformedResponse, "The response has an empty field 'subject'. Try again, or check the backend's log.")
    }
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
