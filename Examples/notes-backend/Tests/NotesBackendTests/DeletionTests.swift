import AuthCore
import AuthTesting
import NotesBackend
import Testing

/// `DELETE /me`, which an app calls with `AuthClient.deleteAccount`.
@Suite struct DeletionTests {
  @Test(arguments: ["hawcx", "oidc", "privy"] as [ProviderID])
  func aUserIsDeletedOnceAndTheRepetitionSaysSo(_ provider: ProviderID) async throws {
    let person = try Person()
    let session = try await person.signIn(provider)
    let user = try await person.send("GET", "/me", as: session)["user"]
    #expect(try await person.status("DELETE", "/me", as: session) == 200)
    #expect(try await person.status("DELETE", "/me", as: session) == 410)
    #expect(try await person.status("GET", "/me", as: session) == 403, "the credential makes no new user")
    person.clock.advance(by: .seconds(1))
    let next = try await person.signIn(provider)
    let new = try await person.send("GET", "/me", as: next)["user"]
    #expect(new != nil && new != user, "the person signs up again")
  }

  @Test func theCredentialsOfAllAccountsAreRefused() async throws {
    let person = try Person()
    let first = try await person.signIn("hawcx")
    #expect(try await person.link("privy", to: first) == 200)
    #expect(try await person.link("authsignal", to: first) == 200)
    let second = try await person.signIn("privy")
    let third = try await person.signIn("authsignal")
    #expect(try await person.status("DELETE", "/me", as: second) == 200)
    #expect(try await person.status("GET", "/me", as: second) == 403)
    // The sessions of the app are revoked, so the client's attempt to renew them fails.
    for session in [first, third] {
      await #expect(throws: AuthError(.sessionExpired, "")) { try await person.status("GET", "/me", as: session) }
    }
    #expect(try await person.status("DELETE", "/me", as: second) == 410)
  }
}
