import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The claims of a verified access token, as `PrivyTokenVerifier.accessToken(_:)` returns them.
public struct PrivyAccessToken: Sendable, Hashable {
  /// The user's DID: `did:privy:…`.
  public let userID: String
  /// The session's ID.
  public let sessionID: String
  /// The app's ID.
  public let appID: String
  /// When the token was issued.
  public let issuedAt: Date
  /// When the token expires.
  public let expiresAt: Date

  init(_ token: VerifiedJWT) throws(AuthError) {
    guard let user = token.subject, let session = token["sid"]?.stringValue, let issuedAt = token.issuedAt,
      let app = token.audiences.first
    else {
      throw AuthError(
        .invalidToken, "The token does not have the claims of an access token. Send the session's access token.")
    }
    userID = user
    sessionID = session
    appID = app
    self.issuedAt = issuedAt
    expiresAt = token.expiresAt
  }
}
