public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An account or credential that identifies a user (P65 to P68).
public struct PrivyLinkedAccount: Sendable, Hashable {
  /// The kind of an account, with the values that the kind has.
  public enum Kind: Sendable, Hashable {
    /// A user of the app's own identity system.
    case customAuth(userID: String)
    /// An e-mail address.
    case email(String)
    /// A telephone number.
    case phone(String)
    /// A wallet, the user's own or one that the vendor keeps.
    case wallet(Wallet)
    /// An account at another service, by the service's name: `google`, `github`, `custom:acme`.
    case oauth(String, OAuthAccount)
    /// An account at Telegram.
    case telegram(TelegramAccount)
    /// An account at Farcaster.
    case farcaster(FarcasterAccount)
    /// A passkey.
    case passkey(Passkey)
    /// An account of another kind, or one that lacks a value that its kind requires. The object is kept as received.
    case other(JSONObject)
  }

  /// A wallet.
  public struct Wallet: Sendable, Hashable {
    /// The vendor's ID; nil for a wallet that the vendor does not keep, and for a wallet on the user's device.
    public let id: String?
    /// The wallet's address.
    public let address: String
    /// The kind of chain by the vendor's name, such as `ethereum` or `solana`; nil if the vendor did not send it.
    public let chainType: String?
    /// Whether the wallet is one of the vendor's embedded wallets.
    public let isEmbedded: Bool
  }

  /// An account at another service.
  public struct OAuthAccount: Sendable, Hashable {
    /// The service's ID of the user.
    public let subject: String
    /// The account's e-mail address; nil if the vendor did not send one.
    public let email: String?
    /// The account's name; nil if the vendor did not send one.
    public let username: String?
    /// The user's display name; nil if the vendor did not send one.
    public let name: String?
  }

  /// An account at Telegram.
  public struct TelegramAccount: Sendable, Hashable {
    /// Telegram's ID of the user.
    public let userID: String
    /// The account's name; nil if the vendor did not send one.
    public let username: String?
  }

  /// An account at Farcaster.
  public struct FarcasterAccount: Sendable, Hashable {
    /// Farcaster's number of the user.
    public let fid: Int64
    /// The account's name; nil if the vendor did not send one.
    public let username: String?
    /// The user's display name; nil if the vendor did not send one.
    public let displayName: String?
    /// The address of the wallet that owns the account; nil if the vendor did not send it.
    public let ownerAddress: String?
  }

  /// A passkey.
  public struct Passkey: Sendable, Hashable {
    /// The passkey's WebAuthn credential ID.
    public let credentialID: String
    /// The name of the authenticator that stores the passkey; nil if the vendor did not send it.
    public let authenticatorName: String?
    /// Whether the passkey is a second factor.
    public let isSecondFactor: Bool
  }

  /// The vendor's name for the kind, such as `google_oauth`.
  public let type: String
  /// The kind, with its values.
  public let kind: Kind
  /// When the account was verified; nil if the vendor did not send the time.
  public let verifiedAt: Date?
  /// When the account was verified for the first time; nil if the vendor did not send the time.
  public let firstVerifiedAt: Date?
  /// When the account was last verified; nil if the vendor did not send the time.
  public let latestVerifiedAt: Date?

  /// Reads an account from the vendor's JSON. Returns nil for a value that is not an object with a type.
  package init?(_ value: JSONValue) {
    guard let object = value.objectValue, let type = object["type"]?.stringValue else { return nil }
    self.type = type
    kind = Self.kind(type, object) ?? .other(object)
    verifiedAt = object["verified_at"]?.unixDate
    firstVerifiedAt = object["first_verified_at"]?.unixDate
    // An identity token has `lv` in place of `latest_verified_at` (P66).
    latestVerifiedAt = (object["latest_verified_at"] ?? object["lv"])?.unixDate
  }

  /// The kind of an account; nil if the kind is unknown or a required value is missing. Such an account is kept as
  /// received.
  private static func kind(_ type: String, _ object: JSONObject) -> Kind? {
    func text(_ name: String) -> String? { object[name]?.stringValue }
    switch type {
    case "custom_auth": return text("custom_user_id").map { .customAuth(userID: $0) }
    case "email": return text("address").map { .email($0) }
    // `phoneNumber` in the user object, `phone_number` in the identity token (P67).
    case "phone": return (text("phoneNumber") ?? text("phone_number")).map { .phone($0) }
    case "wallet":
      // An identity token has no connector (P65).
      let isEmbedded = text("wallet_client_type") == "privy" && text("connector_type") ?? "embedded" == "embedded"
      return text("address").map {
        .wallet(Wallet(id: text("id"), address: $0, chainType: text("chain_type"), isEmbedded: isEmbedded))
      }
    case "telegram":
      return text("telegram_user_id").map { .telegram(TelegramAccount(userID: $0, username: text("username"))) }
    case "farcaster":
      // An identity token has `oa` for `owner_address` (P67).
      return object["fid"]?.integerValue.map {
        .farcaster(
          FarcasterAccount(
            fid: $0, username: text("username"), displayName: text("display_name"),
            ownerAddress: text("owner_address") ?? text("oa")))
      }
    case "passkey":
      return text("credential_id").map {
        .passkey(
          Passkey(
            credentialID: $0, authenticatorName: text("authenticator_name"),
            isSecondFactor: object["enrolled_in_mfa"]?.boolValue ?? false))
      }
    default:
      // `google_oauth`; for a service that the app has added, the type is the full name: `custom:acme` (P69).
      let service = type.hasSuffix("_oauth") ? String(type.dropLast("_oauth".count)) : type
      guard service != type || type.hasPrefix("custom:"), let subject = text("subject") else { return nil }
      return .oauth(
        service,
        OAuthAccount(subject: subject, email: text("email"), username: text("username"), name: text("name")))
    }
  }
}
