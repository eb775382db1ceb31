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

/// The requests and responses for accounts at Telegram and Farcaster, and for transfers.
@Suite struct PrivyAccountFactTests {
  private static let hash = String(repeating: "ab", count: 32)
  private static let user: JSONValue = ["id": "did:privy:c", "linked_accounts": []]

  /// The refusal in the form of the vendor's `AccountTransferRequiredError` (P100).
  private static func refusal(_ subject: String, _ other: JSONObject = [:]) -> JSONValue {
    var other = other
    other["embeddedWalletAddress"] = .null
    return [
      "error": "x", "code": "account_transfer_required",
      "data": [
        "nonce": "permission", "subject": .string(subject), "account": ["displayName": "Jane"],
        "otherUser": .object(other),
      ],
    ]
  }

  private static func body(_ script: ScriptedWallets, _ path: String) throws -> JSONValue {
    try JSONValue(parsing: try #require(script.requests(path).last?.body))
  }

  private static func transfer(_ result: PrivyLinkResult) throws -> PrivyAccountTransfer {
    guard case .transferRequired(let transfer) = result else { throw AuthError(.internalError, "no transfer") }
    return transfer
  }

  private static let completed: JSONValue = [
    "state": "completed", "nonce": "n", "message": "m", "signature": "0x00", "fid": 7, "username": "jane", "bio": "",
    "display_name": "Jane", "pfp_url": "",
  ]

  private static func farcaster(_ link: JSONValue, status: Int = 200) -> ScriptedWallets {
    ScriptedWallets([
      "/farcaster/init": (
        200, ["channel_token": "token", "connect_uri": "https://farcaster.example/c?channelToken=token"]
      ),
      "/farcaster/status": (200, completed), "/farcaster/link": (status, link),
      "/farcaster/transfer": (200, user),
    ])
  }

  @Test("P98: a login at Telegram is linked, and moved, with everything that Telegram sent")
  func telegram() async throws {
    let script = ScriptedWallets([
      "/telegram/link": (400, Self.refusal("99")), "/telegram/transfer": (200, Self.user),
    ])
    let accounts = try await script.accounts()
    let widget: JSONValue = [
      "id": 99, "first_name": "Jane", "auth_date": 1, "hash": .string(Self.hash), "new_field": "kept",
    ]
    let transfer = try Self.transfer(try await accounts.link(.widget(widget)))
    #expect(try Self.body(script, "/telegram/link") == ["telegram_auth_result": widget])
    #expect(transfer.account == .telegram(.init(userID: "99", username: nil)))
    _ = try await accounts.transfer(transfer)
    let moved = try Self.body(script, "/telegram/transfer")
    #expect(moved == ["telegram_auth_result": widget, "nonce": "permission"])

    let data = "query_id=q&user=%7B%22id%22%3A99%7D&auth_date=1&hash=" + Self.hash
    _ = try await accounts.link(.miniApp(initData: Secret(data)))
    #expect(
      try Self.body(script, "/telegram/link") == [
        "telegram_web_app_data": [
          "query_id": "q", "user": #"{"id":99}"#, "auth_date": 1, "hash": .string(Self.hash),
        ]
      ])
  }

  @Test("P99: a channel is opened, its state is read with its token in a header, and its approval is linked")
  func farcaster() async throws {
    let script = Self.farcaster(Self.user)
    let accounts = try await script.accounts()
    let channel = try await accounts.beginFarcaster()
    #expect(channel.connectURL.absoluteString == "https://farcaster.example/c?channelToken=token")
    #expect(try Self.body(script, "/farcaster/init") == [:])
    _ = try await accounts.link(channel)
    let question = try #require(script.requests("/farcaster/status").last)
    #expect(question.method == "GET" && question.headers["farcaster-channel-token"] == "token")
    #expect(
      try Self.body(script, "/farcaster/link") == [
        "channel_token": "token", "fid": 7, "message": "m", "signature": "0x00",
      ])
  }

  @Test("P100: a Farcaster account is moved with the address that the vendor sent")
  func farcasterTransfer() async throws {
    let script = Self.farcaster(Self.refusal("7", ["farcasterEmbeddedAddress": "0xcd"]), status: 400)
    let accounts = try await script.accounts()
    let transfer = try Self.transfer(try await accounts.link(try await accounts.beginFarcaster()))
    #expect(transfer.displayName == "Jane" && transfer.otherWalletAddress == nil)
    _ = try await accounts.transfer(transfer)
    #expect(
      try Self.body(script, "/farcaster/transfer") == [
        "farcaster_id": "7", "farcaster_embedded_address": "0xcd", "nonce": "permission",
      ])
  }

  @Test("P100: a refusal without a permission is an error")
  func noPermission() async throws {
    let script = Self.farcaster(["error": "x", "code": "account_transfer_required"], status: 400)
    let accounts = try await script.accounts()
    let channel = try await accounts.beginFarcaster()
    let error = await #expect(throws: AuthError.self) { try await accounts.link(channel) }
    #expect(error?.code == .forbidden && error?.vendorCode == "account_transfer_required")
  }

  @Test("P101: a channel that the vendor does not know has expired")
  func unknownChannel() async throws {
    for (status, code) in [(422, "invalid_credentials"), (400, "invalid_data"), (404, "not_found")] {
      let script = Self.farcaster(Self.user)
      let accounts = try await script.accounts()
      let channel = try await accounts.beginFarcaster()
      script.set("/farcaster/status", status, ["error": "x", "code": .string(code)])
      let error = await #expect(throws: AuthError.self) { try await accounts.link(channel) }
      #expect(error?.code == .approvalExpired, "\(code)")
    }
  }

  @Test("P99: a channel or a state that is not as expected is malformed")
  func malformed() async throws {
    let accounts: [JSONValue] = [
      [:], ["channel_token": "t"], ["connect_uri": "https://f.example"],
      ["channel_token": "t", "connect_uri": "http://f.example/c"],
      ["channel_token": "t", "connect_uri": "javascript:alert(1)"],
      ["channel_token": "a\nb", "connect_uri": "https://f.example"],
    ]
    for answer in accounts {
      let script = ScriptedWallets(["/farcaster/init": (200, answer)])
      let accounts = try await script.accounts()
      let error = await #expect(throws: AuthError.self) { try await accounts.beginFarcaster() }
      #expect(error?.code == .malformedResponse, "\(answer)")
    }
    let app: JSONValue = ["channel_token": "t", "connect_uri": "farcaster://connect?channelToken=t"]
    _ = try await ScriptedWallets(["/farcaster/init": (200, app)]).accounts().beginFarcaster()
    let states: [JSONValue] = [
      [:], ["state": "other"], ["state": "completed"], ["state": "completed", "fid": 7, "message": "m"],
      ["state": "completed", "fid": 0, "message": "m", "signature": "s"],
      ["state": "completed", "fid": "7", "message": "m", "signature": "s"],
    ]
    for state in states {
      let script = Self.farcaster(Self.user)
      let accounts = try await script.accounts()
      script.set("/farcaster/status", 200, state)
      let channel = try await accounts.beginFarcaster()
      let error = await #expect(throws: AuthError.self) { try await accounts.link(channel) }
      #expect(error?.code == .malformedResponse, "\(state)")
    }
  }
}
