import AuthCore
import AuthPrivy
import FuzzTargets

@testable import AuthPrivyWallets

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FuzzTarget {
  /// Texts in standard forms: a wallet's message (EIP-4361), a date of a header field (RFC 9110 §5.6.7), and an origin;
  /// and the logins and approvals of social accounts (P98, P99).
  static let messages = FuzzTarget(name: "messages") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    if let message = try? WalletSignInMessage(parsing: text) {
      require(message.text == text, "a message is written differently than it was read")
    }
    if let date = HTTPDate.decode(text, now: Date(timeIntervalSince1970: 1_800_000_000)) {
      let written = HTTPDate.encode(date)
      require(
        HTTPDate.decode(written, now: date).map { HTTPDate.encode($0) } == written, "a written date is read as another")
    }
    if let origin = Origin(text) {
      require(Origin(origin.description)?.description == origin.description, "a written origin is read as another")
    }
    _ = PercentEncoding.decodeForm(text[...])
    _ = ISO8601.decode(text)
    readSocialAccount(bytes, text)
  }

  private static func readSocialAccount(_ bytes: [UInt8], _ text: String) {
    for login in [try? TelegramLogin.miniApp(initData: Secret(text)), telegramWidget(redirect: text)] {
      if let login { require(login.account != nil, "a login at Telegram is no account") }
    }
    guard let answer = try? JSONValue(parsing: bytes) else { return }
    if let login = try? TelegramLogin.widget(answer) {
      let hash = login.body["telegram_auth_result"]?["hash"]?.stringValue
      require(hash?.utf8.count == 64, "a login was read without its hash")
    }
    _ = try? FarcasterChannel(answer)
    if let approval = try? FarcasterApproval(answer) {
      require(approval.account != nil, "an approval at Farcaster is no account")
    }
  }

  private static func telegramWidget(redirect text: String) -> TelegramLogin? {
    URL(string: text).flatMap { try? TelegramLogin.widget(redirect: $0) }
  }
}
