public import AuthCore
public import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Why a backend refuses a request, and the response to send. The response says what the client can do, and nothing
/// about the check that failed; `cause` is for the backend's log.
public struct RequestRefusal: Error, Sendable {
  /// What the client lacks.
  public enum Reason: Sendable, Hashable {
    /// The request has no credential: 401 without an error code (RFC 6750 §3.1).
    case noCredential
    /// The request is ambiguous or malformed, such as two credentials: 400 `invalid_request`.
    case malformed
    /// The body is larger than the backend accepts: 413.
    case tooLarge
    /// The credential is not valid, has expired or is unknown: 401 `invalid_token`.
    case invalidCredential
    /// The proof of possession is missing or invalid: 401 `invalid_dpop_proof` or `use_dpop_nonce` (RFC 9449 §7.1, §9).
    case proof(DPoPRefusal)
    /// The credential does not have these scopes: 403 `insufficient_scope` (RFC 6750 §3.1).
    case insufficientScope([String])
    /// The user must authenticate again, more strongly or more recently: 401 `insufficient_user_authentication`
    /// (RFC 9470 §3). The texts are the acceptable contexts, the number is the longest accepted age in seconds.
    case insufficientAuthentication(contexts: [String], maximumAge: Int?)
    /// The credential is valid, but belongs to no user of the app: 403.
    case noAccount
    /// The credential cannot be checked now, because a server that is needed does not respond: 503.
    case unavailable
  }

  /// What the client lacks.
  public let reason: Reason
  /// The status of the response.
  public let status: Int
  /// The header fields of the response: `WWW-Authenticate`, `DPoP-Nonce`, `Retry-After`, `Cache-Control`.
  public let headers: HTTPHeaders
  /// The error that caused the refusal, for the backend's log; nil if the reason says it all. It contains no part of a
  /// credential.
  public let cause: AuthError?

  /// The response's body: `{"error"}`.
  public var body: JSONValue { ["error": .string(Self.code(of: reason))] }

  /// Creates a refusal.
  ///
  /// - Parameters:
  ///   - reason: what the client lacks.
  ///   - challenges: the schemes to name in `WWW-Authenticate`.
  ///   - cause: the underlying error.
  init(_ reason: Reason, challenges: AuthenticationChallenges, cause: AuthError? = nil) {
    self.reason = reason
    self.cause = cause
    status = Self.status(of: reason)
    var headers: HTTPHeaders = ["Cache-Control": "no-store"]
    for challenge in challenges.values(for: reason, code: Self.code(of: reason), status: status) {
      headers.add("WWW-Authenticate", challenge)
    }
    if case .proof(.nonceRequired(let nonce)) = reason { headers["DPoP-Nonce"] = nonce }
    if status == 503 { headers["Retry-After"] = String(Self.seconds(cause?.retryAfter)) }
    self.headers = headers
  }

  /// The waiting time in the response, in whole seconds: at least 1, at most 120.
  private static func seconds(_ wait: Duration?) -> Int64 {
    guard let wait else { return 5 }
    return min(120, max(1, wait.components.seconds))
  }

  private static func status(of reason: Reason) -> Int {
    switch reason {
    case .malformed: 400
    case .noCredential, .invalidCredential, .insufficientAuthentication: 401
    case .insufficientScope, .noAccount: 403
    case .tooLarge: 413
    case .unavailable, .proof(.overloaded): 503
    case .proof: 401
    }
  }

  private static func code(of reason: Reason) -> String {
    switch reason {
    case .noCredential: "unauthorized"
    case .malformed, .tooLarge: "invalid_request"
    case .invalidCredential: "invalid_token"
    case .proof(let refusal): refusal.errorCode ?? "temporarily_unavailable"
    case .insufficientScope: "insufficient_scope"
    case .insufficientAuthentication: "insufficient_user_authentication"
    case .noAccount: "access_denied"
    case .unavailable: "temporarily_unavailable"
    }
  }
}
