import AuthCore
import AuthCrypto
import AuthSandboxKit

extension AuthsignalVendor {
  /// Handles the routes of the app's backend that use this vendor. They call the vendor's server API with the secret
  /// key, as any backend would.
  mutating func backend(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    switch (request.method, request.mount, request.route) {
    case ("POST", "/backend/track", "/"): return trackForApp(request, world: &world)
    case ("POST", "/backend/authsignal", "/exchange"): return exchangeForApp(request, world: &world)
    case ("POST", "/backend/authsignal", "/number-match"): return matchNumber(request, world: world)
    case (_, "/backend/track", "/"), (_, "/backend/authsignal", "/exchange"),
      (_, "/backend/authsignal", "/number-match"):
      return .refusal(405, "method_not_allowed", "This route accepts only POST.")
    default: return .notFound(request)
    }
  }

  /// `POST /backend/track {"identifier","action","scope"?}` returns `{"token","numberMatch"?}`.
  private mutating func trackForApp(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    guard let identifier = request.text("identifier") else {
      return .refusal(400, "malformed_request", "identifier is missing. Send the user's address.")
    }
    guard let action = request.text("action"), AuthsignalAction.isName(action) else {
      return .refusal(
        400, "malformed_request", "action is missing or malformed. Send 1 to 64 letters, digits, '_' and '-'.")
    }
    let userID = Self.userID(of: identifier)
    guard records.users[userID] != nil || world.createsUsers(name) else {
      return .refusal(
        404, "user_not_found",
        "The app has no user with this identifier, and the policy createUsers is false. Use a known identifier, or "
          + "change the policy.")
    }
    // With these scopes, a user can enrol a first method now and further methods later.
    let scope = request.text("scope") ?? "\(AuthsignalClientToken.readScope) \(AuthsignalClientToken.addScope)"
    var attributes: JSONObject = ["scope": .string(scope), "username": .string(identifier)]
    let number = AuthsignalNumberMatching.number(world.policy(name), world)
    attributes["custom"] = number.map { .object([AuthsignalNumberMatching.member: .string($0)]) }
    if Self.isEmail(identifier) { attributes["email"] = .string(identifier) }
    if Self.isPhone(identifier) { attributes["phoneNumber"] = .string(identifier) }
    let answer = call("/users/\(userID)/actions/\(action)", .object(attributes), world: &world)
    guard let token = answer?["token"] else {
      return .refusal(
        502, "vendor_failed",
        "The vendor's server API refused to track the action. Report this to Latchkey's maintainers.")
    }
    var shown: JSONObject = ["token": token]
    shown[AuthsignalNumberMatching.member] = number.map { .string($0) }
    return .json(.object(shown))
  }

  /// `POST /backend/authsignal/exchange {"token","action"?}` returns the app's session. A proof works once, and so does
  /// its action: no other token for the same action opens a second session.
  private mutating func exchangeForApp(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    guard let token = request.text("token") else {
      return .refusal(400, "malformed_request", "token is missing. Send the token of the finished challenge.")
    }
    var query: JSONObject = ["token": .string(token)]
    query["action"] = request.text("action").map { .string($0) }
    guard let answer = call("/validate", .object(query), world: &world), answer["isValid"]?.boolValue == true,
      let userID = answer["userId"]?.stringValue, let code = answer["action"]?.stringValue,
      let idempotencyKey = answer["idempotencyKey"]?.stringValue
    else {
      return .refusal(
        401, "invalid_proof",
        "The vendor does not accept this token: it is malformed, has expired, is for another action, or its challenge "
          + "was not completed. Complete a challenge, and send the token of its response.")
    }
    let key = AuthsignalAction.Key(userID: userID, code: code, idempotencyKey: idempotencyKey)
    guard AuthsignalNumberMatching.number(of: records.actions[key]) == nil || records.matched.contains(key) else {
      return .refusal(
        401, "number_not_matched",
        "The user did not enter the number that the other device shows. Enter the number before the approval.")
    }
    guard records.exchanged.insert(key).inserted else {
      return .refusal(
        401, "proof_used", "A token for this action was already exchanged for a session. Track a new action.")
    }
    let profile = records.users[userID]?.profile
    let identifier = profile?["username"]?.stringValue ?? profile?["email"]?.stringValue
    return .json(.object(world.issueAppSession(provider: name, subject: userID, identifier: identifier)))
  }

  /// The app's user id for an identifier: a hash, which is stable and does not contain the identifier.
  static func userID(of identifier: String) -> String {
    let digest = SHA256.hash(data: Array(identifier.lowercased().utf8))
    return "usr_" + Hex.encode(Array(digest).prefix(12))
  }

  private mutating func call(_ path: String, _ body: JSONValue, world: inout SandboxWorld) -> JSONValue? {
    let credentials = Base64.encode(Array("\(tenant.secretKey):".utf8))
    let request = SandboxRequest(
      "POST", "/authsignal/v1" + path, json: body, headers: ["Authorization": "Basic \(credentials)"])
    let response = api(request, world: &world)
    guard response.status == 200 else { return nil }
    return JSONValue(untrusted: response.body)
  }
}
