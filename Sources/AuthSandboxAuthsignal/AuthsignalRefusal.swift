import AuthCore
import AuthSandboxKit

/// An error of either API. The body always has three members, and the code in two of them: one SDK reads it from
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

  /// A malformed request. GUESS A88: the statuses of this and other refusals; the sources name only the codes.
  static func invalid(_ message: String) -> AuthsignalRefusal {
    AuthsignalRefusal(status: 400, code: "invalid_request", message: message)
  }

  /// A request without valid credentials. The text is the same for every reason (A9).
  static let unauthorized = AuthsignalRefusal(
    status: 401, code: "unauthorized",
    message: "The request is unauthorized. Check that your API key and region base URL are correctly configured.")

  /// An expired token (A10).
  static let expiredToken = AuthsignalRefusal(
    status: 401, code: "expired_token", message: "The token has expired. Track the action again.")

  /// A token that is not valid. The vendor's wrappers know this code, but no source explains it (A88).
  static let invalidToken = AuthsignalRefusal(
    status: 401, code: "token_invalid", message: "The token is not from this tenant, or was revoked.")

  /// A token that does not allow the call (A13).
  static func missingScope(_ scope: String) -> AuthsignalRefusal {
    AuthsignalRefusal(status: 403, code: "insufficient_scope", message: "The token lacks the scope \(scope).")
  }

  /// More codes than the rate limit allows (A10).
  static let tooManyRequests = AuthsignalRefusal(
    status: 429, code: "too_many_requests", message: "Too many codes were requested. Wait before the next.")

  /// A device's key that is unknown or removed (A10, A11).
  static let invalidCredential = AuthsignalRefusal(
    status: 400, code: "invalid_credential", message: "The credential is unknown or was removed.")

  /// An unknown passkey (A10, A11).
  static let unknownCredential = AuthsignalRefusal(
    status: 400, code: "unknown_credential", message: "The server has no such passkey.")

  /// A signature that does not verify (A88).
  static let badSignature = AuthsignalRefusal(
    status: 400, code: "invalid_request", message: "The signature is not one of this key over the expected text.")

  /// A missing or invalid attestation of the app (A39, A88).
  static let notAttested = AuthsignalRefusal(
    status: 400, code: "invalid_request",
    message: "The tenant requires an attestation of the app. It is missing or invalid.")

  static let notFound = AuthsignalRefusal(status: 404, code: "not_found", message: "Not found.")

  /// A route of the vendor that the sandbox lacks: see `SandboxResponse.missingRoute(_:)`.
  static let missingRoute = AuthsignalRefusal(
    status: 501, code: "missing_route", message: "The sandbox does not have this route. The vendor may.")

  /// A method of the vendor that this sandbox does not offer.
  static func notOffered(_ method: String) -> AuthsignalRefusal {
    AuthsignalRefusal(
      status: 400, code: "invalid_configuration", message: "\(method) is not enabled for the sandbox's tenant.")
  }
}
