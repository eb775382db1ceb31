import AuthCore
import AuthPrivyWallets
import AuthTesting
import Testing

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Accounts at Telegram, against the sandbox, which signs and checks logins as Telegram does.
@Suite struct PrivyTelegramTests {
  /// A login as Telegram signs it.
  private static func signed(_ app: WalletApp, _ id: Int64 = 99, _ more: JSONObject = [:]) throws -> JSONValue {
    var body: JSONObject = ["id": .integer(id), "username": "jane_t"]
    for member in more.members { body[member.name] = member.value }
    return try app.control("/privy/telegram", .object(body))
  }

  private static func widget(_ app: WalletApp, _ id: Int64 = 99, _ more: JSONObject = [:]) throws -> TelegramLogin {
    try .widget(try #require(try signed(app, id, more)["telegram_auth_result"]))
  }

  private static func changed(_ login: JSONValue?, _ name: String, _ value: JSONValue?) throws -> JSONValue {
    var object = try #require(login?.objectValue)
    object[name] = value
    return .object(object)
  }

  private static func linked(_ result: PrivyLinkResult) throws -> [PrivyLinkedAccount.TelegramAccount] {
    guard case .linked(let user) = result else { throw AuthError(.internalError, "not linked") }
    return user.linkedAccounts.compactMap { if case .telegram(let account) = $0.kind { account } else { nil } }
  }

  @Test func linksTheAccountOfTheWidget() async throws {
    let app = try await WalletApp()
    let accounts = try PrivyAccounts(app.auth)
    let login = try Self.widget(app)
    #expect(login.userID == "99" && login.username == "jane_t")
    #expect(try Self.linked(try await accounts.link(login)).map(\.userID) == ["99"])
    let stored = try await app.auth.storedSession()?.privyUser?.linkedAccounts.map(\.type)
    #expect(stored == ["custom_auth", "telegram"])
    // It is already the user's.
    #expect(try Self.linked(try await accounts.link(login)).map(\.username) == ["jane_t"])
    let left = try await app.auth.unlinkPrivyAccount("99")
    #expect(left.linkedAccounts.map(\.type) == ["custom_auth"])
  }

  @Test func linksTheAccountOfAMiniApp() async throws {
    let app = try await WalletApp()
    let data = try Self.signed(app, 7).requiredSecret("init_data")
    let login = try TelegramLogin.miniApp(initData: data)
    #expect(login.userID == "7" && login.username == "jane_t")
    #expect(try Self.linked(try await PrivyAccounts(app.auth).link(login)).map(\.userID) == ["7"])
  }

  /// The widget can also redirect, with the numbers as text.
  @Test func readsTheRedirectOfTheWidget() async throws {
    let app = try await WalletApp()
    let fields = try #require(try Self.signed(app)["telegram_auth_result"]?.objectValue).members.map {
      (name: $0.name, value: $0.value.stringValue ?? $0.value.integerValue.map { String($0) } ?? "")
    }
    let url = try #require(URL(string: "https://example.com/back?" + PercentEncoding.encodeForm(fields) + "#x"))
    #expect(try Self.linked(try await PrivyAccounts(app.auth).link(.widget(redirect: url))).map(\.userID) == ["99"])
  }

  @Test func theVendorRefusesForgedAndOldLogins() async throws {
    let app = try await WalletApp()
    let accounts = try PrivyAccounts(app.auth)
    let honest = try Self.signed(app)["telegram_auth_result"]
    let now = Int64(app.clock.now().timeIntervalSince1970)
    let refused: [TelegramLogin] = [
      try .widget(try Self.changed(honest, "hash", .string(String(repeating: "ab", count: 32)))),
      try .widget(try Self.changed(honest, "id", 100)),
      try .widget(try Self.changed(honest, "last_name", "Added")),
      try .widget(try Self.changed(honest, "username", nil)),
      try Self.widget(app, 99, ["auth_date": .integer(now - 86_400)]),
      try Self.widget(app, 99, ["auth_date": .integer(now + 120)]),
      // The hash of the widget has another key than that of a mini app.
      try .miniApp(
        initData: Secret(
          "user=" + PercentEncoding.encode(#"{"id":99,"first_name":"Jane"}"#) + "&auth_date=\(now)&hash="
            + String(repeating: "00", count: 32))),
    ]
    for login in refused {
      let error = await #expect(throws: AuthError.self) { try await accounts.link(login) }
      #expect(error?.code == .signatureInvalid && error?.recovery == .restart)
    }
    #expect(try await app.auth.storedSession()?.privyUser?.linkedAccounts.map(\.type) == ["custom_auth"])
  }

  @Test func aUserHasOneAccount() async throws {
    let app = try await WalletApp()
    let accounts = try PrivyAccounts(app.auth)
    _ = try await accounts.link(try Self.widget(app))
    let error = await #expect(throws: AuthError.self) { try await accounts.link(try Self.widget(app, 100)) }
    #expect(error?.code == .forbidden && error?.vendorCode == "cannot_link_more_of_type")
  }

  @Test func theAppDecidesWhetherTelegramIsAllowed() async throws {
    let app = try await WalletApp()
    _ = try app.control("/policy", ["provider": "privy", "telegramAuth": false])
    let error = await #expect(throws: AuthError.self) {
      try await PrivyAccounts(app.auth).link(try Self.widget(app))
    }
    #expect(error?.code == .methodNotAvailable)
  }

  @Test func movesAnAccountFromAnotherUser() async throws {
    let app = try await WalletApp(signingIn: "other")
    _ = try await PrivyAccounts(app.auth).link(try Self.widget(app))
    let other = try await app.auth.session().subject
    try await app.signIn("jane")
    let accounts = try PrivyAccounts(app.auth)
    let login = try Self.widget(app)
    let error = await #expect(throws: AuthError.self) { try await accounts.link(login) }
    #expect(error?.code == .forbidden && error?.vendorCode == "linked_to_another_user")
    _ = try app.control("/policy", ["provider": "privy", "accountTransfer": true])
    guard case .transferRequired(let transfer) = try await accounts.link(login) else {
      Issue.record("no transfer")
      return
    }
    #expect(transfer.account == .telegram(.init(userID: "99", username: "jane_t")))
    #expect(transfer.displayName == "jane_t" && transfer.otherWalletAddress == nil)
    let user = try await accounts.transfer(transfer)
    #expect(user.id != other)
    #expect(try Self.linked(.linked(user)).map(\.username) == ["jane_t"])
  }

  @Test func namesWhatIsMissing() throws {
    let widget: JSONValue = [
      "id": 99, "first_name": "Jane", "auth_date": 1_767_225_600, "hash": .string(String(repeating: "ab", count: 32)),
    ]
    _ = try TelegramLogin.widget(widget)
    let faults: [(String, JSONValue?)] = [
      ("id", nil), ("id", -1), ("id", "x"), ("id", 1.5), ("first_name", nil), ("auth_date", nil), ("auth_date", true),
      ("hash", nil), ("hash", "ab"), ("hash", .string(String(repeating: "zz", count: 32))),
    ]
    for (name, value) in faults {
      let error = #expect(throws: AuthError.self) {
        try TelegramLogin.widget(try Self.changed(widget, name, value))
      }
      #expect(error?.code == .invalidRequest && error?.message.contains("'\(name)'") == true, "\(name)")
      #expect(error?.fieldErrors.map(\.field) == [name])
    }
    #expect(throws: AuthError(.invalidRequest, "")) { try TelegramLogin.widget("text") }
    let hash = String(repeating: "ab", count: 32)
    for (name, data) in [
      ("initData", "user=%zz"), ("initData", "hash=1&hash=2"), ("user", "auth_date=1&hash=\(hash)"),
      ("user", "auth_date=1&hash=\(hash)&user=jane"), ("user", "auth_date=1&hash=\(hash)&user=[]"),
      ("id", "auth_date=1&hash=\(hash)&user={}"), ("auth_date", "hash=\(hash)&user=%7B%22id%22%3A1%7D"),
      ("hash", "auth_date=1&user=%7B%22id%22%3A1%7D"),
    ] {
      let error = #expect(throws: AuthError.self) { try TelegramLogin.miniApp(initData: Secret(data)) }
      #expect(error?.code == .invalidRequest && error?.message.contains("'\(name)'") == true, "\(data)")
    }
  }

  @Test func theProofIsNotPrinted() throws {
    let hash = String(repeating: "ab", count: 32)
    let login = try TelegramLogin.widget(["id": 99, "first_name": "Jane", "auth_date": 1, "hash": .string(hash)])
    var dumped = ""
    dump(login, to: &dumped)
    for text in ["\(login)", "\(String(reflecting: login))", dumped] {
      #expect(!text.contains(hash) && !text.contains("Jane"))
    }
  }
}
