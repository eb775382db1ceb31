import AuthCore
import AuthPrivy
import AuthPrivyWallets
import AuthSandbox
import AuthTesting
import Testing

/// New addresses in place of old ones, and accounts that move from another user, against the sandbox.
@Suite struct PrivyAccountsTests {
  private static let jane = Contact(email: "jane@example.com")
  private static let janet = Contact(email: "janet@example.com")
  private static let phone = Contact(phone: "+14155550100")

  /// Links a contact to the signed-in user.
  private static func link(_ contact: Contact, _ app: WalletApp) async throws -> PrivyLinkResult {
    let accounts = try PrivyAccounts(app.auth)
    try await accounts.sendCode(to: contact)
    return try await accounts.link(contact, code: Secret(try app.sandbox.lastCode()))
  }

  private static func kinds(_ user: PrivyUser?) -> [PrivyLinkedAccount.Kind] {
    (user?.linkedAccounts ?? []).map(\.kind)
  }

  @Test func replacesAnEmailAddress() async throws {
    let (jane, janet) = (try #require(Self.jane), try #require(Self.janet))
    let app = try await WalletApp()
    guard case .linked(let linked) = try await Self.link(jane, app) else {
      Issue.record("not linked")
      return
    }
    #expect(Self.kinds(linked).contains(.email("jane@example.com")))
    let accounts = try PrivyAccounts(app.auth)
    try await accounts.sendCode(to: janet)
    let error = await #expect(throws: AuthError.self) {
      try await accounts.replace(jane, with: janet, code: Secret("000000"))
    }
    #expect(error?.code == .invalidCode)
    let user = try await accounts.replace(jane, with: janet, code: Secret(try app.sandbox.lastCode()))
    #expect(Self.kinds(user).contains(.email("janet@example.com")))
    #expect(!Self.kinds(user).contains(.email("jane@example.com")))
    #expect(try await app.auth.storedSession()?.privyUser?.email == "janet@example.com")
  }

  @Test func replacesAPhoneNumber() async throws {
    let (old, new) = (try #require(Self.phone), try #require(Contact(phone: "+14155550199")))
    let app = try await WalletApp()
    _ = try await Self.link(old, app)
    let accounts = try PrivyAccounts(app.auth)
    try await accounts.sendCode(to: new)
    let user = try await accounts.replace(old, with: new, code: Secret(try app.sandbox.lastCode()))
    #expect(Self.kinds(user).contains(.phone("+14155550199")))
    #expect(!Self.kinds(user).contains(.phone("+14155550100")))
  }

  @Test func refusesAnAddressThatTheUserDoesNotHave() async throws {
    let (jane, janet, phone) = (try #require(Self.jane), try #require(Self.janet), try #require(Self.phone))
    let app = try await WalletApp()
    let accounts = try PrivyAccounts(app.auth)
    var error = await #expect(throws: AuthError.self) {
      try await accounts.replace(jane, with: phone, code: Secret("000000"))
    }
    #expect(error?.code == .invalidRequest)
    error = await #expect(throws: AuthError.self) {
      try await accounts.replace(jane, with: janet, code: Secret("000000"))
    }
    #expect(error?.code == .noCredential)
  }

  @Test func movesAnAccountFromAnotherUser() async throws {
    let jane = try #require(Self.jane)
    let app = try await WalletApp(signingIn: "other")
    _ = try await Self.link(jane, app)
    let wallet = try await app.wallets.create(.ethereum)
    let other = try await app.auth.session().subject
    try await app.signIn("jane")
    // The vendor decides whether accounts can be moved.
    var error = await #expect(throws: AuthError.self) { try await Self.link(jane, app) }
    #expect(error?.code == .forbidden)
    _ = try app.control("/policy", ["provider": "privy", "accountTransfer": true])
    guard case .transferRequired(let transfer) = try await Self.link(jane, app) else {
      Issue.record("no transfer")
      return
    }
    #expect(transfer.account == .email("jane@example.com"))
    #expect(transfer.displayName == "jane@example.com")
    #expect(transfer.otherWalletAddress == wallet.address)
    let accounts = try PrivyAccounts(app.auth)
    let user = try await accounts.transfer(transfer)
    #expect(user.id != other)
    #expect(Self.kinds(user).contains(.email("jane@example.com")))
    // The permission works once.
    error = await #expect(throws: AuthError.self) { try await accounts.transfer(transfer) }
    #expect(error?.code == .invalidCode)
  }
}
