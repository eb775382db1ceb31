import AuthCore
import AuthCrypto
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tests a flow's decisions in tables, without stores and without a network.
@Suite struct TurnkeyCodeFlowTests {
  private let challenge = OTPChallenge(
    otpID: "otp-1", targetKey: [4], sentAt: Date(timeIntervalSince1970: 1_000))
  private let verified: VerifiedContact
  private let session = Session(
    id: SessionID("s"), providerID: "turnkey", tenant: "org", subject: "user", createdAt: Date(timeIntervalSince1970: 0)
  )
  private let code = Secret("123456")
  private let offline = AuthError(.network, "offline")

  init() throws {
    let forge = TokenForge()
    let own = Array(P256.Signing.PrivateKey().publicKey.compressedRepresentation)
    let contact = try #require(Contact(email: "jane@example.com"))
    let token = try forge.token(
      [
        "exp": "9999999999999", "id": "t", "verification_type": "OTP_TYPE_EMAIL", "contact": "jane@example.com",
        "public_key": .string(Hex.encode(own)), "organization_id": "org",
      ], doubleHash: false)
    verified = VerifiedContact(
      contact: contact,
      token: try VerificationToken(
        verifying: token, publicKey: own, contact: contact,
        keys: TurnkeyKeys(notarizer: "", tlsFetcher: forge.publicKeyHex, signer: ""),
        now: Date(timeIntervalSince1970: 0)),
      sessionID: SessionID("s"),
      key: KeyReference(storeID: "memory", keyID: "k", algorithm: .p256, publicKey: own))
  }

  private func flow(
    _ identifier: String? = "jane@example.com", purpose: FlowRequest.Purpose = .signIn, method: MethodID? = nil,
    signsUp: Bool = true
  ) -> TurnkeyCodeFlow {
    TurnkeyCodeFlow(
      FlowRequest(identifier: identifier, purpose: purpose, method: method), signsUp: signsUp,
      methods: [.emailOTP, .smsOTP])
  }

  /// A flow that shows the prompt for its code.
  private func prompting(purpose: FlowRequest.Purpose = .signIn, signsUp: Bool = true) -> TurnkeyCodeFlow {
    var flow = flow(purpose: purpose, signsUp: signsUp)
    _ = flow.begin()
    _ = flow.received(.success(.codeSent(challenge)))
    return flow
  }

  /// A flow that is looking up its contact.
  private func lookingUp(purpose: FlowRequest.Purpose = .signIn, signsUp: Bool = true) -> TurnkeyCodeFlow {
    var flow = prompting(purpose: purpose, signsUp: signsUp)
    _ = flow.answered(.code(code))
    _ = flow.received(.success(.verified(verified)))
    return flow
  }

  @Test func identifierDecidesThePrompt() {
    let cases: [(String?, MethodID?, String)] = [
      ("jane@example.com", nil, "sendCode email"), ("+14155550123", nil, "sendCode phone"),
      (" jane@example.com ", .emailOTP, "sendCode email"), ("+1 415 555 0123", .smsOTP, "sendCode phone"),
      (nil, nil, "selectMethod"), ("", nil, "selectMethod"), ("  ", nil, "selectMethod"),
      (nil, .emailOTP, "enterEmail"), (nil, .smsOTP, "enterPhone"),
      ("jane", nil, "selectMethod invalid_identifier"), ("jane", .emailOTP, "enterEmail invalid_identifier"),
      ("jane@example.com", .smsOTP, "enterPhone invalid_identifier"),
      ("+14155550123", .emailOTP, "enterEmail invalid_identifier"),
    ]
    for (identifier, method, expected) in cases {
      var flow = flow(identifier, method: method)
      #expect(flow.begin().summary == expected, "\(identifier ?? "nil") \(method?.rawValue ?? "nil")")
    }
  }

  @Test func asksForAnAddressUntilItIsValid() {
    var flow = flow(nil)
    #expect(flow.begin().summary == "selectMethod")
    #expect(flow.answered(.method(.smsOTP)).summary == "enterPhone")
    #expect(flow.answered(.phone("12")).summary == "enterPhone invalid_identifier")
    #expect(flow.answered(.phone("+14155550123")).summary == "sendCode phone")
    // The vendor can refuse a contact that passed the local check.
    #expect(flow.received(.failure(AuthError(.invalidIdentifier, ""))).summary == "enterPhone invalid_identifier")
    var mail = self.flow(nil, method: .emailOTP)
    #expect(mail.begin().summary == "enterEmail")
    #expect(mail.answered(.email("x")).summary == "enterEmail invalid_identifier")
    #expect(mail.answered(.email("jane@example.com")).summary == "sendCode email")
  }

  @Test func promptShowsDestinationAndExpiryOfTheCode() throws {
    var flow = flow()
    _ = flow.begin()
    guard case .prompt(.enterCode(let prompt), let context) = flow.received(.success(.codeSent(challenge))) else {
      Issue.record("no prompt")
      return
    }
    #expect(prompt.destination == "jane@example.com")
    #expect(prompt.channel == .email)
    #expect(prompt.expiresAt == challenge.sentAt.addingTimeInterval(300))
    #expect(prompt.resendAt == challenge.sentAt.addingTimeInterval(60))
    #expect(context.lastError == nil)
  }

  @Test func knownUserLogsInAndUnknownUserSignsUp() {
    var known = lookingUp()
    #expect(known.received(.success(.account(organizationID: "sub"))).summary == "logIn sub")
    #expect(known.received(.success(.loggedIn(session))).summary == "session s new false")

    for purpose in [FlowRequest.Purpose.signIn, .signUp] {
      var unknown = lookingUp(purpose: purpose)
      #expect(unknown.received(.success(.account(organizationID: nil))).summary == "signUp")
      #expect(unknown.received(.success(.signedUp(organizationID: "sub"))).summary == "logIn sub")
      #expect(unknown.received(.success(.loggedIn(session))).summary == "session s new true")
    }
  }

  @Test func refusesTheUserAfterVerificationAndReleasesTheKey() {
    let cases: [(FlowRequest.Purpose, Bool, String?, AuthError.Code)] = [
      (.signUp, true, "sub", .userExists), (.signUp, false, "sub", .userExists), (.signIn, false, nil, .userNotFound),
    ]
    for (purpose, signsUp, organization, code) in cases {
      for outcome in [Result<TurnkeyOutcome, AuthError>.success(.released), .failure(offline)] {
        var flow = lookingUp(purpose: purpose, signsUp: signsUp)
        #expect(flow.received(.success(.account(organizationID: organization))).summary == "release")
        #expect(flow.received(outcome).summary == "failed \(code)")
      }
    }
  }

  @Test func doesNotSendAMalformedCode() {
    for text in ["", "12345", "1234567890", "12 456", "12345é", "12-456", "１２３４５６"] {
      var flow = prompting()
      #expect(flow.answered(.code(Secret(text))).summary == "enterCode invalid_code", "\(text)")
      #expect(flow.answered(.code(code)).summary == "verifyCode")
    }
    for text in ["123456", "123456789", "AbC123", "000000"] {
      var flow = prompting()
      #expect(flow.answered(.code(Secret(text))).summary == "verifyCode", "\(text)")
    }
  }

  @Test func correctableErrorsAskAgainAndOthersFail() {
    let mendable: [AuthError.Code] = [
      .invalidCode, .codeExpired, .network, .timeout, .rateLimited, .serverError, .malformedResponse,
    ]
    for code in mendable {
      var flow = prompting()
      _ = flow.answered(.code(self.code))
      #expect(flow.received(.failure(AuthError(code, ""))).summary == "enterCode \(code)")
      #expect(flow.answered(.code(self.code)).summary == "verifyCode")
    }
    let final: [AuthError.Code] = [
      .tooManyAttempts, .flowExpired, .signatureInvalid, .invalidToken, .tokenExpired, .forbidden,
      .keyUnavailable, .storeCorrupt, .internalError, .providerError,
    ]
    for code in final {
      var flow = prompting()
      _ = flow.answered(.code(self.code))
      #expect(flow.received(.failure(AuthError(code, ""))).summary == "failed \(code)")
    }
  }

  @Test func newCodeReplacesTheChallengeOrLeavesTheOldOne() {
    var flow = prompting()
    #expect(flow.answered(.resend).summary == "sendCode email")
    let second = OTPChallenge(otpID: "otp-2", targetKey: [4], sentAt: challenge.sentAt.addingTimeInterval(90))
    #expect(flow.received(.success(.codeSent(second))).summary == "enterCode")
    guard case .perform(.verifyCode(_, _, let used), _) = flow.answered(.code(code)) else {
      Issue.record("nothing sent")
      return
    }
    #expect(used == second)

    var offlineFlow = prompting()
    _ = offlineFlow.answered(.resend)
    #expect(offlineFlow.received(.failure(offline)).summary == "enterCode network")
    guard case .perform(.verifyCode(_, _, let kept), _) = offlineFlow.answered(.code(code)) else {
      Issue.record("nothing sent")
      return
    }
    #expect(kept == challenge)

    var first = self.flow()
    _ = first.begin()
    #expect(first.received(.failure(offline)).summary == "failed network")
  }

  @Test func verificationSurvivesANetworkFailure() {
    var flow = lookingUp()
    #expect(flow.received(.failure(offline)).summary == "enterCode network")
    #expect(flow.cancellation?.name == "release")
    // The code is used up. Submitting any code continues where the flow stopped and verifies nothing again.
    #expect(flow.answered(.code(code)).summary == "lookUp")
    #expect(flow.received(.success(.account(organizationID: "sub"))).summary == "logIn sub")
    #expect(flow.received(.failure(AuthError(.serverError, ""))).summary == "enterCode server_error")
    #expect(flow.answered(.code(code)).summary == "logIn sub")
    #expect(flow.received(.success(.loggedIn(session))).summary == "session s new false")
    #expect(flow.cancellation == nil)
  }

  @Test func looksUpASignUpAfterALostResponse() {
    for purpose in [FlowRequest.Purpose.signIn, .signUp] {
      var flow = lookingUp(purpose: purpose)
      _ = flow.received(.success(.account(organizationID: nil)))
      #expect(flow.received(.failure(offline)).summary == "enterCode network")
      #expect(flow.answered(.code(code)).summary == "lookUp")
      #expect(flow.received(.success(.account(organizationID: "made"))).summary == "logIn made")
      #expect(flow.received(.success(.loggedIn(session))).summary == "session s new true")
    }
  }

  @Test func newCodeAfterVerificationReleasesTheKeyFirst() {
    var flow = lookingUp()
    _ = flow.received(.failure(offline))
    guard case .perform(.sendCode(_, let released?), _) = flow.answered(.resend) else {
      Issue.record("the key is not released")
      return
    }
    #expect(released == verified.sessionID)
  }

  @Test func finalFailureAfterVerificationReleasesTheKey() {
    for code in [AuthError.Code.invalidToken, .signatureInvalid, .forbidden, .keyUnavailable] {
      var flow = lookingUp()
      #expect(flow.received(.failure(AuthError(code, ""))).summary == "release")
      #expect(flow.received(.success(.released)).summary == "failed \(code)")
    }
  }

  @Test func cancelReleasesTheKey() {
    var new = flow()
    #expect(new.cancellation == nil)
    _ = new.begin()
    #expect(new.cancellation == nil)
    #expect(prompting().cancellation == nil)
    #expect(lookingUp().cancellation?.name == "release")
  }

  @Test func unexpectedOutcomesFail() {
    var flow = prompting()
    #expect(flow.received(.success(.released)).summary == "failed internal")
    var ended = lookingUp()
    _ = ended.received(.success(.account(organizationID: "sub")))
    _ = ended.received(.success(.loggedIn(session)))
    #expect(ended.received(.success(.loggedIn(session))).summary == "failed internal")
  }
}

extension TurnkeyEffect {
  /// The effect's name, for tables.
  var name: String {
    switch self {
    case .take: "take"
    case .sendCode(let contact, _): "sendCode \(contact.kind)"
    case .takeUpCode: "takeUpCode"
    case .verifyCode: "verifyCode"
    case .prepareRedirect(let provider, _): "prepareRedirect \(provider.rawValue)"
    case .identify: "identify"
    case .lookUpOrganizations: "lookUpOrganizations"
    case .assertPasskey(let organizationID, _, _): "assertPasskey \(organizationID ?? "-")"
    case .logInByPasskey: "logInByPasskey"
    case .createPasskey: "createPasskey"
    case .signUpByPasskey: "signUpByPasskey"
    case .openByPasskey: "openByPasskey"
    case .lookUp: "lookUp"
    case .signUp: "signUp"
    case .logIn(_, let organizationID): "logIn \(organizationID)"
    case .release: "release"
    }
  }
}

extension FlowStep where Effect == TurnkeyEffect {
  /// The step's name, for tables.
  var summary: String {
    switch self {
    case .perform(let effect, _): effect.name
    case .prompt(.selectAccount(let options), _): "selectAccount " + options.map(\.id).joined(separator: ",")
    case .prompt(let prompt, let context): prompt.name + (context.lastError.map { " \($0.code)" } ?? "")
    case .completed(.session(let session, let isNewUser)): "session \(session.id) new \(isNewUser)"
    case .completed(let result): "completed \(result.name)"
    case .failed(let error): "failed \(error.code)"
    }
  }
}
