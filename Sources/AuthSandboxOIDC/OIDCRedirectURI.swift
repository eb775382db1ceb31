import AuthCore

/// The comparison of redirect URIs.
enum OIDCRedirectURI {
  /// Whether a URI matches a registered URI. Both must have the same text (RFC 9700 §2.1), except that the port may differ
  /// if the host is a loopback IP literal (RFC 8252 §7.3).
  static func matches(_ given: String, _ registered: String) -> Bool {
    if given.hasSameBytes(as: registered) { return true }
    guard let given = withoutPort(given), let registered = withoutPort(registered) else { return false }
    return given.hasSameBytes(as: registered)
  }

  /// Whether a client may register a URI. The URI must be absolute and have no fragment (RFC 6749 §3.1.2). Its scheme must
  /// be `https`, `http` with a loopback host, or a scheme that browsers do not handle themselves, as they do `data`.
  static func isAcceptable(_ uri: String) -> Bool {
    guard uri.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !uri.contains("#"),
      let colon = uri.firstIndex(of: ":"), uri.first?.isLetter == true
    else { return false }
    let scheme = uri[..<colon].lowercased()
    guard scheme.allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) }) else { return false }
    switch scheme {
    case "http", "https": return Origin(uri)?.isAcceptable == true
    case "javascript", "data", "vbscript", "file", "about", "blob": return false
    default: return uri[colon...].count > 1
    }
  }

  /// Adds parameters to a URI's query.
  static func adding(_ fields: [(name: String, value: String)], to uri: String) -> String {
    guard !fields.isEmpty else { return uri }
    return uri + (uri.contains("?") ? "&" : "?") + PercentEncoding.encodeForm(fields)
  }

  private static func withoutPort(_ uri: String) -> String? {
    for host in ["http://127.0.0.1", "http://[::1]"] where uri.hasPrefix(host) {
      var rest = uri.dropFirst(host.count)
      if rest.first == ":" {
        let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }
        guard let port = Int(digits), (1...65_535).contains(port) else { return nil }
        rest = rest.dropFirst(1 + digits.count)
      }
      guard let next = rest.first else { return host }
      return next == "/" || next == "?" ? host + rest : nil
    }
    return nil
  }
}
