import AuthCore
import AuthCrypto
import AuthSandboxKit

/// The sandbox's own login page for hosted sign-ins: one form for each step of the user, without scripts.
struct HawcxLoginPage: Sendable {
  /// The members of actions that forms carry.
  static let actionFields: Set = ["type", "identifier", "methodId", "code", "phone"]

  /// The hosted sign-in (H67).
  let op: String
  /// The flow; empty before it has begun.
  let session: String

  /// The user who signs in.
  var identifier: Markup {
    form("start", entry("identifier", "E-mail address or telephone number", "autocomplete=\"username\""), "Go on")
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
        <p>A code was sent to \(code.address.masked): it lies in the <a href="/outbox">outbox</a>.</p>
        \(form("submit_code", codeEntry, "Verify"))
        \(form("resend", "", "Send a new code"))
        """
    case .enterTOTP: return form("submit_totp", codeEntry, "Verify")
    case .setupTOTP(let secret, _):
      return """
        <p>Put this secret into an authenticator app, and enter its code: <code>\(Base32.encode(secret))</code></p>
        \(form("submit_totp", codeEntry, "Verify"))
        """
    case .setupSMS: return form("submit_phone", entry("phone", "Telephone number", "type=\"tel\""), "Send a code")
    case .awaitApproval:
      return """
        <p>Approve the sign-in under <a href="/approvals">Approvals</a>, then continue.</p>
        \(form("poll", "", "Go on"))
        """
    case .redirect:
      return
        "<p>This page cannot continue with another identity provider. Leave such methods out of primary_methods.</p>"
    case .setupDevice, .deviceChallenge:
      return """
        <p>The project wants this browser enrolled, which this page cannot do. Set the policy device_enrollment to
        disabled, or login_page to a page of your own.</p>
        """
    case .completed: return "<p>Done.</p>"
    }
  }

  /// A page with a form, and the error of the previous attempt.
  func response(_ content: Markup, failing failure: String? = nil) -> SandboxResponse {
    let alert: Markup = failure.map { "<p role=\"alert\">\($0)</p>" } ?? ""
    return Self.page([alert, content], status: 200)
  }

  /// The page for a visitor without a pending sign-in.
  static let notUnderWay = page(
    [
      """
      <p role="alert">This sign-in is not under way. It begins at <code>/hawcx/authorize</code>, which sends the browser
      here.</p>
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
    // No form-action: the last form's response redirects to the relying party.
    return .html(
      body, status: status,
      contentSecurityPolicy: "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'")
  }
}
