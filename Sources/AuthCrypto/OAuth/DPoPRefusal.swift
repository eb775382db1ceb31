/// Why a server refuses a proof of possession (RFC 9449 §4.3).
public enum DPoPRefusal: Error, Sendable, Hashable {
  /// The proof is not valid: `invalid_dpop_proof` (RFC 9449 §5, §7.1). Write the fault to the log of the server; a
  /// client does not need to know which check failed.
  case invalid(Fault)
  /// The proof lacks a current nonce: `use_dpop_nonce`. The server sends this nonce in the field `DPoP-Nonce` (RFC 9449
  /// §8, §9).
  case nonceRequired(String)
  /// The memory of accepted proofs is full, so a replay could not be detected. Respond with 503; the client can try
  /// again.
  case overloaded

  /// The check that a proof does not pass.
  public enum Fault: String, Sendable, Hashable, CaseIterable {
    /// The request has no field `DPoP`, or several.
    case fieldCount
    /// The proof is not a JWS in compact serialisation with an object as its payload.
    case format
    /// `typ` is not `dpop+jwt`, or `alg` is not accepted.
    case header
    /// `jwk` is missing, is not a supported public key, or does not fit `alg`.
    case key
    /// The signature does not verify with `jwk`.
    case signature
    /// `htm` is not the request's method.
    case method
    /// `htu` is not the request's URL.
    case target
    /// `ath` is not the hash of the access token.
    case accessToken
    /// `iat` is missing, in the future, or too old.
    case time
    /// `jti` is missing.
    case identifier
    /// The key is not the one that the token is bound to.
    case otherKey
    /// The proof was accepted before.
    case replay
  }

  /// The error code of the response; nil for `overloaded`.
  public var errorCode: String? {
    switch self {
    case .invalid: "invalid_dpop_proof"
    case .nonceRequired: "use_dpop_nonce"
    case .overloaded: nil
    }
  }
}
