import AuthCore
import Testing

@testable import AuthAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tests the decisions of the flows that use no code, without I/O.
@Suite struct AuthsignalDeviceFlowTests {
  private typealias Flow = AuthsignalDeviceFlow
  private let end = Date(timeIntervalSince1970: 1_000)
  private let token = ActionToken(Secret("e30.e30.e30"))

  private func flow(_ task: Flow.Task, token: ActionToken? = nil) -> Flow {
    Flow(task, action: "pay", identifier: "jane@example.com", token: token)
  }

  private func effect(_ step: FlowStep<Flow.Effect>) -> Flow.Effect? {
    if case .perform(let effect, _) = step { effect } else { nil }
  }

  private func failure(_ step: FlowStep<Flow.Effect>) -> AuthError.Code? {
    if case .failed(let error) = step { error.code } else { nil }
  }

  private func approval(_ step: FlowStep<Flow.Effect>) -> ApprovalPrompt? {
    if case .prompt(.awaitApproval(let approval), _) = step { approval } else { nil }
  }

  @Test func taskDecidesTheFirstEffect() throws {
    let token = try #require(token)
    let fetch = Flow.Effect.fetchToken(identifier: "jane@example.com")
    let table: [(Flow.Task, ActionToken?, Flow.Effect)] = [
      (.await(.push), nil, fetch), (.await(.push), token, .challenge(.push, token)),
      (.await(.qrCode), nil, .challenge(.qrCode, nil)), (.await(.qrCode), token, .challenge(.qrCode, token)),
      (.prove, nil, .prove(nil)), (.prove, token, .prove(token)),
      (.add(.push), nil, fetch), (.add(.inApp), token, .add(.inApp, token)),
      (.assert(isKnownUser: false), nil, .assert(nil)), (.assert(isKnownUser: false), token, .assert(nil)),
      (.assert(isKnownUser: true), token, .assert(token)),
      (.assert(isKnownUser: true), nil, fetch), (.register(signsUp: true), nil, fetch),
      (.register(signsUp: false), token, .register(token)),
    ]
    for (task, given, expected) in table {
      var flow = flow(task, token: given)
      #expect(effect(flow.begin()) == expected, "\(task)")
    }
  }

  @Test func pollsUntilADecision() throws {
    let token = try #require(token)
    let challenge = WaitingChallenge(id: "c", expiresAt: end)
    let endings: [(Result<Flow.Outcome, AuthError>, AuthError.Code?)] = [
      (.success(.state(.denied, at: end)), .approvalDenied), (.success(.state(.open, at: end)), .approvalExpired),
      (.failure(AuthError(.noCredential, "")), .noCredential), (.success(.state(.approved(token), at: end)), nil),
    ]
    for (result, expected) in endings {
      var flow = flow(.await(.push))
      _ = flow.begin()
      #expect(effect(flow.received(.success(.token(token, number: "42")))) == .challenge(.push, token))
      let shown = approval(flow.received(.success(.challenged(challenge))))
      #expect(shown?.displayCode == "42" && shown?.qrData == nil && shown?.expiresAt == end)
      #expect(effect(flow.answered(.poll)) == .ask(.push, challenge, token))
      #expect(approval(flow.received(.success(.state(.open, at: end.addingTimeInterval(-1))))) == shown)
      // After a failed poll the flow still waits, and polls again.
      for code in [AuthError.Code.network, .timeout, .serverError, .rateLimited] {
        _ = flow.answered(.poll)
        #expect(approval(flow.received(.failure(AuthError(code, "")))) == shown, "\(code)")
      }
      _ = flow.answered(.poll)
      let step = flow.received(result)
      #expect(failure(step) == expected)
      if expected == nil {
        guard case .completed(.proof(let proof)) = step else { return #expect(Bool(false), "no proof") }
        #expect(proof.action == "pay" && proof.identifier == "jane@example.com" && proof.token == token.secret)
      }
    }
  }

  @Test("A52, A61: a step-up asks for its user's token, and continues without one if no source has one")
  func bindsAStepUpToItsUser() throws {
    let token = try #require(token)
    for (task, bound, free) in [
      (Flow.Task.prove, Flow.Effect.prove(token), Flow.Effect.prove(nil)),
      (.await(.qrCode), .challenge(.qrCode, token), .challenge(.qrCode, nil)),
    ] {
      var flow = Flow(task, action: "pay", identifier: "jane@example.com", token: nil, wantsUser: true)
      #expect(effect(flow.begin()) == .fetchToken(identifier: "jane@example.com"))
      var without = flow
      #expect(effect(flow.received(.success(.token(token)))) == bound)
      #expect(effect(without.received(.failure(AuthError(.tokenRequired, "")))) == free)
    }
  }

  @Test func asksForAnIdentifierWhereTheTokenNeedsOne() {
    var flow = flow(.await(.push))
    _ = flow.begin()
    guard case .prompt(.enterEmail, _) = flow.received(.success(.identifierRequired)) else {
      return #expect(Bool(false), "no prompt for an e-mail address")
    }
    guard case .prompt(.enterEmail, let context) = flow.answered(.email("no address")) else {
      return #expect(Bool(false), "a text that is not an address was accepted")
    }
    #expect(context.lastError?.code == .invalidIdentifier)
    #expect(effect(flow.answered(.email(" bob@example.com "))) == .fetchToken(identifier: "bob@example.com"))
  }
}
