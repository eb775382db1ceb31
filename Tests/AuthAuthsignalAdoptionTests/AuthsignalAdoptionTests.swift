import AuthAdoption
import AuthAuthsignal
import AuthAuthsignalAdoption
import AuthCore
import AuthSandbox
import AuthSandboxKit
import AuthStorage
import AuthTesting
import SDKFiles
import Testing

/// Keys, PINs and IDs of the vendor's iOS SDK, at a sandbox that knows the keys.
@Suite struct AuthsignalAdoptionTests {
  private let clock = ManualClock()
  private let sandbox: Sandbox
  private let records = MemoryRecordStore()
  private let jane = "jane@example.com"
  private let prefix = "authsignal_signing_key"

  init() throws { sandbox = try Sandbox(clock: clock, random: SeededRandomSource(seed: 7)) }

  private func client(_ keys: KeyRing, _ records: MemoryRecordStore) throws -> AuthClient {
    let block = try #require(sandbox.configuration["providers"]?["authsignal"])
    return try AuthClient(
      configuration: AuthConfiguration(["provider": "authsignal", "providers": ["authsignal": block]]),
      plugins: [.authsignal],
      services: ClientServices(
        provider: ProviderServices(
          transport: SandboxTransport(sandbox: sandbox, clock: clock), keys: keys, records: records, clock: clock),
        sessionStore: MemorySessionStore(clock: clock)))
  }

  private func client(adopting storage: any SDKStorage) throws -> AuthClient {
    try client(KeyRing(MemoryKeyStore(), others: [AdoptedKeyStore(storage, records: records)]), records)
  }

  private func devices(_ client: AuthClient) throws -> AuthsignalDevices {
    try #require(try client.provider() as? AuthsignalProvider).devices
  }

  /// Enrols credentials as the SDK would, with one key for each, or one key for all of them.
  private func enrolled(
    _ wanted: [(DeviceMethod, String?)]
  ) async throws -> [Secret] {
    let keys = MemoryKeyStore()
    let other = try client(KeyRing(keys), MemoryRecordStore())
    let flow = other.signIn(identifier: jane)
    _ = await flow.nextPrompt()
    try await flow.submit(code: try sandbox.lastCode(to: jane))
    guard case .session(let session, _) = try await flow.result() else { throw AuthError(.internalError, "no session") }
    var scalars: [Secret] = []
    for (method, user) in wanted {
      _ = try await devices(other).add(method, to: session, user: user)
      let namespace = "authsignal.\(try #require(try other.provider() as? AuthsignalProvider).tenant).device"
      for key in try await keys.keys(in: namespace) {
        let scalar = try await keys.exportKey(key)
        if !scalars.contains(scalar) { scalars.append(scalar) }
      }
    }
    return scalars
  }

  private func outcomes(_ report: AdoptionReport) -> [String: String] {
    Dictionary(
      report.entries.map { entry in
        switch entry.outcome {
        case .session, .stored: (entry.name, "stored")
        case .known: (entry.name, "known")
        case .useless: (entry.name, "useless")
        case .failed(let error): (entry.name, error.code.rawValue)
        }
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test func usesKeysWhereTheyAre() async throws {
    let scalars = try await enrolled([(.push, nil), (.inApp, jane)])
    let files = try SDKFiles(
      preferences: [:],
      keys: [(prefix + "_push", nil, scalars[0]), (prefix + "_in_app_" + jane, nil, scalars[1])])
    let client = try client(adopting: files.storage)
    let report = try await client.adopt(AuthsignalAdoption(from: files.storage))
    #expect(outcomes(report) == ["key for push": "stored", "key for in-app of a user": "stored"])
    let devices = try devices(client)
    #expect(try await devices.credential(.push) != nil)
    // The key proves an action at the vendor, from the place where the SDK made it.
    #expect(try await devices.verify(action: "pay", user: jane).action == "pay")
    #expect(
      outcomes(try await client.adopt(AuthsignalAdoption(from: files.storage)))
        == ["key for push": "known", "key for in-app of a user": "known"])
    // The removal of a credential removes its key, and no other.
    #expect(try await devices.remove(.push))
    #expect(try await files.storage.keys().map(\.tag) == [prefix + "_in_app_" + jane])
    #expect(
      outcomes(try await client.adopt(AuthsignalAdoption(from: files.storage))) == ["key for in-app of a user": "known"]
    )
  }

  @Test func findsUsersOfTheEarlierTagAndOfTheSharedKey() async throws {
    let scalars = try await enrolled([(.inApp, jane)])
    for tag in [prefix + "_in_app_jane-example-com", prefix] {
      let files = try SDKFiles(preferences: [:], keys: [(tag, nil, scalars[0])])
      let records = MemoryRecordStore()
      let client = try client(
        KeyRing(MemoryKeyStore(), others: [AdoptedKeyStore(files.storage, records: records)]), records)
      _ = try await client.adopt(AuthsignalAdoption(from: files.storage, users: [jane]))
      #expect(try await devices(client).verify(action: "pay", user: jane).action == "pay", "\(tag)")
    }
  }

  @Test func givesASharedKeyToNoUserOfSeveral() async throws {
    let scalars = try await enrolled([(.inApp, jane)])
    for tag in [prefix, prefix + "_in_app_jane-example-com"] {
      let files = try SDKFiles(preferences: [:], keys: [(tag, nil, scalars[0])])
      let client = try client(adopting: files.storage)
      let adoption = AuthsignalAdoption(from: files.storage, users: [jane, "jane-example.com"])
      #expect(!outcomes(try await client.adopt(adoption)).values.contains("stored"), "\(tag)")
      #expect(try await files.storage.keys().count == 1)
    }
  }

  @Test func givesASharedKeyToTheSameUserInEveryRun() async throws {
    let scalars = try await enrolled([(.inApp, jane)])
    let files = try SDKFiles(
      preferences: [:], passwords: [("authsignal_pin", jane, "2468")], keys: [(prefix, nil, scalars[0])])
    let client = try client(adopting: files.storage)
    // The first run takes the PIN with its user away; the second one still knows the user.
    #expect(
      outcomes(try await client.adopt(AuthsignalAdoption(from: files.storage)))["key for in-app of a user"] == "stored")
    #expect(
      outcomes(try await client.adopt(AuthsignalAdoption(from: files.storage))) == ["key for in-app of a user": "known"]
    )
    #expect(try await devices(client).credential(.inApp) == nil)
    #expect(try await devices(client).verify(action: "pay", user: jane).action == "pay")
  }

  @Test func reportsAKeyWhoseUserIsNotKnown() async throws {
    let scalars = try await enrolled([(.inApp, jane)])
    let files = try SDKFiles(preferences: [:], keys: [(prefix + "_in_app_jane-example-com", nil, scalars[0])])
    let client = try client(adopting: files.storage)
    let report = try await client.adopt(AuthsignalAdoption(from: files.storage))
    #expect(outcomes(report) == ["key for in-app of a user": "invalid_request"])
    // A hyphen in a name that release 2.1.0 cannot have written is part of the name.
    let other = try SDKFiles(preferences: [:], keys: [(prefix + "_in_app_jane-doe@example.com", nil, scalars[0])])
    let records = MemoryRecordStore()
    let next = try self.client(
      KeyRing(MemoryKeyStore(), others: [AdoptedKeyStore(other.storage, records: records)]), records)
    #expect(
      outcomes(try await next.adopt(AuthsignalAdoption(from: other.storage))) == ["key for in-app of a user": "stored"])
  }

  @Test func doesNotBringAPINBack() async throws {
    let files = try SDKFiles(preferences: [:], passwords: [("authsignal_pin", jane, "2468")])
    let client = try client(adopting: files.storage)
    let adoption = AuthsignalAdoption(from: files.storage, keepsOld: true)
    #expect(outcomes(try await client.adopt(adoption)) == ["PIN": "stored"])
    let pins = try devices(client).pins
    try await pins.delete(for: jane)
    #expect(outcomes(try await client.adopt(adoption)) == ["PIN": "known"])
    #expect(try await pins.users().isEmpty)
  }

  @Test func keepsTheKeyInTwoRunsAtOnce() async throws {
    let scalars = try await enrolled([(.push, nil)])
    let files = try SDKFiles(preferences: [:], keys: [(prefix + "_push", nil, scalars[0])])
    let (one, other) = (try client(adopting: files.storage), try client(adopting: files.storage))
    async let first = one.adopt(AuthsignalAdoption(from: files.storage))
    async let second = other.adopt(AuthsignalAdoption(from: files.storage))
    let found = try await [outcomes(first), outcomes(second)]
    #expect(Set(found.compactMap { $0["key for push"] }) == ["stored", "known"])
    #expect(try await files.storage.keys().count == 1)
    #expect(try await devices(one).credential(.push) != nil)
    _ = try await devices(one).challenge()
  }

  @Test func leavesKeysThatTheVendorDoesNotKnow() async throws {
    let files = try SDKFiles(
      preferences: [:],
      keys: [
        (prefix + "_push", nil, Secret([UInt8](repeating: 9, count: 32))),
        ("com.app.other", nil, Secret([UInt8](repeating: 8, count: 32))),
      ])
    let client = try client(adopting: files.storage)
    #expect(try await client.adopt(AuthsignalAdoption(from: files.storage)).entries.isEmpty)
    #expect(try await files.storage.keys().count == 2)
    #expect(try await devices(client).credential(.push) == nil)
  }

  @Test func needsTheStoreOfAdoptedKeysForKeys() async throws {
    let files = try SDKFiles(
      preferences: [:], keys: [(prefix + "_push", nil, Secret([UInt8](repeating: 9, count: 32)))])
    let client = try client(KeyRing(MemoryKeyStore()), records)
    await #expect(throws: AuthError(.unsupported, "")) {
      try await client.adopt(AuthsignalAdoption(from: files.storage))
    }
  }

  @Test func hashesPINsAndRemovesTheirText() async throws {
    let scalars = try await enrolled([(.inApp, jane)])
    let files = try SDKFiles(
      preferences: [:],
      passwords: [("authsignal_pin", jane, "2468"), ("authsignal_pin", "max", "½½½½"), ("another", jane, "2468")],
      keys: [(prefix + "_in_app_" + jane, nil, scalars[0])])
    let client = try client(adopting: files.storage)
    let report = try await client.adopt(AuthsignalAdoption(from: files.storage))
    #expect(report.entries.filter { $0.name == "PIN" }.count == 2)
    #expect(
      try await files.storage.passwords(service: nil, account: nil).map(\.service) == ["authsignal_pin", "another"])
    let pins = try devices(client).pins
    #expect(try await pins.users() == [jane])
    #expect(try await pins.verify(Secret("2468"), for: jane, action: "pay").action == "pay")
    await #expect(throws: AuthError(.invalidCode, "")) {
      try await pins.verify(Secret("1357"), for: jane, action: "pay")
    }
    // No record has the PIN as text.
    let own = records.namespaced("authsignal")
    for key in try await own.keys() {
      let text = try #require(try await own.read(key)).value.revealText()
      #expect(!text.contains("2468"), "\(key)")
    }
  }

  @Test func takesTheDeviceIDAndThePasskeysOver() async throws {
    let files = try SDKFiles(
      preferences: [
        "@as_device_id": .text("A1B2C3D4-0000-4000-8000-00000000ABCD"), "@as_passkey_credential_id": .text("AQID"),
        "@as_passkey_credential_id_jane@example.com": .text("BAUG"), "@as_passkey_credential_id_bad": .text("!"),
        "theme": .text("dark"),
      ])
    let client = try client(adopting: files.storage)
    let report = try await client.adopt(AuthsignalAdoption(from: files.storage))
    #expect(outcomes(report) == ["device id": "stored", "passkey": "stored", "passkey of a user": "stored"])
    let provider = try #require(try client.provider() as? AuthsignalProvider)
    #expect(try await provider.passkeys.deviceID() == "A1B2C3D4-0000-4000-8000-00000000ABCD")
    #expect(try await files.storage.preferenceNames() == ["@as_passkey_credential_id_bad", "theme"])
    let own = records.namespaced("authsignal")
    #expect(try await own.read("passkey")?.value.revealText() == "AQID")
  }

  @Test func keepsWhatIsStoredHereAlready() async throws {
    let files = try SDKFiles(
      preferences: ["@as_device_id": .text("OLD")], passwords: [("authsignal_pin", jane, "2468")])
    let client = try client(adopting: files.storage)
    let provider = try #require(try client.provider() as? AuthsignalProvider)
    let own = try await provider.passkeys.deviceID()
    let report = try await client.adopt(AuthsignalAdoption(from: files.storage, keepsOld: true))
    #expect(outcomes(report)["device id"] == "known")
    #expect(try await provider.passkeys.deviceID() == own)
    #expect(try await files.storage.preferenceNames() == ["@as_device_id"])
    #expect(try await files.storage.passwords(service: nil, account: nil).count == 1)
  }
}
