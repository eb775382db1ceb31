public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What an identity token says that was verified: only a verifier makes one.
public struct PrivyIdentityToken: Sendable, Hashable {
  /// The user's DID: `did:privy:…`.
  public let userID: String
  /// What the user can be recognised by.
  public let linkedAccounts: [PrivyLinkedAccount]
  /// What the app's backend has noted about the user.
  public let customMetadata: JSONValue?
  /// When the user was made.
  public let userCreatedAt: Date?
  /// Whether the user never gave a name.
  public let isGuest: Bool
  /// When it stops working.
  public let expiresAt: Date

  /// Lists and times are texts within the token.
  init(_ token: VerifiedJWT) throws(AuthError) {
    guard let user = token.subject, token["sid"] == nil, let text = token["linked_accounts"]?.stringValue,
      let accounts = (try? JSONValue(parsing: Array(text.utf8)))?.arrayValue
    else { throw AuthError(.invalidToken, "The token is no identity token.") }
    userID = user
    linkedAccounts = accounts.compactMap { PrivyLinkedAccount($0) }
    customMetadata = token["custom_metadata"]?.stringValue.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
    userCreatedAt = token["cr"]?.stringValue.flatMap { Int64($0) }.map { Date(timeIntervalSince1970: Double($0)) }
    isGuest = token["guest"]?.stringValue == "t"
    expiresAt = token.expiresAt
  }
}
