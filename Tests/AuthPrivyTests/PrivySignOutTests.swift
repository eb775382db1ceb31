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
  @Test func signingOutEndsTheSessionHereAndThere() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    let result = try await app.client.signOut()
    #expect(result.unrevoked.isEmpty)
    #expect(try await app.client.storedSession() == nil)
    #expect(try app.count("/sessions/logout") == 1)
    // The server knows: the token no longer renews anything.
    guard case .tokenRequired = try await app.provider().refresh(session, token: nil) else {
      Issue.record("renewed")
      return
    }
    // A session that is over already is no failure.
    try await app.provider().revoke(Revocation(session: session))
  }

  @Test func withoutANetworkTheSessionIsGoneHere() async throws {
    let app = try SandboxedApp()
    let (session, _) = try await app.signIn()
    app.transport.add(Fault(.dropRequest))
    let result = try await app.client.signOut()
    #expect(result.unrevoked[session.id] != nil)
    #expect(try await app.client.storedSession() == nil)
  }
}
