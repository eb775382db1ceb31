public import AuthCore

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// The code verifier and the code challenge for one code exchange (RFC 7636). The method is always S256.
public struct PKCE: Sendable {
  /// The verifier, which the client keeps until the exchange (RFC 7636 §4.1): 43 to 128 unreserved characters.
  public let verifier: Secret
  /// The challenge, which is sent with the authorisation request (RFC 7636 §4.2).
  public let challenge: String

  /// The name of the method on the wire.
  public static let method = "S256"

  /// Creates a verifier of 43 characters from 32 random bytes, and its challenge.
  public init(random: any RandomSource) {
    let text = Base64URL.encode(random.bytes(32))
    verifier = Secret(text)
    challenge = Self.challenge(for: text)
  }

  /// Computes the challenge for a verifier that the app supplies.
  ///
  /// - Throws: `invalid_request` unless the verifier consists of 43 to 128 unreserved characters (RFC 7636 §4.1).
  public init(verifier: Secret) throws(AuthError) {
    let text = verifier.revealText()
    guard Self.isVerifier(text) else {
      throw AuthError(
        .invalidRequest,
        "The code verifier is not valid. Use 43 to 128 characters of A-Z, a-z, 0-9 and -._~ (RFC 7636 §4.1).")
    }
    self.verifier = verifier
    challenge = Self.challenge(for: text)
  }

  /// Returns whether `verifier` matches `challenge`. The server performs this check (RFC 7636 §4.6). The comparison
  /// takes constant time.
  public static func verify(verifier: String, challenge: String) -> Bool {
    isVerifier(verifier) && ConstantTime.equal(Self.challenge(for: verifier), challenge)
  }

  private static func challenge(for verifier: String) -> String {
    Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)))
  }

  private static func isVerifier(_ text: String) -> Bool {
    (43...128).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        switch $0 {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
      }
  }
}
