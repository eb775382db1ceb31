import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What an access token says that was verified: only a verifier makes one.
public struct PrivyAccessToken: Sendable, Hashable {
  /// The user's DID: `did:privy:…`.
  public let userID: String
  /// The session's id.
  public let sessionID: String
  /// The app's id.
  public let appID: String
  /// When it was made.
  public let issuedAt: Date
  /// When it stops working.
  public let expiresAt: Date

  init(_ token: VerifiedJWT) throws(AuthError) {
    guard let user = token.subject, let session = token["sid"]?.stringValue, let issuedAt = token.issuedAt,
      let app = token.audiences.first
    else { throw AuthError(.invalidToken, "The token is no access token.") }
    userID = user
    sessionID = session
    appID = app
    self.issuedAt = issuedAt
    expiresAt = token.expiresAt
  }
}
