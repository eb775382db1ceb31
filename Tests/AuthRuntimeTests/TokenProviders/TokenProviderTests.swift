import AuthCore
import AuthRuntime
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The ready-made token providers: *unavailable* continues a chain, *failed* stops it, and no case is nil.
@Suite struct TokenProviderTests {
  private let request = TokenRequest(.appIdentity, providerID: "privy", identifier: "jane@example.com")

  private func rejecting(_ token: String) -> TokenRequest {
    TokenRequest(.appIdentity, providerID: "privy", rejected: Secret(token))
  }

  // MARK: Command

  private func command(_ script: String) throws(AuthError) -> CommandTokenProvider {
    try CommandTokenProvider(["sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"])
  }

  @Test func commandsOutputIsTheToken() async throws {
    #expect(try await command("echo ' a.b.c '").token(for: request) == Secret("a.b.c"))
    #expect(try await command("printf ''").token(for: request) == nil)
    await #expect(throws: TokenProviderUnavailable.self) {
      try await command("echo a.b.c").token(for: rejecting("a.b.c"))
    }
  }

  @Test func commandGetsTheRequestAndInheritsNothingElse() async throws {
    let token = try await command("echo $LATCHKEY_TOKEN_PURPOSE/$LATCHKEY_IDENTIFIER/$HOME").token(for: request)
    #expect(token == Secret("app_identity/jane@example.com/"))
  }

  @Test func reportsTheSignalOfATerminatedCommand() async throws {
    let provider = try command("kill -TERM $$; sleep 60; echo still-here")
    let error = await #expect(throws: AuthError.self) { _ = try await provider.token(for: request) }
    #expect(error?.message.contains("143") == true, "128 and SIGTERM")
  }

  @Test func failingCommandStopsAndMissingCommandIsUnavailable() async throws {
    let failing = try command("echo secret-in-output; exit 3")
    let error = await #expect(throws: AuthError.self) { _ = try await failing.token(for: request) }
    #expect(error?.code == .providerError)
    #expect(error?.message.contains("3") == true && error?.message.contains("secret-in-output") == false)
    let missing = try CommandTokenProvider(["/nonexistent/get-jwt"], environment: [:])
    await #expect(throws: TokenProviderUnavailable.self) { _ = try await missing.token(for: request) }
    #expect(throws: AuthError(.invalidConfiguration, "")) { try CommandTokenProvider([], environment: [:]) }
  }

  /// Each command waits until all of them run: in sequence, they would never end.
  @Test(.timeLimit(.minutes(5))) func manyCommandsRunAtOnce() async throws {
    let directory = try TemporaryDirectory()
    let meeting = try command(
      "cd '\(directory.path)' && touch $$ && until [ $(ls | wc -l) -ge 12 ]; do sleep 0.05; done; echo t")
    await withTaskGroup(of: Secret?.self) { group in
      for _ in 0..<12 { group.addTask { try? await meeting.token(for: request) } }
      for await token in group { #expect(token == Secret("t")) }
    }
  }

  // MARK: File, environment

  @Test func readsTheFileAgain() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("first\n", to: "jwt")
    let provider = FileTokenProvider(path)
    #expect(try await provider.token(for: request) == Secret("first"))
    try directory.write("second", to: "jwt")
    #expect(try await provider.token(for: rejecting("first")) == Secret("second"))
    await #expect(throws: TokenProviderUnavailable.self) { try await provider.token(for: rejecting("second")) }
    try directory.write(" \n", to: "jwt")
    #expect(try await provider.token(for: request) == nil)
    let missing = FileTokenProvider(directory.path + "/none")
    await #expect(throws: TokenProviderUnavailable.self) { _ = try await missing.token(for: request) }
  }

  @Test func readsAnEnvironmentVariableOnce() async throws {
    let provider = EnvironmentTokenProvider("JWT", environment: ["JWT": "a.b.c"])
    #expect(try await provider.token(for: request) == Secret("a.b.c"))
    await #expect(throws: TokenProviderUnavailable.self) { try await provider.token(for: rejecting("a.b.c")) }
    let missing = EnvironmentTokenProvider("OTHER", environment: [:])
    await #expect(throws: TokenProviderUnavailable.self) { _ = try await missing.token(for: request) }
  }

  // MARK: URL

  @Test func urlGetsTheRequest() async throws {
    let url = try #require(URL(string: "https://app.example.com/token"))
    let transport = ScriptedTransport { (_) async throws(AuthError) in
      TransportResponse(status: 200, body: Array(#"{"token":"a.b.c"}"#.utf8))
    }
    let action = TokenRequest(.action(name: "pay", scopes: []), providerID: "authsignal", identifier: "jane")
    #expect(try await URLTokenProvider(url, transport: transport).token(for: action) == Secret("a.b.c"))
    let body = try #require(transport.requests.first?.body)
    #expect(try JSONValue(parsing: body) == ["purpose": "action", "identifier": "jane", "action": "pay"])
  }

  @Test func distinguishesAURLsFailures() async throws {
    let url = try #require(URL(string: "https://app.example.com/token"))
    func provider(_ answer: @escaping ScriptedTransport.Handler) -> URLTokenProvider {
      URLTokenProvider(url, transport: ScriptedTransport(answer))
    }
    let nobody = provider { (_) async throws(AuthError) in
      TransportResponse(status: 200, body: Array(#"{"token":null}"#.utf8))
    }
    #expect(try await nobody.token(for: request) == nil)
    let unreachable = provider { (_) async throws(AuthError) in throw AuthError(.network, "Down.") }
    await #expect(throws: TokenProviderUnavailable.self) { _ = try await unreachable.token(for: request) }
    let failing = provider { (_) async throws(AuthError) in TransportResponse(status: 500) }
    await #expect(throws: AuthError(.providerError, "")) { _ = try await failing.token(for: request) }
    let garbled = provider { (_) async throws(AuthError) in TransportResponse(status: 200, body: [1, 2]) }
    await #expect(throws: AuthError(.malformedResponse, "")) { _ = try await garbled.token(for: request) }
  }

  @Test func chainContinuesIfUnavailableAndStopsOnFailure() async throws {
    let unavailable = EnvironmentTokenProvider("NONE", environment: [:])
    let good = EnvironmentTokenProvider("JWT", environment: ["JWT": "t"])
    #expect(try await TokenProviderChain([unavailable, good]).token(for: request) == Secret("t"))
    let failing = try command("exit 1")
    await #expect(throws: AuthError(.providerError, "")) {
      _ = try await TokenProviderChain([failing, good]).token(for: request)
    }
    await #expect(throws: TokenProviderUnavailable.self) {
      _ = try await TokenProviderChain([unavailable, unavailable]).token(for: request)
    }
  }

  @Test func emptyChainSaysThatNoSourceIsConfigured() async throws {
    let error = await #expect(throws: TokenProviderUnavailable.self) {
      _ = try await TokenProviderChain([]).token(for: request)
    }
    #expect(error?.reason == "no token provider is configured")
  }
}
