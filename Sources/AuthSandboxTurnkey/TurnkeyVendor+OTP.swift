import AuthCore
import AuthCrypto
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TurnkeyVendor {
  /// The API through which a code was requested. It determines the form of the code, and which requests are counted
  /// together.
  enum OTPOrigin {
    case api
    case proxy
  }

  /// Sends a code, and returns `otpId` and, for an encrypted code, `otpEncryptionTargetBundle` (T82).
  mutating func startOTP(
    _ fields: TurnkeyFields, isEncrypted: Bool, _ origin: OTPOrigin, _ world: inout SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let given = try fields.string("contact")
    let type = try fields.string("otpType")
    guard let contact = TurnkeyContact(type: type, contact: given) else {
      throw type == "OTP_TYPE_EMAIL"
        ? .invalid("invalid email address", "INVALID_EMAIL")
        : .invalid("contact must be a phone number in E.164 format, and otpType a known type")
    }
    let shape = try codeShape(fields, origin, world)
    let isTest = contact.isTestAddress && shape.length == 6 && !shape.isAlphanumeric
    // According to the API description, `alphanumeric` means Crockford's base 32.
    let alphabet = shape.isAlphanumeric ? "0123456789ABCDEFGHJKMNPQRSTVWXYZ" : "0123456789"
    let challenge = TurnkeyOTP.Challenge(
      id: world.random.uuid(), contact: contact,
      code: isTest ? "000000" : world.random.characters(shape.length, of: alphabet),
      target: isEncrypted ? P256.KeyAgreement.PrivateKey() : nil,
      expires: world.now.addingTimeInterval(Double(shape.lifetime)))
    // The proxy counts by contact, since its callers name no user (T8, T47).
    let requester = origin == .proxy ? contact.address : try fields.optionalString("userIdentifier")
    try otp.add(challenge, userIdentifier: requester, now: world.now)
    world.send(
      provider: name, channel: contact.kind.channel, to: given, code: challenge.code,
      challengeID: challenge.id)
    var result: JSONObject = ["otpId": .string(challenge.id)]
    result["otpEncryptionTargetBundle"] =
      try challenge.targetBundle(signedBy: enclaves.tlsFetcher).map { .string($0) }
    return result
  }

  /// Checks a code, and returns a verification token for its contact.
  mutating func verifyOTP(
    _ fields: TurnkeyFields, isEncrypted: Bool, organization: String, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let challenge = try otp.challenge(try fields.string("otpId"), now: world.now)
    let code: String
    var publicKey: String?
    if isEncrypted {
      (code, publicKey) = try challenge.open(try fields.string("encryptedOtpBundle"))
    } else {
      guard challenge.target == nil else { throw .invalid("this OTP accepts only an encrypted code") }
      code = try fields.string("otpCode")
      publicKey = try fields.optionalString("publicKey")
    }
    if let publicKey { _ = try TurnkeyAPIKey.point(publicKey) }
    let lifetime = try fields.seconds("expirationSeconds", in: 1...86_400) ?? 3600
    try otp.redeem(challenge, code: code)
    let verification = TurnkeyVerification(
      id: world.random.uuid(), contact: challenge.contact, organization: organization, publicKey: publicKey)
    let token = try verification.token(expiresAt: world.unixTime + lifetime, signedBy: enclaves.tlsFetcher)
    return ["verificationToken": .string(token)]
  }

  /// The length, alphabet and lifetime in seconds of a code. At the API, the request sets them; the default is nine
  /// letters and digits for 300 seconds. At the proxy, the policies `otpLength` and `otpAlphanumeric`, which stand for
  /// the vendor's dashboard, set the form (six digits by default), and the lifetime is 300 seconds.
  private func codeShape(
    _ fields: TurnkeyFields, _ origin: OTPOrigin, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> (length: Int, isAlphanumeric: Bool, lifetime: Int64) {
    switch origin {
    case .api:
      return (
        Int(try fields.integer("otpLength", in: 6...9) ?? 9),
        fields.object["alphanumeric"] == nil ? true : try fields.bool("alphanumeric"),
        try fields.seconds("expirationSeconds", in: 1...600) ?? 300
      )
    case .proxy: return (proxyOTPLength(world), isProxyOTPAlphanumeric(world), 300)
    }
  }

  func proxyOTPLength(_ world: SandboxWorld) -> Int {
    Int(min(9, max(6, world.policy(name)["otpLength"]?.integerValue ?? 6)))
  }

  func isProxyOTPAlphanumeric(_ world: SandboxWorld) -> Bool {
    world.policy(name)["otpAlphanumeric"]?.boolValue ?? false
  }
}
