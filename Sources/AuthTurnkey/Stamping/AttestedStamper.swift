public import AuthCore

/// Stamps with a key that the server does not know yet. A token attests which user the key belongs to (T1).
public struct AttestedStamper: Stamper {
  /// The token that attests the key.
  public enum Attestation: Sendable {
    /// A verification token that was bound to the key when the code was verified.
    case verificationToken(Secret)
    /// An identity token whose nonce is derived from the key.
    case identityToken(Secret)

    var token: Secret {
      switch self {
      case .verificationToken(let token), .identityToken(let token): token
      }
    }

    var scheme: String {
      switch self {
      case .verificationToken: "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN"
      case .identityToken: "STAMP_ATTESTED_SCHEME_P256_OIDC"
      }
    }
  }

  /// The name of the header field for the stamp. Header names are case-insensitive.
  public static let headerName = "X-Stamp-Attested"

  private let signer: KeyStoreStamper
  private let attestation: Attestation

  /// A stamper of a key and its attestation.
  ///
  /// - Parameters:
  ///   - key: the P-256 key that the token is bound to.
  ///   - keys: the key stores, one of which has the key.
  ///   - attestation: the token that is bound to the key, with its kind.
  /// - Throws: `unsupported` for a key that is not P-256, `key_unavailable` if the key's store is not in `keys`.
  public init(key: KeyReference, in keys: KeyRing, attestation: Attestation) throws(AuthError) {
    guard key.algorithm == .p256 else {
      throw AuthError(.unsupported, "A \(key.algorithm.rawValue) key cannot be attested. Use a P-256 key.")
    }
    signer = try KeyStoreStamper(key: key, in: keys)
    self.attestation = attestation
  }

  /// The stamp of a request with this body.
  ///
  /// - Throws: `key_unavailable` if the key is missing or locked, `internal` if the store returns an invalid signature,
  ///   and the store's other errors.
  public func stamp(_ body: [UInt8]) async throws(AuthError) -> Stamp {
    let value: JSONValue = [
      "publicKeyAttestation": .string(attestation.token.revealText()), "scheme": .string(attestation.scheme),
      "publicKey": .string(signer.publicKeyHex),
      "signature": .string(Hex.encode(try await signer.signature(for: body))),
    ]
    // Base64url, as in captured requests; the vendor's documents show plain JSON (T1).
    return Stamp(name: Self.headerName, value: Base64URL.encode(value.serialized))
  }
}
