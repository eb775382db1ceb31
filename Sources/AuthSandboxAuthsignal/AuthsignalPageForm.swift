import AuthCore
import AuthSandboxKit

/// The pre-built page of a tracked action, in the simplest form that ends as the vendor's page does (A73). The page
/// sends a code to the user's enrolled address or uses the user's authenticator app, accepts the code, and passes the
/// token on to the app.
enum AuthsignalPageForm {
  static let route = "/mfa"
  static let path = "/authsignal" + route

  /// How the page passes a token on.
  enum Ending: Sendable, Equatable {
    /// In a redirect to the scheme of a native app (`nativeScheme`).
    case native(String)
    /// In a message to the page that opened the popup (`mode=popup`).
    case message
    /// In a redirect to the URL that was tracked with the action.
    case redirect(String)
    /// The token is not passed on: neither the page's parameters nor the action name a receiver.
    case none
  }

  static func ending(_ fields: [(name: String, value: String)], redirectURL: String?) -> Ending {
    func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    if let scheme = field("nativeScheme"), isScheme(scheme) { return .native(scheme) }
    if field("mode") == "popup" { return .message }
    return redirectURL.map { .redirect($0) } ?? .none
  }

  /// Whether a string is a URL scheme (RFC 3986 §3.1), other than one that a browser itself handles.
  private static func isScheme(_ text: String) -> Bool {
    let lower = text.lowercased()
    guard let first = lower.utf8.first, (0x61...0x7A).contains(first),
      !["javascript", "data", "vbscript", "file", "http", "https"].contains(lower)
    else { return false }
    return lower.utf8.allSatisfy { byte in
      switch byte {
      case 0x61...0x7A, 0x30...0x39, 0x2B, 0x2D, 0x2E: true
      default: false
      }
    }
  }

  /// The URL of the redirect with the token; nil for an ending without a redirect.
  static func address(_ ending: Ending, token: String) -> String? {
    let query = "token=" + PercentEncoding.encode(token)
    switch ending {
    case .native(let scheme): return "\(scheme)://callback?\(query)"
    case .redirect(let url): return url + (url.contains("?") ? "&" : "?") + query
    case .message, .none: return nil
    }
  }

  /// The message with the token to the page that opened the popup. It is sent as JSON text, which the vendor's browser
  /// client reads.
  static func message(token: String) -> JSONValue { ["event": "AUTHSIGNAL_CLOSE_POPUP", "token": .string(token)] }

  static func message(_ refusal: AuthsignalRefusal) -> JSONValue {
    [
      "event": "AUTHSIGNAL_API_ERROR", "errorCode": .string(refusal.code),
      "statusCode": .integer(Int64(refusal.status)),
    ]
  }

  /// The response with a page. If there is a `message`, the page's script posts it to the page that opened this page or
  /// contains it in a frame.
  static func response(_ content: Markup, telling message: JSONValue? = nil, status: Int = 200) -> SandboxResponse {
    // The message is in an escaped attribute, and the script is a file of this server: the content security policy does
    // not allow any other script.
    let body: Markup = """
      <!doctype html>
      <html lang="en">
      <head><meta charset="utf-8"><title>Verify · Latchkey sandbox</title></head>
      <body data-message="\(message?.serializedText ?? "")">
      <main><h1>Verify</h1>
      \(content)
      </main>
      <script src="\(scriptRoute)"></script>
      </body>
      </html>
      """
    // There is no `frame-ancestors`: the vendor's popup is a frame in the app's page.
    return .html(
      body, status: status, contentSecurityPolicy: "default-src 'none'; script-src 'self'; base-uri 'none'")
  }

  static let scriptRoute = path + "?script"

  static let script = """
    const text = document.body.dataset.message;
    if (text) {
      const target = window.opener || (window.parent !== window ? window.parent : null);
      if (target) target.postMessage(text, "*");
    }
    """
}
