import AuthCore
import AuthCrypto

/// Binds an identity token to a session key (T25).
public enum OAuthNonce {
  /// The nonce of a key: the SHA-256, in lower-case hex, of the key's hex text rather than its bytes.
  ///
  /// - Parameter publicKeyHex: the compressed point in lower-case hex.
  public static func of(publicKeyHex: String) -> String { Hex.encode(SHA256.hash(data: Array(publicKeyHex.utf8))) }
}
