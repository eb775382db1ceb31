import AuthCore

/// The sandbox's page for people: what is served, and that nothing of it is secret.
enum WebPage {
  static func response(descriptor: JSONValue) -> SandboxResponse {
    let page = """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><title>Latchkey sandbox</title>
      <h1>Latchkey sandbox</h1>
      <p>Local stand-ins for four sign-in vendors. Nothing here is secret.</p>
      <p><a href="/sandbox/outbox">Outbox</a> · <a href="/sandbox/requests">Request log</a> ·
      <a href="/sandbox/passkey">Passkeys</a></p>
      <pre>\(escaped(descriptor.prettyText))</pre>
      </html>

      """
    return SandboxResponse(
      status: 200, headers: ["Content-Type": "text/html; charset=utf-8"], body: Array(page.utf8))
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
    return result
  }
}
