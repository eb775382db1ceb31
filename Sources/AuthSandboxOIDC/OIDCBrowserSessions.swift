import AuthCore
import AuthSandboxKit

/// The browsers' sessions, by the values of their cookies.
struct OIDCBrowserSessions: Sendable {
  static let cookie = "latchkey_oidc"

  private var logins = OIDCExpiringValues<OIDCBrowserSession>()
  /// The scopes that users allowed, by user and client.
  private var consents: [String: Set<String>] = [:]

  func live(at time: Int64) -> [OIDCBrowserSession] { logins.live(at: time).map(\.value) }

  /// The session of the browser that sent a request; nil if it has none.
  func login(of request: SandboxRequest, at time: Int64) -> (cookie: String, login: OIDCBrowserSession)? {
    guard let cookie = request.oidcCookie, let login = logins.value(cookie, at: time) else { return nil }
    return (cookie, login)
  }

  func login(id: String, at time: Int64) -> OIDCBrowserSession? { live(at: time).first { $0.id == id } }

  mutating func put(_ cookie: String, _ login: OIDCBrowserSession, at time: Int64) {
    logins.put(cookie, login, until: login.expires, at: time)
  }

  /// Removes the sessions that match, and returns them.
  mutating func end(at time: Int64, where matches: (OIDCBrowserSession) -> Bool) -> [OIDCBrowserSession] {
    logins.live(at: time).filter { matches($0.value) }.compactMap { logins.take($0.name, at: time) }
  }

  /// Records that a client got tokens in a session.
  mutating func note(client: String, in id: String, at time: Int64) {
    for entry in logins.live(at: time) where entry.value.id == id {
      logins.change(entry.name) { $0.clients.insert(client) }
    }
  }

  func hasConsented(_ subject: String, _ client: String, _ scopes: [String]) -> Bool {
    consents[subject + " " + client].map { $0.isSuperset(of: scopes) } ?? false
  }

  mutating func consent(_ subject: String, _ client: String, _ scopes: [String]) {
    consents[subject + " " + client, default: []].formUnion(scopes)
  }
}

extension SandboxRequest {
  /// The value of the issuer's cookie; nil if the request has none.
  fileprivate var oidcCookie: String? {
    for pair in (headers["Cookie"] ?? "").split(separator: ";") {
      let halves = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      if halves.count == 2, halves[0] == OIDCBrowserSessions.cookie { return String(halves[1]) }
    }
    return nil
  }
}
