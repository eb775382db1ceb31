import AuthCore
import AuthSandboxKit

/// The members of bodies with closed schemas, where an unknown member is refused (P20, P21, P22, P35, P36). Bodies of
/// routes that are not listed may have any members.
enum PrivySchema {
  private static let closed: [String: Set<String>] = [
    "guest/authenticate": ["guest_credential"],
    "passkeys/authenticate/init": ["relying_party", "token"],
    "passkeys/register/init": ["relying_party", "token"],
    "passkeys/link/init": ["relying_party", "token"],
    "passkeys/authenticate": ["relying_party", "challenge", "authenticator_response"],
    "passkeys/register": ["relying_party", "authenticator_response"],
    "passkeys/link": ["relying_party", "authenticator_response"],
    "mfa/totp/init": ["action"],
    "mfa/totp/enroll": ["code"],
    "mfa/totp/verify": ["code"],
    "mfa/totp/unenroll": [],
    "mfa/passwordless_sms/enroll": ["action", "code", "phoneNumber"],
    "mfa/passwordless_sms/verify": ["code"],
    "mfa/passwordless_sms/unenroll": [],
    "mfa/email/enroll": ["action", "code", "email_address"],
    "mfa/email/verify": ["code"],
    "mfa/email/unenroll": [],
    "mfa/passkeys/init": ["relying_party"],
    "mfa/passkeys/verify": ["relying_party", "authenticator_response"],
  ]

  /// Refuses a member that the schema of a closed body does not have.
  static func check(_ path: String, _ request: SandboxRequest) throws(PrivyFailure) {
    let path = path.hasPrefix("mfa_auth/") ? "mfa/" + path.dropFirst("mfa_auth/".count) : path
    guard request.method == "POST", let body = request.jsonObject else { return }
    var known = closed[path]
    // Only an enrolment names the contact. For a verification, the code is sent to the enrolled contact.
    if path == "mfa/passwordless_sms/init" || path == "mfa/email/init" {
      let contact = path == "mfa/email/init" ? "email_address" : "phoneNumber"
      known = body["action"]?.stringValue == "enroll" ? ["action", contact] : ["action"]
    }
    guard let known else { return }
    let unknown = body.names.filter { !known.contains($0) }
    guard unknown.isEmpty else {
      let names = unknown.map { "'\($0)'" }.joined(separator: ", ")
      throw .invalidData("Unrecognized key(s) in object: \(names)")
    }
  }
}
