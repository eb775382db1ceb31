import AuthCore
import AuthSandboxKit

/// The page where a user enters a device's code (RFC 8628 §3.3).
struct OIDCDevicePage: Sendable {
  static let route = "/device"

  /// The users to choose from.
  let users: [String]

  /// The form, with `code` in its field.
  func form(code: String, failing failure: String? = nil) -> SandboxResponse {
    OIDCPages.page(
      "Connect a device",
      """
      \(OIDCPages.alert(failure))
      <p class="lead">Enter the code that your device shows. Allow it only if the device is yours.</p>
      <form method="post" action="/oidc\(Self.route)" class="panel">
      <label>Code <input name="user_code" value="\(code)" autocomplete="off" required maxlength="20"></label>
      <label>E-mail address or name <input name="user" list="users" autocomplete="username" maxlength="254"></label>
      <datalist id="users">\(users.map { "<option value=\"\($0)\">" as Markup })</datalist>
      <button class="main" name="decision" value="approve">Allow</button>
      <button name="decision" value="deny">Deny</button>
      </form>
      """)
  }

  /// The page after a decision.
  static func done(isApproved: Bool) -> SandboxResponse {
    OIDCPages.page(
      "Connect a device",
      isApproved
        ? "<p role=\"status\" class=\"notice\">The device is connected. Go back to it.</p>"
        : "<p role=\"status\" class=\"notice\">The device was refused.</p>")
  }
}

extension OIDCVendor {
  /// `GET` and `POST /device`: shows the form, and handles it. The fields are `user_code`, `user` and `decision`.
  mutating func devicePage(_ request: SandboxRequest, _ world: inout SandboxWorld) -> SandboxResponse {
    let page = OIDCDevicePage(users: users.all.suffix(20).map(\.identifier))
    guard request.method == "POST" else { return page.form(code: request.queryValue("user_code") ?? "") }
    // A form of another site names that site.
    if let origin = request.headers["Origin"], ![world.baseURL, world.webOrigin].contains(origin) {
      return OIDCPages.refusal(.invalidRequest("The form is not the provider's own. Open the page again."))
    }
    let form: OIDCParameters
    do throws(OIDCFailure) { form = try OIDCParameters(form: request) } catch { return OIDCPages.refusal(error) }
    let code = form["user_code"] ?? ""
    let isApproved = form["decision"] == "approve"
    let user = form["user"]?.trimmingBlanks ?? ""
    guard !isApproved || Self.isIdentifier(user) else {
      return page.form(code: code, failing: "Enter an e-mail address or a name.")
    }
    if let failure = decide(code, by: isApproved ? user : nil, &world) {
      return page.form(code: code, failing: failure)
    }
    return OIDCDevicePage.done(isApproved: isApproved)
  }
}
