import AuthCore
import AuthTesting
import Testing
import WireSamples

@testable import AuthPrivyWallets

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The samples of wallets: the form of the request, and the result of the response.
@Suite struct PrivyWalletWireTests {
  private static let rpc = "/wallets/wallet/rpc"

  private static func wallet(_ chain: String) throws -> PrivyWallet {
    try PrivyWallet(ScriptedWallets.wallet(chain))
  }

  /// The differences between a request and the sample's.
  private static func differences(_ sample: WireSample, _ request: TransportRequest?, free: Set<String> = [])
    -> [String]
  {
    guard let request, let shape = sample.requestBody, let body = try? JSONValue(parsing: request.body ?? []) else {
      return ["no request"]
    }
    var found = WireShape(shape, free: free).mismatches(body)
    if request.method != sample.method { found.append("method") }
    let (given, wanted) = (request.url.path.split(separator: "/"), sample.path.split(separator: "/"))
    if given.count != wanted.count || !zip(given, wanted).allSatisfy({ $0 == $1 || $1.hasPrefix("<") }) {
      found.append("path \(request.url.path)")
    }
    for (name, value) in sample.requestHeaders where !value.contains("optional") && request.headers[name] == nil {
      found.append("no header \(name)")
    }
    return found
  }

  private static func answered(_ id: String, _ values: [String: JSONValue] = [:]) throws -> (
    WireSample, ScriptedWallets
  ) {
    let sample = try WireSample.named(id)
    let script = ScriptedWallets()
    let path = sample.path.hasSuffix("/authenticate") ? "/wallets/authenticate" : rpc
    let body = WireShape(try #require(sample.responseBody)).filled(values)
    script.set(path, sample.status ?? 200, body)
    return (sample, script)
  }

  @Test("PS51: the key is fetched by the session's token, and opened")
  func key() async throws {
    let sample = try WireSample.named("PS51")
    let script = ScriptedWallets()
    script.set(Self.rpc, 200, ["method": "personal_sign", "data": ["signature": "0x00", "encoding": "hex"]])
    let wallets = try await script.wallets()
    _ = try await wallets.personalSign("hello", with: try Self.wallet("ethereum"))
    #expect(Self.differences(sample, script.requests("/wallets/authenticate").last) == [])
    #expect(script.requests(Self.rpc).last?.headers["privy-authorization-signature"] != nil)
  }

  @Test("PS52: without a second factor there is no key")
  func keyWithoutFactor() async throws {
    let (sample, script) = try Self.answered("PS52")
    let wallets = try await script.wallets()
    let wallet = try Self.wallet("ethereum")
    let error = await #expect(throws: AuthError.self) { try await wallets.personalSign("hello", with: wallet) }
    #expect(error?.code == .mfaRequired)
    #expect(Self.differences(sample, script.requests("/wallets/authenticate").last) == [])
    #expect(script.requests(Self.rpc).isEmpty)
    #expect(try await script.session() != nil)
  }

  @Test("PS53: if the app requires a second factor, the user must set one up")
  func signingWithoutEnrollment() async throws {
    let (sample, script) = try Self.answered("PS53")
    let wallets = try await script.wallets()
    let wallet = try Self.wallet("ethereum")
    let error = await #expect(throws: AuthError.self) { try await wallets.personalSign("hello", with: wallet) }
    #expect(error?.code == .mfaEnrollmentRequired)
    #expect(Self.differences(sample, script.requests(Self.rpc).last) == [])
    #expect(script.requests(Self.rpc).count == 1)
  }

  @Test("PS54: bytes are signed as a personal message")
  func personalSign() async throws {
    let (sample, script) = try Self.answered("PS54", ["data.signature": "0x1234"])
    let wallets = try await script.wallets()
    let signature = try await wallets.personalSign(Array("hello".utf8), with: try Self.wallet("ethereum"))
    #expect(signature == "0x1234")
    #expect(Self.differences(sample, script.requests(Self.rpc).last) == [])
  }

  @Test("PS55: a hash is signed")
  func secp256k1Sign() async throws {
    let (sample, script) = try Self.answered("PS55", ["data.signature": "0x1234"])
    let wallets = try await script.wallets()
    let hash = [UInt8](repeating: 7, count: 32)
    #expect(try await wallets.secp256k1Sign(hash: hash, with: try Self.wallet("ethereum")) == "0x1234")
    #expect(Self.differences(sample, script.requests(Self.rpc).last) == [])
  }

  @Test("PS56: a message is signed on Solana")
  func signMessage() async throws {
    let signature = [UInt8](repeating: 9, count: 64)
    let (sample, script) = try Self.answered("PS56", ["data.signature": .string(Base64.encode(signature))])
    let wallets = try await script.wallets()
    #expect(try await wallets.signMessage(Array("hello".utf8), with: try Self.wallet("solana")) == signature)
    #expect(Self.differences(sample, script.requests(Self.rpc).last) == [])
  }

  @Test("P13: a request for a wallet has only its chain, and a second one is refused locally")
  func creating() async throws {
    let script = ScriptedWallets()
    script.set("/api/v1/wallets", 200, ScriptedWallets.wallet("ethereum"))
    let wallets = try await script.wallets()
    #expect(try await wallets.create(.ethereum, allowsAdditional: true).id == "wallet")
    let made = script.requests("/api/v1/wallets")
    #expect(try JSONValue(parsing: try #require(made.last?.body)) == ["chain_type": "ethereum"])
    let account: JSONValue = [
      "type": "wallet", "id": "wallet", "address": "0xab", "chain_type": "ethereum", "wallet_client_type": "privy",
      "connector_type": "embedded",
    ]
    script.set("/users/me", 200, ["user": ["id": "did:privy:c", "linked_accounts": [account]]])
    let error = await #expect(throws: AuthError.self) { try await wallets.create(.ethereum) }
    #expect(error?.code == .forbidden)
    #expect(script.requests("/api/v1/wallets").count == made.count)
    _ = try await wallets.create(.solana)
  }

  @Test("P16: bytes to sign are base 16 without 0x")
  func bytesWithoutPrefix() async throws {
    let script = ScriptedWallets([Self.rpc: (200, ["data": ["signature": "0x00"]])])
    _ = try await script.wallets().personalSign([0, 255], with: try Self.wallet("ethereum"))
    let body = try JSONValue(parsing: try #require(script.requests(Self.rpc).last?.body))
    #expect(body["params"] == ["message": "00ff", "encoding": "hex"])
    #expect(body["chain_type"] == "ethereum")
  }

  @Test("P54: making a wallet renews the identity token")
  func identityToken() async throws {
    let script = ScriptedWallets(["/api/v1/wallets": (200, ScriptedWallets.wallet("ethereum"))])
    let wallets = try await script.wallets()
    #expect(try await script.session()?.tokens.identity == Secret("first"))
    _ = try await wallets.create(.ethereum)
    #expect(try await script.session()?.tokens.identity == Secret("second"))
  }

  @Test("P57: with another second factor the client fetches another key and sends the factor")
  func keyWithFactor() async throws {
    let script = ScriptedWallets([Self.rpc: (200, ["data": ["signature": "0x00"]])])
    let wallets = try await script.wallets()
    let wallet = try Self.wallet("ethereum")
    _ = try await wallets.personalSign("hello", with: wallet)
    _ = try await wallets.personalSign("hello", with: wallet)
    #expect(script.requests("/wallets/authenticate").count == 1)
    wallets.use(ActionProof(token: Secret("m.f.a"), action: nil))
    _ = try await wallets.personalSign("hello", with: wallet)
    let fetched = script.requests("/wallets/authenticate")
    #expect(fetched.map { $0.headers["privy-mfa-token"] } == [nil, "m.f.a"])
    // A key with an expired factor is discarded.
    script.set(Self.rpc, 401, ["error": "text", "code": "mfa_required"])
    _ = await #expect(throws: AuthError.self) { try await wallets.personalSign("hello", with: wallet) }
    script.set(Self.rpc, 200, ["data": ["signature": "0x00"]])
    _ = try await wallets.personalSign("hello", with: wallet)
    #expect(script.requests("/wallets/authenticate").count == 3)
  }

  @Test("P62: an app with wallets on devices is refused by name, before any request")
  func legacyApps() async throws {
    let script = ScriptedWallets()
    let app = "/apps/c" + String(repeating: "a", count: 24)
    script.set(app, 200, ["embedded_wallet_config": ["mode": "legacy-embedded-wallets-only"]])
    let wallets = try await script.wallets()
    let wallet = try Self.wallet("ethereum")
    for body in [
      { _ = try await wallets.create(.ethereum) }, { _ = try await wallets.personalSign("hello", with: wallet) },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: AuthError.self) { try await body() }
      #expect(error?.code == .unsupported && error?.vendorCode == "legacy-embedded-wallets-only")
      #expect(error?.message.contains("legacy-embedded-wallets-only") == true)
    }
    #expect(script.requests("/wallets").isEmpty && script.requests(Self.rpc).isEmpty)
    #expect(script.requests(app).count == 1)
  }
}
