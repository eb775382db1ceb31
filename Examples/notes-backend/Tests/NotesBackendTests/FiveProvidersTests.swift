import AuthCore
import NotesBackend
import Testing

/// One person, five providers, one user of the app.
@Suite struct FiveProvidersTests {
  @Test func everyProviderLeadsToTheSameUser() async throws {
    let person = try Person()
    var users: [ProviderID: String] = [:]
    var first: Session?
    for provider in Person.providers {
      // The further credentials prove no e-mail address. The person adds each account once.
      if let first { #expect(try await person.link(provider, to: first) == 200) }
      let session = try await person.signIn(provider)
      let me = try await person.send("GET", "/me", as: session)
      #expect(me["provider"]?.stringValue == provider.rawValue)
      users[provider] = me["user"]?.stringValue
      if first == nil { first = session }
    }
    print(users.map { "\($0.key) → \($0.value)" }.sorted().joined(separator: "\n"))
    #expect(users.count == 5 && Set(users.values).count == 1)
  }

  @Test func anUnknownAccountOfTurnkeyOrAuthsignalIsNoUser() async throws {
    let person = try Person()
    let session = try await person.signIn("turnkey")
    #expect(try await person.status("GET", "/me", as: session) == 403)
    await #expect(throws: AuthError.self) { _ = try await person.signIn("authsignal") }
  }

  @Test func anAccountBelongsToOneUser() async throws {
    let person = try Person()
    let first = try await person.signIn("hawcx")
    #expect(try await person.link("privy", to: first) == 200)
    #expect(try await person.link("privy", to: first) == 200, "again")
    let other = try await person.signIn("hawcx", as: "joe@example.com")
    #expect(try await person.link("privy", to: other) == 403, "it belongs to the first user")
    #expect(try await person.link("turnkey", credential: "Bearer x") == 400, "the caller's own session is valid")
  }
}
