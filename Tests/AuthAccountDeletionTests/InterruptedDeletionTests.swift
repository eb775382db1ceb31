import AuthAccountDeletion
import AuthCore
import AuthSandbox
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Deletions whose response is lost, whose user gives up, or that another start of the app continues.
@Suite struct InterruptedDeletionTests {
  private let bench: DeletionBench

  init() throws { bench = try DeletionBench() }

  /// A deletion whose response is lost.
  private func lost(_ provider: String, _ kind: Fault.Kind = .dropAnswer) async throws -> AccountDeletionResult {
    let client = try bench.client(provider)
    let session = try await bench.signIn(client)
    bench.transport.add(Fault(kind, path: bench.path(provider)))
    let result = try await client.deleteAccount(bench.deletion(provider))
    bench.transport.heal()
    guard case .unknown(let error) = result.status else { throw AuthError(.internalError, "\(result)") }
    #expect(error.code == .network)
    #expect(try await client.storedSession() == session, "the user is still signed in")
    return result
  }

  @Test(arguments: ["turnkey", "privy", "authsignal"])
  func asksAfterALostResponse(_ provider: String) async throws {
    let result = try await lost(provider)
    #expect(try bench.deletions(provider) == 1)
    // The next start sends nothing.
    let next = try bench.client(provider)
    #expect(try await next.finishAccountDeletions().isEmpty)
    let pending = try #require(try await next.pendingAccountDeletions().first)
    #expect(pending.id == result.id && pending.stage == .unknown && pending.identifier == "jane@example.com")
    #expect(try bench.deletions(provider) == 1)
    // The user confirms.
    #expect(try await next.confirmAccountDeletion(pending.id).isComplete)
    #expect(try bench.deletions(provider) == 2)
    #expect(try await bench.isClean(provider))
    await #expect(throws: AuthError(.invalidRequest, "")) { try await next.confirmAccountDeletion(pending.id) }
  }

  @Test(arguments: ["turnkey", "privy"]) func deletesAgainIfTheRequestNeverArrived(_ provider: String) async throws {
    _ = try await lost(provider, .dropRequest)
    // The user asks for the deletion again, which confirms the pending one.
    let next = try bench.client(provider)
    #expect(try await next.deleteAccount(bench.deletion(provider)).isComplete)
    #expect(try await bench.isClean(provider))
  }

  @Test func deletesNothingAfterTheUserGaveUp() async throws {
    let result = try await lost("turnkey", .dropRequest)
    let next = try bench.client("turnkey")
    try await next.abandonAccountDeletion(result.id)
    try await next.abandonAccountDeletion(result.id)
    #expect(try await next.pendingAccountDeletions().isEmpty)
    #expect(try await next.finishAccountDeletions().isEmpty)
    await #expect(throws: AuthError(.invalidRequest, "")) { try await next.confirmAccountDeletion(result.id) }
    #expect(try bench.deletions("turnkey") == 0)
    let session = try await next.refresh()
    #expect(try await next.send(TransportRequest("GET", try bench.backend("/me")), session: session).isSuccess)
  }

  /// After a request with an unknown outcome, no refusal is taken for a deletion, and no refusal for a live account.
  @Test(arguments: [401, 403, 404, 409, 429, 500])
  func aRefusalOfARepeatedDeletionProvesNothing(_ status: Int) async throws {
    let result = try await lost("privy")
    let next = try bench.client("privy")
    bench.transport.add(Fault(.status(status), path: bench.path("privy")))
    bench.transport.add(Fault(.dropRequest, path: "/sessions"))
    guard case .unknown = try await next.confirmAccountDeletion(result.id).status else {
      return #expect(Bool(false), "HTTP \(status) proves something")
    }
    #expect(try await next.pendingAccountDeletions().map(\.stage) == [.unknown])
    #expect(try await next.storedSession() != nil)
    bench.transport.heal()
    #expect(try await next.confirmAccountDeletion(result.id).isComplete)
  }

  @Test(arguments: [401, 403, 404, 409, 429]) func aRefusalOfTheFirstDeletionProvesThatTheAccountExists(
    _ status: Int
  ) async throws {
    let client = try bench.client("privy")
    let session = try await bench.signIn(client)
    bench.transport.add(Fault(.status(status), path: bench.path("privy")))
    await #expect(throws: AuthError.self) { try await client.deleteAccount(bench.deletion("privy")) }
    #expect(try await client.storedSession()?.id == session.id)
    #expect(try await client.pendingAccountDeletions().isEmpty)
  }

  @Test func anEndedSessionIsNoProof() async throws {
    let result = try await lost("turnkey", .dropRequest)
    let next = try bench.client("turnkey")
    let session = try #require(try await next.storedSession())
    #expect(try bench.sandbox.control("revoke", ["provider": "turnkey", "subject": .string(session.subject)]))
    guard case .unknown(let error) = try await next.confirmAccountDeletion(result.id).status else {
      return #expect(Bool(false))
    }
    #expect(error.code == .sessionRevoked)
    _ = try await next.signOut()
    guard case .unknown(let missing) = try await next.confirmAccountDeletion(result.id).status else {
      return #expect(Bool(false))
    }
    #expect(missing.code == .notSignedIn)
    // The account exists: the user signs in again, and asks for the deletion again.
    #expect(try await bench.signIn(next).subject == session.subject)
    guard case .unknown(let later) = try await next.confirmAccountDeletion(result.id).status else {
      return #expect(Bool(false))
    }
    #expect(later.code == .notSignedIn, "the later session is not used: it can be one of a new account")
    #expect(try await next.deleteAccount(bench.deletion("turnkey")).isComplete)
    #expect(try await next.pendingAccountDeletions().isEmpty)
    #expect(try await bench.isClean("turnkey"))
  }

  @Test func removesDataAfterTheConfigurationChanged() async throws {
    let client = try bench.client("turnkey")
    try await bench.signIn(client)
    // The key store fails while the data is removed.
    bench.budget.set(3)
    guard case .dataLeft = try await client.deleteAccount(bench.deletion("turnkey")).status else {
      return #expect(Bool(false))
    }
    bench.budget.set(nil)
    let other = try bench.client("turnkey") { $0["organizationId"] = "3f1c8a8e-0000-4000-8000-000000000000" }
    #expect(try await other.finishAccountDeletions().map(\.isComplete) == [true])
    #expect(try await bench.isClean("turnkey"))
  }

  @Test func aMissingInstanceLeavesTheRecord() async throws {
    let client = try bench.client("turnkey")
    try await bench.signIn(client)
    bench.budget.set(3)
    _ = try await client.deleteAccount(bench.deletion("turnkey"))
    bench.budget.set(nil)
    let other = try bench.client("privy")
    #expect(try await other.finishAccountDeletions().map(\.isComplete) == [false])
    #expect(try await other.pendingAccountDeletions().map(\.stage) == [.deleted])
    #expect(try await bench.client("turnkey").finishAccountDeletions().map(\.isComplete) == [true])
  }

  // MARK: Apple

  @Test func revokesApplesTokensFirst() async throws {
    let client = try bench.client("turnkey")
    try await bench.signIn(client)
    bench.transport.add(Fault(.status(400), times: 1, path: "/apple/revoke"))
    await #expect(throws: AuthError(.providerError, "")) {
      try await client.deleteAccount(bench.deletion("turnkey", code: "a"))
    }
    #expect(try bench.deletions("turnkey") == 0)
    #expect(try await client.pendingAccountDeletions().isEmpty)
    #expect(try await client.deleteAccount(bench.deletion("turnkey", code: "b")).isComplete)
    #expect(try bench.revocations() == 1)
  }

  @Test func needsANewCodeIfTheRevocationsResponseIsLost() async throws {
    let client = try bench.client("turnkey")
    try await bench.signIn(client)
    bench.transport.add(Fault(.dropAnswer, times: 1, path: "/apple/revoke"))
    await #expect(throws: AuthError(.network, "")) {
      try await client.deleteAccount(bench.deletion("turnkey", code: "a"))
    }
    let next = try bench.client("turnkey")
    let pending = try #require(try await next.pendingAccountDeletions().first)
    #expect(pending.stage == .notSent)
    await #expect(throws: AuthError(.invalidState, "")) { try await next.confirmAccountDeletion(pending.id) }
    #expect(try bench.deletions("turnkey") == 0)
    let apple = AccountDeletion.AppleRevocation(url: try bench.backend("/apple/revoke"), code: Secret("b"))
    #expect(try await next.confirmAccountDeletion(pending.id, revoking: apple).isComplete)
    #expect(try bench.revocations() == 2)
  }

  @Test func doesNotRepeatARevocationThatSucceeded() async throws {
    let client = try bench.client("privy")
    try await bench.signIn(client)
    bench.transport.add(Fault(.status(403), times: 1, path: bench.path("privy")))
    await #expect(throws: AuthError(.forbidden, "")) {
      try await client.deleteAccount(bench.deletion("privy", code: "a"))
    }
    #expect(try await client.pendingAccountDeletions().map(\.stage) == [.notSent])
    #expect(try await client.deleteAccount(bench.deletion("privy", code: "a")).isComplete)
    #expect(try bench.revocations() == 1)
  }

  // MARK: Concurrency

  @Test func twoDeletionsSendOne() async throws {
    let client = try bench.client("turnkey")
    try await bench.signIn(client)
    let deletion = try bench.deletion("turnkey")
    async let first = client.deleteAccount(deletion)
    async let second = client.deleteAccount(deletion)
    var complete = 0
    do { if try await first.isComplete { complete += 1 } } catch {}
    do { if try await second.isComplete { complete += 1 } } catch {}
    #expect(complete == 1)
    #expect(try bench.deletions("turnkey") == 1)
    #expect(try await bench.isClean("turnkey"))
  }

  @Test func aRenewalUnderWayDoesNotBringTheSessionBack() async throws {
    let client = try bench.client("turnkey")
    try await bench.signIn(client)
    bench.transport.add(Fault(.delayAnswer(.seconds(5)), times: 1, path: "stamp_login"))
    let renewing = Task { try await client.refresh() }
    await bench.clock.waitForSleepers(of: .seconds(5))
    // The response to the login is under way.
    #expect(try await client.deleteAccount(bench.deletion("turnkey")).isComplete)
    bench.clock.advance(by: .seconds(5))
    _ = await renewing.result
    await client.settle()
    #expect(try await client.storedSession() == nil)
    #expect(try await bench.client("turnkey").storedSession() == nil)
    // The key of the renewal is deleted in the background.
    for _ in 0..<5000 where !(try await bench.isClean("turnkey")) { try await Task.sleep(for: .milliseconds(1)) }
    #expect(try await bench.isClean("turnkey"))
  }

  @Test func aCancelledCallerSendsNothing() async throws {
    let client = try bench.client("turnkey")
    try await bench.signIn(client)
    bench.transport.add(Fault(.delay(.seconds(5)), times: 1, path: "/apple/revoke"))
    let deletion = try bench.deletion("turnkey", code: "a")
    let deleting = Task { try await client.deleteAccount(deletion) }
    await bench.clock.waitForSleepers(of: .seconds(5))
    deleting.cancel()
    bench.clock.advance(by: .seconds(5))
    await #expect(throws: AuthError.cancelled) { try await deleting.value }
    #expect(try bench.deletions("turnkey") == 0)
    // Apple's tokens are revoked, and the record says so.
    #expect(try await client.pendingAccountDeletions().map(\.stage) == [.notSent])
    #expect(try await client.deleteAccount(bench.deletion("turnkey")).isComplete)
    #expect(try bench.revocations() == 1)
  }

  @Test func aCallerThatWasCancelledBeforeSendsNothing() async throws {
    let client = try bench.client("turnkey")
    let session = try await bench.signIn(client)
    let deletion = try bench.deletion("turnkey", code: "a")
    let deleting = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await client.deleteAccount(deletion)
    }
    deleting.cancel()
    await #expect(throws: AuthError.cancelled) { try await deleting.value }
    #expect(try bench.deletions("turnkey") == 0)
    #expect(try bench.revocations() == 0)
    #expect(try await client.storedSession()?.id == session.id)
    #expect(try await client.pendingAccountDeletions().isEmpty)
  }

  @Test func aCancellationAfterTheRequestWasSentHasNoEffect() async throws {
    let client = try bench.client("turnkey")
    try await bench.signIn(client)
    bench.transport.add(Fault(.delayAnswer(.seconds(5)), times: 1, path: bench.path("turnkey")))
    let deletion = try bench.deletion("turnkey")
    let deleting = Task { try await client.deleteAccount(deletion) }
    await bench.clock.waitForSleepers(of: .seconds(5))
    deleting.cancel()
    bench.clock.advance(by: .seconds(5))
    #expect(try await deleting.value.isComplete)
  }

  // MARK: Crashes

  /// The app crashes, or the store fails once, before each change of the stores during a deletion. Whatever the point,
  /// nothing is sent without the user, and the user can complete the deletion.
  @Test(arguments: ["turnkey", "privy", "authsignal"], [true, false])
  func everyInterruptionCanBeResumed(_ provider: String, _ isCrash: Bool) async throws {
    var interruptions = 0
    for count in 0..<100 {
      let bench = try DeletionBench()
      let client = try bench.client(provider)
      let session = try await bench.signIn(client)
      bench.budget.set(count, isCrash: isCrash)
      do { _ = try await client.deleteAccount(bench.deletion(provider, code: "a")) } catch {}
      await client.settle()
      guard bench.budget.hasFailed else { break }
      interruptions += 1
      bench.budget.set(nil)
      let sent = try (bench.deletions(provider), bench.revocations())
      let next = try bench.client(provider)
      for result in try await next.finishAccountDeletions() { #expect(result.isComplete, "\(count): \(result)") }
      #expect(try (bench.deletions(provider), bench.revocations()) == sent, "\(count)")
      let pending = try await next.pendingAccountDeletions()
      if pending.isEmpty {
        // Either all is deleted, or the deletion was never begun.
        if try await next.storedSession() == nil {
          #expect(sent.0 == 1)
        } else {
          #expect(sent.0 == 0 && sent.1 == 0, "\(count)")
          #expect(try await next.deleteAccount(bench.deletion(provider, code: "b")).isComplete)
        }
      }
      for deletion in pending {
        #expect(deletion.stage == (sent.0 == 0 ? deletion.stage : .unknown) && deletion.stage != .deleted, "\(count)")
        #expect(deletion.subject == session.subject)
        #expect(try await next.storedSession() != nil, "\(count): the session is kept for the question")
        let apple = AccountDeletion.AppleRevocation(url: try bench.backend("/apple/revoke"), code: Secret("b"))
        #expect(try await next.confirmAccountDeletion(deletion.id, revoking: apple).isComplete, "\(count)")
      }
      await next.settle()
      #expect(try await bench.isClean(provider), "\(count)")
      #expect(try await next.pendingAccountDeletions().isEmpty)
    }
    #expect(interruptions > 5 && interruptions < 100)
  }
}
