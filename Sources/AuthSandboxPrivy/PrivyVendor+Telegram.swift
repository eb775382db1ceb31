import AuthCore
import AuthCrypto
import AuthSandboxKit

/// Logins at Telegram, which Telegram signs with the token of the app's bot (P98).
extension PrivyVendor {
  /// How long a login is accepted. DESIGN P98: Telegram recommends a limit and names none.
  private static let loginSeconds: Int64 = 86_400

  /// Verifies a login at Telegram, and returns its account and the details.
  func checkTelegram(
    _ body: JSONObject, _ world: SandboxWorld
  ) throws(PrivyFailure) -> (PrivyUser.Account.Kind, JSONObject) {
    let isWidget = body["telegram_auth_result"]?.objectValue != nil
    guard let login = (body["telegram_auth_result"] ?? body["telegram_web_app_data"])?.objectValue,
      isWidget != (body["telegram_web_app_data"]?.objectValue != nil)
    else { throw .invalidData("Either telegram_auth_result or telegram_web_app_data must be an object.") }
    let time = try login.privyNumber("auth_date")
    let hash = try login.privyText("hash")
    guard let given = Hex.decode(hash), ConstantTime.equal(given, try telegramHash(of: login, isWidget: isWidget))
    else { throw .refusedApproval("the hash of Telegram is wrong") }
    guard time <= world.unixTime + 60 else { throw .refusedApproval("auth_date is in the future") }
    let limit = world.seconds(name, "telegramSeconds", default: Self.loginSeconds)
    guard world.unixTime - time < limit else { throw .refusedApproval("auth_date is older than \(limit) seconds") }
    var user = login
    if !isWidget {
      // The user of a mini app is JSON text.
      user = try Self.object(try login.privyText("user"))
    }
    let id = try user.privyNumber("id")
    _ = try user.privyText("first_name")
    var details = JSONObject()
    for name in ["first_name", "last_name", "username", "photo_url"] { details[name] = user[name] }
    return (.telegram(String(id)), details)
  }

  /// The hash of Telegram (core.telegram.org/widgets/login, core.telegram.org/bots/webapps): HMAC-SHA-256 over all
  /// other fields as `name=value`, sorted by name. The key is the SHA-256 of the bot's token; for mini apps, it is the
  /// HMAC-SHA-256 of the token with the key `WebAppData`.
  func telegramHash(of login: JSONObject, isWidget: Bool) throws(PrivyFailure) -> [UInt8] {
    var lines: [String] = []
    for member in login.members.sorted(by: { $0.name < $1.name }) where member.name != "hash" {
      guard let value = member.value.stringValue ?? member.value.integerValue.map({ String($0) }) else {
        throw .invalidData("\(member.name) must be a string or a whole number.")
      }
      lines.append(member.name + "=" + value)
    }
    let token = Array(app.telegramBotToken.utf8)
    let key =
      isWidget
      ? Array(SHA256.hash(data: token)) : Self.mac(token, key: Array("WebAppData".utf8))
    return Self.mac(Array(lines.joined(separator: "\n").utf8), key: key)
  }

  private static func object(_ text: String) throws(PrivyFailure) -> JSONObject {
    do throws(JSONError) {
      if let object = try JSONValue(parsing: text).objectValue { return object }
    } catch {
      throw .invalidData("user must be JSON: \(error)")
    }
    throw .invalidData("user must be a JSON object as text.")
  }

  private static func mac(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
  }
}
