import AuthCore
import AuthSandboxKit

/// Magic links (A110): an e-mail contains a link, and the device that requested it polls until the link is opened.
///
/// GUESS A116: a link works once, and for as long as a code; an unopened or expired link is not verified, and polls
/// after the first success get the same answer; the webhook with the link is that of a code, with the member `url`. No
/// source describes the link or the server's side of it.
extension AuthsignalVendor {
  /// The route that a link leads to.
  static let linkRoute = "/magic-link"

  static func link(_ secret: String, _ world: SandboxWorld) -> String {
    "\(world.baseURL)/authsignal\(linkRoute)?token=\(secret)"
  }

  /// `GET /authsignal/magic-link?token=…`: verifies the challenge of the link, and completes its action and, if there
  /// is one, the enrolment.
  mutating func openLink(_ request: SandboxRequest, world: SandboxWorld) throws(AuthsignalRefusal) -> SandboxResponse {
    guard request.method == "GET" else { throw .missingRoute }
    let secret = request.queryValue("token") ?? ""
    let found = records.challenges.values.first { $0.method == .emailMagicLink && $0.accepts(secret, at: world.now) }
    guard var challenge = found, let userID = challenge.userID, let id = challenge.authenticatorID else {
      return AuthsignalPageForm.response(
        "<p>The link was opened before, has expired, or was replaced by a newer one. Ask the app for a new link.</p>",
        status: 410)
    }
    let key = AuthsignalAction.Key(
      userID: userID, code: challenge.action, idempotencyKey: challenge.idempotencyKey)
    challenge.code = nil
    challenge.isEnrolment = complete(.emailMagicLink, authenticator: id, key: key, world: world)
    challenge.isVerified = challenge.isEnrolment != nil
    records.challenges[challenge.id] = challenge
    return AuthsignalPageForm.response("<p>Done. Go back to the app.</p>")
  }

  /// `POST /client/verify/email-magic-link/finalize`: whether the last link that this token requested was opened.
  func finalizeLink(token: AuthsignalClientToken, world: SandboxWorld) throws(AuthsignalRefusal) -> JSONValue {
    let slot = AuthsignalChallenge.Slot(tokenID: token.id, method: .emailMagicLink)
    guard let challenge = records.waiting[slot].flatMap({ records.challenges[$0] }) else {
      throw .invalid("No link was sent with this token. Request one with this token first.")
    }
    guard challenge.isVerified, let id = challenge.authenticatorID else { return ["isVerified": false] }
    return proof(of: id, isNew: challenge.isEnrolment == true, token: token, world: world)
  }
}
