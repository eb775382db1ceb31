import AuthCore
import AuthSandboxKit

/// The passkey calls of a page that uses cookies (A91). A path that ends in `/web` responds like the path without it,
/// and sets a cookie, which the page's next calls send.
///
/// GUESS A91: the names and contents of the cookies, which no source gives. `__as_challenge` contains the id of the
/// pending ceremony, for a call that completes it without `challengeId`. `__as_proof` contains the token of the
/// completed ceremony, for a call of `GET /client/user-authenticators` without a token.
enum AuthsignalCookies {
  static let challenge = "__as_challenge"
  static let proof = "__as_proof"

  /// The value of a request's cookie; nil if it is missing or empty.
  static func value(_ name: String, of request: SandboxRequest) -> String? {
    for pair in (request.headers["Cookie"] ?? "").split(separator: ";") {
      let halves = String(pair).trimmingBlanks.split(separator: "=", maxSplits: 1)
      if halves.count == 2, halves[0] == name { return String(halves[1]) }
    }
    return nil
  }

  static func set(_ name: String, _ value: String) -> String {
    "\(name)=\(value); Path=/authsignal; Max-Age=600; HttpOnly; SameSite=Lax"
  }
}

extension AuthsignalVendor {
  /// Handles a call of the client API, with or without cookies.
  mutating func clientWithCookies(
    _ request: SandboxRequest, path: [String], world: inout SandboxWorld
  ) throws(AuthsignalRefusal) -> SandboxResponse {
    let isWeb = request.method == "POST" && Self.webPaths.contains(path)
    let plain = isWeb ? Array(path.dropLast()) : path
    let challenge = AuthsignalCookies.value(AuthsignalCookies.challenge, of: request)
    let proof = AuthsignalCookies.value(AuthsignalCookies.proof, of: request)
    var headers = request.headers
    var bytes = request.body
    let endsCeremony =
      plain == ["verify", "passkey"] || (request.method == "POST" && plain == ["user-authenticators", "passkey"])
    if endsCeremony, let challenge, request.text("challengeId") == nil, var body = request.jsonObject {
      body["challengeId"] = .string(challenge)
      bytes = JSONValue.object(body).serialized
    }
    if request.method == "GET", plain == ["user-authenticators"], request.bearerToken == nil, let proof,
      tenant.isNamed(by: request)
    {
      headers["Authorization"] = "Bearer " + proof
    }
    let call = SandboxRequest(request.method, request.target, headers: headers, body: bytes)
    let answer = try client(call, path: plain, world: &world)
    var response = SandboxResponse.json(answer)
    if isWeb, let id = answer["challengeId"]?.stringValue {
      response.headers["Set-Cookie"] = AuthsignalCookies.set(AuthsignalCookies.challenge, id)
    } else if endsCeremony, challenge != nil, let token = answer["accessToken"]?.stringValue {
      response.headers["Set-Cookie"] = AuthsignalCookies.set(AuthsignalCookies.proof, token)
    }
    return response
  }

  private static let webPaths = [
    ["challenge", "web"], ["user-authenticators", "passkey", "registration-options", "web"],
    ["user-authenticators", "passkey", "authentication-options", "web"],
  ]
}
