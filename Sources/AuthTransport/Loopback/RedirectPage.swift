/// The page that the browser shows after the redirect. It does not load resources, and does not contain data of the
/// callback.
enum RedirectPage {
  static let success = answer(200, "Done. You can close this page and go back to the app.")

  static func refusal(_ status: Int) -> [UInt8] {
    answer(status, status == 404 ? "This page does not exist." : "This is not the request that the app is waiting for.")
  }

  private static func answer(_ status: Int, _ text: String) -> [UInt8] {
    let page = """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>Sign-in</title><p>\(text)</p></html>

      """
    let head = [
      "HTTP/1.1 \(status) \(reason(status))", "Content-Type: text/html; charset=utf-8",
      "Content-Length: \(page.utf8.count)", "Connection: close", "Cache-Control: no-store",
      // The page's address contains the code, so the browser must not send the address elsewhere.
      "Referrer-Policy: no-referrer", "Content-Security-Policy: default-src 'none'",
      "X-Content-Type-Options: nosniff",
    ]
    return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + page).utf8)
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 414: "URI Too Long"
    case 421: "Misdirected Request"
    case 431: "Request Header Fields Too Large"
    default: "Bad Request"
    }
  }
}
