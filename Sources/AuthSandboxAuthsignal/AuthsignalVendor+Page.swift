import AuthCore
import AuthSandboxKit

extension AuthsignalVendor {
  /// `GET /authsignal/mfa?token=…`: sends a code, unless the user's first verified method with codes is an
  /// authenticator app, and shows a form for the code, which is posted to this route. A user who has no verified method
  /// with codes first enters an e-mail address.
  mutating func page(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    let query = request.query
    if request.method == "GET", query.contains(where: { $0.name == "script" }) {
      return SandboxResponse(
        status: 200, headers: ["Content-Type": "text/javascript; charset=utf-8", "X-Content-Type-Options": "nosniff"],
        body: Array(AuthsignalPageForm.script.utf8))
    }
    var fields = query
    if request.method == "POST" {
      fields += request.formFields ?? []
    }
    func field(_ name: String) -> String? { fields.first { $0.name == name && !$0.value.isEmpty }?.value }
    let isPopup = field("mode") == "popup"
    do throws(AuthsignalRefusal) {
      guard request.method == "GET" || request.method == "POST" else { throw .missingRoute }
      guard let text = field("token"), let token = AuthsignalClientToken(text, signedBy: tenant),
        let action = records.actions[token.key]
      else { throw .invalidToken }
      guard world.unixTime < token.expires else { throw .expiredToken }
      let ending = AuthsignalPageForm.ending(fields, redirectURL: action.attributes["redirectUrl"]?.stringValue)
      let form = PageForm(token: text, fields: fields)
      if request.method == "POST", let code = field("code"), let method = field("method") {
        return try finish(code, method, token, ending, form, world: &world)
      }
      if request.method == "POST", let email = field("email") {
        _ = try client(
          SandboxRequest(
            "POST", "/authsignal/v1/client/user-authenticators/email-otp", json: ["email": .string(email)],
            headers: ["Authorization": "Bearer " + text]),
          path: ["user-authenticators", "email-otp"], world: &world)
        return AuthsignalPageForm.response(form.code("email-otp", token.key.code))
      }
      guard let method = codeMethod(of: token.key.userID) else {
        return AuthsignalPageForm.response(form.email(token.key.code))
      }
      if method != .authenticatorApp {
        _ = try challenge(
          method, SandboxRequest("POST", "/", json: [:]), token: token, world: &world)
      }
      return AuthsignalPageForm.response(form.code(method.segment, token.key.code))
    } catch {
      return AuthsignalPageForm.response(
        "<p>\(error.message)</p>", telling: isPopup ? AuthsignalPageForm.message(error) : nil, status: error.status)
    }
  }

  private mutating func finish(
    _ code: String, _ segment: String, _ token: AuthsignalClientToken, _ ending: AuthsignalPageForm.Ending,
    _ form: PageForm, world: inout SandboxWorld
  ) throws(AuthsignalRefusal) -> SandboxResponse {
    guard let method = AuthsignalMethod(segment: segment) else { throw .missingRoute }
    let answer = try verify(
      method, SandboxRequest("POST", "/", json: ["verificationCode": .string(code)]), token: token, world: &world)
    guard let proved = answer["accessToken"]?.stringValue else {
      return AuthsignalPageForm.response(form.code(segment, token.key.code, isWrong: true))
    }
    if let address = AuthsignalPageForm.address(ending, token: proved) {
      return SandboxResponse(status: 302, headers: ["Location": address, "Cache-Control": "no-store"])
    }
    return AuthsignalPageForm.response(
      "<p>Done. Go back to the app.</p>", telling: ending == .message ? AuthsignalPageForm.message(token: proved) : nil)
  }

  /// The user's first verified method with codes, whether they are sent or come from an authenticator app.
  private func codeMethod(of userID: String) -> AuthsignalMethod? {
    records.users[userID]?.verified.map(\.method).first { $0.channel != nil || $0 == .authenticatorApp }
  }
}

/// The forms of the page, each with the page's parameters.
private struct PageForm {
  let token: String
  let fields: [(name: String, value: String)]

  func code(_ method: String, _ action: String, isWrong: Bool = false) -> Markup {
    """
    \(isWrong ? "<p role=\"alert\">The code is wrong or has expired.</p>" : "" as Markup)
    <form method="post" action="\(AuthsignalPageForm.path)">
    \(hidden)
    <input type="hidden" name="method" value="\(method)">
    <label>Code for \(action) <input name="code" inputmode="numeric" autocomplete="one-time-code" required></label>
    <button>Verify</button>
    </form>
    """
  }

  func email(_ action: String) -> Markup {
    """
    <form method="post" action="\(AuthsignalPageForm.path)">
    \(hidden)
    <label>E-mail address to enrol for \(action) <input name="email" type="email" required></label>
    <button>Send a code</button>
    </form>
    """
  }

  private var hidden: Markup {
    var parts: [Markup] = ["<input type=\"hidden\" name=\"token\" value=\"\(token)\">"]
    for name in ["mode", "nativeScheme"] {
      guard let value = fields.first(where: { $0.name == name })?.value else { continue }
      parts.append("<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">")
    }
    return Markup(parts)
  }
}
