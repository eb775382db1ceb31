#if TPM && os(Linux)
  import AuthCore
  import AuthCrypto
  import AuthStorage
  import AuthTesting
  import Testing

  @testable import AuthStorageTPM

  /// Keys in a TPM that swtpm emulates.
  @Suite(.enabled(if: SoftwareTPM.isInstalled, Comment(rawValue: SoftwareTPM.reason)))
  struct TPMKeyStoreTests {
    static func verifies(_ signature: [UInt8], _ message: [UInt8], _ key: KeyReference) -> Bool {
      guard let publicKey = try? P256.Signing.PublicKey(compressedRepresentation: key.publicKey),
        let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
      else { return false }
      return publicKey.isValidSignature(signature, for: message)
    }

    @Test func keepsTheLawsOfKeyStores() async throws {
      let software = try await SoftwareTPM()
      let failures = await KeyStoreConformance(verify: Self.verifies) {
        // Two devices with one TPM represent two processes.
        let records = MemoryRecordStore()
        return (0..<2).map { _ in TPMKeyStore(TPM(connection: software.connection), records: records) }
      }.failures()
      #expect(failures.map(\.description) == [])
      #expect(try software.loadedHandles() == 0, "every object and session was flushed")
    }

    @Test func keysSurviveARestartOfTheTPM() async throws {
      let software = try await SoftwareTPM()
      let records = MemoryRecordStore()
      let store = TPMKeyStore(TPM(connection: software.connection), records: records)
      let key = try await store.generate(.p256, policy: KeyPolicy(), namespace: "n")
      software.stop()
      let error = await #expect(throws: AuthError.self) { try await store.sign([1], with: key) }
      #expect(error?.code == .keyUnavailable)
      #expect(error?.message.contains(software.connection) == true)
      await #expect(throws: AuthError(.keyUnavailable, "")) { try await store.check(key) }
      await #expect(throws: AuthError(.keyUnavailable, "")) {
        try await store.generate(.p256, policy: KeyPolicy(), namespace: "n")
      }
      #expect(try await store.keys(in: "n") == [key], "the list of keys needs no TPM")
      try await software.start()
      let later = TPMKeyStore(TPM(connection: software.connection), records: records)
      try await later.check(key)
      #expect(Self.verifies(try await later.sign([1], with: key), [1], key))
      #expect(try software.loadedHandles() == 0)
    }

    @Test func keyLoadsOnlyInItsOwnTPM() async throws {
      let (one, other) = (try await SoftwareTPM(), try await SoftwareTPM())
      let records = MemoryRecordStore()
      let key = try await TPMKeyStore(TPM(connection: one.connection), records: records)
        .generate(.p256, policy: KeyPolicy(), namespace: "n")
      let elsewhere = TPMKeyStore(TPM(connection: other.connection), records: records)
      let error = await #expect(throws: AuthError.self) { try await elsewhere.sign([1], with: key) }
      #expect(error?.code == .keyUnavailable)
      #expect(error?.message.contains("did not make this key") == true)
      #expect(try other.loadedHandles() == 0, "a failure leaves nothing loaded")
    }

    /// libtpms has three slots for objects. Processes that were killed between loading and flushing leave them full.
    @Test func objectsOfKilledProcessesDoNotBlock() async throws {
      let software = try await SoftwareTPM()
      let store = TPMKeyStore(TPM(connection: software.connection), records: MemoryRecordStore())
      let key = try await store.generate(.p256, policy: KeyPolicy(), namespace: "n")
      try LeftLoaded.fill(software.connection)
      #expect(try software.loadedHandles() >= 3)
      #expect(Self.verifies(try await store.sign([1], with: key), [1], key))
      #expect(try software.loadedHandles() == 0)
    }

    @Test func userPresencePolicySetsAnAuthorisationValue() async throws {
      let software = try await SoftwareTPM()
      let (clock, person) = (ManualClock(), Person("1234"))
      let records = MemoryRecordStore()
      let tpm = TPM(connection: software.connection)
      let store = TPMKeyStore(tpm, records: records, authorization: person, clock: clock)
      let policy = KeyPolicy(userPresence: .deviceCredential, authorizationLifetime: .seconds(60))
      let key = try await store.generate(.p256, policy: policy, namespace: "n")
      #expect(person.requests.map(\.key) == [nil])
      #expect(person.requests.first?.policy == policy)

      // One proof of presence is valid for as long as the policy says.
      #expect(Self.verifies(try await store.sign([1], with: key), [1], key))
      #expect(person.requests.count == 1)
      clock.advance(by: .seconds(61))
      #expect(Self.verifies(try await store.sign([1], with: key), [1], key))
      #expect(person.requests.map(\.key) == [nil, key])

      // Another process asks the user again; a wrong value is refused by the TPM, not by us, and is not remembered.
      let other = Person("wrong")
      let unrelated = TPMKeyStore(tpm, records: records, authorization: other, clock: clock)
      let error = await #expect(throws: AuthError.self) { try await unrelated.sign([1], with: key) }
      #expect(error?.code == .keyUnavailable)
      #expect(error?.message.contains("authorisation value") == true)
      other.answer("1234")
      #expect(Self.verifies(try await unrelated.sign([1], with: key), [1], key))
      other.answer(nil)
      clock.advance(by: .seconds(61))
      await #expect(throws: AuthError.cancelled) { try await unrelated.sign([1], with: key) }

      // Without a time in the policy, each use asks the user.
      let strict = try await store.generate(.p256, policy: KeyPolicy(userPresence: .any), namespace: "n")
      let before = person.requests.count
      for _ in 0..<2 { _ = try await store.sign([1], with: strict) }
      #expect(person.requests.count == before + 2)

      await #expect(throws: AuthError(.unsupported, "")) {
        try await store.generate(.p256, policy: KeyPolicy(userPresence: .biometric), namespace: "n")
      }
      await #expect(throws: AuthError(.unsupported, "")) {
        try await TPMKeyStore(tpm, records: records).generate(.p256, policy: policy, namespace: "n")
      }
    }

    /// The TPM stops guessing: after three wrong values it refuses the right one for a time.
    @Test func guessingLocksTheTPM() async throws {
      let software = try await SoftwareTPM()
      let person = Person("1234")
      let store = TPMKeyStore(
        TPM(connection: software.connection), records: MemoryRecordStore(), authorization: person)
      let policy = KeyPolicy(userPresence: .deviceCredential)
      let key = try await store.generate(.p256, policy: policy, namespace: "n")
      let free = try await store.generate(.p256, policy: KeyPolicy(), namespace: "n")
      person.answer("guess")
      for _ in 0..<5 {
        await #expect(throws: AuthError(.keyUnavailable, "")) { try await store.sign([1], with: key) }
      }
      person.answer("1234")
      let error = await #expect(throws: AuthError.self) { try await store.sign([1], with: key) }
      #expect(error?.code == .keyUnavailable)
      #expect(error?.message.contains("locked after too many") == true)
      #expect(Self.verifies(try await store.sign([1], with: free), [1], free), "other keys are not touched by it")
    }

    @Test func distinguishesDamagedFromLaterRecords() async throws {
      let software = try await SoftwareTPM()
      let records = MemoryRecordStore()
      let store = TPMKeyStore(TPM(connection: software.connection), records: records)
      let key = try await store.generate(.p256, policy: KeyPolicy(), namespace: "n")
      let kept = records.namespaced("tpm-keys")
      let good = try #require(await kept.read(key.keyID)).value
      for (text, code) in [
        ("{}", AuthError.Code.storeCorrupt), ("no json", .storeCorrupt), (#"{"v":2}"#, .storeVersion),
        (#"{"v":1,"id":"x"}"#, .storeCorrupt),
      ] {
        try await kept.replace(Secret(text), for: key.keyID)
        let error = await #expect(throws: AuthError.self) { try await store.sign([1], with: key) }
        #expect(error?.code == code, "\(text)")
      }
      try await kept.replace(good, for: key.keyID)
      #expect(Self.verifies(try await store.sign([1], with: key), [1], key))
    }
  }

  /// A user who is asked for a PIN.
  final class Person: TPMAuthorization {
    private let state: Locked<(value: String?, requests: [TPMAuthorizationRequest])>

    init(_ value: String?) { state = Locked((value, [])) }

    var requests: [TPMAuthorizationRequest] { state.withLock { $0.requests } }

    func answer(_ value: String?) { state.withLock { $0.value = value } }

    func value(for request: TPMAuthorizationRequest) async throws(AuthError) -> Secret? {
      state.withLock {
        $0.requests.append(request)
        return $0.value.map { Secret($0) }
      }
    }
  }
#endif
