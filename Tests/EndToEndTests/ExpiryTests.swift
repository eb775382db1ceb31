import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Renewals at the moment of expiry, for every vendor whose sessions can be renewed.
@Suite struct ExpiryTests {
  /// The vendors, each with the path of its request for a renewal.
  static let vendors: [(ProviderID, String)] = [
    ("turnkey", "/submit/stamp_login"), ("privy", "/api/v1/sessions"), ("hawcx", "/backend/session/refresh"),
    ("authsignal", "/backend/session/refresh"),
  ]

  @Test("1,000 callers at expiry, one refresh by the sandbox's request log", arguments: vendors)
  func oneRefresh(_ vendor: (id: ProviderID, renewal: String)) async throws {
    let house = try SandboxedHouse(vendor.id)
    let session = try await house.signIn()
    let before = try house.sandbox.requestCount(vendor.renewal)
    house.clock.advance(by: try #require(session.life))
    let callers = (0..<1_000).map { _ in Task { try await house.auth.session() } }
    var generations: Set<UInt64> = []
    for caller in callers { generations.insert(try await caller.value.generation) }
    #expect(generations == [2])
    #expect(try house.sandbox.requestCount(vendor.renewal) == before + 1)
    #expect(try await house.store.list().map(\.generation) == [2])
  }

  @Test("signed out during the refresh: nothing is stored", arguments: vendors)
  func signOutDuringIt(_ vendor: (id: ProviderID, renewal: String)) async throws {
    let house = try SandboxedHouse(vendor.id)
    let session = try await house.signIn()
    let before = try house.sandbox.requestCount(vendor.renewal)
    house.clock.advance(by: try #require(session.life))
    // The response takes five seconds to arrive.
    house.transport.add(Fault(.delayAnswer(.seconds(5)), path: vendor.renewal))
    let callers = (0..<1_000).map { _ in Task { try await house.auth.session() } }
    await house.clock.waitForSleepers(of: .seconds(5))
    try await house.auth.remove(session.id)
    for caller in callers {
      let error = await #expect(throws: AuthError.self) { _ = try await caller.value }
      #expect(error?.code == .notSignedIn)
    }
    house.clock.advance(by: .seconds(5))
    await house.auth.settle()
    #expect(try house.sandbox.requestCount(vendor.renewal) == before + 1)
    #expect(try await house.store.list().isEmpty)
    #expect(try await house.auth.storedSession() == nil)
    #expect(try await house.auth.state() == .signedOut(.requested))
  }
}

extension Session {
  /// The time from the session's creation to one second before its expiry. At that moment the credential counts as
  /// expired, but a Turnkey key, which expires with its session, can still renew the session.
  fileprivate var life: Duration? {
    expiresAt.map { .milliseconds(Int64((($0.timeIntervalSince(createdAt) - 1) * 1000).rounded(.up))) }
  }
}
