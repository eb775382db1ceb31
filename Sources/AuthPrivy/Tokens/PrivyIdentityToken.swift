public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The claims of a verified identity token, as `PrivyTokenVerifier.identityToken(_:)` returns them.
public struct PrivyIdentityToken: Sendable, Hashable {
  /// The user's DID: `did:privy:…`.
  public let userID: String
  /// The accounts that identify the user. Entries without a type are left out.
  public let linkedAccounts: [PrivyLinkedAccount]
  /// The data that the app's backend has stored about the user; nil if the token contains no such data.
  public let customMetadata: JSONValue?
  /// When the user was created; nil if the token does not contain the time.
  public let userCreatedAt: Date?
  /// Whether the user is a guest.
  public let isGuest: Bool
  /// When the token expires.
  public let expiresAt: Date

  /// Reads the claims of an identity token, in which lists and times are strings (P67).
  ///
  /// - Throws: `invalid_token` for an access token, or a token without `sub` or a valid `linked_accounts`.
  init(_ token: VerifiedJWT) throws(AuthError) {
    guard let user = token.subject, token["sid"] == nil, let text = token["linked_accounts"]?.stringValue,
      let accounts = (try? JSONValue(parsing: Array(text.utf8)))?.arrayValue
    else {
      throw AuthError(
        .invalidToken, "The token does not have the claims of an identity token. Send the session's identity token.")
    }
    userID = user
    linkedAccounts = accounts.compactMap { PrivyLinkedAccount($0) }
    customMetadata = token["custom_metadata"]?.stringValue.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
    userCreatedAt = token["cr"]?.stringValue.flatMap { Int64($0) }.map { Date(timeIntervalSince1970: Double($0)) }
    isGuest = token["guest"]?.stringValue == "t"
    expiresAt = token.expiresAt
  }
}
