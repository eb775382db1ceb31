#if TPM && os(Linux)
  import AuthCore
  import AuthStorage
  import AuthTesting
  import Testing

  @testable import AuthStorageTPM

  /// A storage directory whose keys a TPM seals.
  @Suite(.enabled(if: SoftwareTPM.isInstalled, Comment(rawValue: SoftwareTPM.reason)))
  struct TPMWrappingTests {
    private func storage(_ software: SoftwareTPM) -> FileStorage {
      FileStorage(
        directory: software.directory + "/state", wrapping: TPMWrapping(TPM(connection: software.connection)))
    }

    @Test func directoryOpensOnlyWithItsTPM() async throws {
      let (software, other) = (try await SoftwareTPM(), try await SoftwareTPM())
      let session = SessionStoreConformance.example("one")
      try await FileSessionStore(storage(software)).save(session)
      #expect(try await FileSessionStore(storage(software)).load(session.id) == session)
      #expect(try software.loadedHandles() == 0)

      let elsewhere = FileStorage(
        directory: software.directory + "/state", wrapping: TPMWrapping(TPM(connection: other.connection)))
      let foreign = await #expect(throws: AuthError.self) { try await FileSessionStore(elsewhere).load(session.id) }
      #expect(foreign?.code == .keyUnavailable)

      let running = FileSessionStore(storage(software))
      #expect(try await running.load(session.id) == session)
      software.stop()
      #expect(try await running.load(session.id) == session, "a process that has the keys continues")
      let error = await #expect(throws: AuthError.self) {
        try await FileSessionStore(storage(software)).load(session.id)
      }
      #expect(error?.code == .keyUnavailable)
      #expect(error?.message.contains(software.connection) == true)
      await #expect(throws: AuthError(.keyUnavailable, "")) {
        try await FileSessionStore(storage(software)).save(session)
      }
      try await software.start()
      #expect(try await FileSessionStore(storage(software)).load(session.id) == session)
    }

    @Test func rotatesTheKeyWhileOthersRead() async throws {
      let software = try await SoftwareTPM()
      let reader = FileRecordStore(storage(software))
      try await reader.replace(Secret("value"), for: "key")
      try await storage(software).rotateWrappingKey()
      #expect(try await reader.read("key")?.value == Secret("value"))
      #expect(try await FileRecordStore(storage(software)).read("key")?.value == Secret("value"))
      try await reader.replace(Secret("other"), for: "key")
      #expect(try await FileRecordStore(storage(software)).read("key")?.value == Secret("other"))
      #expect(try software.loadedHandles() == 0)
    }

    @Test func rotationSurvivesALostTPM() async throws {
      let software = try await SoftwareTPM()
      let storage = storage(software)
      try await FileRecordStore(storage).replace(Secret("value"), for: "key")
      software.stop()
      await #expect(throws: AuthError(.keyUnavailable, "")) { try await storage.rotateWrappingKey() }
      #expect(try await FileRecordStore(storage).read("key")?.value == Secret("value"))
      try await software.start()
      #expect(try await FileRecordStore(self.storage(software)).read("key")?.value == Secret("value"))
      try await storage.rotateWrappingKey()
      #expect(try await FileRecordStore(self.storage(software)).read("key")?.value == Secret("value"))
    }

    /// The storage key is pinned when the keys are wrapped: another one is refused before anything secret is sent.
    @Test func anotherStorageKeyIsRefused() async throws {
      let (software, other) = (try await SoftwareTPM(), try await SoftwareTPM())
      let wrapped = try TPMWrapping(TPM(connection: software.connection)).wrap(Secret("keys"), replacing: nil)
      let error = #expect(throws: AuthError.self) {
        try TPMWrapping(TPM(connection: other.connection)).unwrap(wrapped)
      }
      #expect(error?.code == .keyUnavailable && error?.underlying == "another storage key")
      #expect(try other.loadedHandles() == 0)
      // The same object without a pinned key is refused by the other TPM itself.
      let parts = try WrappedKey(decoding: wrapped).name.split(separator: ".").map { Hex.decode($0) ?? [] }
      #expect(parts.count == 3 && parts[2].count == 34, "an algorithm and a SHA-256 digest")
      let bare = TPMObject(publicPart: parts[0], privatePart: parts[1])
      let refused = #expect(throws: AuthError.self) { try TPM(connection: other.connection).unseal(bare) }
      #expect(refused?.underlying != "another storage key")
      #expect(try TPM(connection: software.connection).unseal(bare).count == 32)
    }

    @Test func distinguishesDamageFromAnotherTPM() async throws {
      let software = try await SoftwareTPM()
      let wrapping = TPMWrapping(TPM(connection: software.connection))
      let wrapped = try wrapping.wrap(Secret("keys"), replacing: nil)
      #expect(try wrapping.unwrap(wrapped) == Secret("keys"))
      #expect(try wrapping.wrap(Secret("keys"), replacing: wrapped) != wrapped)
      let flipped: [UInt8] = wrapped.dropLast() + [wrapped[wrapped.count - 1] ^ 1]
      for bytes: [UInt8] in [[], [0, 0, 0], Array(wrapped.dropLast()), flipped] {
        #expect(throws: AuthError(.storeCorrupt, "")) { try wrapping.unwrap(bytes) }
      }
      #expect(try software.loadedHandles() == 0)
    }
  }
#endif
