import AuthCore
import AuthStorage
import AuthVerifier
import Testing

/// A user who signs in through another vendor stays the same user, and no other person becomes that user.
@Suite struct AccountDirectoryTests {
  private static func principal(_ provider: ProviderID, _ subject: String, email: String? = nil) -> Principal {
    var principal = Principal(provider: provider, tenant: "t", subject: subject, credential: .accessToken)
    principal.verifiedEmail = email
    return principal
  }

  private static func directory(_ records: MemoryRecordStore = MemoryRecordStore()) -> AccountDirectory {
    AccountDirectory(
      records: records,
      rule: AccountDirectory.Rule(trustedForEmail: ["google", "privy"], createsUsers: ["google", "privy", "forge"]))
  }

  @Test("A verified address of a trusted provider leads to the same user") func email() async throws {
    let directory = Self.directory()
    let first = try #require(try await directory.user(of: Self.principal("google", "1", email: "Jane@Example.org")))
    #expect(try await directory.user(of: Self.principal("privy", "2", email: "jane@example.org")) == first)
    #expect(try await directory.user(of: Self.principal("privy", "2")) == first, "linked: the address may go")
    let other = try await directory.user(of: Self.principal("google", "3", email: "joe@example.org"))
    #expect(other != nil && other != first)
  }

  @Test("An address of another provider counts for nothing") func untrusted() async throws {
    let directory = Self.directory()
    let jane = try await directory.user(of: Self.principal("google", "1", email: "jane@example.org"))
    let forged = try await directory.user(of: Self.principal("forge", "2", email: "jane@example.org"))
    #expect(forged != nil && forged != jane)
    let victim = try await directory.user(of: Self.principal("google", "9", email: "jane@example.org"))
    #expect(victim == jane, "the forged account has not taken the address")
  }

  @Test("A provider that creates no users needs a link") func links() async throws {
    let directory = Self.directory()
    let turnkey = Self.principal("turnkey", "1")
    #expect(try await directory.user(of: turnkey) == nil)
    let jane = try #require(try await directory.user(of: Self.principal("google", "1")))
    try await directory.link(turnkey, to: jane)
    try await directory.link(turnkey, to: jane)
    #expect(try await directory.user(of: turnkey) == jane)
    let joe = try #require(try await directory.user(of: Self.principal("google", "2")))
    await #expect(throws: AuthError(.userExists, "")) { try await directory.link(turnkey, to: joe) }
    try await directory.unlink(turnkey)
    #expect(try await directory.user(of: turnkey) == nil)
  }

  @Test("A user's principals are listed and removed") func listing() async throws {
    let directory = Self.directory()
    let jane = try #require(try await directory.user(of: Self.principal("google", "1", email: "jane@example.org")))
    let joe = try #require(try await directory.user(of: Self.principal("google", "2", email: "joe@example.org")))
    _ = try await directory.user(of: Self.principal("privy", "3", email: "jane@example.org"))
    try await directory.link(Self.principal("turnkey", "4"), to: jane)
    #expect(try await directory.principals(of: jane).map(\.provider) == ["google", "privy", "turnkey"])
    #expect(try await directory.principals(of: joe).map(\.subject) == ["2"])
    #expect(try await directory.principals(of: "unknown").isEmpty)
    try await directory.unlink(Self.principal("privy", "3"))
    #expect(try await directory.principals(of: jane).map(\.provider) == ["google", "turnkey"])
    // An account that moves to another user no longer counts for the first one.
    try await directory.unlink(Self.principal("turnkey", "4"))
    try await directory.link(Self.principal("turnkey", "4"), to: joe)
    try await directory.remove(user: jane)
    #expect(try await directory.principals(of: jane).isEmpty)
    #expect(try await directory.user(of: Self.principal("turnkey", "4")) == joe)
    let returned = try await directory.user(of: Self.principal("google", "9", email: "jane@example.org"))
    #expect(returned != nil && returned != jane, "the address no longer leads to the removed user")
  }

  @Test("Subjects are told apart by their bytes, also when they are removed") func bytes() async throws {
    let directory = Self.directory()
    let jane = try #require(try await directory.user(of: Self.principal("google", "\u{E9}")))
    try await directory.link(Self.principal("google", "e\u{301}"), to: jane)
    #expect(try await directory.principals(of: jane).count == 2)
    try await directory.unlink(Self.principal("google", "\u{E9}"))
    #expect(try await directory.principals(of: jane).map { Array($0.subject.utf8) } == [Array("e\u{301}".utf8)])
    try await directory.remove(user: jane)
    #expect(try await directory.user(of: Self.principal("google", "e\u{301}")) != jane)
  }

  @Test("After a crash between the writes, the user's record has a link too many, which does not count")
  func crashBetweenWrites() async throws {
    let records = FailingRecords()
    let directory = AccountDirectory(records: records, rule: AccountDirectory.Rule(createsUsers: ["google"]))
    let principal = Self.principal("google", "1")
    records.failWrites(ofKeysWith: "principal-")
    await #expect(throws: AuthError(.storeUnavailable, "")) { _ = try await directory.user(of: principal) }
    records.failWrites(ofKeysWith: nil)
    let user = try #require(try await directory.user(of: principal))
    #expect(try await directory.principals(of: user).count == 1)
    for key in try await records.keys() where key.hasPrefix("user-") {
      #expect(try await records.read(key)?.value.revealText().contains("google") == true)
    }
  }

  @Test("Subjects are unique within provider and tenant only") func namespaces() async throws {
    let directory = Self.directory()
    var users: Set<String?> = []
    for (provider, tenant, subject) in [
      ("google", "t", "1"), ("google", "u", "1"), ("privy", "t", "1"), ("google", "t", "2"),
    ] {
      let principal = Principal(
        provider: ProviderID(provider), tenant: tenant, subject: subject, credential: .accessToken)
      users.insert(try await directory.user(of: principal))
    }
    #expect(users.count == 4 && !users.contains(nil))
  }

  @Test("Concurrent first requests make one user") func concurrent() async throws {
    let directory = Self.directory()
    let users = try await withThrowingTaskGroup(of: String?.self) { group in
      for index in 0..<40 {
        group.addTask {
          let provider: ProviderID = index.isMultiple(of: 2) ? "google" : "privy"
          return try await directory.user(of: Self.principal(provider, "\(index % 4)", email: "jane@example.org"))
        }
      }
      return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(users.count == 1)
  }
}
