import AuthCore
import AuthSandboxKit

/// An error of either API. The body always has all three keys, the code under two of them: one SDK reads it from
/// `error`, another from `errorCode`, and Android's refuses a body without `error` (A9).
struct AuthsignalRefusal: Error {
  let status: Int
  let code: String
  let message: String

  var response: SandboxResponse {
    .json(
      ["error": .string(code), "errorCode": .string(code), "errorDescription": .string(message)], status: status,
      note: code)
  }

  /// GUESS A88: the statuses here; sources name only the codes.
  static func invalid(_ message: String) -> AuthsignalRefusal {
    AuthsignalRefusal(status: 400, code: "invalid_request", message: message)
  }

  /// One text for every fault (A9); the request log names the fault.
  static let unauthorized = AuthsignalRefusal(
    status: 401, code: "unauthorized",
    message: "The request is unauthorized. Check that your API key and region base URL are correctly configured.")

  /// A10.
  static let expiredToken = AuthsignalRefusal(
    status: 401, code: "expired_token", message: "The token is past its expiry; track the action again.")

  /// One of the codes that the vendor's wrappers know and no source explains (A88).
  static let invalidToken = AuthsignalRefusal(
    status: 401, code: "token_invalid", message: "The token is not one of this tenant's, or was revoked.")

  /// A13.
  static func missingScope(_ scope: String) -> AuthsignalRefusal {
    AuthsignalRefusal(status: 403, code: "insufficient_scope", message: "The token lacks the scope \(scope).")
  }

  /// A10.
  static let tooManyRequests = AuthsignalRefusal(
    status: 429, code: "too_many_requests", message: "Too many codes were asked for; wait before the next.")

  /// A10, A11.
  static let invalidCredential = AuthsignalRefusal(
    status: 400, code: "invalid_credential", message: "The credential is not known, or was removed.")

  /// A10, A11.
  static let unknownCredential = AuthsignalRefusal(
    status: 400, code: "unknown_credential", message: "The server has no such passkey.")

  /// A88.
  static let badSignature = AuthsignalRefusal(
    status: 400, code: "invalid_request", message: "The signature is not the key's over what was to be signed.")

  /// A missing or wrong attestation of the app (A39, A88).
  static let notAttested = AuthsignalRefusal(
    status: 400, code: "invalid_request",
    message: "The tenant wants an attestation of the app; it is missing or does not fit.")

  static let notFound = AuthsignalRefusal(status: 404, code: "not_found", message: "Not found.")

  /// A route of the vendor that the sandbox lacks: see `SandboxResponse.missingRoute(_:)`.
  static let missingRoute = AuthsignalRefusal(
    status: 501, code: "missing_route", message: "The sandbox does not have this route. The vendor may.")

  /// A method of the vendor that this sandbox does not offer.
  static func notOffered(_ method: String) -> AuthsignalRefusal {
    AuthsignalRefusal(
      status: 400, code: "invalid_configuration", message: "\(method) is not switched on for this sandbox's tenant.")
  }
}
