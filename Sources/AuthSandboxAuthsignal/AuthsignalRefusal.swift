import AuthCore
import AuthSandboxKit

/// An error of the client or the server API. The body always has three members, two of which contain the code: one SDK
/// reads `error`, another reads `errorCode`, and the SDK for Android refuses a body without `error` (A9).
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
    status: 401, code: "expired_token",
    message: "The token has expired. Track the action again or, for a session's access token, refresh the session.")

  /// A token that is not valid. The vendor's wrappers know this code, but no source explains it (A88).
  static let invalidToken = AuthsignalRefusal(
    status: 401, code: "token_invalid",
    message: "The token is malformed, from another tenant, for another client, or already replaced, or its action or "
      + "session no longer exists. Track the action again, or open a new session.")

  /// A token that does not allow the call (A13).
  static func missingScope(_ scope: String) -> AuthsignalRefusal {
    AuthsignalRefusal(
      status: 403, code: "insufficient_scope",
      message: "The token lacks the scope \(scope). Track the action with this scope, or complete a challenge and "
        + "use the token of its response.")
  }

  /// More codes than the rate limit allows (A10).
  static let tooManyRequests = AuthsignalRefusal(
    status: 429, code: "too_many_requests",
    message: "In ten minutes, at most 12 e-mails, 12 pushes, 6 SMS and 6 WhatsApp messages are sent to a user. Wait, "
      + "and then request one message.")

  /// A device's key that is unknown, removed or expired, or a credential of another user (A10, A11).
  static let invalidCredential = AuthsignalRefusal(
    status: 400, code: "invalid_credential",
    message: "The credential is unknown, was removed, has expired, or belongs to another user. Enrol a credential for "
      + "this user.")

  /// An unknown passkey (A10, A11).
  static let unknownCredential = AuthsignalRefusal(
    status: 400, code: "unknown_credential",
    message: "No user has a passkey with this credential ID. Enrol the passkey, or use another one.")

  /// A signature that does not verify, or for which no valid message was issued (A88).
  static let badSignature = AuthsignalRefusal(
    status: 400, code: "invalid_request",
    message: "The signature is missing, or this key did not sign the expected text, or the message to sign was not "
      + "issued, was used before or has expired. Request a new message or challenge, and sign it.")

  /// A missing or invalid attestation of the app (A39, A88).
  static let notAttested = AuthsignalRefusal(
    status: 400, code: "invalid_request",
    message: "performAttestation is missing, or is not valid for the nonce that was issued for this token. Request a "
      + "challenge with the token, and attest its nonce.")

  /// An action or an authenticator that does not exist.
  static let notFound = AuthsignalRefusal(
    status: 404, code: "not_found",
    message: "The user has no such action or authenticator. GET the user's actions or authenticators to list them.")

  /// A route of the vendor that the sandbox lacks: see `SandboxResponse.missingRoute(_:)`.
  static let missingRoute = AuthsignalRefusal(
    status: 501, code: "missing_route",
    message: "The sandbox does not have this route. Check the method and the path. If the vendor has the route, report "
      + "this to Latchkey's maintainers.")

  /// A method of the vendor that this sandbox does not offer.
  static func notOffered(_ method: String) -> AuthsignalRefusal {
    AuthsignalRefusal(
      status: 400, code: "invalid_configuration",
      message: "\(method) is not enabled for the sandbox's tenant. Use another method.")
  }
}
