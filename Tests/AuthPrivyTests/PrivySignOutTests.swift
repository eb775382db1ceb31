import AuthCore
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct PrivySignOutTests {
  @Test func signOutEndsTheSessionLocallyAndAtTheServer() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    let result = try await app.client.signOut()
    #expect(result.unrevoked.isEmpty)
    #expect(try await app.client.storedSession() == nil)
    #expect(try app.sandbox.requestCount("/sessions/logout") == 1)
    // The server has revoked the session: the token no longer renews it.
    guard case .tokenRequired = try await app.provider().refresh(session, token: nil) else {
      Issue.record("the revoked token renewed the session")
      return
    }
    // Revoking a session that has already ended is not an error.
    try await app.provider().revoke(Revocation(session: session))
  }

  @Test func networkFailureStillEndsTheLocalSession() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    app.transport.add(Fault(.dropRequest))
    let result = try await app.client.signOut()
    #expect(result.unrevoked[session.id] != nil)
    #expect(try await app.client.storedSession() == nil)
  }

  @Test func repeatsAFailedSignOutOnce() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    app.transport.add(Fault(.dropRequest, path: "/sessions/logout"))
    _ = try await app.client.signOut()
    #expect(try app.sandbox.requestCount("/sessions/logout") == 0)
    app.transport.heal()
    let next = try app.startedAnew()
    _ = try await next.signIn().result()
    #expect(try app.sandbox.requestCount("/sessions/logout") == 1)
    guard case .tokenRequired = try await app.provider().refresh(session, token: nil) else {
      Issue.record("the vendor was not notified")
      return
    }
    // The revocation was sent once and is not pending any more. The second request revokes the session that this
    // sign-in replaces.
    _ = try await next.signIn().result()
    await next.settle()
    #expect(try app.sandbox.requestCount("/sessions/logout") == 2)
    #expect(try await app.provider().services.records.keys().filter { $0.hasPrefix("sign-out-") }.isEmpty)
  }

  @Test func appsBackendDeletesTheAccount() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    try await app.client.deletePrivyAccount()
    #expect(try await app.client.storedSession() == nil)
    // The next sign-in makes a new user.
    let (next, isNewUser) = try await app.signIn()
    #expect(isNewUser)
    #expect(next.subject != session.subject)
    let alone = try SandboxedApp(["backend": nil, "origins": nil])
    try await alone.signIn()
    #expect(await failure { try await alone.client.deletePrivyAccount() }?.code == .invalidConfiguration)
    #expect(try await alone.client.storedSession() != nil)
  }

  @Test func boundsUnfinishedSignOuts() async throws {
    let app = try SandboxedApp()
    let records = try app.provider().services.records
    let unfinished = UnfinishedSignOuts(records: records, clock: app.clock)
    for number in 0..<20 {
      app.clock.advance(by: .seconds(1))
      try await unfinished.note(
        Session(
          id: SessionID("s\(number)"), providerID: "privy", tenant: "app", subject: "did", createdAt: app.clock.now()))
    }
    let kept = try await unfinished.take(providerID: "privy", tenant: "app")
    #expect(kept.map(\.id.rawValue) == (12..<20).map { "s\($0)" })
    #expect(try await unfinished.take(providerID: "privy", tenant: "app").isEmpty)
  }
}
