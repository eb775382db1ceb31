import AuthCore
import AuthCrypto
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthHawcx

/// Trusted devices: the published vectors of the scheme, and the scheme against the sandbox.
@Suite struct HawcxDeviceTests {
  /// Hawcx protocol notes §9.4.
  @Test func theVectorsHold() throws {
    let seed = try #require(Hex.decode("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))
    let key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
    let publicKey = Array(key.publicKey.rawRepresentation)
    let scope = HawcxDeviceScope(configID: "cfg_test", appID: "com.example.app", identifier: " Alice@Example.com ")
    #expect(scope.identifier == "alice@example.com")
    let record = HawcxDeviceRecord(
      algorithm: .ed25519,
      key: KeyReference(storeID: "memory", keyID: "k", algorithm: .ed25519, publicKey: publicKey),
      secret: Secret((0..<32).map { UInt8($0) }), index: scope.index(.ed25519, publicKey: publicKey))
    #expect(record.keyset == "AddamAGCsQq31Uv-08lkBzoO4XLz2qYjJa8CGmj3B1Ea")
    #expect(record.index == "sz_WYpZAM1B7pNMZqc7AeM0wCTbyXInDYJx300s6OsM")
    #expect(record.keyID == "If4x36FUomFia_hUBG_SJw")
    #expect(record.credentials.json["sk2"] == "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")
    let challenge = Base64URL.encode([UInt8](repeating: 0xAA, count: 32))
    let message = record.proofMessage(domain: "t.example", session: "auth_test", challenge: challenge)
    let signature = try #require(
      Base64URL.decode("K4A7SnxSVc8loCQq9yHabmLc8XdQBek-U_VipKoCMiRihbbs4CoXR9iaxivK-OkTPENytN7LLGZWTVXnQZhODg"))
    #expect(key.publicKey.isValidSignature(signature, for: message))
    #expect(scope.appMark(platform: "linux") == "NNr2sy0adqEHPrPGERgF5LD8gZQgFroIBbbzEts2KeE")
    #expect(scope.recordKey == "device/ygDMXUd0KetJ4dWrejw44Aql1Zt5yqo9LZL-TQj9caE")
    #expect(HawcxDeviceRecord(sealed: record.sealed) == record)
  }

  @Test func recordsThatCannotBeReadAreNone() {
    for text in ["", "{}", #"{"v":2}"#, "[]", #"{"v":1,"alg":"ed25519-v1"}"#] {
      #expect(HawcxDeviceRecord(sealed: Secret(text)) == nil)
    }
  }

  @Test func theKeyStoreDecidesWhatTheServerLeavesOpen() throws {
    #expect(try HawcxDeviceAlgorithm.choose("ed25519-v1", of: [.p256, .ed25519]) == .ed25519)
    #expect(try HawcxDeviceAlgorithm.choose("p256-v1", of: [.p256, .ed25519]) == .p256)
    #expect(try HawcxDeviceAlgorithm.choose("ed25519-v1", of: [.p256]) == .p256)
    #expect(throws: AuthError(.unsupported, "")) { try HawcxDeviceAlgorithm.choose("rsa-v1", of: [.p256]) }
    #expect(throws: AuthError(.unsupported, "")) { try HawcxDeviceAlgorithm.choose("p256-v1", of: []) }
  }

  @Test func aDeviceIsEnrolledOnceAndThenStandsInForTheCode() async throws {
    let bench = try HawcxBench()
    try bench.policy(["device_enrollment": "required", "skip_primary_on_trusted_device": true])
    let first = try await bench.signIn()
    #expect(steps(bench) == ["setup_device", "device_challenge"])
    bench.observer.clear()
    var reader = FlowReader(bench.auth.signIn(identifier: " JANE@example.com"))
    let second = try await reader.session()
    #expect(steps(bench) == ["device_challenge"], "no code was asked for")
    #expect(second.subject == first.subject)

    try await bench.auth.signOut(SignOutOptions(forgetDevice: true))
    bench.observer.clear()
    _ = try await bench.signIn()
    #expect(steps(bench) == ["setup_device", "device_challenge"], "a forgotten device is enrolled again")
  }

  @Test func aDeviceThatTheServerForgotIsEnrolledAgainNextTime() async throws {
    let bench = try HawcxBench()
    let enrolment: JSONObject = ["device_enrollment": "required"]
    try bench.policy(enrolment)
    _ = try await bench.signIn()
    try bench.post("/sandbox/reset", [:])
    try bench.policy(enrolment)
    var reader = FlowReader(bench.auth.signIn(identifier: "jane@example.com"))
    let error = try await reader.failure()
    #expect(error.code == .keyUnavailable && error.vendorCode == "device_not_found")
    bench.observer.clear()
    _ = try await bench.signIn()
    #expect(steps(bench) == ["setup_device", "device_challenge"])
  }

  @Test func storesWithoutEd25519ProveByP256() async throws {
    let keys = P256KeyStore()
    let bench = try HawcxBench(keys: keys)
    try bench.policy(["device_enrollment": "required"])
    _ = try await bench.signIn()
    #expect(try await keys.keys(in: "hawcx/device").map(\.algorithm) == [.p256])
    var reader = FlowReader(bench.auth.signIn(identifier: "jane@example.com"))
    _ = try await reader.session()
  }

  @Test func aProofForAnotherDomainIsNotMade() async throws {
    var reader = ConfigurationReader(
      ["baseURL": "https://t.example/edge", "configId": "cfg"], path: "$", sources: ConfigurationSources())
    var configuration = try HawcxConfiguration(reading: &reader)
    let keys = MemoryKeyStore()
    let services = ProviderServices(
      transport: ScriptedTransport([]), keys: KeyRing(keys), records: MemoryRecordStore(), clock: ManualClock())
    func enrol(_ domain: String) async throws(AuthError) {
      let setup = try HawcxDeviceSetup(
        HawcxFields(["domain": .string(domain), "algorithm": "ed25519-v1", "version": "1"]))
      _ = try await HawcxDevices(providerID: "hawcx", configuration: configuration, services: services)
        .enrol(setup, identifier: "jane@example.com")
    }
    for domain in ["evil.example", "t.example.evil.example", "edge"] {
      await #expect(throws: AuthError(.forbidden, "")) { try await enrol(domain) }
    }
    #expect(try await keys.keys(in: "hawcx/device").isEmpty)
    try await enrol("t.example")
    try await enrol("t.example")
    #expect(try await keys.keys(in: "hawcx/device").count == 1, "the key before is forgotten")
    configuration.relyingParty = "shop.example"
    await #expect(throws: AuthError(.forbidden, "")) { try await enrol("t.example") }
    try await enrol("shop.example")
  }

  private func steps(_ bench: HawcxBench) -> [String] {
    bench.observer.events.compactMap { event in
      if case .step(_, let name) = event { name } else { nil }
    }
  }
}

/// A key store as a secure element is one: P-256 alone.
private struct P256KeyStore: KeyStore {
  private let store = MemoryKeyStore()
  var id: String { store.id }
  var supportedAlgorithms: [KeyAlgorithm] { [.p256] }
  var isExportable: Bool { false }

  func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference {
    guard algorithm == .p256 else { throw AuthError(.unsupported, "P-256 alone.") }
    return try await store.generate(algorithm, policy: policy, namespace: namespace)
  }

  func keys(in namespace: String) async throws(AuthError) -> [KeyReference] { try await store.keys(in: namespace) }

  func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    try await store.sign(message, with: key)
  }

  func delete(_ key: KeyReference) async throws(AuthError) { try await store.delete(key) }
}
