import AuthCore
import AuthCrypto

/// The two tokens of a session at one time.
struct AppSessionTokens: Sendable {
  let access: Secret
  let refresh: Secret

  /// Makes the first tokens of a session from random bytes.
  init(id: SessionID, random: any RandomSource) {
    let family = random.token(byteCount: AppSessionTokenKind.familyByteCount)
    self.init(
      id: id, shared: Secret(AppSessionTokenKind.refresh.prefix + id.rawValue + "." + family),
      access: random.bytes(AppSessionTokenKind.secretByteCount),
      refresh: random.bytes(AppSessionTokenKind.secretByteCount))
  }

  /// Makes the tokens that replace a refresh token: HMAC-SHA-256 of a random salt, with the spent token as the key. The
  /// store keeps the salt, but not the token, and a client knows the token, but not the salt. Only both together give
  /// the same tokens again, for a client whose response was lost.
  init(replacing spent: PresentedToken, salt: [UInt8]) {
    let key = SymmetricKey(data: spent.text.revealBytes())
    func secret(_ label: UInt8) -> [UInt8] {
      Array(HMAC<SHA256>.authenticationCode(for: [label] + salt, using: key))
    }
    self.init(id: spent.id, shared: spent.shared, access: secret(1), refresh: secret(2))
  }

  private init(id: SessionID, shared: Secret, access: [UInt8], refresh: [UInt8]) {
    self.access = Secret(AppSessionTokenKind.access.prefix + id.rawValue + "." + Base64URL.encode(access))
    self.refresh = Secret(shared.revealText() + "." + Base64URL.encode(refresh))
  }

  /// Returns the SHA-256 of a token, the only form in which it is stored.
  static func hash(_ token: Secret) -> [UInt8] { Array(SHA256.hash(data: token.revealBytes())) }
}
