import AuthCore
import AuthPasskey
import AuthStorage
import Testing

/// The servers' signals about passkeys (WebAuthn Level 3 §5.1.10), and their effect on the software authenticator.
@Suite struct SignalTests {
  let keys = MemoryKeyStore()
  let records = MemoryRecordStore()

  func authenticator(_ consent: @escaping PasskeyConsent = UnattendedConsent.verified) -> SoftwarePasskeyAuthenticator {
    SoftwarePasskeyAuthenticator(keys: keys, records: records, consent: consent)
  }

  func create(_ user: UInt8, at party: String = "example.org") async throws -> [UInt8] {
    try await authenticator().create(
      PasskeyCreationRequest(
        relyingPartyID: party, relyingPartyName: "Example", userHandle: [user], userName: "user\(user)",
        displayName: "User \(user)", challenge: [1])
    ).credentialID
  }

  /// The user handles of the passkeys that the authenticator offers for a relying party, the newest first.
  func offered(at party: String = "example.org") async throws -> [String] {
    let seen = Locked<[String]>([])
    let asking = authenticator { ceremony in
      seen.withLock { $0 = ceremony.accounts.map { "\($0.userName)/\($0.displayName)" } }
      return .deny
    }
    let ending = await #expect(throws: AuthError.self) {
      try await asking.get(PasskeyAssertionRequest(relyingPartyID: party, challenge: [1]))
    }
    #expect(ending?.code == .cancelled || ending?.code == .noCredential)
    return seen.withLock { $0 }
  }

  @Test func hidesAnUnknownCredential() async throws {
    let first = try await create(1)
    _ = try await create(2)
    try await authenticator().signal(.unknownCredential(relyingPartyID: "example.com", credentialID: first))
    try await authenticator().signal(.unknownCredential(relyingPartyID: "example.org", credentialID: [9]))
    #expect(try await offered() == ["user2/User 2", "user1/User 1"])
    try await authenticator().signal(.unknownCredential(relyingPartyID: "example.org", credentialID: first))
    #expect(try await offered() == ["user2/User 2"])
  }

  @Test func offersOnlyTheAcceptedCredentialsOfAUser() async throws {
    let first = try await create(1)
    _ = try await create(2)
    _ = try await create(1, at: "example.com")
    func accept(_ credentials: [[UInt8]]) async throws {
      try await authenticator().signal(
        .allAcceptedCredentials(relyingPartyID: "example.org", userHandle: [1], credentialIDs: credentials))
    }
    try await accept([])
    #expect(try await offered() == ["user2/User 2"])
    #expect(try await offered(at: "example.com") == ["user1/User 1"])
    // A server can correct a mistaken signal.
    try await accept([[7], first])
    #expect(try await offered() == ["user2/User 2", "user1/User 1"])
  }

  @Test func renamesAnAccount() async throws {
    let first = try await create(1)
    _ = try await create(2)
    try await authenticator().signal(
      .currentUserDetails(relyingPartyID: "example.org", userHandle: [1], userName: "jane", displayName: "Jane"))
    #expect(try await offered() == ["user2/User 2", "jane/Jane"])
    let proof = try await authenticator().get(
      PasskeyAssertionRequest(relyingPartyID: "example.org", challenge: [1], allowedCredentials: [first]))
    #expect(proof.userHandle == [1])
  }
}
