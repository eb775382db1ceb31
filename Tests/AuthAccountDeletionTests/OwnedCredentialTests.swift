import AuthAccountDeletion
import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The credentials of a device that several users share, one of whom deletes the account.
@Suite struct OwnedCredentialTests {
  private let bench: DeletionBench
  private let client: AuthClient

  init() throws {
    bench = try DeletionBench()
    client = try bench.client("authsignal")
  }

  private var records: any RecordStore { bench.records.namespaced("authsignal") }

  /// Signs a user in, with a push credential on this device.
  private func enrol(_ address: String) async throws -> Session {
    let session = try await bench.signIn(client, address)
    guard case .credential = try await client.start(FlowRequest(purpose: .enroll(.push))).result() else {
      throw AuthError(.internalError, "The flow did not end in a credential.")
    }
    return session
  }

  /// Turns the record of the push credential into one of the version before this one.
  private func removeOwner() async throws {
    let stored = try #require(try await records.read("device.push"))
    var json = try #require(try JSONValue(parsing: stored.value).objectValue)
    #expect(json["owner"] != nil)
    json["owner"] = nil
    try await records.replace(JSONValue.object(json).serializedSecret, for: "device.push")
  }

  @Test(arguments: [true, false]) func leavesTheCredentialOfAnotherUser(_ isSignedIn: Bool) async throws {
    let jane = try await enrol("jane@example.com")
    if !isSignedIn { _ = try await client.signOut(account: jane.id) }
    let max = try await bench.signIn(client, "max@example.com")
    let result = try await client.deleteAccount(bench.deletion("authsignal"), account: max.id)
    #expect(result.isComplete && !result.leavesUnownedCredentials)
    #expect(try await records.read("device.push") != nil && !bench.liveKeys.isEmpty)
    #expect(try await client.sessions().map(\.id) == (isSignedIn ? [jane.id] : []))
  }

  @Test func removesTheUsersCredentialWhileAnotherUserIsSignedIn() async throws {
    let max = try await bench.signIn(client, "max@example.com")
    let jane = try await enrol("jane@example.com")
    let result = try await client.deleteAccount(bench.deletion("authsignal"), account: jane.id)
    #expect(result.isComplete && !result.leavesUnownedCredentials)
    #expect(try await records.read("device.push") == nil && bench.liveKeys.isEmpty)
    #expect(try await client.sessions().map(\.id) == [max.id])
  }

  @Test(arguments: [true, false]) func asksTheVendorForTheOwnerOfAnEarlierRecord(_ isOwn: Bool) async throws {
    let jane = try await enrol("jane@example.com")
    try await removeOwner()
    let other = try await bench.signIn(client, "max@example.com")
    let result = try await client.deleteAccount(bench.deletion("authsignal"), account: (isOwn ? jane : other).id)
    #expect(result.isComplete && !result.leavesUnownedCredentials)
    #expect((try await records.read("device.push") == nil) == isOwn)
  }

  /// Neither the record nor the vendor says whose the credential is.
  @Test func leavesAndReportsACredentialWithoutAKnownOwner() async throws {
    let jane = try await enrol("jane@example.com")
    try await removeOwner()
    bench.transport.add(Fault(.status(500), path: "/v1/client/user-authenticators/push"))
    let result = try await client.deleteAccount(bench.deletion("authsignal"), account: jane.id)
    #expect(result.isComplete && result.leavesUnownedCredentials)
    #expect(try await records.read("device.push") != nil)
    // The app can remove the credentials of all users.
    bench.transport.heal()
    _ = try await client.signOut(SignOutOptions(forgetDevice: true))
    #expect(try await bench.isClean("authsignal"))
  }

  @Test func removesThePINAndThePasskeyOfTheUser() async throws {
    let jane = try await bench.signIn(client)
    for name in ["passkey", "passkey.6a616e65406578616d706c652e636f6d", "passkey.6d6178"] {
      // As the version before this one stored it: without the user.
      try await records.replace(Secret(name.hasSuffix("6d6178") ? "b" : "a"), for: name)
    }
    try await records.replace(
      Secret("\(Base64URL.encode([1])).\(Base64URL.encode(Array(jane.subject.utf8)))"), for: "passkey.ff")
    #expect(try await client.deleteAccount(bench.deletion("authsignal")).leavesUnownedCredentials)
    #expect(try await records.keys().filter { $0.hasPrefix("passkey") } == ["passkey.6d6178"])
  }
}
