import AuthCore
import AuthCrypto
import AuthVerifier
import AuthVerifierAuthsignal
import AuthVerifierHawcx
import AuthVerifierOIDC
import AuthVerifierPrivy
import AuthVerifierTurnkey
import CBench

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Benchmark {
  /// A backend's check of a request with an ES256 token, from the header fields to the principal, with the keys cached.
  ///
  /// The floor is C with the same OpenSSL: digest and verification of the signature, without reading the token.
  static let requestOneVendor = Benchmark(
    name: "request_one_vendor", summary: "requests verified for a backend with one vendor, ES256"
  ) { () throws(AuthError) in try await CheckedRequest(plugins: [.privy]).measured() }

  /// The same with five vendors, which must cost no further allocation.
  static let requestFiveVendors = Benchmark(
    name: "request_five_vendors", summary: "the same for a backend with five vendors"
  ) { () throws(AuthError) in
    try await CheckedRequest(plugins: [.turnkey, .privy, .hawcx, .authsignal, .oidc]).measured()
  }
}

/// A request to a backend, its verifier, and the floor.
private struct CheckedRequest {
  private let key: P256.Signing.PrivateKey
  private let jws: JWS
  private let request: PresentedRequest
  private let verifier: RequestVerifier

  private static let blocks: JSONObject = [
    "privy": ["appId": "app"], "turnkey": ["organizationId": "o"],
    "hawcx": ["baseURL": "https://t.example", "configId": "c", "clientId": "p"],
    "authsignal": [
      "tenantId": "t", "region": "us", "verifier": ["secret": ["env": "SECRET"], "actions": ["signIn"]],
    ],
    "oidc": [
      "issuer": "https://i.example", "clientId": "c", "verifier": ["audience": "https://api.example"],
    ],
  ]

  init(plugins: [VerifierPlugin]) async throws(AuthError) {
    let key = P256.Signing.PrivateKey()
    self.key = key
    let now = Int64(Date().timeIntervalSince1970)
    let token = try JWS.sign(
      claims: [
        "iss": "privy.io", "sub": "did:privy:c0123456789abcdefghijklmn", "aud": "app", "sid": "session",
        "iat": .integer(now), "exp": .integer(now + 3600),
      ], keyID: "k1", with: .p256(key))
    jws = try JWS(compact: token)
    guard let url = URL(string: "https://backend.example/me") else {
      throw AuthError(.internalError, "The benchmark's address is malformed.")
    }
    request = PresentedRequest("GET", url, headers: ["Accept": "*/*", "Authorization": "Bearer " + token])
    let keys: JSONValue = ["keys": [JWK(.p256(key.publicKey), keyID: "k1").json]]
    var blocks = Self.blocks
    for name in blocks.names where !plugins.contains(where: { $0.type == name }) { blocks[name] = nil }
    let configuration = try AuthConfiguration(
      ["provider": "privy", "providers": .object(blocks)],
      sources: ConfigurationSources(environment: ["SECRET": "s"]))
    verifier = try RequestVerifier(
      configuration: configuration, plugins: plugins, services: VerifierServices(transport: KeyServer(body: keys)))
  }

  /// Returns requests per second beside the floor.
  func measured() async throws(AuthError) -> BenchmarkResult {
    let signature: [UInt8]
    do {
      signature = Array(try P256.Signing.ECDSASignature(rawRepresentation: jws.signature).derRepresentation)
    } catch {
      throw AuthError(.internalError, "The token's signature is not 64 bytes.")
    }
    let encoded = key.publicKey.derRepresentation
    guard let floor = cbench_verifier_new(encoded, encoded.count) else {
      throw AuthError(.internalError, "OpenSSL could not read the key.")
    }
    defer { cbench_verifier_free(floor) }
    let message = jws.signingInput
    let measured = try await SideBySide(
      floor: { (rounds) throws(AuthError) in
        guard cbench_verify(floor, message, message.count, signature, signature.count, rounds) == 1 else {
          throw AuthError(.internalError, "OpenSSL could not verify.")
        }
      },
      value: { (rounds) throws(AuthError) in
        for _ in 0..<rounds {
          do throws(RequestRefusal) {
            _ = try await verifier.verify(request)
          } catch {
            throw error.cause ?? AuthError(.internalError, "The request was refused.")
          }
        }
      })
    return BenchmarkResult(
      value: measured.value, unit: "requests/s", floor: measured.floor, ratio: measured.ratio,
      allocations: measured.allocations, floorAllocations: measured.floorAllocations)
  }
}

/// A server that publishes keys.
private struct KeyServer: HTTPTransport {
  let body: JSONValue

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
    TransportResponse(status: 200, headers: ["Content-Type": "application/json"], body: body.serialized)
  }
}
