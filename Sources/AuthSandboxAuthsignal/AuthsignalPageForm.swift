import AuthCore
import AuthSandboxKit

/// The pre-built page of a tracked action, in the simplest form that ends as the vendor's does (A73): it sends a code
/// to the user's enrolled address, accepts the code, and passes the token on.
enum AuthsignalPageForm {
  static let route = "/mfa"
  static let path = "/authsignal" + route

  /// How the page passes a token on.
  enum Ending: Sendable, Equatable {
    /// By the scheme of a native app (`nativeScheme`).
    case native(String)
    /// By a message to the page that opened it (`mode=popup`).
    case message
    /// To the address that the action was tracked with.
    case redirect(String)
    /// The token is not passed on.
    case none
  }

  static func ending(_ fields: [(name: String, value: String)], redirectURL: String?) -> Ending {
    func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    if let scheme = field("nativeScheme"), isScheme(scheme) { return .native(scheme) }
    if field("mode") == "popup" { return .message }
    return redirectURL.map { .redirect($0) } ?? .none
  }

  /// RFC 3986 §3.1, without the schemes that a browser runs.
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

  /// The address that receives the token; nil for the other endings.
  static func address(_ ending: Ending, token: String) -> String? {
    let query = "token=" + PercentEncoding.encode(token)
    switch ending {
    case .native(let scheme): return "\(scheme)://callback?\(query)"
    case .redirect(let url): return url + (url.contains("?") ? "&" : "?") + query
    case .message, .none: return nil
    }
  }

  /// The text of the message to the opener: a JSON text, as the vendor's browser client reads it.
  static func message(token: String) -> JSONValue { ["event": "AUTHSIGNAL_CLOSE_POPUP", "token": .string(token)] }

  static func message(_ refusal: AuthsignalRefusal) -> JSONValue {
    [
      "event": "AUTHSIGNAL_API_ERROR", "errorCode": .string(refusal.code),
      "statusCode": .integer(Int64(refusal.status)),
    ]
  }

  /// One page; a message is posted to its opener or its parent.
  static func response(_ content: Markup, telling message: JSONValue? = nil, status: Int = 200) -> SandboxResponse {
    // The message is in an escaped attribute, and the script is a file of this server: the content security policy
    // allows no other.
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
    // The app's page may frame it: the vendor's popup is a frame.
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
