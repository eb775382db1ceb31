import AuthCore
import AuthCrypto
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthHawcx

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// Trusted devices: comparison with the vectors, and the whole enrolment against the sandbox.
@Suite struct HawcxDeviceTests {
  /// The vectors that `Tests/judges/hawcx-devices` computes with another library, for every layout.
  @Test("H64: every layout has the vectors that another library computed") func agreesWithTheVectors() throws {
    let vectors = try Vectors.json("hawcx-devices.json")
    let inputs = try #require(vectors["inputs"])
    func input(_ name: String) throws -> String { try #require(inputs[name]?.stringValue) }
    func bytes(_ name: String) throws -> [UInt8] { try #require(Base64.decode(input(name))) }
    let key = try Curve25519.Signing.PrivateKey(rawRepresentation: #require(Hex.decode(input("privateKeyHex"))))
    let publicKey = Array(key.publicKey.rawRepresentation)
    let root = Secret(try bytes("root"))
    let saltNonce = try #require(Hex.decode(input("saltNonceHex")))
    let keysetNonce = try #require(Hex.decode(input("keysetNonceHex")))
    let domain = try input("domain")
    let entries = try #require(vectors["layouts"]?.arrayValue)
    #expect(entries.count == 16)
    var proofs: [JSONValue] = []
    for entry in entries {
      func expected(_ name: String) throws -> String { try #require(entry[name]?.stringValue) }
      var reader = ConfigurationReader(
        try #require(entry["layout"]?.objectValue), path: "$", sources: ConfigurationSources())
      let layout = try HawcxDeviceLayout(reading: &reader)
      let salt = try layout.sealedSalt(root: root, domain: domain, nonce: saltNonce)
      #expect(Base64.encode(salt) == (try expected("combinedsalt")) && salt.count == 60)
      #expect(layout.isOwn(salt: salt, root: root, domain: domain))
      #expect(!layout.isOwn(salt: salt, root: Secret([UInt8](repeating: 1, count: 32)), domain: domain))
      #expect(layout.isOwn(salt: salt, root: root, domain: "another") == (layout.salt == .alone))
      let keyset = try layout.keyset(publicKey: publicKey, salt: salt, root: root, nonce: keysetNonce)
      #expect(keyset.count == 120)
      let record = HawcxDeviceRecord(
        key: KeyReference(storeID: "memory", keyID: "k", algorithm: .ed25519, publicKey: publicKey), root: root,
        keyset: Base64.encode(keyset), domain: domain)
      #expect(HawcxDeviceRecord(sealed: record.sealed) == record)
      for name in ["keyset", "hindex", "sk2"] {
        #expect(record.credentials.json[name]?.stringValue == (try expected(name)), "\(name)")
      }
      let message = layout.message(challenge: try bytes("challenge"), domain: domain)
      #expect(Base64.encode(message) == (try expected("mapp")) && message.count == 68)
      let signature = try #require(Base64.decode(expected("signature")))
      #expect(key.publicKey.isValidSignature(signature, for: layout.signed(message)))
      let fresh = Array(try key.signature(for: layout.signed(message)))
      #if os(Linux)
        // Ed25519 signatures are deterministic on Linux. CryptoKit may randomise them.
        #expect(fresh == signature)
      #endif
      proofs.append(["signature": .string(Base64.encode(fresh))])
    }
    let scope = HawcxDeviceScope(
      configID: try input("configId"), appID: try input("appId"), identifier: try input("identifier"))
    #expect(scope.identifier == inputs["normalizedIdentifier"]?.stringValue)
    #expect(scope.recordKey == "device/" + (vectors["storageKeyTail"]?.stringValue ?? ""))
    // The judge in Tests/judges/hawcx-devices verifies these signatures.
    try Vectors.record(.array(proofs), as: "hawcx-devices.proofs")
  }

  @Test("H63: the vendor's labels derive the device's secrets, and its iOS name of the algorithm is accepted")
  func labelsAndNames() async throws {
    #expect(HawcxDeviceLayout.Part.salt.rawValue == "Symmetrickey0")
    let root = Secret([UInt8](repeating: 7, count: 32))
    let all: [HawcxDeviceLayout.Part] = [.salt, .saltKey, .keysetKey, .index]
    #expect(Set(all.map { HawcxDeviceLayout.derive($0, from: root) }).count == 4)
    for (part, label) in zip(all, ["Symmetrickey0", "Symmetrickey1", "Symmetrickey2", "HDS"]) {
      let key = HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: [UInt8](repeating: 7, count: 32)), info: Array(label.utf8),
        outputByteCount: 32)
      #expect(HawcxDeviceLayout.derive(part, from: root) == key.withUnsafeBytes { Array($0) }, "\(label)")
    }
    _ = try await devices().enrol(try setup(algorithm: "ECDH P-256+Ed25519"), identifier: "jane@example.com")
  }

  /// Every spelling of an identifier names the same user: composed, decomposed, in capitals, with blanks.
  @Test func oneUserHasOneRecord() {
    let spellings = ["jos\u{E9}@example.com", " Jose\u{301}@Example.com ", "JOSE\u{301}@EXAMPLE.COM\n"]
    let scopes = spellings.map { HawcxDeviceScope(configID: "cfg", appID: "app", identifier: $0) }
    #expect(Set(scopes.map(\.recordKey)).count == 1)
    #expect(scopes.allSatisfy { Array($0.identifier.unicodeScalars) == Array("jos\u{E9}@example.com".unicodeScalars) })
    // Unicode Standard Annex #15: a singleton, a Hangul syllable, and combining marks that are reordered.
    for (text, composed) in [
      ("\u{212B}", "\u{E5}"), ("\u{1100}\u{1161}", "\u{AC00}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"),
    ] {
      let scope = HawcxDeviceScope(configID: "cfg", appID: "app", identifier: text)
      #expect(Array(scope.identifier.unicodeScalars) == Array(composed.unicodeScalars))
    }
    let other = HawcxDeviceScope(configID: "cfg", appID: "app", identifier: "jose@example.com")
    #expect(other.recordKey != scopes[0].recordKey)
  }

  @Test func unreadableRecordsAreIgnored() {
    for text in ["", "{}", #"{"v":2}"#, "[]", #"{"v":1,"alg":"ed25519-v1"}"#] {
      #expect(HawcxDeviceRecord(sealed: Secret(text)) == nil)
    }
  }

  @Test func enrolledDeviceReplacesTheCode() async throws {
    let bench = try HawcxBench { $0["device"] = ["enrollment": true] }
    try bench.policy(["device_enrollment": "required", "skip_primary_on_trusted_device": true])
    let first = try await bench.signIn()
    #expect(steps(bench) == ["setup_device", "device_challenge"])
    bench.observer.clear()
    var reader = FlowReader(bench.auth.signIn(identifier: " JANE@example.com"))
    let second = try await reader.session()
    #expect(steps(bench) == ["device_challenge"], "the flow must not ask for a code")
    #expect(second.subject == first.subject)

    try await bench.auth.signOut(SignOutOptions(forgetDevice: true))
    bench.observer.clear()
    _ = try await bench.signIn()
    #expect(steps(bench) == ["setup_device", "device_challenge"], "a forgotten device is enrolled again")
  }

  @Test func forgottenDeviceIsEnrolledAgain() async throws {
    let bench = try HawcxBench { $0["device"] = ["enrollment": true] }
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

  /// If the configuration enables it, the flow restarts without the user and enrols the device again.
  @Test func flowRestartsByItselfIfConfigured() async throws {
    let bench = try HawcxBench { $0["device"] = ["enrollment": true, "autoRestartOnce": true] }
    let enrolment: JSONObject = ["device_enrollment": "required"]
    try bench.policy(enrolment)
    _ = try await bench.signIn()
    try bench.post("/sandbox/reset", [:])
    try bench.policy(enrolment)
    bench.observer.clear()
    let session = try await bench.signIn()
    #expect(session.identifier == "jane@example.com")
    #expect(steps(bench) == ["setup_device", "device_challenge"])
    var reader = FlowReader(bench.auth.signIn(identifier: "jane@example.com"))
    _ = try await reader.session()
  }

  /// A device that is lost again after the restart ends the flow.
  @Test func flowRestartsOnlyOnce() throws {
    var script = HawcxScript(mayRestart: true)
    _ = script.flow.begin()
    let lost: JSONValue = [
      "type": "error", "code": "device_not_found", "action": "restart_flow", "retryable": true, "message": "m",
    ]
    let again = try script.server(lost, verifier: Secret("first"))
    guard case .start = again.action else { throw Unexpected("\(again)") }
    #expect(script.flow.verifier == nil && script.flow.session == nil)
    #expect(try script.server(lost).failure?.code == .keyUnavailable)
    var local = HawcxScript(mayRestart: true)
    _ = local.flow.begin()
    let gone = AuthError(.keyUnavailable, "gone", recovery: .restart)
    guard case .start = local.flow.received(.failure(gone)).action else { throw Unexpected("no restart") }
    #expect(local.flow.received(.failure(gone)).failure == gone)
    var plain = HawcxScript()
    _ = plain.flow.begin()
    #expect(try plain.server(lost).failure?.code == .keyUnavailable)
  }

  @Test("H40: an enrolment that is not enabled fails with the vendor's setting to disable")
  func enrolmentIsOffByDefault() async throws {
    let bench = try HawcxBench()
    try bench.policy(["device_enrollment": "required"])
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    _ = try await reader.prompt()
    try await flow.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
    let error = try await reader.failure()
    #expect(error.code == .unsupported && error.recovery == .abort)
    #expect(error.vendorCode == "device_enrollment_unsupported" && error.provider == "hawcx")
    #expect(error.message.contains("flow_configurations.signin.device_enrollment to disabled"))
    #expect(try await bench.keys.keys(in: "hawcx/device").isEmpty)
    #expect(try await bench.records.keys().isEmpty)
    // With the vendor's setting disabled, the same user signs in.
    try bench.policy(["device_enrollment": "disabled"])
    _ = try await bench.signIn()
  }

  @Test("H64: every layout enrols and proves if client and server use the same one")
  func everyLayoutWorks() async throws {
    let layouts: [JSONObject] = [
      ["keyset": "saltFirst"], ["message": "domainFirst"], ["signature": "digest"], ["salt": "withDomain"],
      ["keyset": "saltFirst", "message": "domainFirst", "signature": "digest", "salt": "withDomain"],
    ]
    for layout in layouts {
      let bench = try HawcxBench { $0["device"] = ["enrollment": true, "layout": .object(layout)] }
      try bench.policy(["device_enrollment": "required", "device_layout": .object(layout)])
      _ = try await bench.signIn()
      var reader = FlowReader(bench.auth.signIn(identifier: "jane@example.com"))
      _ = try await reader.session()
      #expect(steps(bench) == ["setup_device", "device_challenge", "device_challenge"], "\(layout)")
    }
    // If the layouts of client and server differ, the server refuses the proof, and the client deletes the enrolment.
    let bench = try HawcxBench { $0["device"] = ["enrollment": true] }
    try bench.policy(["device_enrollment": "required", "device_layout": ["signature": "digest"]])
    let flow = bench.auth.signIn(identifier: "jane@example.com")
    var reader = FlowReader(flow)
    _ = try await reader.prompt()
    try await flow.submit(code: try bench.sandbox.lastCode(to: "jane@example.com"))
    let error = try await reader.failure()
    #expect(error.code == .keyUnavailable && error.vendorCode == "invalid_signature")
    #expect(try await bench.keys.keys(in: "hawcx/device").isEmpty)
  }

  @Test("H55: a challenge with another device's salt is not answered, and the enrolment is removed")
  func doesNotSignAnotherDevicesSalt() async throws {
    let keys = MemoryKeyStore()
    let devices = try devices(keys)
    _ = try await devices.enrol(try setup(), identifier: "jane@example.com")
    try await devices.confirm("jane@example.com")
    let challenge = try HawcxDeviceChallenge(
      HawcxFields([
        "challenge": .string(Base64.encode([UInt8](repeating: 1, count: 32))), "challengeEncoding": "base64",
        "keyId": .string(String(repeating: "0a", count: 32)), "algorithm": "Ed25519", "domain": .string(Self.project),
        "combinedsalt": .string(Base64.encode([UInt8](repeating: 2, count: 60))), "responseEncoding": "base64",
      ]))
    do throws(AuthError) {
      _ = try await devices.prove(challenge, identifier: "jane@example.com")
      Issue.record("signed")
    } catch {
      #expect(error.code == .keyUnavailable && error.vendorCode == "decryption_failed" && error.recovery == .restart)
    }
    #expect(try await keys.keys(in: "hawcx/device").isEmpty)
    #expect(try await devices.credentials(for: "jane@example.com") == nil)
  }

  @Test("H41: a challenge of another encoding or length is malformed") func challengesAreReadStrictly() throws {
    let good: JSONObject = [
      "challenge": .string(Base64.encode([UInt8](repeating: 1, count: 32))), "challengeEncoding": "base64",
      "keyId": "k", "algorithm": "Ed25519", "domain": "d",
      "combinedsalt": .string(Base64.encode([UInt8](repeating: 2, count: 60))), "responseEncoding": "base64",
    ]
    _ = try HawcxDeviceChallenge(HawcxFields(good))
    let changes: [(String, JSONValue?)] = [
      ("challenge", .string(Base64URL.encode([UInt8](repeating: 1, count: 32)))), ("challenge", "AAAA"),
      ("challengeEncoding", "hex"), ("combinedsalt", nil), ("combinedsalt", ""),
      ("combinedsalt", .string(Base64.encode([UInt8](repeating: 2, count: 59)))), ("responseEncoding", "base64url"),
      ("keyId", nil), ("domain", nil), ("algorithm", nil),
    ]
    for (name, value) in changes {
      var fields = good
      fields[name] = value
      #expect(throws: AuthError(.malformedResponse, "")) { try HawcxDeviceChallenge(HawcxFields(fields)) }
    }
  }

  @Test func namesUnsuitableSchemesAndStores() async throws {
    for other in [try setup(algorithm: "RSA"), try setup(version: "zkp_v2")] {
      do throws(AuthError) {
        _ = try await devices().enrol(other, identifier: "jane@example.com")
        Issue.record("enrolled")
      } catch {
        #expect(error.code == .unsupported && error.vendorCode == "device_algorithm_unsupported")
      }
    }
    do throws(AuthError) {
      _ = try await devices(P256KeyStore()).enrol(try setup(), identifier: "jane@example.com")
      Issue.record("enrolled")
    } catch {
      #expect(error.code == .unsupported && error.message.contains("storage.keys"))
    }
  }

  @Test("H40: the domain is the project's id") func makesNoProofForAnotherProject() async throws {
    let keys = MemoryKeyStore()
    let devices = try devices(keys)
    for domain in ["t.example", "edge", "6b0d4f0e-1c1b-4b5e-9d0f-0a1b2c3d4e5f"] {
      await #expect(throws: AuthError(.forbidden, "")) {
        _ = try await devices.enrol(try setup(domain: domain), identifier: "jane@example.com")
      }
    }
    #expect(try await keys.keys(in: "hawcx/device").isEmpty)
    _ = try await devices.enrol(try setup(), identifier: "jane@example.com")
    _ = try await devices.enrol(try setup(), identifier: "jane@example.com")
    #expect(try await keys.keys(in: "hawcx/device").count == 1, "the earlier key is deleted")
  }

  private static let project = "5b0d4f0e-1c1b-4b5e-9d0f-0a1b2c3d4e5f"

  private func devices(_ keys: any KeyStore = MemoryKeyStore()) throws(AuthError) -> HawcxDevices {
    var reader = ConfigurationReader(
      [
        "baseURL": "https://t.example/edge", "configId": "cfg", "clientId": .string(Self.project),
        "device": ["enrollment": true],
      ], path: "$", sources: ConfigurationSources())
    return HawcxDevices(
      providerID: "hawcx", configuration: try HawcxConfiguration(reading: &reader),
      services: ProviderServices(
        transport: ScriptedTransport([]), keys: KeyRing(keys), records: MemoryRecordStore(), clock: ManualClock()))
  }

  private func setup(
    algorithm: String = "Ed25519", version: String = "zkp_v1", domain: String = project
  ) throws(AuthError) -> HawcxDeviceSetup {
    try HawcxDeviceSetup(
      HawcxFields([
        "domain": .string(domain), "algorithm": .string(algorithm), "version": .string(version),
      ]))
  }

  private func steps(_ bench: HawcxBench) -> [String] {
    bench.observer.events.compactMap { event in
      if case .step(_, let name) = event { name } else { nil }
    }
  }
}

/// A key store with the limits of a secure element: it supports only P-256.
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
