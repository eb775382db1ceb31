import AuthCore
import AuthPasskey
import AuthRuntime
import AuthStorage
import Testing

@Suite struct ClientServicesTests {
  private func configuration(_ storage: String, directory: String) throws(AuthError) -> AuthConfiguration {
    try AuthConfiguration(
      parsing: #"{"providers":{"turnkey":{}},"storage":\#(storage)}"#.utf8,
      sources: ConfigurationSources(environment: ["HOME": directory], directory: directory))
  }

  @Test func memoryStoreUsesNoFile() throws {
    let services = try ClientServices.standard(
      for: configuration(#"{"sessions":"memory"}"#, directory: "/nonexistent"))
    #expect(services.sessionStore is MemorySessionStore)
    #expect(services.provider.records is MemoryRecordStore)
    #expect(services.provider.keys.primary is MemoryKeyStore, "keys do not outlive the sessions that are bound to them")
  }

  @Test func defaultFileStorePersists() async throws {
    let directory = try TemporaryDirectory()
    let configuration = try configuration(#"{"directory":"state"}"#, directory: directory.path)
    let first = try ClientServices.standard(for: configuration)
    let key = try await first.provider.keys.generate(.p256, namespace: "turnkey")
    try await first.provider.records.replace(Secret("kept"), for: "r")
    let second = try ClientServices.standard(for: configuration)
    #expect(try await second.provider.keys.sign([1, 2, 3], with: key).count == 64)
    #expect(try await second.provider.records.read("r")?.value == Secret("kept"))
  }

  @Test func softwarePasskeysNeedConsentAndPersist() async throws {
    let directory = try TemporaryDirectory()
    let configuration = try configuration(#"{"directory":"state"}"#, directory: directory.path)
    func authenticator() throws -> (any PasskeyAuthenticator)? {
      try ClientServices.standard(for: configuration, passkeyConsent: UnattendedConsent.verified).provider.passkeys
    }
    let made = try await #require(try authenticator()).create(
      PasskeyCreationRequest(
        relyingPartyID: "localhost", relyingPartyName: "Sandbox", userHandle: [1], userName: "jane",
        displayName: "Jane", challenge: [1]))
    let used = try await #require(try authenticator()).get(
      PasskeyAssertionRequest(relyingPartyID: "localhost", challenge: [2]))
    #expect(used.credentialID == made.credentialID && used.userHandle == [1])
    #if !canImport(AuthenticationServices)
      #expect(try ClientServices.standard(for: configuration).provider.passkeys == nil)
    #endif
  }

  @Test func defaultDirectoryIsUnderHome() async throws {
    let home = try TemporaryDirectory()
    let services = try ClientServices.standard(for: configuration("{}", directory: home.path))
    try await services.provider.records.replace(Secret("x"), for: "r")
    let same = try ClientServices.standard(
      for: configuration(#"{"directory":".local/state/latchkey"}"#, directory: home.path))
    #expect(try await same.provider.records.read("r") != nil)
  }

  @Test func namesUnknownKinds() throws {
    for (storage, path) in [(#"{"sessions":"cloud"}"#, "storage.sessions"), (#"{"keys":"tpm"}"#, "storage.keys")] {
      let error = #expect(throws: AuthError.self) {
        try ClientServices.standard(for: configuration(storage, directory: "/nonexistent"))
      }
      #expect(error?.code == .invalidConfiguration)
      #expect(error?.message.contains(path) == true, "\(error?.message ?? "")")
    }
  }
}
