import AuthCore

/// The proof with which a user signs in or links an account. It determines the route and the body (P20 to P29).
enum PrivyProof: Sendable {
  /// A JWT of the app's own identity system.
  case appToken(Secret)
  /// A code that the vendor sent to the contact.
  case code(Secret, Contact)
  /// The authorisation code of a sign-in page.
  case page(code: Secret, visit: OAuthVisit)
  /// The authorisation code that Apple's own system returned, without a page (P28).
  case nativeCode(Secret, visit: OAuthVisit)
  /// A message that a wallet signed.
  case wallet(WalletSignInMessage, signature: String)
  /// An existing passkey.
  case passkey(PasskeyAssertion, PasskeyChallenge)
  /// A passkey that was created for the user.
  case newPasskey(PasskeyRegistration, PasskeyChallenge)
  /// The device's own secret, which identifies a guest.
  case guest(Secret)

  /// The common part of the routes for this proof.
  var route: String {
    switch self {
    case .appToken: "custom_jwt_account"
    case .code(_, let contact): contact.kind == .email ? "passwordless" : "passwordless_sms"
    case .page, .nativeCode: "oauth"
    case .wallet(let message, _): message.chain == .ethereum ? "siwe" : "siws"
    case .passkey, .newPasskey: "passkeys"
    case .guest: "guest"
    }
  }

  /// The route that opens a session for this proof.
  var signInRoute: String {
    if case .newPasskey = self { return "passkeys/register" }
    return route + "/authenticate"
  }

  /// Whether the route that opens a session accepts a `mode`, which decides whether an unknown user is created (P23).
  var takesMode: Bool {
    switch self {
    case .appToken, .code, .page, .nativeCode, .wallet: true
    case .passkey, .newPasskey, .guest: false
    }
  }

  var body: JSONObject {
    switch self {
    case .appToken(let token): return ["token": .string(token.revealText())]
    case .code(let code, let contact):
      return [contact.wireName: .string(contact.value), "code": .string(code.revealText())]
    case .page(let code, let visit):
      return [
        "authorization_code": .string(code.revealText()), "code_verifier": .string(visit.verifier.revealText()),
        "state_code": .string(visit.state),
      ]
    case .nativeCode(let code, let visit):
      return [
        "authorization_code": .string(code.revealText()), "code_verifier": .string(visit.verifier.revealText()),
        "state_code": .string(visit.state), "code_type": "raw",
      ]
    case .wallet(let message, let signature):
      var body: JSONObject = [
        "message": .string(message.text), "signature": .string(signature), "walletClientType": nil,
        "connectorType": nil,
      ]
      switch message.chain {
      case .ethereum: body["chainId"] = .string("eip155:" + message.chainID)
      case .solana: body["message_type"] = "plain"
      }
      return body
    case .passkey(let assertion, let challenge): return challenge.body(assertion)
    case .newPasskey(let registration, let challenge): return challenge.body(registration)
    case .guest(let credential): return ["guest_credential": .string(credential.revealText())]
    }
  }

  /// Whether the sign-in request may be repeated: `safe` for a proof that a request does not use up, otherwise `never`.
  var retry: RetryIntent {
    switch self {
    case .appToken, .guest: .safe
    default: .never
    }
  }

  /// The context for mapping a refusal of this proof.
  var context: PrivyErrors.Context {
    switch self {
    case .appToken: .appToken
    case .code: .code
    default: .proof
    }
  }

  /// The identifier that the user typed, if the proof has one.
  var identifier: String? {
    switch self {
    case .code(_, let contact): contact.value
    case .wallet(let message, _): message.address
    default: nil
    }
  }

  /// The method that the proof belongs to.
  var method: MethodID {
    switch self {
    case .appToken: .customJWT
    case .code(_, let contact): contact.kind == .email ? .emailOTP : .smsOTP
    case .page(_, let visit), .nativeCode(_, let visit): .oauth(visit.service)
    case .wallet: .wallet
    case .passkey, .newPasskey: .passkey
    case .guest: .guest
    }
  }
}

extension Contact {
  /// The name of the member that contains the contact in the bodies of a sign-in (P26).
  var wireName: String { kind == .email ? "email" : "phoneNumber" }
}
