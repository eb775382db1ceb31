import AuthCore
import AuthCrypto
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keys for sessions that another system opens, and the session tokens that it returns.
@Suite struct TurnkeyTokenTests {
  private let app: SandboxedApp
  private let forge = TokenForge()

  init() throws {
    let clock = ManualClock()
    let sandbox = try Sandbox(clock: clock)
    var keys = try #require(sandbox.configuration["providers"]?["turnkey"]?["keys"]?.objectValue)
    keys["notarizer"] = .string(forge.publicKeyHex)
    app = try SandboxedApp(sharing: sandbox, clock: clock, ["keys": .object(keys), "authProxyConfigId": nil])
  }

  private func token(_ publicKey: String, type: String = "SESSION_TYPE_READ_WRITE") throws -> Secret {
    let expiry = Int64(app.clock.now().timeIntervalSince1970) + 900
    return try forge.token(
      [
        "exp": .integer(expiry), "public_key": .string(publicKey), "session_type": .string(type), "user_id": "u",
        "organization_id": "o",
      ], doubleHash: true)
  }

  @Test func storesAndSelectsASessionOfTheBackend() async throws {
    let provider = try app.provider()
    let first = try await provider.createKeyPair()
    let second = try await provider.createKeyPair()
    #expect(first.count == 66 && first != second)
    let flow = app.client.start(FlowRequest(token: try token(second, type: "trading desk")))
    guard case .session(let session, let isNew) = try await flow.result() else {
      Issue.record("no session")
      return
    }
    #expect(!isNew)
    #expect(session.subject == "u")
    #expect(session.key.map { Hex.encode($0.publicKey) } == second)
    #expect(session.claims["session_type"]?.stringValue == "trading desk")
    #expect(try await app.client.session().id == session.id)
    // The other key still has no session. Clearing unused keys deletes it and keeps the session's key.
    #expect(app.keys.live.count == 2)
    try await provider.clearUnusedKeyPairs()
    #expect(app.keys.live == [try #require(session.key)])
    #expect(try await app.records.namespaced("turnkey").keys().isEmpty)
    let stamp = try await provider.stamper(of: session).stamp([1])
    #expect(try StampParts(stamp.value).publicKey == second)
  }

  @Test func refusesTokensOfUnknownKeysOrSigners() async throws {
    let key = try await app.provider().createKeyPair()
    let cases: [(Secret, AuthError.Code)] = [
      (try token("02" + String(repeating: "ab", count: 32)), .keyUnavailable),
      (
        try TokenForge().token(["public_key": .string(key), "exp": 9_999_999_999], doubleHash: true), .signatureInvalid
      ),
      (try forge.token(["public_key": .string(key), "exp": 1], doubleHash: true), .tokenExpired),
      (try forge.token(["public_key": .string(key), "exp": 9_999_999_999], doubleHash: false), .signatureInvalid),
      (Secret("a.b.c"), .invalidToken), (Secret(""), .invalidToken),
    ]
    for (token, code) in cases {
      #expect(await app.client.start(FlowRequest(token: token)).failure()?.code == code, "\(code)")
    }
    #expect(try await app.client.storedSession() == nil)
    // The refused tokens did not use up the key: the right token still opens a session.
    guard case .session = try await app.client.start(FlowRequest(token: try token(key))).result() else {
      Issue.record("no session")
      return
    }
  }

  @Test func limitsNumberAndAgeOfWaitingKeys() async throws {
    let provider = try app.provider()
    var made: [String] = []
    for _ in 0..<SessionKeys.maximumPending + 3 {
      made.append(try await provider.createKeyPair())
      app.clock.advance(by: .seconds(1))
    }
    #expect(app.keys.live.map { Hex.encode($0.publicKey) } == Array(made.suffix(SessionKeys.maximumPending)))
    app.clock.advance(by: .seconds(3590))
    let last = try await provider.createKeyPair()
    // The new key is kept. After the next advance, all keys made so far are at least an hour old and are deleted.
    #expect(app.keys.live.map { Hex.encode($0.publicKey) }.contains(last))
    app.clock.advance(by: .seconds(3600))
    _ = try await provider.createKeyPair()
    #expect(app.keys.live.count == 1)
  }
}
