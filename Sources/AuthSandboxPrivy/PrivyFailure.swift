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
  static let missingRoute = PrivyFailure(
    501, "missing_route",
    "The sandbox does not have this route. Check the method and the path. If the vendor has the route, report this to "
      + "Latchkey's maintainers.")
  /// A wallet that does not exist or belongs to another user, or a key set of another app.
  static let notFound = PrivyFailure(
    404, "not_found",
    "The id in the path is neither that of a wallet of this user nor that of an app of the "
      + "sandbox. Check the id in the path.")
  static let unknownApp = PrivyFailure(
    400, "missing_or_invalid_privy_app_id", "privy-app-id must be the appId of the sandbox's descriptor.")
  static let unknownClient = PrivyFailure(
    400, "missing_or_invalid_privy_client_id",
    "privy-client-id must be the appClientId of the sandbox's descriptor.")
  static let unknownNativeApp = PrivyFailure(
    403, "invalid_native_app_id", "Native app ID is not allowed for this client")
  /// A call of a mobile client that does not name its native app (P41).
  static let missingNativeApp = PrivyFailure(
    403, "invalid_native_app_id", "Missing native app ID from mobile client")
  /// A call of the vendor's library for web pages without `Origin` (P75).
  static let missingOrigin = PrivyFailure(403, "missing_origin", "Must specify origin")
  /// A sign-up with a passkey, which the policy `passkeySignUp` forbids (P76).
  static let passkeySignUpOff = PrivyFailure(403, "disallowed_login_method", "Signup with passkey not allowed")
  /// A method that the policy `telegramAuth` or `farcasterAuth` switches off (P76).
  static func methodOff(_ name: String) -> PrivyFailure {
    PrivyFailure(403, "disallowed_login_method", "Login with \(name) not allowed")
  }
  /// More attempts than a code allows (P79).
  static let tooManyRequests = PrivyFailure(
    429, "too_many_requests", "Too many requests. Please wait to try again.")
  static let wrongSecret = PrivyFailure(
    401, "invalid_credentials",
    "The app's credentials are missing or wrong. Send appId and appSecret of the sandbox's descriptor as Basic "
      + "credentials.")
  /// A proved account that belongs to no user, in a request that may not create a user.
  static let userDoesNotExist = PrivyFailure(
    400, "user_does_not_exist", "No user has this account, and the request or the policy does not allow a sign-up.")
  static let userNotFound = PrivyFailure(
    404, "user_does_not_exist", "No user has this id or account. Check it, or create the user.")
  static let alreadyLoggedOut = PrivyFailure(
    400, "already_logged_out", "The session has ended already. Sign in again if a session is needed.")
  static let linkedToAnotherUser = PrivyFailure(
    400, "linked_to_another_user",
    "The account belongs to another user, or the passkey is already registered. Sign in with it, or unlink "
      + "it from that user.")
  static let cannotLinkMore = PrivyFailure(
    400, "cannot_link_more_of_type",
    "The user has an account of this type already, and can have only one. Unlink that account first.")

  static let accountNotFound = PrivyFailure(
    404, "linked_account_not_found", "The user has no such account. GET users/me lists the linked accounts.")
  static let soleAccount = PrivyFailure(
    400, "cannot_unlink_sole_account",
    "The account is the user's only one, so it cannot be unlinked. Link another account first.")

  /// A second request with the idempotency key of a different one (P90).
  static let reusedIdempotencyKey = PrivyFailure.invalidData(
    "privy-idempotency-key was used for another request within a day. Use a new key for each request.")

  static func invalidData(_ message: String) -> PrivyFailure { PrivyFailure(400, "invalid_data", message) }

  /// A refusal of a session's token, which is missing, unknown or expired, or belongs to another session or user; only
  /// the log has the reason.
  static func invalidToken(_ note: String) -> PrivyFailure {
    PrivyFailure(401, "missing_or_invalid_token", "Invalid auth token", note: "token: " + note)
  }

  /// A renewal that lacks one of its two tokens (P43, P74).
  static func missingToken(_ message: String) -> PrivyFailure { PrivyFailure(400, "missing_or_invalid_token", message) }

  /// A refused signature of a wallet, a passkey or an authorisation key; only the log has the reason.
  static func refusedSignature(_ note: String) -> PrivyFailure {
    PrivyFailure(
      401, "invalid_credentials",
      "The signature or passkey was refused. The request log of the sandbox has the reason.", note: "proof: " + note)
  }

  /// A refused login at Telegram or approval at Farcaster, with the status of a wrong code (P72); only the log has the
  /// reason.
  static func refusedApproval(_ note: String) -> PrivyFailure {
    PrivyFailure(
      422, "invalid_credentials",
      "The login or approval was refused. The request log of the sandbox has the reason.", note: "proof: " + note)
  }

  /// A refused JWT of the app. Code and message are the same for every defect, so that an attacker cannot find out
  /// which check failed; only the log has the reason.
  static func refusedCustomToken(_ note: String) -> PrivyFailure {
    PrivyFailure(401, "invalid_credentials", "The token was refused.", note: "custom token: " + note)
  }
}

extension SandboxRequest {
  /// The body as a JSON object; an empty object if the body is empty.
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
  /// The positive whole number of a required member.
  ///
  /// - Throws: `invalid_data` if the member is missing or anything else.
  func privyNumber(_ name: String) throws(PrivyFailure) -> Int64 {
    guard let number = self[name]?.integerValue, number > 0 else {
      throw .invalidData("\(name) must be a positive whole number.")
    }
    return number
  }

  /// The string of a required member.
  ///
  /// - Throws: `invalid_data` if the member is missing, empty, or not a string.
  func privyText(_ name: String) throws(PrivyFailure) -> String {
    guard let text = self[name]?.stringValue, !text.isEmpty else {
      throw .invalidData("\(name) must be a string that is not empty.")
    }
    return text
  }
}
