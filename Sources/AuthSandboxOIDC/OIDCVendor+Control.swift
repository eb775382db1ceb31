import AuthCore
import AuthCrypto
package import AuthSandboxKit

extension OIDCVendor {
  /// The routes below `/sandbox/oidc`, by which a test controls the provider.
  package mutating func control(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse? {
    do throws(OIDCFailure) {
      switch (request.method, request.route) {
      case ("POST", "/rotate"):
        try keys.rotate(withdrawing: request.jsonObject?["withdraw"]?.boolValue ?? false)
        return .json(try keys.published().json)
      case ("POST", "/authorize"): return try authorizeWithoutBrowser(request, &world)
      case ("GET", "/logout-tokens"):
        return try logoutTokens(isWaiting: request.queryValue("waiting") != nil, world)
      case ("POST", "/logout-tokens"): return try noteDelivery(request)
      default: return nil
      }
    } catch {
      return error.response
    }
  }

  /// `{"url", "user"?, "decision"?}`: opens the page at `url` as a browser without cookies, enters the user (jane by
  /// default), and returns `{"location", "parameters"}`: where the browser would be redirected.
  private mutating func authorizeWithoutBrowser(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(OIDCFailure) -> SandboxResponse {
    guard let url = request.jsonObject?["url"]?.stringValue, let mark = url.firstIndex(of: "?") else {
      throw .invalidRequest("url is missing, or has no query. Send the address of the authorisation page.")
    }
    let user = request.jsonObject?["user"]?.stringValue ?? "jane@example.com"
    let decision = request.jsonObject?["decision"]?.stringValue ?? "approve"
    newestInteraction = nil
    var answer = authorize(SandboxRequest("GET", "/oidc/authorize" + url[mark...]), &world)
    if answer.status == 200, let id = newestInteraction {
      answer = submit([("interaction", id), ("user", user), ("decision", decision)], &world)
      if let code = interactions.value(id, at: world.unixTime)?.pending?.code {
        answer = submit([("interaction", id), ("code", code), ("decision", decision)], &world)
      }
    }
    guard let location = answer.headers["Location"] else {
      throw .invalidRequest("The page did not redirect: \(answer.note ?? "it shows a form"). Open it in a browser.")
    }
    let query = location.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let fields = (PercentEncoding.decodeForm(query) ?? []).map { ($0.name, JSONValue.string($0.value)) }
    return .json(["location": .string(location), "parameters": .object(JSONObject(fields))])
  }

  private mutating func submit(
    _ fields: [(name: String, value: String)], _ world: inout SandboxWorld
  ) -> SandboxResponse {
    interact(
      SandboxRequest(
        "POST", "/oidc" + OIDCSignInPage.route, headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Array(PercentEncoding.encodeForm(fields).utf8)), &world)
  }

  /// The messages about ended sessions, each with a logout token that is signed now.
  private func logoutTokens(isWaiting: Bool, _ world: SandboxWorld) throws(OIDCFailure) -> SandboxResponse {
    var list: [JSONValue] = []
    for notice in notices.all where !isWaiting || notice.status == nil {
      list.append([
        "sequence": .integer(notice.sequence), "clientId": .string(notice.clientID), "uri": .string(notice.uri),
        "logoutToken": .string(try logoutToken(notice, world)),
        "status": notice.status.map { .integer($0) } ?? .null,
      ])
    }
    return .json(["logoutTokens": .array(list)])
  }

  /// A logout token (OpenID Connect Back-Channel Logout §2.4).
  private func logoutToken(
    _ notice: OIDCLogoutMessages.Notice, _ world: SandboxWorld
  ) throws(OIDCFailure) -> String {
    let time = world.unixTime
    return try keys.sign(
      [
        "iss": .string(world.oidcIssuer), "sub": .string(notice.subject), "aud": .string(notice.clientID),
        "iat": .integer(time), "exp": .integer(time + 120), "jti": .string(world.random.uuid()),
        "sid": .string(notice.session), "events": ["http://schemas.openid.net/event/backchannel-logout": [:]],
      ], type: "logout+jwt", world.oidcPolicy.algorithm)
  }

  private mutating func noteDelivery(_ request: SandboxRequest) throws(OIDCFailure) -> SandboxResponse {
    guard let body = request.jsonObject, let sequence = body["sequence"]?.integerValue,
      let status = body["status"]?.integerValue, notices.note(sequence, status: status)
    else {
      throw .invalidRequest(
        "sequence or status is missing, or there is no message with this sequence. Send the sequence "
          + "of a listed message, and the status of its delivery.")
    }
    return .json(["sequence": .integer(sequence)])
  }
}
