import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

@testable import AuthAuthsignal

/// The platform's attestation of the app, which is requested before a key is added.
@Suite struct AppAttestationTests {
  private struct Fault: Error {}

  /// An attestation like a platform's: it contains the SHA-256 hash of the nonce.
  static func attested(_ service: AppAttestation.Service, _ nonce: String) -> AppAttestation {
    let token = [0xA3] + Array(SHA256.hash(data: Array(nonce.utf8))) + [0x01]
    return AppAttestation(
      service, token: Secret(Base64.encode(token)), keyID: service == .appAttest ? "key-1" : nil)
  }

  private func device(_ mode: String? = nil) async throws -> (Device, Session) {
    let device = try Device()
    let (session, _) = try await device.signIn()
    var policy: JSONObject = ["provider": "authsignal", "requireAppAttestation": true]
    policy["appAttestationFailureMode"] = mode.map { .string($0) }
    device.control("policy", .object(policy))
    return (device, session)
  }

  @Test func addsAKeyWithTheAttestation() async throws {
    for service in AppAttestation.Service.allCases {
      let (device, session) = try await device()
      let seen = Locked<[String]>([])
      let added = try await device.provider().devices.add(.push, to: session) { nonce in
        seen.withLock { $0.append(nonce) }
        return Self.attested(service, nonce)
      }
      #expect(!added.id.isEmpty && seen.withLock { $0.count } == 1)
    }
  }

  @Test func addsNoKeyWithoutAnAttestation() async throws {
    let (device, session) = try await device()
    let devices = try device.provider().devices
    let attestors: [AppAttestor?] = [
      nil, { _ in nil }, { _ in Self.attested(.playIntegrity, "another") },
      { nonce in
        var bare = Self.attested(.appAttest, nonce)
        bare.keyID = nil
        return bare
      },
    ]
    for attestor in attestors {
      let error = await #expect(throws: AuthError.self) {
        try await devices.add(.push, to: session, attestor: attestor)
      }
      #expect(error?.authsignalCode == .invalidRequest)
    }
    #expect(try await devices.credential(.push) == nil)
  }

  @Test func addsAKeyIfTheTenantAllowsAMissingAttestation() async throws {
    let (device, session) = try await device("ALLOW_WITH_WARNING")
    #expect(try await !device.provider().devices.add(.push, to: session).id.isEmpty)
  }

  @Test func platformFailureIsReportedAndAddsNoKey() async throws {
    let (device, session) = try await device()
    let devices = try device.provider().devices
    await #expect(throws: AuthError(.providerError, "")) {
      try await devices.add(.push, to: session) { _ in throw Fault() }
    }
    await #expect(throws: AuthError(.cancelled, "")) {
      try await devices.add(.push, to: session) { _ in throw CancellationError() }
    }
    #expect(try device.sandbox.requestCount("user-authenticators/push") == 0)
    #expect(try await devices.keys.record(.push, user: nil) == nil, "no unused key is made")
  }
}
