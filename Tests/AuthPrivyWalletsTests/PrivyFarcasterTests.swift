import AuthCore
import AuthPrivy
import AuthPrivyWallets
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Accounts at Farcaster, against the sandbox, whose page stands in for the Farcaster app.
@Suite struct PrivyFarcasterTests {
  private static func linked(_ result: PrivyLinkResult) throws -> [PrivyLinkedAccount.FarcasterAccount] {
    guard case .linked(let user) = result else { throw AuthError(.internalError, "not linked") }
    return user.linkedAccounts.compactMap { if case .farcaster(let account) = $0.kind { account } else { nil } }
  }

  private static func approve(_ channel: FarcasterChannel, as fid: Int64, _ app: WalletApp) throws {
    let body: JSONValue = [
      "connect_uri": .string(channel.connectURL.absoluteString), "fid": .integer(fid), "username": "jane.eth",
    ]
    #expect(try app.control("/privy/farcaster", body)["state"] == "completed")
  }

  /// Links an account whose user has approved at once.
  private static func link(_ fid: Int64, _ app: WalletApp) async throws -> PrivyLinkResult {
    let accounts = try PrivyAccounts(app.auth)
    let channel = try await accounts.beginFarcaster()
    try approve(channel, as: fid, app)
    return try await accounts.link(channel)
  }

  @Test func linksAnAccountThatTheUserApproves() async throws {
    let app = try await WalletApp()
    let accounts = try PrivyAccounts(app.auth)
    let channel = try await accounts.beginFarcaster()
    async let result = accounts.link(channel)
    await app.clock.waitForSleepers(of: .seconds(2))
    app.open(channel.connectURL)
    app.clock.advance(by: .seconds(2))
    let account = try #require(try Self.linked(try await result).first)
    #expect(account.fid == 1000 && account.username == "user-1000")
    #expect(account.ownerAddress?.hasPrefix("0x") == true)
    #expect(try await app.auth.storedSession()?.privyUser?.linkedAccounts.map(\.type) == ["custom_auth", "farcaster"])
    // It is already the user's. Another one is one too many.
    #expect(try Self.linked(try await Self.link(1000, app)).map(\.fid) == [1000])
    let error = await #expect(throws: AuthError.self) { try await Self.link(1001, app) }
    #expect(error?.code == .forbidden && error?.vendorCode == "cannot_link_more_of_type")
    let left = try await app.auth.unlinkPrivyAccount("1000")
    #expect(left.linkedAccounts.map(\.type) == ["custom_auth"])
  }

  @Test func theFarcasterAppReturnsToTheApp() async throws {
    let app = try await WalletApp(signingIn: "jane", ["relyingParty": "https://example.com"])
    let back = try #require(URL(string: "exampleapp://linked"))
    let channel = try await PrivyAccounts(app.auth).beginFarcaster(redirectURL: back)
    #expect(app.open(channel.connectURL) == back)
    #expect(!"\(channel)".contains("channelToken"))
  }

  @Test func nobodyApproves() async throws {
    let app = try await WalletApp()
    let accounts = try PrivyAccounts(app.auth)
    let channel = try await accounts.beginFarcaster()
    let link = Task { try await accounts.link(channel, within: .seconds(3)) }
    await app.clock.waitForSleepers(of: .seconds(2))
    app.clock.advance(by: .seconds(2))
    await app.clock.waitForSleepers(of: .seconds(1))
    app.clock.advance(by: .seconds(1))
    let error = await #expect(throws: AuthError.self) { try await link.value }
    #expect(error?.code == .approvalExpired)
  }

  @Test func theVendorNoLongerKnowsTheChannel() async throws {
    let app = try await WalletApp()
    let accounts = try PrivyAccounts(app.auth)
    let channel = try await accounts.beginFarcaster()
    try Self.approve(channel, as: 5, app)
    _ = try app.control("/clock", ["advanceSeconds": 600])
    let error = await #expect(throws: AuthError.self) { try await accounts.link(channel) }
    #expect(error?.code == .approvalExpired)
    // A channel works once.
    let next = try await accounts.beginFarcaster()
    try Self.approve(next, as: 5, app)
    _ = try await accounts.link(next)
    let used = await #expect(throws: AuthError.self) { try await accounts.link(next) }
    #expect(used?.code == .approvalExpired)
  }

  @Test func aQuestionThatFailsForNowIsRepeated() async throws {
    let app = try await WalletApp()
    let accounts = try PrivyAccounts(app.auth)
    let channel = try await accounts.beginFarcaster()
    _ = try app.control(
      "/faults",
      [
        "match": "/privy/api/v1/farcaster/status", "kind": "status", "times": 1,
        "value": ["status": 503, "headers": ["Retry-After": "7"]],
      ])
    async let result = accounts.link(channel)
    // The vendor names a longer wait than usual.
    await app.clock.waitForSleepers(of: .seconds(7))
    _ = try app.control("/faults", ["match": "/privy/api/v1/farcaster/status", "kind": "drop", "times": 1])
    app.clock.advance(by: .seconds(7))
    await app.clock.waitForSleepers(of: .seconds(2))
    try Self.approve(channel, as: 5, app)
    app.clock.advance(by: .seconds(2))
    #expect(try Self.linked(try await result).map(\.fid) == [5])
  }

  @Test func waitingEndsWhenTheTaskIsCancelled() async throws {
    let app = try await WalletApp()
    let accounts = try PrivyAccounts(app.auth)
    let channel = try await accounts.beginFarcaster()
    let link = Task { try await accounts.link(channel) }
    await app.clock.waitForSleepers(of: .seconds(2))
    link.cancel()
    let error = await #expect(throws: AuthError.self) { try await link.value }
    #expect(error?.code == .cancelled)
  }

  @Test func theAppDecidesWhetherFarcasterIsAllowed() async throws {
    let app = try await WalletApp()
    let accounts = try PrivyAccounts(app.auth)
    let channel = try await accounts.beginFarcaster()
    _ = try app.control("/policy", ["provider": "privy", "farcasterAuth": false])
    var error = await #expect(throws: AuthError.self) { try await accounts.beginFarcaster() }
    #expect(error?.code == .methodNotAvailable)
    error = await #expect(throws: AuthError.self) { try await accounts.link(channel) }
    #expect(error?.code == .methodNotAvailable)
  }

  @Test func movesAnAccountFromAnotherUser() async throws {
    let app = try await WalletApp(signingIn: "other")
    _ = try await Self.link(7, app)
    let wallet = try await app.wallets.create(.ethereum)
    try await app.signIn("jane")
    let error = await #expect(throws: AuthError.self) { try await Self.link(7, app) }
    #expect(error?.code == .forbidden)
    _ = try app.control("/policy", ["provider": "privy", "accountTransfer": true])
    guard case .transferRequired(let transfer) = try await Self.link(7, app) else {
      Issue.record("no transfer")
      return
    }
    guard case .farcaster(let account) = transfer.account else {
      Issue.record("another account")
      return
    }
    #expect(account.fid == 7 && account.username == "jane.eth")
    #expect(transfer.displayName == "jane.eth" && transfer.otherWalletAddress == wallet.address)
    let user = try await PrivyAccounts(app.auth).transfer(transfer)
    #expect(try Self.linked(.linked(user)).map(\.fid) == [7])
  }
}
