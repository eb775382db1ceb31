import AuthCore
import AuthCrypto
import AuthSandboxKit

/// The sandbox's own login page for hosted sign-ins: a form for each step of the flow, without scripts.
struct HawcxLoginPage: Sendable {
  /// The members of an action that a form may contain.
  static let actionFields: Set = ["type", "identifier", "methodId", "code", "phone"]

  /// The session of the hosted sign-in, from the parameter `op` of the page's URL (H67).
  let op: String
  /// The flow's id; empty before the flow has begun.
  let session: String

  /// The form for the user's address.
  var identifier: Markup {
    form("start", entry("identifier", "E-mail address or telephone number", "autocomplete=\"username\""), "Continue")
  }

  /// The form of a step.
  func form(_ step: HawcxStep) -> Markup {
    switch step {
    case .selectMethod(let methods, _):
      let buttons = methods.map { method -> Markup in
        "<button name=\"methodId\" value=\"\(method.id)\">\(method.label)</button>\n"
      }
      return form("select_method", Markup(buttons), nil)
    case .enterCode(let code):
      return """
        <p>A code was sent to \(code.address.masked). It is in the <a href="/outbox">outbox</a>.</p>
        \(form("submit_code", codeEntry, "Verify"))
        \(form("resend", "", "Send a new code"))
        """
    case .enterTOTP: return form("submit_totp", codeEntry, "Verify")
    case .setupTOTP(let secret, _):
      return """
        <p>Add this secret to an authenticator app, and enter the app’s code: <code>\(Base32.encode(secret))</code></p>
        \(form("submit_totp", codeEntry, "Verify"))
        """
    case .setupSMS: return form("submit_phone", entry("phone", "Telephone number", "type=\"tel\""), "Send a code")
    case .awaitApproval:
      return """
        <p>Approve the sign-in under <a href="/approvals">Approvals</a>, then continue.</p>
        \(form("poll", "", "Continue"))
        """
    case .redirect:
      return
        "<p>This page cannot sign in with an identity provider. Remove such methods from primary_methods.</p>"
    case .setupDevice, .deviceChallenge:
      return """
        <p>The policy device_enrollment requires that this browser be enrolled, which this page cannot do. Set the
        policy to disabled, or set login_page to a page of your own.</p>
        """
    case .completed: return "<p>Done.</p>"
    }
  }

  /// A page with a form and, if there was one, the error of the previous attempt.
  func response(_ content: Markup, failing failure: String? = nil) -> SandboxResponse {
    let alert: Markup = failure.map { "<p role=\"alert\">\($0)</p>" } ?? ""
    return Self.page([alert, content], status: 200)
  }

  /// The page for a visitor whose sign-in is unknown or has expired.
  static let notUnderWay = page(
    [
      """
      <p role="alert">This sign-in is unknown or has expired. Start again at the app, which sends the browser to
      <code>/hawcx/authorize</code>.</p>
      """
    ], status: 400)

  private var codeEntry: Markup {
    entry("code", "Code", "inputmode=\"numeric\" autocomplete=\"one-time-code\"")
  }

  private func entry(_ name: String, _ label: String, _ attributes: Markup) -> Markup {
    "<label>\(label) <input name=\"\(name)\" \(attributes) required></label>\n"
  }

  private func form(_ type: String, _ content: Markup, _ button: String?) -> Markup {
    """
    <form method="post" action="/hawcx\(HawcxVendor.loginRoute)" class="panel">
    <input type="hidden" name="op" value="\(op)"><input type="hidden" name="session" value="\(session)">
    <input type="hidden" name="type" value="\(type)">
    \(content)\(button.map { "<button class=\"main\">\($0)</button>" as Markup } ?? "")
    </form>
    """
  }

  private static func page(_ content: [Markup], status: Int) -> SandboxResponse {
    let body: Markup = """
      <!doctype html>
      <html lang="en">
      <head><meta charset="utf-8"><title>Sign in · Latchkey sandbox</title>
      <link rel="stylesheet" href="\(PageStyle.path)"></head>
      <body><main id="content"><h1>Sign in</h1>
      \(content)
      </main></body>
      </html>

      """
    // There is no `form-action`, since the response to the last form redirects to the relying party.
    return .html(
      body, status: status,
      contentSecurityPolicy: "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'")
  }
}
