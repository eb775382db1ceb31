import AuthCore
import Testing

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tests a flow's decisions in tables, without stores and without a network.
@Suite struct PrivyFlowTests {
  private let token = Secret("a.b.c")
  private let session = Session(
    id: SessionID("s"), providerID: "privy", tenant: "app", subject: "did:privy:c",
    createdAt: Date(timeIntervalSince1970: 0))
  private let offline = AuthError(.network, "offline")
  private let wrong = AuthError(.invalidCode, "wrong")

  private func flow(
    _ identifier: String? = nil, purpose: FlowRequest.Purpose = .signIn, method: MethodID? = nil, token: Secret? = nil
  ) -> PrivyFlow {
    PrivyFlow(
      FlowRequest(identifier: identifier, purpose: purpose, method: method, token: token), of: "privy",
      methods: [.customJWT, .emailOTP])
  }

  @Test func requestDecidesTheFirstStep() {
    let cases: [(String?, MethodID?, Secret?, FlowRequest.Purpose, String)] = [
      (nil, nil, nil, .signIn, "fetchToken"), ("jane@example.com", nil, nil, .signIn, "fetchToken"),
      (nil, .customJWT, nil, .signUp, "fetchToken"), (nil, nil, token, .signIn, "readToken"),
      (nil, .customJWT, token, .signIn, "readToken"), ("jane@example.com", .emailOTP, nil, .signIn, "sendCode"),
      (nil, .emailOTP, nil, .signIn, "enterEmail"), ("+1555", .emailOTP, nil, .signIn, "enterEmail invalid_identifier"),
      ("a@b@c", .emailOTP, nil, .signIn, "enterEmail invalid_identifier"),
      (nil, .emailOTP, token, .signIn, "failed invalid_request"),
      (nil, .passkey, nil, .signIn, "failed method_not_available"),
      (nil, nil, token, .manage, "failed unsupported"), (nil, nil, nil, .stepUp(action: "pay"), "failed unsupported"),
    ]
    for (identifier, method, token, purpose, expected) in cases {
      var flow = flow(identifier, purpose: purpose, method: method, token: token)
      #expect(flow.begin().summary == expected)
    }
  }

  @Test func asksForAStaleTokenOnceMore() {
    var fetching = flow()
    _ = fetching.begin()
    guard
      case .perform(.fetchToken(let rejected), .tokenFetch) = fetching.received(
        .success(.token(token, isExpired: true)))
    else {
      Issue.record("not asked again")
      return
    }
    #expect(rejected == token)
    #expect(fetching.received(.success(.token(token, isExpired: true))).summary == "failed token_expired")

    var lucky = flow()
    _ = lucky.begin()
    _ = lucky.received(.success(.token(token, isExpired: true)))
    #expect(lucky.received(.success(.token(Secret("d.e.f"), isExpired: false))).summary == "present custom_jwt")

    // The flow does not fetch another token in place of the request's own token.
    var reading = flow(token: token)
    _ = reading.begin()
    #expect(reading.received(.success(.token(token, isExpired: true))).summary == "failed token_expired")
  }

  @Test func everyEndOfASignInByToken() {
    let cases: [(Result<PrivyFlow.Outcome, AuthError>, String)] = [
      (.success(.signedIn(session, isNewUser: true)), "completed"),
      (.success(.signedIn(session, isNewUser: false)), "completed"), (.failure(offline), "failed network"),
      (.failure(AuthError(.invalidToken, "")), "failed invalid_token"),
    ]
    for (result, expected) in cases {
      var flow = flow(token: token)
      _ = flow.begin()
      #expect(flow.received(.success(.token(token, isExpired: false))).summary == "present custom_jwt")
      #expect(flow.received(result).summary == expected)
    }
    var signedOut = flow()
    _ = signedOut.begin()
    #expect(signedOut.received(.success(.noToken)).summary == "failed token_required")
    var broken = flow()
    _ = broken.begin()
    #expect(broken.received(.failure(AuthError(.timeout, ""))).summary == "failed timeout")
  }

  @Test func signUpOfAKnownUserRevokesTheNewSession() {
    for end in [Result<PrivyFlow.Outcome, AuthError>.success(.loggedOut), .failure(offline)] {
      var flow = flow(purpose: .signUp, token: token)
      _ = flow.begin()
      _ = flow.received(.success(.token(token, isExpired: false)))
      #expect(flow.received(.success(.signedIn(session, isNewUser: false))).summary == "logOut")
      #expect(flow.received(end).summary == "failed user_exists")
    }
    var new = flow(purpose: .signUp, token: token)
    _ = new.begin()
    _ = new.received(.success(.token(token, isExpired: false)))
    #expect(new.received(.success(.signedIn(session, isNewUser: true))).summary == "completed")
  }

  private func prompting() -> PrivyFlow {
    var flow = flow("jane@example.com", method: .emailOTP)
    _ = flow.begin()
    _ = flow.received(.success(.codeSent))
    return flow
  }

  @Test func checksTheFormOfACodeFirst() {
    for code in ["", "12345", "1234567", "12345a", "١٢٣٤٥٦"] {
      var flow = prompting()
      #expect(flow.answered(.code(Secret(code))).summary == "enterCode invalid_code", "\(code)")
    }
    var flow = prompting()
    #expect(flow.answered(.code(Secret("123456"))).summary == "present email_otp")
  }

  @Test func correctableErrorsKeepThePrompt() {
    let cases: [(AuthError, String)] = [
      (wrong, "enterCode invalid_code"), (offline, "enterCode network"),
      (AuthError(.rateLimited, ""), "enterCode rate_limited"), (AuthError(.serverError, ""), "enterCode server_error"),
      (AuthError(.userNotFound, ""), "failed user_not_found"), (AuthError(.forbidden, ""), "failed forbidden"),
    ]
    for (error, expected) in cases {
      var flow = prompting()
      _ = flow.answered(.code(Secret("123456")))
      #expect(flow.received(.failure(error)).summary == expected)
    }
    // After a wrong code, the prompt accepts another code.
    var flow = prompting()
    _ = flow.answered(.code(Secret("123456")))
    _ = flow.received(.failure(wrong))
    #expect(flow.answered(.code(Secret("654321"))).summary == "present email_otp")
    #expect(flow.received(.success(.signedIn(session, isNewUser: true))).summary == "completed")
  }

  @Test func failureToSendACodeShowsTheError() {
    var first = flow("jane@example.com", method: .emailOTP)
    _ = first.begin()
    #expect(first.received(.failure(offline)).summary == "failed network")
    var refused = flow("jane@example.com", method: .emailOTP)
    _ = refused.begin()
    #expect(refused.received(.failure(AuthError(.invalidIdentifier, ""))).summary == "enterEmail invalid_identifier")
    #expect(refused.answered(.email("joe@example.com")).summary == "sendCode")
    var again = prompting()
    #expect(again.answered(.resend).summary == "sendCode")
    #expect(again.received(.failure(offline)).summary == "enterCode network")
    #expect(again.answered(.resend).summary == "sendCode")
    #expect(again.received(.success(.codeSent)).summary == "enterCode")
  }

  @Test func unexpectedOutcomesAreInternalErrors() {
    var flow = flow(token: token)
    _ = flow.begin()
    #expect(flow.received(.success(.codeSent)).summary == "failed internal")
    var other = prompting()
    #expect(other.answered(.poll).summary == "failed internal")
  }
}

extension FlowStep where Effect == PrivyFlow.Effect {
  /// The step's name, for tables.
  var summary: String {
    switch self {
    case .perform(let effect, _):
      switch effect {
      case .readToken: "readToken"
      case .fetchToken: "fetchToken"
      case .sendCode: "sendCode"
      case .findPage: "findPage"
      case .fetchMessage: "fetchMessage"
      case .holdCeremony: "holdCeremony"
      case .readGuestSecret: "readGuestSecret"
      case .present(let proof): "present \(proof.method)"
      case .beginFactor(let factor, let isNew): "beginFactor \(factor.method)" + (isNew ? " new" : "")
      case .enroll(let factor, _): "enroll \(factor.method)"
      case .verify(let factor, _): "verify \(factor.method)"
      case .enrollPasskey: "enrollPasskey"
      case .verifyPasskey: "verifyPasskey"
      case .logOut: "logOut"
      }
    case .prompt(let prompt, let context):
      prompt.name + (context.lastError.map { " " + $0.code.rawValue } ?? "")
    case .completed: "completed"
    case .failed(let error): "failed " + error.code.rawValue
    }
  }
}
