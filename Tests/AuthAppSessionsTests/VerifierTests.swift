import AuthAppSessions
import AuthCore
import AuthStorage
import AuthTesting
import AuthVerifier
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A backend's verifier accepts the tokens of the app's own sessions.
@Suite struct VerifierTests {
  private let clock = ManualClock()
  private let sessions: AppSessions
  private let verifier: RequestVerifier

  private struct NoVendor: HTTPTransport {
    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
      throw AuthError(.internalError, "no request is expected")
    }
  }

  init() throws {
    sessions = AppSessions(records: MemoryRecordStore(clock: clock), clock: clock)
    let services = VerifierServices(transport: NoVendor(), clock: clock)
    verifier = try RequestVerifier([AppSessionVerifier(sessions)], services: services)
  }

  private func verify(_ token: Secret) async throws -> Principal {
    let url = try #require(URL(string: "https://backend.example/me"))
    return try await verifier.verify(
      PresentedRequest("GET", url, headers: ["Authorization": "Bearer " + token.revealText()]))
  }

  private func reason(_ token: Secret) async -> RequestRefusal.Reason? {
    do {
      _ = try await verify(token)
      return nil
    } catch {
      return (error as? RequestRefusal)?.reason
    }
  }

  @Test func aTokenIdentifiesTheUserUntilTheSessionEnds() async throws {
    let issued = try await sessions.issue(
      AppSessionRequest(subject: "user-1", provider: "hawcx", providerSubject: "h1"))
    let principal = try await verify(issued.token)
    #expect(principal.user == "user-1" && principal.provider == "hawcx" && principal.subject == "h1")
    #expect(principal.credential == .appSession && principal.sessionID == issued.session.id.rawValue)
    #expect(await reason(issued.refreshToken) == .invalidCredential, "a refresh token is not accepted")
    try await sessions.revoke(subject: "user-1")
    #expect(await reason(issued.token) == .invalidCredential)
  }

  @Test func aBoundSessionNeedsAProof() async throws {
    let issued = try await sessions.issue(
      AppSessionRequest(
        subject: "user-1", provider: "hawcx", dpopKeyThumbprint: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"))
    #expect(await reason(issued.token) == .invalidCredential)
  }
}
