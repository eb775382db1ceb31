import AuthCore

/// An error of either API. The body always has all three keys, the code under two of them: one SDK reads it from
/// `error`, another from `errorCode`, and Android's refuses a body without `error` (§1.5).
struct AuthsignalRefusal: Error {
  let status: Int
  let code: String
  let message: String

  var response: SandboxResponse {
    .json(
      ["error": .string(code), "errorCode": .string(code), "errorDescription": .string(message)], status: status,
      note: code)
  }

  /// GUESS: status 400 (§1.5).
  static func invalid(_ message: String) -> AuthsignalRefusal {
    AuthsignalRefusal(status: 400, code: "invalid_request", message: message)
  }

  static func unauthorized(_ message: String) -> AuthsignalRefusal {
    AuthsignalRefusal(status: 401, code: "unauthorized", message: message)
  }

  /// GUESS: status 401 (§1.5).
  static let expiredToken = AuthsignalRefusal(
    status: 401, code: "expired_token", message: "The token is past its expiry; track the action again.")

  /// GUESS: one of the codes that the vendor's wrappers know and no source explains (§1.5), and status 401.
  static let invalidToken = AuthsignalRefusal(
    status: 401, code: "token_invalid", message: "The token is none of this tenant's, or was revoked.")

  /// GUESS: no source names the code of a missing scope; this is RFC 6750's (§3.1 there).
  static func missingScope(_ scope: String) -> AuthsignalRefusal {
    AuthsignalRefusal(status: 403, code: "insufficient_scope", message: "The token lacks the scope \(scope).")
  }

  /// GUESS: status 429 (§1.5).
  static let tooManyRequests = AuthsignalRefusal(
    status: 429, code: "too_many_requests", message: "Too many codes were asked for; wait before the next.")

  /// GUESS: status 400 (§1.5).
  static let invalidCredential = AuthsignalRefusal(
    status: 400, code: "invalid_credential", message: "The credential is not known, or was removed.")

  /// GUESS: status 400 (§1.5).
  static let unknownCredential = AuthsignalRefusal(
    status: 400, code: "unknown_credential", message: "The server has no such passkey.")

  /// GUESS: no source names the code of a signature that does not verify.
  static let badSignature = AuthsignalRefusal(
    status: 400, code: "invalid_request", message: "The signature is not the key's over what was to be signed.")

  /// What the tenant wants of the app and did not get (§3.8). GUESS: status and code.
  static let notAttested = AuthsignalRefusal(
    status: 400, code: "invalid_request",
    message: "The tenant wants an attestation of the app, and there is none that fits.")

  static let notFound = AuthsignalRefusal(
    status: 404, code: "not_found", message: "The sandbox has nothing at this path.")

  /// A method that the vendor has and this sandbox does not offer.
  static func notOffered(_ method: String) -> AuthsignalRefusal {
    AuthsignalRefusal(
      status: 400, code: "invalid_configuration", message: "\(method) is not switched on for this sandbox's tenant.")
  }
}
