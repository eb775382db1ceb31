import AuthCore
import AuthSandbox
import AuthTesting
import AuthTurnkey
import AuthTurnkeyAPI
import Testing

/// Further factors: the handler's input, and the continuation of the pending call.
@MainActor @Suite struct FactorTests {
  /// The arguments of the handler's calls.
  private final class Seen: Sendable {
    private let kept = Locked<[TurnkeyFactorRequest]>([])
    var requests: [TurnkeyFactorRequest] { kept.withLock { $0 } }
    func keep(_ request: TurnkeyFactorRequest) { kept.withLock { $0.append(request) } }
  }

  /// The approvers.
  private final class Approver: Sendable {
    private let kept = Locked<(any Stamper)?>(nil)
    var stamper: (any Stamper)? {
      get { kept.withLock { $0 } }
      set { kept.withLock { $0 = newValue } }
    }
  }

  private func policy(_ app: TurnkeyApp, _ activities: JSONValue) {
    app.sandbox.setTurnkey(["activities": activities])
  }

  /// An app whose user has a passkey and a session key, and approves with one what the other has stamped.
  private func app(_ seen: Seen) async throws -> (TurnkeyApp, TurnkeyContext) {
    let approver = Approver()
    let app = try TurnkeyApp(
      plugin: .turnkey(satisfying: { request in
        seen.keep(request)
        if let stamper = approver.stamper { try await request.approve(by: stamper) }
      }))
    let context = try TurnkeyContext(app.auth)
    let session = try await context.signUpWithPasskey().session
    let passkey = PasskeyStamper(app.passkeys, relyingPartyID: try #require(app.provider.configuration.relyingPartyID))
    let key = try app.provider.stamper(of: session)
    approver.stamper = Either(passkey: passkey, key: key, seen: seen)
    return (app, context)
  }

  /// Stamps with the credential that the activity was not stamped with.
  private struct Either: Stamper {
    let passkey: PasskeyStamper
    let key: KeyStoreStamper
    let seen: Seen

    func stamp(_ body: [UInt8]) async throws(AuthError) -> Stamp {
      let used = seen.requests.last?.statuses.first?.satisfiedMethods.first?.type
      return used == "AUTHENTICATION_TYPE_PASSKEY" ? try await key.stamp(body) : try await passkey.stamp(body)
    }
  }

  @Test("T37: a login by passkey that needs a further factor calls the app's handler, and continues after the approval")
  func loginContinuesAfterTheFactor() async throws {
    let seen = Seen()
    let (app, context) = try await app(seen)
    policy(app, "authenticators")
    let result = try await context.loginWithPasskey()
    policy(app, "completed")
    #expect(try await app.provider.whoAmI(result.session).userID == result.session.subject)
    let request = try #require(seen.requests.first)
    #expect(seen.requests.count == 1)
    #expect(request.type == "ACTIVITY_TYPE_STAMP_LOGIN")
    #expect(request.organizationID == app.provider.organization(of: result.session))
    #expect(!request.activityID.isEmpty && !request.fingerprint.isEmpty)
    let status = try #require(request.statuses.first)
    #expect(!status.isSatisfied && status.userID == result.session.subject)
    #expect(status.satisfiedMethods.map(\.type) == ["AUTHENTICATION_TYPE_PASSKEY"])
    #expect(status.requiredSteps == [status.requiredSteps[0]] && !status.requiredSteps[0].isEmpty)
  }

  @Test("T37: a renewal and a submission that need a further factor continue after the approval")
  func renewalAndSubmissionContinueAfterTheFactor() async throws {
    let seen = Seen()
    let (app, context) = try await app(seen)
    policy(app, "authenticators")
    try await context.client().updateName(of: try #require(context.session).subject, to: "Another")
    _ = try await context.refreshSession()
    policy(app, "completed")
    #expect(seen.requests.map(\.type) == ["ACTIVITY_TYPE_UPDATE_USER_NAME", "ACTIVITY_TYPE_STAMP_LOGIN"])
    #expect(try await context.fetchUser().name == "Another")
    #expect(try await context.client().factorStatuses(of: seen.requests[0].activityID).allSatisfy(\.isSatisfied))
  }

  @Test("T37: without a handler the error names the activity, which the app can approve itself")
  func errorWithoutAHandlerNamesTheActivity() async throws {
    let app = try TurnkeyApp()
    let context = try TurnkeyContext(app.auth)
    let session = try await context.signUpWithPasskey().session
    policy(app, "authenticators")
    let client = try await context.client()
    var id: String?
    do {
      try await client.updateName(of: session.subject, to: "Another")
    } catch {
      #expect(error.code == .mfaRequired)
      id = error.traceID
    }
    let activity = try await client.activity(id: try #require(id))
    #expect(activity.status == .authenticatorsNeeded)
    let passkey = PasskeyStamper(app.passkeys, relyingPartyID: try #require(app.provider.configuration.relyingPartyID))
    let fingerprint = try #require(activity.fingerprint)
    #expect(try await client.stamping(with: passkey).approveActivity(fingerprint: fingerprint).status == .completed)
  }

  @Test("T38: an activity that waits only for others' consent is returned unchanged")
  func consentIsNotAFactor() async throws {
    let seen = Seen()
    let (app, context) = try await app(seen)
    policy(app, "consensus")
    await #expect(throws: AuthError(.consensusNeeded, "")) {
      try await context.client().updateName(of: try #require(context.session).subject, to: "Another")
    }
    #expect(seen.requests.isEmpty)
  }
}
