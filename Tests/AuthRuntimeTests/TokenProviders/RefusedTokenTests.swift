import AuthCore
import AuthRuntime
import AuthStorage
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A source that has only the refused token does not report a signed-out user.
@Suite struct RefusedTokenTests {
  private let request = TokenRequest(.appIdentity, providerID: "privy", rejected: Secret("stale"))
  private let directory: TemporaryDirectory
  private let sources: [any TokenProvider]

  init() throws {
    directory = try TemporaryDirectory()
    let url = try #require(URL(string: "https://app.example.com/token"))
    let transport = ScriptedTransport { (_) async throws(AuthError) in
      TransportResponse(status: 200, body: Array(#"{"token":"stale"}"#.utf8))
    }
    sources = [
      FileTokenProvider(try directory.write("stale\n", to: "jwt")),
      EnvironmentTokenProvider("JWT", environment: ["JWT": "stale"]),
      try CommandTokenProvider(["sh", "-c", "echo stale"], environment: ["PATH": "/usr/bin:/bin"]),
      URLTokenProvider(url, transport: transport),
      ClosureTokenProvider { _ in Secret("stale") },
    ]
  }

  @Test("L7: the refused token from a file, a variable, a command or a URL is not a sign-out", arguments: 0..<4)
  func alone(source: Int) async throws {
    let services = ProviderServices(
      transport: ScriptedTransport([]), keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore(),
      tokenProvider: ReplaceableTokenProvider(sources[source]), clock: ManualClock())
    let error = await #expect(throws: AuthError.self) { try await services.token(for: request) }
    #expect(error?.code == .tokenRequired)
    #expect(error?.message.contains("stale") == false)
  }

  @Test("L7: a chain continues after a source that has only the refused token", arguments: 0..<5)
  func inAChain(source: Int) async throws {
    let fresh = ClosureTokenProvider { _ in Secret("fresh") }
    #expect(try await TokenProviderChain([sources[source], fresh]).token(for: request) == Secret("fresh"))
    await #expect(throws: TokenProviderUnavailable.self) {
      try await TokenProviderChain([sources[source]]).token(for: request)
    }
  }

  @Test("L7: a source that reports no signed-in user still stops a chain")
  func signedOutUserStopsAChain() async throws {
    let blank = FileTokenProvider(try directory.write(" \n", to: "blank"))
    let fresh = ClosureTokenProvider { _ in Secret("fresh") }
    #expect(try await TokenProviderChain([blank, fresh]).token(for: request) == nil)
    let none = ClosureTokenProvider { _ in nil }
    #expect(try await TokenProviderChain([sources[0], none, fresh]).token(for: request) == nil)
  }
}
