import AuthCore

extension SandboxResponse {
  /// A page for people: no cache keeps it, and no browser takes it for anything but HTML.
  ///
  /// - Parameters:
  ///   - markup: the whole document.
  ///   - status: the status of the answer.
  ///   - contentSecurityPolicy: what the page may load, send and be framed by.
  ///   - referrerPolicy: what the page's links and forms tell of its address.
  static func html(
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
