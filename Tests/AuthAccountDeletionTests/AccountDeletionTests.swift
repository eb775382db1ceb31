import AuthAccountDeletion
import AuthCore
import AuthSandbox
import AuthTesting
import AuthTurnkey
import AuthTurnkeyAPI
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Deletions at the sandbox's vendors and through its backend.
@Suite struct AccountDeletionTests {
  private let bench: DeletionBench

  init() throws { bench = try DeletionBench() }

  @Test(arguments: ["turnkey", "privy", "authsignal"])
  func deletesTheAccountAndTheDataOnTheDevice(_ provider: String) async throws {
    let client = try bench.client(provider)
    let session = try await bench.signIn(client)
    let result = try await client.deleteAccount(bench.deletion(provider))
    #expect(result.isComplete && result.subject == session.subject && result.providerID == session.providerID)
    #expect(try await client.storedSession() == nil)
    #expect(try await client.histories().allSatisfy(\.entries.isEmpty))
    #expect(try await bench.isClean(provider))
    #expect(try await client.pendingAccountDeletions().isEmpty)
    #expect(try bench.deletions(provider) == 1)
    // The user can sign in again. Turnkey and Privy make a new account.
    #expect(try await bench.signIn(client).subject != session.subject || provider == "authsignal")
  }

  @Test func aRefusalLeavesTheUserSignedIn() async throws {
    // The sandbox's servers of this vendor let no backend delete a user.
    let client = try bench.client("hawcx")
    let session = try await bench.signIn(client)
    await #expect(throws: AuthError(.providerError, "")) { try await client.deleteAccount(bench.deletion("hawcx")) }
    #expect(try await client.storedSession() == session)
    #expect(try await client.pendingAccountDeletions().isEmpty)
  }

  /// What has to be checked before anything is sent, Apple's revocation included.
  @Test func changesNothingIfTheDeletionCannotBeDone() async throws {
    let client = try bench.client("privy")
    let apple = AccountDeletion.AppleRevocation(url: try bench.backend("/apple/revoke"), code: Secret("code"))
    let stranger = try #require(URL(string: "https://stranger.example/me"))
    await #expect(throws: AuthError(.notSignedIn, "")) {
      try await client.deleteAccount(AccountDeletion(at: .vendor, revoking: apple))
    }
    let session = try await bench.signIn(client)
    await #expect(throws: AuthError(.unsupported, "")) {
      try await client.deleteAccount(AccountDeletion(at: .vendor, revoking: apple))
    }
    await #expect(throws: AuthError(.originNotAllowed, "")) {
      try await client.deleteAccount(AccountDeletion(at: .backend(stranger), revoking: apple))
    }
    await #expect(throws: AuthError(.originNotAllowed, "")) {
      let stranger = AccountDeletion.AppleRevocation(url: stranger, code: Secret("code"))
      return try await client.deleteAccount(
        AccountDeletion(at: .backend(try bench.backend("/me")), revoking: stranger))
    }
    #expect(try await client.storedSession() == session)
    #expect(try bench.revocations() == 0 && bench.deletions("privy") == 0)
    #expect(try await client.pendingAccountDeletions().isEmpty)
  }

  @Test func changesNothingIfTheVendorNoLongerAcceptsTheSession() async throws {
    let client = try bench.client("turnkey")
    let session = try await bench.signIn(client)
    #expect(try bench.sandbox.control("revoke", ["provider": "turnkey", "subject": .string(session.subject)]))
    await #expect(throws: AuthError(.sessionRevoked, "")) {
      try await client.deleteAccount(bench.deletion("turnkey", code: "code"))
    }
    #expect(try bench.revocations() == 0 && bench.deletions("turnkey") == 0)
    #expect(try await client.pendingAccountDeletions().isEmpty)
  }

  @Test func deletesEverySessionOfTheUserAndNoOther() async throws {
    let client = try bench.client("turnkey")
    let max = try await bench.signIn(client, "max@example.com")
    let first = try await bench.signIn(client)
    _ = try await client.account(first.id).label(["name": "other"])
    let second = try await bench.signIn(client)
    #expect(first.subject == second.subject)
    #expect(try await client.deleteAccount(bench.deletion("turnkey")).isComplete)
    #expect(try await client.sessions().map(\.id) == [max.id])
    let max2 = try await client.account(max.id).session()
    #expect(try await client.send(TransportRequest("GET", try bench.backend("/me")), session: max2).isSuccess)
    #expect(try await client.histories().map(\.subject) == [max.subject])
  }

  @Test func deletesTheAccountOfTheNamedSessionIfAnotherOneIsSelected() async throws {
    let client = try bench.client("turnkey")
    let jane = try await bench.signIn(client)
    let max = try await bench.signIn(client, "max@example.com")
    let result = try await client.deleteAccount(bench.deletion("turnkey"), account: jane.id)
    #expect(result.isComplete && result.subject == jane.subject)
    #expect(try await client.sessions().map(\.id) == [max.id])
    await #expect(throws: AuthError(.notSignedIn, "")) {
      try await client.deleteAccount(bench.deletion("turnkey"), account: jane.id)
    }
    #expect(try bench.deletions("turnkey") == 1)
  }

  @Test func deletesTheAccountOfAFallback() async throws {
    let client = try bench.client("turnkey", configured: "privy")
    try await bench.signIn(client, provider: "turnkey")
    bench.transport.add(Fault(.dropAnswer, path: bench.path("turnkey")))
    let result = try await client.deleteAccount(bench.deletion("turnkey"))
    #expect(result.providerID == "turnkey")
    bench.transport.heal()
    let next = try bench.client("turnkey", configured: "privy")
    #expect(try await next.pendingAccountDeletions().map(\.providerID) == ["turnkey"])
    #expect(try await next.confirmAccountDeletion(result.id).isComplete)
    #expect(try await bench.isClean("turnkey"))
  }

  @Test(
    arguments: [
      ("pending", true, nil), ("consensus", nil, AuthError.Code.consensusNeeded),
      ("authenticators", nil, .mfaRequired), ("rejected", false, .forbidden), ("failed", nil, nil),
    ] as [(String, Bool?, AuthError.Code?)])
  func whatAnActivityOfTurnkeyProves(_ activities: String, _ isDeleted: Bool?, _ code: AuthError.Code?) async throws {
    let client = try bench.client("turnkey")
    let session = try await bench.signIn(client)
    #expect(try bench.sandbox.control("policy", ["provider": "turnkey", "activities": .string(activities)]))
    let deleting = Task { try await client.deleteAccount(bench.deletion("turnkey")) }
    let clock = bench.clock
    let ticking = Task {
      while !Task.isCancelled {
        clock.advance(by: .seconds(1))
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    defer { ticking.cancel() }
    switch isDeleted {
    case true: #expect(try await deleting.value.isComplete)
    case false:
      await #expect(throws: AuthError(.forbidden, "")) { try await deleting.value }
      #expect(try await client.storedSession()?.id == session.id)
    default:
      guard case .unknown(let error) = try await deleting.value.status else { return #expect(Bool(false)) }
      if let code { #expect(error.code == code) }
      #expect(try await client.pendingAccountDeletions().map(\.stage) == [.unknown])
    }
  }

  /// The handler can fail because of another organisation or another activity.
  @Test(arguments: ["ORGANIZATION_NOT_FOUND", "ACTIVITY_STATUS_REJECTED"])
  func anErrorOfTheAppsHandlerProvesNothing(_ vendorCode: String) async throws {
    let client = try bench.client(
      "turnkey",
      turnkey: .turnkey(satisfying: { _ in throw AuthError(.forbidden, "", vendorCode: vendorCode) }))
    let session = try await bench.signIn(client)
    #expect(try bench.sandbox.control("policy", ["provider": "turnkey", "activities": "authenticators"]))
    let result = try await client.deleteAccount(bench.deletion("turnkey"))
    guard case .unknown(let error) = result.status else { return #expect(Bool(false), "\(result.status)") }
    #expect(error.code == .forbidden)
    #expect(try await client.storedSession()?.id == session.id)
  }
}

extension Sandbox {
  /// Sends a control request, and returns whether it succeeded.
  func control(_ route: String, _ body: JSONValue) throws -> Bool {
    handle(
      SandboxRequest(
        "POST", "/sandbox/\(route)", headers: ["Content-Type": "application/json"], body: body.serialized)
    ).status < 300
  }
}
