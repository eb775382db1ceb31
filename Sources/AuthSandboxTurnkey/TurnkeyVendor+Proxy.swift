import AuthCore
import AuthSandboxKit

extension TurnkeyVendor {
  /// The auth proxy, which serves apps that have no backend (T57, T58). Requests to the proxy have no stamp. Instead,
  /// the proxy checks the app's configuration id, the browser's origin and, if a captcha is enabled, the captcha token
  /// of sign-ups and of requests for a code.
  mutating func proxy(_ request: SandboxRequest, _ world: inout SandboxWorld) -> SandboxResponse {
    do throws(TurnkeyFailure) {
      return .json(.object(try proxyAnswer(request, &world)))
    } catch {
      return error.response
    }
  }

  private mutating func proxyAnswer(
    _ request: SandboxRequest, _ world: inout SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    guard request.method == "POST" else { throw .unserved("this route; the vendor may") }
    // GUESS T64: the status and the text are assumed. The sources say only that the header is required.
    guard request.headers["X-Auth-Proxy-Config-ID"]?.lowercased() == proxyConfigID else {
      throw .unauthenticated("auth proxy configuration not found")
    }
    if let origin = request.headers["Origin"], !admits(origin, world) {
      throw .denied("origin is not allowed", "FORBIDDEN")
    }
    guard let object = request.jsonObject else { throw .badBody }
    let fields = TurnkeyFields(object)
    if let route = request.route.between("/v1/", "") { try TurnkeySchema.check(object, "proxy/\(route)") }
    switch request.route {
    case "/v1/account": return try account(fields, world)
    case "/v1/otp_init", "/v1/otp_init_v2":
      try checkCaptcha(request, world)
      return try startOTP(fields, isEncrypted: request.route.hasSuffix("_v2"), .proxy, &world)
    case "/v1/otp_verify", "/v1/otp_verify_v2":
      let isEncrypted = request.route.hasSuffix("_v2")
      return try verifyOTP(fields, isEncrypted: isEncrypted, organization: organizationID, world)
    case "/v1/otp_login", "/v1/otp_login_v2":
      return try otpLogin(
        fields, in: try fields.optionalString("organizationId") ?? organizationID,
        needsSignature: request.route.hasSuffix("_v2"), lifetime: proxySessionSeconds(world), world)
    case "/v1/oauth_login":
      try checkOAuth(world)
      return try oauthLogin(
        fields, in: try fields.optionalString("organizationId") ?? organizationID,
        lifetime: proxySessionSeconds(world), world)
    case "/v1/oauth2_authenticate":
      try checkOAuth(world)
      let clientID = try fields.string("clientId")
      return try authenticateOAuth2(fields, provider: try oauth2Provider(fields), clientID: clientID, world)
    case "/v1/signup", "/v1/signup_v2":
      try checkCaptcha(request, world)
      return try signUp(fields, needsSignature: request.route.hasSuffix("_v2"), world)
    case "/v1/wallet_kit_config": return walletKitConfiguration(world)
    case "/v1/wallet_kit_client_params":
      return isCaptchaOn(world) ? ["turnstileSiteKey": "sandbox"] : [:]
    default: throw .unserved("this route; the vendor may")
    }
  }

  /// The sub-organisation that a filter finds; an empty object if the filter finds none. A verification token in the
  /// request must be for the contact in the filter; an ID token limits the lookup to the sub-organisations of its user.
  private func account(_ fields: TurnkeyFields, _ world: SandboxWorld) throws(TurnkeyFailure) -> JSONObject {
    let type = try fields.string("filterType")
    let value = try fields.string("filterValue")
    if let text = try fields.optionalString("verificationToken") {
      let token = try verification(text, world)
      let requested = type == "EMAIL" ? TurnkeyContact.email(value) : TurnkeyContact.phone(value)
      guard requested == token.contact.address else { throw .notAuthorized }
    } else if let text = try fields.optionalString("oidcToken") {
      // An ID token gives access only to the sub-organisations of the token's user.
      let key = try identity(of: text, boundTo: nil, world)
      let owners = directory.places { _, user in user.oauthIdentities.contains { $0.key == key } }
      let found = try subOrganizations(type, value, world)
      guard let id = found.first(where: { id in owners.contains { $0.organization == id } }) else { return [:] }
      return ["organizationId": .string(id)]
    } else if type == "EMAIL" || type == "PHONE_NUMBER",
      world.policy(name)["requireVerificationForLookup"]?.boolValue ?? false
    {
      throw .invalid("verification token is required for lookups", nil)
    }
    guard let id = try subOrganizations(type, value, world).first else { return [:] }
    return ["organizationId": .string(id)]
  }

  private mutating func signUp(
    _ fields: TurnkeyFields, needsSignature: Bool, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    guard world.createsUsers(name) else { throw .notAuthorized }
    for name in ["apiKeys", "authenticators", "oauthProviders"] where fields.object[name]?.arrayValue == nil {
      throw .invalid("\(name) must be set")
    }
    var token: TurnkeyVerification?
    if let text = try fields.optionalString("verificationToken") {
      let verified = try verification(text, world)
      try checkSignUp(
        fields, signature: try fields.fields("clientSignature"), verified, isRequired: needsSignature)
      try checkUnspent(verified, .signup)
      token = verified
    }
    let user = try user(fields, needsName: false, proven: token?.contact, world)
    if let taken = contacts(of: user).first(where: { contact in !directory.places { contact.belongs(to: $1) }.isEmpty })
    {
      throw .invalid(taken.kind == .email ? "email already in use" : "phone number already in use", nil)
    }
    let organization = try addOrganization(
      try fields.optionalString("organizationName") ?? "sub-org-\(world.unixTime)", [user],
      wallet: try fields.fields("wallet"), world)
    if let token { spend(token, .signup) }
    var result: JSONObject = ["organizationId": .string(organization.id), "userId": .string(user.id)]
    result["wallet"] = (organization.wallets.first?.result).map { .object($0) }
    result["appProofs"] = []
    return result
  }

  /// Verifies the client's signature, whose message must name the contacts and keys of the sign-up. Without a
  /// signature, the sign-up is refused only if a signature is required.
  func checkSignUp(
    _ fields: TurnkeyFields, signature: TurnkeyFields?, _ token: TurnkeyVerification, isRequired: Bool
  ) throws(TurnkeyFailure) {
    guard let signature else {
      guard !isRequired else { throw .invalid("clientSignature must be set") }
      return
    }
    let keys = fields.object["apiKeys"]?.arrayValue ?? []
    try token.check(signature, usage: .signup) { use in
      guard let signed = use["signupV2"] ?? use["signup"] else { return false }
      let contactFits =
        (signed["email"]?.stringValue ?? "") == (fields.object["userEmail"]?.stringValue ?? "")
        && (signed["phoneNumber"]?.stringValue ?? "") == (fields.object["userPhoneNumber"]?.stringValue ?? "")
      let signedKeys = (signed["apiKeys"]?.arrayValue ?? []).map { $0["publicKey"] }
      return contactFits && signedKeys == keys.map { $0["publicKey"] }
    }
  }

  private func contacts(of user: TurnkeyUser) -> [TurnkeyContact] {
    [
      user.email.flatMap { TurnkeyContact(type: "OTP_TYPE_EMAIL", contact: $0) },
      user.phone.flatMap { TurnkeyContact(type: "OTP_TYPE_SMS", contact: $0) },
    ].compactMap(\.self)
  }

  private func walletKitConfiguration(_ world: SandboxWorld) -> JSONObject {
    [
      "enabledProviders": .array(enabledProviders(world).map { .string($0) }),
      "sessionExpirationSeconds": .string(String(proxySessionSeconds(world))),
      "organizationId": .string(organizationID), "otpAlphanumeric": .bool(isProxyOTPAlphanumeric(world)),
      "otpLength": .string(String(proxyOTPLength(world))),
      "oauthRedirectUrl": .string(world.baseURL + "/turnkey-oauth/redirect"),
      "oauthClientIds": [
        "google": "sandbox-google", "apple": "sandbox-apple", "x": "sandbox-x", "discord": "sandbox-discord",
        "facebook": "sandbox-facebook",
      ],
    ]
  }

  /// The policy `enabledProviders`: the methods that are enabled in the dashboard. By default, all methods are enabled.
  private func enabledProviders(_ world: SandboxWorld) -> [String] {
    world.policy(name)["enabledProviders"]?.arrayValue?.compactMap(\.stringValue)
      ?? ["email", "sms", "passkey"] + Self.oauthProviders
  }

  private static let oauthProviders = ["google", "apple", "discord", "x", "facebook"]

  /// Refuses logins by OAuth if all social providers are disabled (T48).
  private func checkOAuth(_ world: SandboxWorld) throws(TurnkeyFailure) {
    let enabled = enabledProviders(world)
    guard Self.oauthProviders.contains(where: enabled.contains) else { throw .oauthDisallowed }
  }

  private func proxySessionSeconds(_ world: SandboxWorld) -> Int64 {
    world.seconds(name, "accessTokenSeconds", default: 900)
  }

  private func isCaptchaOn(_ world: SandboxWorld) -> Bool {
    switch world.policy(name)["captcha"] {
    case .bool(let isOn): isOn
    case .string: true
    default: false
    }
  }

  /// Checks the captcha token. If the policy `captcha` is `true`, any token is accepted; if it is a string, only that
  /// token.
  private func checkCaptcha(_ request: SandboxRequest, _ world: SandboxWorld) throws(TurnkeyFailure) {
    guard isCaptchaOn(world) else { return }
    guard let token = request.headers["X-Captcha-Token"], !token.isEmpty else {
      throw .denied("captcha token is required", "FORBIDDEN")
    }
    if let wanted = world.policy(name)["captcha"]?.stringValue, wanted != token {
      throw .denied("captcha token is invalid", "FORBIDDEN")
    }
  }
}
