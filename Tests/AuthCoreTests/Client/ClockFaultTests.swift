import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A clock error that is too large to be corrected ends no session, because the clock may be the reason of a refusal.
@Suite struct ClockFaultTests {
  static let server = Date(timeIntervalSince1970: 1_800_000_000)

  /// Renews a session on a machine whose clock is `offset` seconds ahead of the server's.
  func renew(
    offset: Double, _ answer: @escaping FakeProvider.Refresh
  ) async throws -> (outcome: Result<SessionRenewal.Outcome, AuthError>, stored: Session?, services: ProviderServices) {
    let clock = ManualClock(Self.server.addingTimeInterval(offset))
    var services = ProviderServices.testing(clock: clock, observer: RecordingObserver())
    let serverTime = ServerTime(of: "fake", base: clock, observer: SilentObserver())
    services.clock = serverTime
    let answering = ScriptedTransport { _ in
      TransportResponse(status: 200, headers: ["Date": "Fri, 15 Jan 2027 08:00:00 GMT"])
    }
    _ = try await serverTime.intercept(try TransportRequest("GET", "https://api.example.com/"), next: answering)
    let store = MemorySessionStore(clock: clock)
    let session = Session.sample(created: clock.now())
    try await store.save(session)
    let renewal = SessionRenewal(provider: FakeProvider(refreshing: answer), store: store, services: services)
    do throws(AuthError) {
      let outcome = try await renewal.run(session, isForced: true) { _ in false }
      return (.success(outcome), try await store.load(session.id), services)
    } catch {
      return (.failure(error), try await store.load(session.id), services)
    }
  }

  /// The ways in which a server or a missing token ends a session.
  enum Refusal: CaseIterable {
    case refused
    case invalidRequest
    case staleStamp
  }

  func renew(
    offset: Double, _ refusal: Refusal
  ) async throws -> (outcome: Result<SessionRenewal.Outcome, AuthError>, stored: Session?, services: ProviderServices) {
    try await renew(offset: offset) { (_, _) async throws(AuthError) in
      switch refusal {
      case .refused: return .refused(AuthError(.sessionExpired, "Over."))
      case .invalidRequest: throw AuthError(.providerError, "The request is invalid.")
      case .staleStamp: throw AuthError(.signatureInvalid, "The stamp is stale.")
      }
    }
  }

  @Test func refusalsWithAClockADayOffAreClockSkew() async throws {
    for offset in [-86_400.0, 86_400] {
      for refusal in Refusal.allCases {
        let (outcome, stored, services) = try await renew(offset: offset, refusal)
        guard case .failure(let error) = outcome else {
          Issue.record("\(offset) \(refusal): \(outcome)")
          continue
        }
        #expect(error.code == .clockSkew, "\(offset) \(refusal)")
        #expect(error.message.contains(offset > 0 ? "24 hours ahead" : "24 hours behind"))
        #expect(stored?.generation == 1, "the session is kept")
        #expect(abs(services.serverNow.timeIntervalSince(Self.server)) <= 3)
      }
    }
  }

  @Test func withinTheBoundARefusalIsARefusal() async throws {
    for offset in [0.0, 3600, -3600] {
      let (outcome, stored, services) = try await renew(offset: offset, .refused)
      guard case .success(.refused(let error, _)) = outcome else {
        Issue.record("\(offset): \(outcome)")
        continue
      }
      #expect(error.code == .sessionExpired)
      #expect(stored == nil)
      #expect(services.serverNow == services.clock.now())
    }
  }

  @Test func renewalsAreStoredWithAnyClockError() async throws {
    let (outcome, stored, _) = try await renew(offset: 86_400) { (session, _) async throws(AuthError) in
      .refreshed(session)
    }
    guard case .success(.renewed) = outcome else { throw AuthError(.internalError, "\(outcome)") }
    #expect(stored?.generation == 2)
  }

  @Test func signInErrorsThatDependOnTimeAreClockSkew() async throws {
    let ofTime: [AuthError.Code] = [.signatureInvalid, .invalidToken, .tokenExpired, .flowExpired, .sessionExpired]
    for offset in [-86_400.0, 86_400, 3600, 0] {
      let services = try await renew(offset: offset, .refused).services
      for code in AuthError.Code.allCases {
        let error = services.explained(AuthError(code, "As it was."))
        guard ofTime.contains(code), abs(offset) > ServerTimeEstimate.bound else {
          #expect(error.code == code && error.message == "As it was.", "\(offset) \(code)")
          continue
        }
        #expect(error.code == .clockSkew, "\(offset) \(code)")
        #expect(error.message.contains(offset > 0 ? "24 hours ahead" : "24 hours behind"), "\(offset) \(code)")
        #expect(error.underlying == code.rawValue, "\(offset) \(code)")
      }
    }
  }

  @Test func aFlowReportsClockSkew() async throws {
    let services = try await renew(offset: 86_400, .refused).services
    for isAtTheEnd in [false, true] {
      let refusal = AuthError(.tokenExpired, "The token has expired.")
      let provided = ProviderFlow(
        CodeFlow(),
        performer: AuthFlowTests.Performer { (effect) throws(AuthError) in
          guard isAtTheEnd, case .verify = effect else {
            if isAtTheEnd { return .code }
            throw refusal
          }
          return .accepted(.sample())
        })
      let flow = AuthFlow(
        engine: provided.engine(
          FlowSetting(providerID: "fake", request: FlowRequest(), services: services) { (_) throws(AuthError) in
            throw refusal
          }))
      var last: AuthError?
      for await update in flow {
        if case .prompt = update { try await flow.submit(code: "123456") }
        if case .failed(let error) = update { last = error }
      }
      #expect(last?.code == .clockSkew, "\(isAtTheEnd)")
      #expect(last?.provider == "fake" || isAtTheEnd, "\(isAtTheEnd)")
    }
  }

  @Test func aNetworkErrorIsNotClockSkew() async throws {
    let (outcome, stored, _) = try await renew(offset: 86_400) { (_, _) async throws(AuthError) in
      throw AuthError(.network, "No network.")
    }
    guard case .failure(let error) = outcome else { throw AuthError(.internalError, "\(outcome)") }
    #expect(error.code == .network)
    #expect(stored?.generation == 1)
  }
}
