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

/// A new account with the user id of an account whose deletion is pending. The sandbox's Authsignal gives the user who
/// signs up again the same id.
@Suite struct ReusedUserIDTests {
  private let bench: DeletionBench

  init() throws { bench = try DeletionBench() }

  /// A deletion that the server has performed, but whose response is lost.
  private func lost(_ kind: Fault.Kind = .dropAnswer) async throws -> (result: AccountDeletionResult, session: Session)
  {
    let client = try bench.client("authsignal")
    let session = try await bench.signIn(client)
    bench.transport.add(Fault(kind, path: bench.path("authsignal")))
    let result = try await client.deleteAccount(bench.deletion("authsignal"))
    bench.transport.heal()
    return (result, session)
  }

  /// A sign-up of the same user by another process, while the old session is still stored: a sign-in by this process
  /// would notice that the old session has ended.
  private func signUpElsewhere() async throws -> Session {
    var other = bench
    other.sessions = MemorySessionStore(clock: bench.clock)
    let session = try await other.signIn(try other.client("authsignal"))
    try await bench.sessions.save(session)
    return session
  }

  private func isAlive(_ session: Session, _ client: AuthClient) async throws -> Bool {
    let current = try await client.account(session.id).session()
    return try await client.send(TransportRequest("GET", try bench.backend("/me")), session: current).isSuccess
  }

  @Test func confirmingTheEarlierDeletionLeavesTheNewAccount() async throws {
    let (result, old) = try await lost()
    let next = try bench.client("authsignal")
    let new = try await signUpElsewhere()
    #expect(new.subject == old.subject && new.id != old.id)
    #expect(try await next.finishAccountDeletions().isEmpty)
    // The request is sent with the old session, and the server says that its account is deleted.
    #expect(try await next.confirmAccountDeletion(result.id).isComplete)
    #expect(try await next.sessions().map(\.id) == [new.id])
    #expect(try await isAlive(new, next))
    #expect(try await next.histories().map(\.subject) == [new.subject])
    #expect(try await next.pendingAccountDeletions().isEmpty)
  }

  @Test func nothingIsSentWithTheSessionOfTheNewAccount() async throws {
    let (result, old) = try await lost()
    let next = try bench.client("authsignal")
    _ = try await next.signOut(account: old.id)
    let new = try await bench.signIn(next)
    let sent = try bench.deletions("authsignal")
    guard case .unknown(let error) = try await next.confirmAccountDeletion(result.id).status else {
      return #expect(Bool(false))
    }
    #expect(error.code == .notSignedIn)
    #expect(try bench.deletions("authsignal") == sent)
    #expect(try await isAlive(new, next))
    #expect(try await next.pendingAccountDeletions().map(\.id) == [result.id])
  }

  @Test func theUserCanDeleteTheNewAccountAsWell() async throws {
    let (first, old) = try await lost()
    let next = try bench.client("authsignal")
    let new = try await bench.signIn(next)
    // The first attempt at the new account fails. The earlier deletion is pending still.
    bench.transport.add(Fault(.status(403), times: 1, path: bench.path("authsignal")))
    await #expect(throws: AuthError(.forbidden, "")) {
      try await next.deleteAccount(bench.deletion("authsignal"), account: new.id)
    }
    #expect(try await next.pendingAccountDeletions().map(\.id) == [first.id])
    let second = try await next.deleteAccount(bench.deletion("authsignal"), account: new.id)
    #expect(second.isComplete && second.id != first.id)
    #expect(try await next.pendingAccountDeletions().isEmpty, "both accounts are deleted")
    #expect(try await next.storedSession() == nil && old.subject == second.subject)
    #expect(try await bench.isClean("authsignal"))
  }

  /// The user asks again with the session of the first request. Its account is the one in question.
  @Test func askingAgainWithTheOldSessionLeavesTheNewAccount() async throws {
    let (first, old) = try await lost()
    let next = try bench.client("authsignal")
    let new = try await signUpElsewhere()
    let second = try await next.deleteAccount(bench.deletion("authsignal"), account: old.id)
    #expect(second.isComplete && second.id == first.id)
    #expect(try await next.sessions().map(\.id) == [new.id])
    #expect(try await isAlive(new, next))
  }

  @Test(arguments: ["authsignal", "privy", "turnkey"])
  func aRenewedSessionIsStillThatOfTheAccount(_ provider: String) async throws {
    let client = try bench.client(provider)
    let session = try await bench.signIn(client)
    bench.transport.add(Fault(.dropRequest, path: bench.path(provider)))
    let result = try await client.deleteAccount(bench.deletion(provider))
    bench.transport.heal()
    let next = try bench.client(provider)
    let renewed = try await next.refresh()
    #expect(renewed.id == session.id && renewed.generation != session.generation)
    #expect(try await next.confirmAccountDeletion(result.id).isComplete)
    #expect(try await bench.isClean(provider))
  }

  /// The account is known to be deleted, and its data could not be removed.
  @Test func finishingTheRemovalLeavesTheNewAccountAndItsCredentials() async throws {
    let client = try bench.client("authsignal")
    let old = try await bench.signIn(client)
    _ = try await client.start(FlowRequest(purpose: .enroll(.push))).result()
    // The outcome is stored; then the disk is full.
    bench.budget.set(2)
    guard case .dataLeft = try await client.deleteAccount(bench.deletion("authsignal")).status else {
      return #expect(Bool(false))
    }
    bench.budget.set(nil)
    let next = try bench.client("authsignal")
    #expect(try await next.sessions().map(\.id) == [old.id])
    let new = try await bench.signIn(next)
    _ = try await next.start(FlowRequest(purpose: .enroll(.push))).result()
    #expect(try await next.finishAccountDeletions().map(\.isComplete) == [true])
    #expect(try await next.sessions().map(\.id) == [new.id])
    #expect(try await isAlive(new, next))
    #expect(try await bench.records.namespaced("authsignal").read("device.push") != nil)
    #expect(!bench.liveKeys.isEmpty)
  }
}
