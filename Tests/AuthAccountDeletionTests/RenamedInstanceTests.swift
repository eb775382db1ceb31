import AuthAccountDeletion
import AuthAuthsignal
import AuthCore
import AuthHawcx
import AuthPrivy
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

/// A pending deletion belongs to the name of its instance and to the type of that instance, as its sessions do.
@Suite struct RenamedInstanceTests {
  private let bench: DeletionBench

  init() throws { bench = try DeletionBench() }

  /// A deletion with an unknown outcome, or one whose data is left.
  private func pending(_ isDeleted: Bool) async throws -> AccountDeletionResult {
    let client = try bench.client("turnkey")
    try await bench.signIn(client)
    if isDeleted { bench.budget.set(3) } else { bench.transport.add(Fault(.dropRequest, path: bench.path("turnkey"))) }
    let result = try await client.deleteAccount(bench.deletion("turnkey"))
    bench.budget.set(nil)
    bench.transport.heal()
    return result
  }

  @Test func isNotAppliedToTheSameInstanceUnderAnotherName() async throws {
    let result = try await pending(false)
    let renamed = try bench.client(["wallets": "turnkey"], configured: "wallets")
    let session = try await bench.signIn(renamed)
    #expect(try await renamed.finishAccountDeletions().isEmpty)
    await #expect(throws: AuthError(.invalidConfiguration, "")) {
      try await renamed.confirmAccountDeletion(result.id)
    }
    #expect(try bench.deletions("turnkey") == 0)
    #expect(try await renamed.storedSession()?.id == session.id)
    // Under its earlier name, the deletion is complete.
    #expect(try await bench.client("turnkey").confirmAccountDeletion(result.id).isComplete)
  }

  @Test func dataIsNotRemovedFromTheSameInstanceUnderAnotherName() async throws {
    _ = try await pending(true)
    let renamed = try bench.client(["wallets": "turnkey"], configured: "wallets")
    let session = try await bench.signIn(renamed)
    #expect(try await renamed.finishAccountDeletions().map(\.isComplete) == [false])
    #expect(try await renamed.storedSession()?.id == session.id)
    #expect(try await bench.client("turnkey").finishAccountDeletions().map(\.isComplete) == [true])
  }

  @Test(arguments: [true, false])
  func isNotAppliedToAnInstanceOfAnotherTypeWithTheSameName(_ isDeleted: Bool) async throws {
    let result = try await pending(isDeleted)
    let other = try bench.client(["turnkey": "privy"], configured: "turnkey")
    for known in try await other.finishAccountDeletions() {
      guard case .dataLeft(let errors) = known.status else { return #expect(Bool(false)) }
      #expect(errors.allSatisfy { $0.code == .invalidConfiguration })
    }
    if !isDeleted {
      guard case .unknown(let error) = try await other.confirmAccountDeletion(result.id).status else {
        return #expect(Bool(false))
      }
      #expect(error.code == .invalidConfiguration)
    }
    #expect(try await other.pendingAccountDeletions().map(\.id) == [result.id])
    #expect(try bench.deletions("turnkey") == (isDeleted ? 1 : 0) && bench.deletions("privy") == 0)
    #expect(try await bench.client("turnkey").confirmAccountDeletion(result.id).isComplete)
    #expect(try await bench.isClean("turnkey"))
  }
}
