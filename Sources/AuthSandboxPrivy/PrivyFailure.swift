import AuthCore
import AuthSandboxKit

/// A refusal in Privy's form: `{"error","code"}` (P70).
///
/// GUESS P86: the codes are known. A status is a guess unless a capture shows it together with its code.
struct PrivyFailure: Error {
  let status: Int
  let code: String
  let message: String
  /// The reason, for the request log; clients see only the message and the code.
  let note: String?

  init(_ status: Int, _ code: String, _ message: String, note: String? = nil) {
    self.status = status
    self.code = code
    self.message = message
    self.note = note
  }

  var response: SandboxResponse {
    .json(["error": .string(message), "code": .string(code)], status: status, note: note ?? code)
  }

  /// A route of the vendor that the sandbox lacks: see `SandboxResponse.missingRoute(_:)`.
  static let missingRoute = PrivyFailure(501, "missing_route", "The sandbox does not have this route. The vendor may.")
  static let notFound = PrivyFailure(404, "not_found", "The sandbox does not serve this path.")
  static let unknownApp = PrivyFailure(400, "missing_or_invalid_privy_app_id", "The app id is missing or unknown.")
  static let unknownClient = PrivyFailure(
    400, "missing_or_invalid_privy_client_id", "The app client id is missing or unknown.")
  static let unknownNativeApp = PrivyFailure(
    403, "invalid_native_app_id", "Native app ID is not allowed for this client")
  /// P41.
  static let missingNativeApp = PrivyFailure(
    403, "invalid_native_app_id", "Missing native app ID from mobile client")
  /// P75.
  static let missingOrigin = PrivyFailure(403, "missing_origin", "Must specify origin")
  /// P76.
  static let passkeySignUpOff = PrivyFailure(403, "disallowed_login_method", "Signup with passkey not allowed")
  /// P79.
  static let tooManyRequests = PrivyFailure(
    429, "too_many_requests", "Too many requests. Please wait to try again.")
  static let wrongSecret = PrivyFailure(401, "invalid_credentials", "The app secret is missing or wrong.")
  static let userDoesNotExist = PrivyFailure(400, "user_does_not_exist", "There is no such user.")
  static let userNotFound = PrivyFailure(404, "user_does_not_exist", "There is no such user.")
  static let alreadyLoggedOut = PrivyFailure(400, "already_logged_out", "The session has ended already.")
  static let linkedToAnotherUser = PrivyFailure(
    400, "linked_to_another_user", "The account belongs to another user.")
  static let cannotLinkMore = PrivyFailure(
    400, "cannot_link_more_of_type", "The user has an account of this type already.")

  static let accountNotFound = PrivyFailure(404, "linked_account_not_found", "The user has no such account.")
  static let soleAccount = PrivyFailure(
    400, "cannot_unlink_sole_account", "The user has no other account to sign in with.")

  static func invalidData(_ message: String) -> PrivyFailure { PrivyFailure(400, "invalid_data", message) }

  /// The token that was presented for the session is missing, unknown or expired, or belongs to another session.
  static func invalidToken(_ note: String) -> PrivyFailure {
    PrivyFailure(401, "missing_or_invalid_token", "Invalid auth token", note: "token: " + note)
  }

  /// A renewal that lacks one of its two tokens (P43, P74).
  static func missingToken(_ message: String) -> PrivyFailure { PrivyFailure(400, "missing_or_invalid_token", message) }

  /// A refused signature of a wallet, a passkey or an authorisation key; only the log has the reason.
  static func refusedSignature(_ note: String) -> PrivyFailure {
    PrivyFailure(401, "invalid_credentials", "The proof was refused.", note: "proof: " + note)
  }

  /// A refused JWT of the app. The code is the same for every defect, so that an attacker does not learn which check
  /// failed.
  static func refusedCustomToken(_ note: String) -> PrivyFailure {
    PrivyFailure(401, "invalid_credentials", "The token was refused.", note: "custom token: " + note)
  }
}

extension SandboxRequest {
  /// The body as a JSON object.
  ///
  /// - Throws: `invalid_data` if the body is anything else.
  var privyBody: JSONObject {
    get throws(PrivyFailure) {
      guard let object = jsonObject else { throw .invalidData("The body must be a JSON object.") }
      return object
    }
  }
}

extension JSONObject {
  /// The string of a required member.
  ///
  /// - Throws: `invalid_data` if it is missing or empty, or not a string.
  func privyText(_ name: String) throws(PrivyFailure) -> String {
    guard let text = self[name]?.stringValue, !text.isEmpty else { throw .invalidData("\(name) must be a string.") }
    return text
  }
}
