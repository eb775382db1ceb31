import AuthCore
import AuthTesting
import AuthTurnkey
import AuthTurnkeyAPI
import Observation
import Testing

/// Further factors as prompts of a view.
@MainActor @Suite struct FactorPromptTests {
  private let factors: TurnkeyFactorPrompts
  private let app: TurnkeyApp
  private let context: TurnkeyContext

  init() throws {
    factors = TurnkeyFactorPrompts()
    app = try TurnkeyApp(plugin: .turnkey(satisfying: factors.handler))
    context = try TurnkeyContext(app.auth)
  }

  /// The next prompt, as a view observes it.
  private func prompt() async -> TurnkeyFactorPrompt {
    while true {
      if let prompt = factors.prompt { return prompt }
      await withCheckedContinuation { continuation in
        withObservationTracking {
          _ = factors.prompt
        } onChange: {
          continuation.resume()
        }
      }
      await Task.yield()
    }
  }

  @Test("T37: a login shows a prompt, and continues when the user has approved it with another credential")
  func loginGoesOn() async throws {
    let made = try await context.signUpWithPasskey().session
    let key = try app.provider.stamper(of: made)
    app.sandbox.setTurnkey(["activities": "authenticators"])
    async let login = context.loginWithPasskey()
    let shown = await prompt()
    #expect(shown.request.type == "ACTIVITY_TYPE_STAMP_LOGIN" && !shown.methods.isEmpty)
    // The passkey has stamped the login, so it is no further factor: the prompt stays.
    await #expect(throws: AuthError.self) { try await shown.approve(by: try context.passkeyStamper()) }
    #expect(factors.prompt?.id == shown.id)
    try await shown.approve(by: key)
    let session = try await login.session
    #expect(session.subject == made.subject && factors.prompts.isEmpty)
    #expect(context.session?.id == session.id)
  }

  @Test("T37: a renewal shows a prompt, which the passkey satisfies; cancelling it ends the call and no session")
  func renewalIsApprovedOrCancelled() async throws {
    try await context.signUpWithPasskey()
    app.sandbox.setTurnkey(["activities": "authenticators"])
    let cancelled = Task { try await context.refreshSession() }
    await prompt().cancel()
    await #expect(throws: AuthError(.cancelled, "")) { try await cancelled.value }
    #expect(factors.prompts.isEmpty && context.authState == .authenticated)
    app.clock.advance(by: .seconds(1))
    async let renewed = context.refreshSession()
    try await prompt().approve(by: try context.passkeyStamper())
    #expect(try await renewed.id == context.session?.id)
  }
}
