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
      (.assert(.passkey, isKnownUser: false), nil, .assert(.passkey, nil)),
      (.assert(.passkey, isKnownUser: false), token, .assert(.passkey, nil)),
      (.assert(.passkey, isKnownUser: true), token, .assert(.passkey, token)),
      (.assert(.passkey, isKnownUser: true), nil, fetch), (.register(.passkey, signsUp: true), nil, fetch),
      (.register(.passkey, signsUp: false), token, .register(.passkey, token)),
      (.await(.emailMagicLink), nil, fetch), (.await(.emailMagicLink), token, .challenge(.emailMagicLink, token)),
      (.assert(.securityKey, isKnownUser: true), nil, fetch),
      (.assert(.securityKey, isKnownUser: true), token, .assert(.securityKey, token)),
      (.register(.securityKey, signsUp: false), token, .register(.securityKey, token)),
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

  @Test("A112: a QR code is replaced after nine minutes unless it was scanned") func renewsAQRCode() throws {
    let start = Date(timeIntervalSince1970: 0)
    let due = start.addingTimeInterval(WaitingChallenge.renewal)
    let old = WaitingChallenge(id: "c-1", expiresAt: end, renewsAt: due)
    let new = WaitingChallenge(id: "c-2", expiresAt: due.addingTimeInterval(600), renewsAt: end.addingTimeInterval(80))
    var flow = flow(.await(.qrCode))
    _ = flow.begin()
    #expect(approval(flow.received(.success(.challenged(old))))?.qrData == "c-1")
    _ = flow.answered(.poll)
    let early = approval(flow.received(.success(.state(.open, at: due.addingTimeInterval(-1)))))
    #expect(early?.qrData == "c-1" && early?.isClaimed == false)
    // A scanned code is shown as such, and stays.
    _ = flow.answered(.poll)
    let scanned = approval(flow.received(.success(.state(.claimed, at: due))))
    #expect(scanned?.qrData == "c-1" && scanned?.isClaimed == true && scanned?.expiresAt == end)
    // A failed poll changes nothing.
    _ = flow.answered(.poll)
    #expect(approval(flow.received(.failure(AuthError(.network, "")))) == scanned)
    _ = flow.answered(.poll)
    #expect(effect(flow.received(.success(.state(.open, at: due)))) == .renew(old, nil))
    #expect(approval(flow.received(.success(.challenged(new))))?.qrData == "c-2")
    _ = flow.answered(.poll)
    #expect(failure(flow.received(.success(.state(.denied, at: due)))) == .approvalDenied)
  }

  @Test("A112: after a failed renewal the earlier QR code stays") func keepsTheQRCodeIfNoneReplacesIt() throws {
    let token = try #require(token)
    let due = end.addingTimeInterval(-60)
    let old = WaitingChallenge(id: "c-1", expiresAt: end, renewsAt: due)
    var waiting = flow(.await(.qrCode))
    _ = waiting.begin()
    _ = waiting.received(.success(.challenged(old)))
    _ = waiting.answered(.poll)
    #expect(effect(waiting.received(.success(.state(.open, at: due)))) == .renew(old, nil))
    // A decision that was read meanwhile counts.
    var decided = waiting
    guard case .completed(.proof) = decided.received(.success(.state(.approved(token), at: due))) else {
      return #expect(Bool(false), "no proof")
    }
    var retried = waiting
    #expect(approval(retried.received(.failure(AuthError(.network, ""))))?.qrData == "c-1")
    _ = retried.answered(.poll)
    #expect(effect(retried.received(.success(.state(.open, at: due)))) == .renew(old, nil))
    #expect(approval(waiting.received(.failure(AuthError(.forbidden, ""))))?.qrData == "c-1")
    _ = waiting.answered(.poll)
    #expect(approval(waiting.received(.success(.state(.open, at: due))))?.qrData == "c-1")
    _ = waiting.answered(.poll)
    #expect(failure(waiting.received(.success(.state(.open, at: end)))) == .approvalExpired)
  }

  @Test("A110: an enrolment by link asks for the address first") func asksForTheAddressOfALink() throws {
    let token = try #require(token)
    let jane = try #require(Contact(email: "jane@example.com"))
    let bob = try #require(Contact(email: "bob@example.com"))
    for signsUp in [true, false] {
      var flow = Flow(.enrollLink(signsUp: signsUp), action: "pay", identifier: "+15551230000", token: nil)
      guard case .prompt(.enterEmail, let context) = flow.begin() else { return #expect(Bool(false), "no question") }
      #expect(context.lastError?.code == (signsUp ? .invalidIdentifier : nil))
      // The user of an enrolment stays the same.
      let user = signsUp ? jane.value : "+15551230000"
      #expect(effect(flow.answered(.email(" jane@example.com "))) == .fetchToken(identifier: user))
      #expect(effect(flow.received(.success(.token(token)))) == .enrollLink(jane, token))
      // An address that the vendor refuses is asked for again, with the same token.
      guard case .prompt(.enterEmail, let again) = flow.received(.failure(AuthError(.invalidIdentifier, ""))) else {
        return #expect(Bool(false), "no question")
      }
      #expect(again.lastError?.code == .invalidIdentifier)
      #expect(effect(flow.answered(.email("bob@example.com"))) == .enrollLink(bob, token))
      #expect(failure(flow.received(.failure(AuthError(.forbidden, "")))) == (signsUp ? .userExists : .forbidden))
    }
  }

  @Test("A114: a link is waited for until its token expires") func waitsForALink() throws {
    let token = try #require(token)
    let challenge = WaitingChallenge(id: "a-1", expiresAt: end)
    let jane = try #require(Contact(email: "jane@example.com"))
    for task in [Flow.Task.await(.emailMagicLink), .enrollLink(signsUp: true), .enrollLink(signsUp: false)] {
      var flow = Flow(task, action: "pay", identifier: "u", token: token, contact: jane)
      _ = flow.begin()
      guard case .prompt(.awaitApproval(let shown), let context) = flow.received(.success(.challenged(challenge)))
      else { return #expect(Bool(false), "no prompt") }
      #expect(shown == ApprovalPrompt(expiresAt: end, pollInterval: .seconds(1), isLinkSent: true))
      #expect(context.phase == (task == .await(.emailMagicLink) ? "challenge" : "enroll"))
      #expect(effect(flow.answered(.poll)) == .ask(.emailMagicLink, challenge, token))
      var (late, refused) = (flow, flow)
      #expect(failure(late.received(.success(.state(.open, at: end)))) == .approvalExpired)
      let expired = AuthError(.tokenExpired, "", vendorCode: "expired_token")
      guard case .failed(let error) = refused.received(.failure(expired)) else { return #expect(Bool(false)) }
      #expect(error.code == .approvalExpired && error.vendorCode == "expired_token")
      switch (task, flow.received(.success(.state(.approved(token), at: end)))) {
      case (.enrollLink(signsUp: false), .completed(.credential(let credential))):
        #expect(credential.id == "a-1" && credential.method == .emailMagicLink && credential.label == jane.value)
      case (.enrollLink(signsUp: true), .completed(.proof(let proof))): #expect(proof.isNewUser)
      case (.await, .completed(.proof(let proof))): #expect(!proof.isNewUser && proof.identifier == "u")
      default: #expect(Bool(false), "another end")
      }
    }
  }
}
