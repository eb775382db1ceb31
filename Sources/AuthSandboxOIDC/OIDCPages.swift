import AuthCore
import AuthSandboxKit

/// The issuer's pages for users, without scripts, except for the form that posts itself.
enum OIDCPages {
  /// A page with this content.
  static func page(_ title: String, _ content: Markup, status: Int = 200, script: String? = nil) -> SandboxResponse {
    let tag: Markup = script.map { "<script src=\"\($0)\" defer></script>" } ?? ""
    let body: Markup = """
      <!doctype html>
      <html lang="en">
      <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title) · Latchkey sandbox</title>
      <link rel="stylesheet" href="\(PageStyle.path)">\(tag)</head>
      <body><main id="content"><h1>\(title)</h1>
      \(content)
      </main></body>
      </html>

      """
    // There is no `form-action`, since the responses to the forms redirect to the client.
    return .html(
      body, status: status,
      contentSecurityPolicy: "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"
        + (script == nil ? "" : "; script-src 'self'"))
  }

  /// The page for an error that cannot be reported to a client.
  static func refusal(_ failure: OIDCFailure) -> SandboxResponse {
    var response = page(
      "Sign in",
      """
      <p role="alert" class="notice">The app sent a request that this provider cannot answer:
      <code>\(failure.error)</code>.</p>
      <p>\(failure.description)</p>
      """, status: failure.status)
    response.note = failure.error
    return response
  }

  /// A form that the browser posts to the client (OAuth 2.0 Form Post Response Mode §2).
  static func formPost(
    _ redirectURI: String, _ fields: [(name: String, value: String)], note: String?
  ) -> SandboxResponse {
    let inputs = fields.map { hidden($0.name, $0.value) }
    var response = page(
      "Back to the app",
      """
      <form method="post" action="\(redirectURI)" id="callback">
      \(inputs)
      <button class="main">Continue</button>
      </form>
      """, script: scriptPath)
    response.note = note
    return response
  }

  static let scriptRoute = "/form-post.js"
  private static let scriptPath = "/oidc" + scriptRoute
  static let script = SandboxResponse(
    status: 200, headers: ["Content-Type": "text/javascript; charset=utf-8", "X-Content-Type-Options": "nosniff"],
    body: Array("document.getElementById(\"callback\").submit();\n".utf8))

  static func hidden(_ name: String, _ value: String) -> Markup {
    "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">\n"
  }

  static func alert(_ text: String?) -> Markup {
    text.map { "<p role=\"alert\" class=\"notice\">\($0)</p>\n" } ?? ""
  }
}
