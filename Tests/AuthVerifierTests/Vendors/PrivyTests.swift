import AuthCore
import AuthCrypto
import AuthVerifier
import AuthVerifierPrivy
import Testing

/// Privy's access tokens and identity tokens (P67, P83).
@Suite struct PrivyTests {
  private let mint = Mint()
  private let backend: Backend

  init() throws {
    let keys = mint.keySet
    backend = try Backend(["privy": ["appId": "app1", "origins": ["https://a.example"]]], plugins: [.privy]) {
      request in
      request.address == "https://api.privy.io/v1/apps/app1/jwks.json"
        ? .json(keys) : .json([:], status: 404)
    }
  }

  private func token(_ changes: (String, JSONValue?)...) throws -> Secret {
    try mint.token(
      Mint.claims(["iss": "privy.io", "aud": "app1", "sub": "did:privy:1", "sid": "s1"], changes))
  }

  private func identity(_ changes: (String, JSONValue?)...) throws -> Secret {
    let accounts = #"[{"type":"google_oauth","email":"g@example.org"},{"type":"email","address":"j@example.org"}]"#
    return try mint.token(
      Mint.claims(
        ["iss": "privy.io", "aud": "app1", "sub": "did:privy:1", "linked_accounts": .string(accounts)], changes))
  }

  @Test func accessToken() async throws {
    let principal = try await backend.verify(token())
    #expect(principal.subject == "did:privy:1" && principal.tenant == "app1" && principal.sessionID == "s1")
    #expect(principal.credential == .vendorSession && principal.verifiedEmail == nil)
    #expect(backend.vendor.requests.count == 1)
  }

  @Test func identityToken() async throws {
    let text = try identity().revealText()
    for headers in [["privy-id-token": text], ["Authorization": "Bearer " + text]] as [HTTPHeaders] {
      let principal = try await backend.verify(headers)
      #expect(principal.credential == .identityToken && principal.verifiedEmail == "j@example.org")
    }
  }

  @Test("An identity token describes the user of the access token, and only that user") func both() async throws {
    let access = "Bearer " + (try token()).revealText()
    let described = try await backend.verify(["Authorization": access, "privy-id-token": identity().revealText()])
    #expect(described.credential == .vendorSession && described.verifiedEmail == "j@example.org")
    let other = try identity(("sub", "did:privy:2")).revealText()
    #expect(
      try await backend.refusal(["Authorization": access, "privy-id-token": other])?.reason == .invalidCredential)
    let twice: HTTPHeaders = ["Authorization": access, "privy-id-token": try token().revealText()]
    #expect(try await backend.refusal(twice)?.reason == .invalidCredential)
  }

  @Test("A backend can have several apps of the vendor") func severalApps() async throws {
    let keys = mint.keySet
    let both = try Backend(
      ["one": ["type": "privy", "appId": "app1"], "two": ["type": "privy", "appId": "app2"]], plugins: [.privy]
    ) { _ in .json(keys) }
    for (app, provider) in [("app1", "one"), ("app2", "two")] {
      let change: (String, JSONValue?) = ("aud", .string(app))
      #expect(try await both.verify(token(change)).provider.rawValue == provider)
      let principal = try await both.verify(["privy-id-token": identity(change).revealText()])
      #expect(principal.provider.rawValue == provider && principal.tenant == app)
    }
  }

  @Test("Other tokens are refused") func refused() async throws {
    let tokens = [
      try token(("aud", "app2")), try token(("iss", "https://privy.io")), try token(("sub", nil)),
      try token(("iat", nil)),
      try token(("sid", nil)), try identity(("sid", "s1")), try token(("exp", 1_800_000_000)),
      try identity(("linked_accounts", "x")), try identity(("linked_accounts", 1)),
      try Mint().token(
        Mint.claims(["iss": "privy.io", "aud": "app1", "sub": "did:privy:1", "sid": "s1"])),
    ]
    for token in tokens { #expect(try await backend.refusal(token)?.reason == .invalidCredential) }
  }
}
