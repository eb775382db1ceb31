import AuthCore

extension SandboxResponse {
  /// Returns a web page for users. Browsers do not cache it, and treat it only as HTML.
  ///
  /// - Parameters:
  ///   - markup: the whole document.
  ///   - status: the status of the response.
  ///   - contentSecurityPolicy: what the page may load and send, and which pages may frame it.
  ///   - referrerPolicy: what the page's links and forms reveal of its address.
  package static func html(
    _ markup: Markup, status: Int, contentSecurityPolicy: String, referrerPolicy: String = "no-referrer"
  ) -> SandboxResponse {
    SandboxResponse(
      status: status,
      headers: [
        "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
        "Content-Security-Policy": contentSecurityPolicy, "Referrer-Policy": referrerPolicy,
        "X-Content-Type-Options": "nosniff",
      ], body: Array(markup.text.utf8))
  }
}
