public import AuthCore

/// A signed message in compact serialisation (RFC 7515 §7.1), parsed strictly but not yet verified. Do not trust its
/// contents before `verify(with:)` has returned.
public struct JWS: Sendable {
  /// The protected header.
  public let header: JSONObject
  /// The header's `alg`.
  public let algorithm: JWSAlgorithm
  /// The header's `kid`: the id of the key that signed the message; nil if the header has none.
  public let keyID: String?
  /// The header's `typ`: the type of the message, such as `JWT`; nil if the header has none.
  public let type: String?
  /// The signed payload.
  public let payload: [UInt8]
  /// The decoded signature in the JWS format (RFC 7518 §3, RFC 8037 §3.1).
  public let signature: [UInt8]
  /// The bytes that the signature covers: header and payload as received, with the dot between them.
  public let signingInput: [UInt8]

  /// The length of the largest token that is accepted by default, in bytes.
  public static let defaultMaximumByteCount = 8192

  /// Parses a compact serialisation.
  ///
  /// - Throws: `invalid_token` for a token of more than `maximumByteCount` bytes, and for a token that does not consist
  ///   of three parts in unpadded base64url, of which only the payload may be empty. The header must be an object with
  ///   a known `alg`, at most 8 levels deep, without duplicate members and without `crit`, `b64` or `zip`; `kid` and
  ///   `typ` must be strings. The extensions `b64` and `zip` are not supported, and RFC 7515 §4.1.11 requires that an
  ///   unsupported critical extension is refused.
  public init(compact: String, maximumByteCount: Int = defaultMaximumByteCount) throws(AuthError) {
    self = try JWSCompactForm.read(compact, maximumByteCount: maximumByteCount) { (form) throws(AuthError) in
      JWS(form, try JWSHeader(parsing: form.header))
    }
  }

  private init(_ form: JWSCompactForm, _ header: JWSHeader) {
    self.header = header.members
    algorithm = header.algorithm
    keyID = header.keyID
    type = header.type
    payload = Array(form.payload)
    signature = Array(form.signature)
    signingInput = Array(form.signingInput)
  }

  /// Checks the signature.
  ///
  /// - Throws: `invalid_token` if the key does not fit the header's `alg`; `signature_invalid` if the signature is not
  ///   valid.
  public func verify(with key: VerificationKey) throws(AuthError) {
    guard key.fits(algorithm) else { throw Self.malformed("has an alg that does not fit the key") }
    guard key.isValidSignature(signature, for: signingInput, by: algorithm) else {
      throw AuthError(
        .signatureInvalid,
        "The token's signature does not verify: the token was changed, or another key signed the token. "
          + Self.newToken)
    }
  }

  /// Returns an error about a malformed token. The message contains no part of the token; `what` completes the sentence
  /// "The token …", and `remedy` is the sentence after it.
  static func malformed(_ what: String, remedy: String = JWS.newToken) -> AuthError {
    AuthError(.invalidToken, "The token \(what). \(remedy)")
  }

  /// What to do about a token that can never be valid.
  static let newToken = "Do not use the token; request a new one."
  /// What to do about a token that the validation rules do not accept, although it may be valid elsewhere.
  static let otherRules = "Check the rules, and request a token that meets them."
  /// What to do about a token whose times are in the future.
  static let otherClock = "Compare the clocks of the issuer and of this machine."
}

extension JWS: Redacting {
  /// The algorithm, the key id and the type.
  public var shownParts: KeyValuePairs<String, String> {
    ["algorithm": algorithm.rawValue, "keyID": keyID ?? "nil", "type": type ?? "nil"]
  }
}
