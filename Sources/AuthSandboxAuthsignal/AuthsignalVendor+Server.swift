import AuthCore
import AuthCrypto
import AuthSandboxKit

extension AuthsignalVendor {
  /// Handles `/v1/…` other than `/v1/client/…`: the calls of the app's backend (A75).
  mutating func server(
    _ request: SandboxRequest, path: [String], world: inout SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    guard tenant.isAuthorized(request) else { throw .unauthorized }
    switch (request.method, path.first, path.count) {
    case ("POST", "validate", 1): return try validate(request, world: world)
    case ("POST", "challenge", 1): return try serverChallenge(request, world: &world)
    case ("POST", "verify", 1): return try serverVerify(request, world: world)
    case ("POST", "claim", 1): return try claim(request, world: world)
    case ("GET", "challenges", 1): return challengeFound(request, world: world)
    case ("GET", "users", 1): return try userList(request, world: world)
    case (_, "users", 2): return try user(request, id: path[1])
    case (_, "users", _) where path.count > 2 && path[2] == "authenticators":
      return try authenticators(request, userID: path[1], rest: Array(path.dropFirst(3)), world: world)
    case (_, "users", _) where path.count > 2 && path[2] == "actions":
      return try actions(request, userID: path[1], rest: Array(path.dropFirst(3)), world: world)
    case (_, "sessions", _): return try sessions(request, rest: Array(path.dropFirst()), world: world)
    default: throw .missingRoute
    }
  }

  /// `/users/{userId}`: `GET`, `PATCH` and `DELETE`. The response for an unknown or deleted user is that for a user
  /// without enrolments (A77).
  private mutating func user(_ request: SandboxRequest, id: String) throws(AuthsignalRefusal) -> JSONValue {
    switch request.method {
    case "GET": return (records.users[id] ?? AuthsignalUser()).json
    case "PATCH":
      var user = records.user(id)
      user.update(request.jsonObject ?? [:])
      records.users[id] = user
      return user.json
    case "DELETE":
      records.delete(user: id)
      return [:]
    default: throw .missingRoute
    }
  }

  package mutating func deleteUser(_ subject: String) -> Bool {
    guard records.users[subject] != nil else { return false }
    records.delete(user: subject)
    return true
  }

  /// `GET /users`: finds the users with the name and contact that the query gives, or the user of a client token. The
  /// list begins after the user `lastEvaluatedUserId`.
  private func userList(_ request: SandboxRequest, world: SandboxWorld) throws(AuthsignalRefusal) -> JSONValue {
    var owner: AuthsignalClientToken?
    if let text = request.queryValue("token") {
      guard let token = AuthsignalClientToken(text, signedBy: tenant) else { throw .invalidToken }
      guard world.unixTime < token.expires else { throw .expiredToken }
      owner = token
    }
    let filters = ["username", "email", "phoneNumber"].compactMap { name in
      request.queryValue(name).map { (name, JSONValue.string($0)) }
    }
    let last = request.queryValue("lastEvaluatedUserId") ?? ""
    let found = records.users.filter { entry in
      entry.key > last && (owner?.key.userID ?? entry.key) == entry.key
        && filters.allSatisfy { entry.value.profile[$0.0] == $0.1 }
    }
    // GUESS A97: a page has 100 users; no source gives the number.
    let limit = request.queryValue("limit").flatMap { Int($0) }.map { max(1, $0) } ?? 100
    let shown = found.sorted { $0.key < $1.key }.prefix(limit)
    let users = shown.map { entry -> JSONValue in
      var object = entry.value.json.objectValue ?? [:]
      object["userId"] = .string(entry.key)
      return .object(object)
    }
    var answer: JSONObject = ["users": .array(users)]
    if shown.count < found.count { answer["lastEvaluatedUserId"] = shown.last.map { .string($0.key) } }
    answer["tokenPayload"] = owner.map { token in
      [
        "userId": .string(token.key.userID), "actionCode": .string(token.key.code),
        "idempotencyKey": .string(token.key.idempotencyKey), "tenantId": .string(tenant.id),
      ]
    }
    return .object(answer)
  }

  private mutating func authenticators(
    _ request: SandboxRequest, userID: String, rest: [String], world: SandboxWorld
  ) throws(AuthsignalRefusal) -> JSONValue {
    switch (request.method, rest.count) {
    case ("GET", 0): return authenticatorList(of: userID, forServer: true)
    case ("POST", 0):
      let authenticator = try verifiedAuthenticator(request, world: world)
      records.users[userID, default: AuthsignalUser()].authenticators.append(authenticator)
      notify("authenticator.created", of: authenticator, userID: userID, world: world)
      return ["authenticator": authenticator.json(isDefault: false, userID: userID)]
    case ("DELETE", 1):
      guard let index = records.users[userID]?.authenticators.firstIndex(where: { $0.id == rest[0] }) else {
        throw .notFound
      }
      if let removed = records.users[userID]?.authenticators.remove(at: index) {
        notify("authenticator.deleted", of: removed, userID: userID, world: world)
      }
      return [:]
    default: throw .missingRoute
    }
  }

  /// Makes an authenticator that is verified already: the app's backend has checked the address, so no code is sent.
  private func verifiedAuthenticator(
    _ request: SandboxRequest, world: SandboxWorld
  ) throws(AuthsignalRefusal) -> AuthsignalAuthenticator {
    let method = request.text("verificationMethod").flatMap { AuthsignalMethod(rawValue: $0) }
    var authenticator: AuthsignalAuthenticator
    switch method {
    case .emailOTP:
      guard let email = request.text("email"), Self.isEmail(email) else {
        throw .invalid("email must be an e-mail address, such as jane@example.com.")
      }
      authenticator = AuthsignalAuthenticator(
        id: world.random.uuid(), method: .emailOTP, createdAt: world.now, address: email)
    case .sms:
      guard let phone = request.text("phoneNumber"), Self.isPhone(phone) else {
        throw .invalid("phoneNumber must be in E.164 format, such as +14155550100.")
      }
      authenticator = AuthsignalAuthenticator(
        id: world.random.uuid(), method: .sms, createdAt: world.now, address: phone)
    case .authenticatorApp:
      // GUESS A98: the name of the member, `otpUri`.
      guard let generator = request.text("otpUri").flatMap({ Self.generator(uri: $0) }) else {
        throw .invalid("otpUri must be an otpauth:// URI with a secret in Base32.")
      }
      authenticator = AuthsignalAuthenticator(
        id: world.random.uuid(), method: .authenticatorApp, createdAt: world.now, generator: generator)
    case .emailMagicLink, .whatsApp, .passkey, .securityKey, .push, .qrCode, .inApp, nil:
      throw .invalid("verificationMethod must be EMAIL_OTP, SMS or AUTHENTICATOR_APP.")
    }
    authenticator.verifiedAt = world.now
    return authenticator
  }

  /// The code generator with the secret of an `otpauth://totp/` URI, whose other parameters are ignored; nil if the URI
  /// is malformed or its secret is too short.
  private static func generator(uri: String) -> TOTP? {
    guard uri.hasPrefix("otpauth://totp/"), let mark = uri.firstIndex(of: "?"),
      let fields = PercentEncoding.decodeForm(uri[uri.index(after: mark)...]),
      let text = fields.first(where: { $0.name == "secret" })?.value, let secret = Base32.decode(text)
    else { return nil }
    return generator(secret: secret)
  }
}
