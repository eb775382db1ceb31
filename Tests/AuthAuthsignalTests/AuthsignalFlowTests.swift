import AuthCore
import Testing

@testable import AuthAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tests a flow's decisions in tables, without stores and without a network.
@Suite struct AuthsignalFlowTests {
  typealias Step = FlowStep<AuthsignalEffect>

  private let first: ActionToken
  private let second: ActionToken
  private let start = Date(timeIntervalSince1970: 1_000)
  private let configuration: AuthsignalConfiguration
  private let session = Session(
    id: SessionID("s"), providerID: "authsignal", tenant: "t", subject: "user-1", identifier: "jane@example.com",
    createdAt: Date(timeIntervalSince1970: 0))

  init() throws {
    first = try #require(ActionToken(Secret("aGVhZA.Zmlyc3Q.c2ln")))
    second = try #require(ActionToken(Secret("aGVhZA.c2Vjb25k.c2ln")))
    var reader = ConfigurationReader(
      ["baseURL": "https://api.authsignal.com/v1", "tenantId": "t"], path: "$", sources: ConfigurationSources())
    configuration = try AuthsignalConfiguration(reading: &reader)
  }

  private func flow(_ request: FlowRequest) throws -> AuthsignalFlow {
    AuthsignalFlow(
      try AuthsignalGoal(request, configuration: configuration, methods: CodeMethod.allCases.map(\.id)))
  }

  private func enrolled(_ methods: String...) throws -> AuthsignalOutcome {
    .authenticators(
      try methods.map { method in
        try Authenticator([
          "userAuthenticatorId": .string("id-" + method), "verificationMethod": .string(method),
          "verifiedAt": "2024-05-13T04:59:02.640Z",
        ])
      })
  }

  /// The step in a few words.
  private func name(_ step: Step) -> String {
    switch step {
    case .perform(.fetchToken(let identifier, let rejected), _):
      "fetch \(identifier ?? "-")" + (rejected == nil ? "" : " again")
    case .perform(.list, _): "list"
    case .perform(.enroll(let attempt), _): "enroll \(attempt.method.id)"
    case .perform(.sendCode(let attempt), _): "challenge \(attempt.method.id)"
    case .perform(.verify(_, let attempt), _): "verify \(attempt.method.id)"
    case .perform(let effect, _): "\(effect)"
    case .prompt(let prompt, let context): prompt.name + (context.lastError.map { " \($0.code)" } ?? "")
    case .completed(let result): "completed \(result.name)"
    case .failed(let error): "failed \(error.code)"
    }
  }

  /// Runs the flow until the user has to answer, with a server where `methods` are enrolled and tokens have no scopes.
  private func walk(_ flow: inout AuthsignalFlow, _ methods: [String], lists: Bool = true) throws -> [String] {
    let list = try methods.map { method -> Authenticator in
      guard case .authenticators(let one) = try enrolled(method) else { throw AuthError(.internalError, "") }
      return one[0]
    }
    var step = flow.received(.success(.token(first)))
    var names: [String] = []
    while case .perform(let effect, _) = step, names.count < 9 {
      names.append(name(step))
      switch effect {
      case .list:
        step = flow.received(lists ? .success(.authenticators(list)) : .failure(AuthError(.forbidden, "")))
      case .sendCode(let attempt):
        guard !list.contains(where: attempt.method.isServed) else { return names }
        step = flow.received(.failure(AuthError(.providerError, "")))
      case .enroll:
        guard !list.isEmpty else { return names }
        step = flow.received(.failure(AuthError(.forbidden, "")))
      default: return names
      }
    }
    return names + [name(step)]
  }

  @Test("A18: nothing is listed before a challenge, an enrolment or a verification")
  func requestDecidesTheFirstEffect() throws {
    let cases: [(String?, MethodID?, [String], [String])] = [
      ("jane@example.com", nil, [], ["challenge email_otp", "enroll email_otp"]),
      ("jane@example.com", nil, ["EMAIL_OTP"], ["challenge email_otp"]),
      ("jane@example.com", nil, ["SMS"], ["challenge email_otp", "enroll email_otp", "list", "challenge sms_otp"]),
      (
        "jane@example.com", nil, ["SMS", "AUTHENTICATOR_APP"],
        ["challenge email_otp", "enroll email_otp", "list", "selectMethod"]
      ),
      (
        "jane@example.com", nil, ["PASSKEY"],
        ["challenge email_otp", "enroll email_otp", "list", "failed method_not_available"]
      ),
      ("jane@example.com", .smsOTP, [], ["challenge sms_otp", "enterPhone"]),
      ("jane@example.com", .smsOTP, ["SMS"], ["challenge sms_otp"]),
      ("jane@example.com", .whatsAppOTP, ["SMS"], ["challenge whatsapp_otp"]),
      ("+15551230000", .whatsAppOTP, [], ["challenge whatsapp_otp", "list", "failed method_not_available"]),
      ("+15551230000", nil, [], ["challenge sms_otp", "enroll sms_otp"]),
      ("+15551230000", nil, ["SMS", "EMAIL_OTP"], ["challenge sms_otp"]),
    ]
    for (identifier, method, methods, expected) in cases {
      var flow = try flow(FlowRequest(identifier: identifier, method: method))
      #expect(name(flow.begin()) == "fetch \(identifier ?? "-")")
      #expect(try walk(&flow, methods) == expected, "\(identifier ?? "") \(methods)")
    }
    for method in [MethodID.emailOTP, .smsOTP, .whatsAppOTP] {
      var stepUp = try flow(FlowRequest(purpose: .stepUp(action: "pay"), method: method, session: session))
      _ = stepUp.begin()
      #expect(try walk(&stepUp, ["SMS", "EMAIL_OTP"]) == ["challenge \(method)"])
    }
    var byApp = try flow(FlowRequest(purpose: .stepUp(action: "pay"), method: .totp, session: session))
    _ = byApp.begin()
    #expect(try walk(&byApp, ["AUTHENTICATOR_APP"]) == ["enterTOTP"])
  }

  @Test("A19: a refused list does not fail the flow") func continuesWithoutAList() throws {
    var stepUp = try flow(FlowRequest(purpose: .stepUp(action: "pay"), session: session))
    _ = stepUp.begin()
    #expect(try walk(&stepUp, ["SMS"], lists: false) == ["list", "selectMethod"])
    #expect(name(stepUp.answered(.method(.smsOTP))) == "challenge sms_otp")
    var missing = try flow(FlowRequest(purpose: .stepUp(action: "pay"), method: .smsOTP, session: session))
    _ = missing.begin()
    #expect(try walk(&missing, [], lists: false) == ["challenge sms_otp", "list", "failed method_not_available"])
  }

  @Test("A107: a sign-in by authenticator app that may enrol checks whether the user has one")
  func checksForAnAuthenticatorApp() throws {
    let cases: [([String], Bool, [String])] = [
      ([], true, ["list", "enroll totp"]), (["AUTHENTICATOR_APP"], true, ["list", "enterTOTP"]),
      (["AUTHENTICATOR_APP"], false, ["list", "enterTOTP"]),
    ]
    for (methods, lists, expected) in cases {
      var flow = try flow(FlowRequest(identifier: "jane@example.com", method: .totp))
      _ = flow.begin()
      #expect(try walk(&flow, methods, lists: lists) == expected)
    }
    let addAlone: JSONValue = ["scope": "add:authenticators"]
    let token = try #require(ActionToken(Secret("aGVhZA.\(Base64URL.encode(addAlone.serialized)).c2ln")))
    var blind = try flow(FlowRequest(identifier: "jane@example.com", method: .totp))
    _ = blind.begin()
    #expect(name(blind.received(.success(.token(token)))) == "enterTOTP")
  }

  /// If the token may add methods, the server treats known and new users alike, so the flow requests the list first.
  @Test("A107: a sign-up whose token may read and add checks whether the user is known")
  func listsFirstWhereTheServerAcceptsEveryUser() throws {
    let scopes: JSONValue = ["scope": "read:authenticators add:authenticators"]
    let token = try #require(ActionToken(Secret("aGVhZA.\(Base64URL.encode(scopes.serialized)).c2ln")))
    var signUp = try flow(FlowRequest(identifier: "jane@example.com", purpose: .signUp))
    _ = signUp.begin()
    #expect(name(signUp.received(.success(.token(token)))) == "list")
    #expect(name(signUp.received(.success(try enrolled("SMS")))) == "failed user_exists")
    var signIn = try flow(FlowRequest(identifier: "jane@example.com"))
    _ = signIn.begin()
    #expect(name(signIn.received(.success(.token(token)))) == "challenge email_otp")
    #expect(name(signIn.received(.failure(AuthError(.providerError, "")))) == "list")
    #expect(name(signIn.received(.success(try enrolled("SMS")))) == "challenge sms_otp")
  }

  @Test func startTokenNeedsNoIdentifier() throws {
    var flow = try flow(FlowRequest(token: first.secret))
    #expect(name(flow.begin()) == "list")
    #expect(name(flow.received(.failure(AuthError(.tokenExpired, "")))) == "failed token_expired")
    var unknown = try self.flow(FlowRequest(token: first.secret))
    _ = unknown.begin()
    #expect(name(unknown.received(.success(try enrolled()))) == "selectMethod")
    #expect(name(unknown.answered(.method(.emailOTP))) == "enterEmail")
    #expect(name(unknown.answered(.email("jane@example.com"))) == "enroll email_otp")
    #expect(throws: AuthError(.invalidToken, "")) { try self.flow(FlowRequest(token: Secret("no token"))) }
  }

  @Test func asksForAnIdentifierOnlyWhenNoTokenProviderKnowsTheUser() throws {
    var flow = try flow(FlowRequest())
    #expect(name(flow.begin()) == "fetch -")
    #expect(name(flow.received(.success(.identifierRequired))) == "selectMethod")
    #expect(name(flow.answered(.method(.smsOTP))) == "enterPhone")
    #expect(name(flow.answered(.phone("12"))) == "enterPhone invalid_identifier")
    #expect(name(flow.answered(.phone("+1 555 123 0000"))) == "fetch +15551230000")
    var known = try self.flow(FlowRequest())
    _ = known.begin()
    #expect(name(known.received(.success(.token(first)))) == "list")
    #expect(name(known.received(.success(try enrolled("EMAIL_OTP")))) == "challenge email_otp")
  }

  /// A flow that shows the prompt for its code.
  private func prompting(_ request: FlowRequest? = nil) throws -> AuthsignalFlow {
    var flow = try flow(request ?? FlowRequest(identifier: "jane@example.com"))
    _ = flow.begin()
    #expect(name(flow.received(.success(.token(first)))) == "challenge email_otp")
    #expect(name(flow.received(.success(.codeSent(at: start)))) == "enterCode")
    return flow
  }

  @Test func classifiesEveryResponseToACode() throws {
    let soon = start.addingTimeInterval(10)
    let late = start.addingTimeInterval(600)
    let cases: [(Result<AuthsignalOutcome, AuthError>, String)] = [
      (.success(.verified(.verified(second, at: soon))), "completed proof"),
      (.success(.verified(.refused(reason: "CODE_INVALID_OR_EXPIRED", at: soon))), "enterCode invalid_code"),
      (.success(.verified(.refused(reason: "CODE_INVALID_OR_EXPIRED", at: late))), "enterCode code_expired"),
      (.success(.verified(.refused(reason: "MAX_ATTEMPTS_EXCEEDED", at: soon))), "failed too_many_attempts"),
      (.success(.verified(.refused(reason: nil, at: soon))), "enterCode invalid_code"),
      (.failure(AuthError(.network, "")), "enterCode network"),
      (.failure(AuthError(.timeout, "")), "enterCode timeout"),
      (.failure(AuthError(.serverError, "")), "enterCode server_error"),
      (.failure(AuthError(.rateLimited, "")), "enterCode rate_limited"),
      (.failure(AuthError(.malformedResponse, "")), "enterCode malformed_response"),
      (.failure(AuthError(.tokenExpired, "")), "enterCode code_expired"),
      (.failure(AuthError(.invalidToken, "")), "failed invalid_token"),
      (.failure(AuthError(.tls, "")), "enterCode tls"), (.failure(AuthError(.internalError, "")), "failed internal"),
    ]
    for (result, expected) in cases {
      var flow = try prompting()
      #expect(name(flow.answered(.code(Secret("123456")))) == "verify email_otp")
      #expect(name(flow.received(result)) == expected)
    }
  }

  @Test func sendsNoCodeOfTheWrongForm() throws {
    var flow = try prompting()
    for code in ["", "12345", "1234567", "abcdef"] {
      #expect(name(flow.answered(.code(Secret(code)))) == "enterCode invalid_code")
    }
  }

  @Test func replacesAnExpiredToken() throws {
    var flow = try prompting()
    _ = flow.answered(.code(Secret("123456")))
    _ = flow.received(.failure(AuthError(.tokenExpired, "")))
    #expect(name(flow.answered(.resend)) == "fetch jane@example.com again")
    #expect(name(flow.received(.success(.token(second)))) == "challenge email_otp")
    // If the vendor reports a new token as expired, too, the flow fails and does not request further tokens.
    var stuck = flow
    #expect(name(stuck.received(.failure(AuthError(.tokenExpired, "")))) == "failed token_expired")
    #expect(name(flow.received(.success(.codeSent(at: start)))) == "enterCode")
    guard case .perform(.verify(_, let attempt), _) = flow.answered(.code(Secret("123456"))) else {
      return #expect(Bool(false), "no verification")
    }
    #expect(attempt.token == second, "the start and the end of a ceremony must carry the same token")
  }

  @Test func fallsBackToTheOldCodeWhenANewOneCannotBeSent() throws {
    for (error, expected) in [
      (AuthError(.network, ""), "enterCode network"), (AuthError(.rateLimited, ""), "enterCode rate_limited"),
      (AuthError(.forbidden, ""), "failed forbidden"),
    ] {
      var flow = try prompting()
      #expect(name(flow.answered(.resend)) == "challenge email_otp")
      #expect(name(flow.received(.failure(error))) == expected)
    }
    // If sending the first code fails, there is no prompt to return to, and the flow fails.
    var first = try flow(FlowRequest(identifier: "jane@example.com"))
    _ = first.begin()
    _ = first.received(.success(.token(self.first)))
    #expect(name(first.received(.failure(AuthError(.network, "")))) == "failed network")
  }

  @Test func provesAnOlderMethodBeforeItEnrolsAnother() throws {
    var flow = try flow(FlowRequest(purpose: .enroll(.totp), session: session))
    #expect(name(flow.begin()) == "fetch jane@example.com")
    #expect(name(flow.received(.success(.token(first)))) == "enroll totp")
    #expect(name(flow.received(.failure(AuthError(.forbidden, "")))) == "list")
    #expect(name(flow.received(.success(try enrolled("EMAIL_OTP")))) == "challenge email_otp")
    _ = flow.received(.success(.codeSent(at: start)))
    _ = flow.answered(.code(Secret("123456")))
    guard
      case .perform(.enroll(let attempt), _) = flow.received(
        .success(.verified(.verified(second, at: start))))
    else { return #expect(Bool(false), "no enrolment") }
    #expect(attempt.token == second)
    // If the server refuses the enrolment with the new token, too, the flow fails.
    var refused = flow
    #expect(name(refused.received(.failure(AuthError(.forbidden, "")))) == "failed forbidden")
    let enrollment = try Enrollment(
      ["userAuthenticatorId": "a9", "secret": "GEZDGNBV", "uri": "otpauth://totp/x"], of: .totp, now: start)
    #expect(name(flow.received(.success(.enrolled(enrollment)))) == "setupTOTP")
    _ = flow.answered(.code(Secret("123456")))
    guard
      case .completed(.credential(let credential)) = flow.received(
        .success(.verified(.verified(first, at: start))))
    else { return #expect(Bool(false), "no credential") }
    #expect(credential.id == "a9" && credential.method == .totp)
  }

  @Test func refusesUnsupportedRequestsBeforehand() throws {
    let cases: [(FlowRequest, AuthError.Code)] = [
      (FlowRequest(purpose: .manage), .unsupported), (FlowRequest(purpose: .link(.emailOTP)), .unsupported),
      (FlowRequest(purpose: .enroll(.passkey)), .methodNotAvailable),
      (FlowRequest(purpose: .enroll(.whatsAppOTP)), .methodNotAvailable),
      (FlowRequest(purpose: .stepUp(action: "a b")), .invalidRequest),
    ]
    for (request, code) in cases { #expect(throws: AuthError(code, "")) { try flow(request) } }
  }
}
