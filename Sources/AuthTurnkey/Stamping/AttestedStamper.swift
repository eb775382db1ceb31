public import AuthCore

/// Stamps with a key that the server does not know yet, with a token that says whose key it is (T1).
public struct AttestedStamper: Stamper {
  /// What says whose key it is.
  public enum Attestation: Sendable {
    /// A verification token, bound to the key when the code was verified.
    case verificationToken(Secret)
    /// An identity token whose nonce is the key's.
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

  /// The header that carries the stamp; names compare without regard to case.
  public static let headerName = "X-Stamp-Attested"

  private let signer: KeyStoreStamper
  private let attestation: Attestation

  /// A stamper of a key and what attests it.
  ///
  /// - Parameters:
  ///   - key: the P-256 key that the token is bound to.
  ///   - keys: the stores that resolve it.
  ///   - attestation: the token that binds the key, and which kind it is.
  /// - Throws: `key_unavailable`, and `unsupported` for a key of another kind.
  public init(key: KeyReference, in keys: KeyRing, attestation: Attestation) throws(AuthError) {
    guard key.algorithm == .p256 else {
      throw AuthError(.unsupported, "A \(key.algorithm.rawValue) key cannot be attested; a P-256 key can.")
    }
    signer = try KeyStoreStamper(key: key, in: keys)
    self.attestation = attestation
  }

  /// The stamp of a request with this body.
  ///
  /// - Throws: `key_unavailable`, `internal`.
  public func stamp(_ body: [UInt8]) async throws(AuthError) -> Stamp {
    let value: JSONValue = [
      "publicKeyAttestation": .string(attestation.token.revealText()), "scheme": .string(attestation.scheme),
      "publicKey": .string(signer.publicKeyHex),
      "signature": .string(Hex.encode(try await signer.signature(for: body))),
    ]
    // Base64url, as it was captured; the vendor's documents show plain JSON (T1).
    return Stamp(name: Self.headerName, value: Base64URL.encode(value.serialized))
  }
}
