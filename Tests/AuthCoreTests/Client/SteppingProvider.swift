import AuthTesting

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The session that a flow ends in, as a function of the session that the flow was given last.
final class Ending: Sendable {
  typealias Body = @Sendable (Session) async -> Session
  private let body = Locked<Body>({ $0 })
  func set(_ body: @escaping Body) { self.body.withLock { $0 = body } }
  func callAsFunction(_ session: Session) async -> Session { await body.withLock { $0 }(session) }
}

/// A provider whose flows end as a test decides.
struct SteppingProvider: SessionRefreshing, SessionRevoking, StepUp, CredentialEnrolling {
  typealias Configuration = FakeProvider.Configuration

  struct Performer: FlowPerformer {
    let provider: SteppingProvider
    let request: FlowRequest

    func perform(_ effect: CodeFlow.Effect) async throws(AuthError) -> CodeFlow.Outcome {
      guard case .verify = effect else { return .code }
      guard let session = try await request.currentSession() else { throw AuthError(.notSignedIn, "No user.") }
      provider.given.withLock { $0.append(SteppingProvider.name(session)) }
      return .accepted(await provider.ending(session))
    }
  }

  let id: ProviderID
  let tenant = "tenant"
  let methods: [MethodID] = [.emailOTP]
  let stepUpMethods: [MethodID] = [.emailOTP]
  let enrollableMethods: [MethodID] = [.totp]
  let services: ProviderServices
  let ending = Ending()
  let given = SharedValue<[String]>([])
  let revoked = SharedValue<[String]>([])

  init(id: ProviderID, configuration: Configuration, services: ProviderServices) throws(AuthError) {
    self.id = id
    self.services = services
  }

  func start(_ request: FlowRequest) throws(AuthError) -> ProviderFlow {
    ProviderFlow(CodeFlow(), performer: Performer(provider: self, request: request))
  }

  func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome {
    var next = session
    next.tokens.access = Secret("access-\(session.generation + 1)")
    next.createdAt = services.clock.now()
    next.expiresAt = services.clock.now().addingTimeInterval(60)
    return .refreshed(next)
  }

  func revocation(of session: Session) -> Revocation? { Revocation(session: session) }
  func revoke(_ revocation: Revocation) async throws(AuthError) {
    revoked.withLock { $0.append(Self.name(revocation.session)) }
  }

  private static func name(_ session: Session) -> String { session.tokens.access?.revealText() ?? "none" }
}
