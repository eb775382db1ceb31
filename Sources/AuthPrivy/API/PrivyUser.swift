public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The vendor's user (P68).
public struct PrivyUser: Sendable, Hashable {
  /// The user's DID: `did:privy:…`.
  public let id: String
  /// When the user was created; nil if the vendor did not send the time.
  public let createdAt: Date?
  /// The accounts that identify the user, including those of unknown kinds.
  public let linkedAccounts: [PrivyLinkedAccount]
  /// The enrolled second factors, by the vendor's names.
  public let mfaMethods: [String]
  /// Whether the user is a guest.
  public let isGuest: Bool
  /// Whether the user accepted the app's terms.
  public let hasAcceptedTerms: Bool
  /// The data that the app's backend has stored about the user; nil if there is no such data.
  public let customMetadata: JSONValue?
  /// The whole object, as received.
  public let json: JSONObject

  /// Reads a user from the vendor's JSON.
  ///
  /// - Throws: `malformed_response` if the value is not an object with a non-empty `id`.
  public init(json value: JSONValue) throws(AuthError) {
    guard let object = value.objectValue, let id = object["id"]?.stringValue, !id.isEmpty else {
      throw AuthError(
        .malformedResponse, "The user in the response has no 'id'. Try again, or check the server's address.")
    }
    self.id = id
    createdAt = object["created_at"]?.unixDate
    linkedAccounts = (object["linked_accounts"]?.arrayValue ?? []).compactMap { PrivyLinkedAccount($0) }
    mfaMethods = (object["mfa_methods"]?.arrayValue ?? []).compactMap { $0.stringValue ?? $0["type"]?.stringValue }
    isGuest = object["is_guest"]?.boolValue ?? false
    hasAcceptedTerms = object["has_accepted_terms"]?.boolValue ?? false
    customMetadata = object["custom_metadata"].flatMap { $0.isNull ? nil : $0 }
    json = object
  }

  /// The first e-mail address among the linked accounts, including accounts at other services; nil if none has one.
  public var email: String? {
    for account in linkedAccounts {
      switch account.kind {
      case .email(let address): return address
      case .oauth(_, let account): if let email = account.email { return email }
      default: continue
      }
    }
    return nil
  }

  /// The user's ID in the app's own identity system; nil if no such account is linked.
  public var customUserID: String? {
    for case .customAuth(let userID) in linkedAccounts.map(\.kind) { return userID }
    return nil
  }

  /// The first display name among the accounts at other services; nil if none has one.
  public var displayName: String? {
    for case .oauth(_, let account) in linkedAccounts.map(\.kind) {
      if let name = account.name { return name }
    }
    return nil
  }
}

extension Session {
  /// The vendor's user, from the vendor's last response that contained the user; nil if the session has no valid user
  /// data, for example because it is a session of another vendor.
  public var privyUser: PrivyUser? {
    guard let value = claims["user"] else { return nil }
    do throws(AuthError) {
      return try PrivyUser(json: value)
    } catch {
      return nil
    }
  }
}

extension JSONValue {
  /// The date that is the given number of seconds after 1970; nil if the value is not a number.
  var unixDate: Date? { numberValue.map { Date(timeIntervalSince1970: $0) } }
}
