public import AuthCore
import AuthPrivy

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What Telegram says about a user who has logged in there, with the proof for the app's backend (P98).
///
/// Only the vendor can check the proof, because it is made with the token of the app's bot. This package checks that
/// nothing is missing.
public struct TelegramLogin: Sendable, Redacting {
  /// Telegram's ID of the user.
  public let userID: String
  /// The name of the user's account; nil if the user has none.
  public let username: String?
  /// The name of the member of a body that has the login.
  private let member: String
  private let fields: JSONObject
  /// Proves the login to anyone who knows it and `fields`.
  private let hash: Secret

  static let route = "telegram"

  /// The way of the login alone, since its fields are about the user.
  public var shownParts: KeyValuePairs<String, String> { ["kind": member] }

  private init(id: Int64, username: String?, _ member: String, _ object: JSONObject) throws(AuthError) {
    var fields = object
    fields["auth_date"] = .integer(try Self.number("auth_date", in: object))
    guard let hash = object["hash"]?.stringValue else { throw Self.invalid("hash", "is missing") }
    guard Hex.decode(hash)?.count == 32 else { throw Self.invalid("hash", "is not 64 hexadecimal digits") }
    fields["hash"] = Optional<JSONValue>.none
    userID = String(id)
    self.username = username
    self.member = member
    self.fields = fields
    self.hash = Secret(hash)
  }

  /// Reads the result of Telegram's login widget: `{"id", "first_name", "auth_date", "hash", …}`. Further members are
  /// kept, because the hash covers them. Numbers can also be text, as in the widget's redirect.
  ///
  /// - Throws: `invalid_request` that names the missing or malformed member.
  public static func widget(_ result: JSONValue) throws(AuthError) -> TelegramLogin {
    guard var object = result.objectValue else { throw invalid("result", "is not a JSON object") }
    let id = try number("id", in: object)
    object["id"] = .integer(id)
    guard object["first_name"]?.stringValue != nil else { throw invalid("first_name", "is missing") }
    return try TelegramLogin(id: id, username: object["username"]?.stringValue, "telegram_auth_result", object)
  }

  /// Reads the address to which Telegram's login widget has redirected the user.
  ///
  /// - Throws: `invalid_request` that names the missing or malformed parameter.
  public static func widget(redirect url: URL) throws(AuthError) -> TelegramLogin {
    let query = url.absoluteString.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    return try widget(.object(try fields(String(query), "query")))
  }

  /// Reads the `initData` of a mini app: a query with `user`, `auth_date`, `hash` and further fields.
  ///
  /// - Throws: `invalid_request` that names the missing or malformed field.
  public static func miniApp(initData: Secret) throws(AuthError) -> TelegramLogin {
    let object = try fields(initData.revealText(), "initData")
    guard let text = object["user"]?.stringValue else { throw invalid("user", "is missing") }
    let user: JSONValue
    do throws(JSONError) { user = try JSONValue(parsing: Array(text.utf8)) } catch {
      throw invalid("user", "is not JSON")
    }
    guard let parts = user.objectValue else { throw invalid("user", "is not a JSON object") }
    return try TelegramLogin(
      id: try number("id", in: parts), username: user["username"]?.stringValue, "telegram_web_app_data", object)
  }

  /// The proof, as a member of a request's body.
  var body: JSONObject {
    var object = fields
    object["hash"] = .string(hash.revealText())
    return JSONObject([(member, .object(object))])
  }

  var account: PrivyLinkedAccount.Kind? {
    var account: JSONObject = ["type": "telegram", "telegram_user_id": .string(userID)]
    account["username"] = username.map { .string($0) }
    return PrivyLinkedAccount(.object(account))?.kind
  }

  /// The fields of a query, each of which occurs once.
  private static func fields(_ query: String, _ name: String) throws(AuthError) -> JSONObject {
    guard let fields = PercentEncoding.decodeForm(query) else { throw invalid(name, "is not a query") }
    let object = JSONObject(fields.map { ($0.name, JSONValue.string($0.value)) })
    guard object.count == fields.count else { throw invalid(name, "repeats a field") }
    return object
  }

  private static func number(_ name: String, in object: JSONObject) throws(AuthError) -> Int64 {
    guard let value = object[name] else { throw invalid(name, "is missing") }
    guard let number = value.integerValue ?? value.stringValue.flatMap({ Int64($0) }), number > 0 else {
      throw invalid(name, "is not a positive whole number")
    }
    return number
  }

  private static func invalid(_ name: String, _ what: String) -> AuthError {
    AuthError(
      .invalidRequest, "The login of Telegram cannot be used: '\(name)' \(what). Pass it as Telegram sent it.",
      fieldErrors: [AuthError.FieldError(field: name, message: "It \(what).")])
  }
}
