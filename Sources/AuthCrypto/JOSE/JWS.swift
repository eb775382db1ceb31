public import AuthCore

/// A signed message in its compact form (RFC 7515 §7.1), parsed strictly. It is not yet verified: do not trust its
/// contents before `verify` has returned.
public struct JWS: Sendable {
  /// The protected header.
  public let header: JSONObject
  /// `alg`.
  public let algorithm: JWSAlgorithm
  /// `kid`.
  public let keyID: String?
  /// `typ`.
  public let type: String?
  /// The signed payload.
  public let payload: [UInt8]
  /// The signature in JOSE's form.
  public let signature: [UInt8]
  /// The bytes that the signature covers: header and payload as received, with the dot between.
  public let signingInput: [UInt8]

  /// The largest token that is read by default.
  public static let defaultMaximumByteCount = 8192

  /// Parses a compact serialisation.
  ///
  /// - Throws: `invalid_token` for anything but three parts of unpadded base64url (the payload alone may be empty), a
  ///   header object without duplicate members, a known `alg` and neither `crit`, `b64` nor `zip`: none of these
  ///   extensions is supported, and a critical one must be refused (RFC 7515 §4.1.11).
  public init(compact: String, maximumByteCount: Int = defaultMaximumByteCount) throws(AuthError) {
    self = try CompactForm.read(compact, maximumByteCount: maximumByteCount) { (form) throws(AuthError) in
      JWS(form, try JWSHeader(parsing: form.header))
    }
  }

  private init(_ form: CompactForm, _ header: JWSHeader) {
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
  /// - Throws: `invalid_token` when the key does not fit the header's `alg`, `signature_invalid` when the signature
  ///   does not verify.
  public func verify(with key: VerificationKey) throws(AuthError) {
    guard key.fits(algorithm) else { throw Self.malformed("has an alg that its key is not for") }
    guard key.isValidSignature(signature, for: signingInput, by: algorithm) else {
      throw AuthError(.signatureInvalid, "The token's signature does not verify.")
    }
  }

  /// An error that names the fault of a token, without the token's contents.
  static func malformed(_ what: String) -> AuthError { AuthError(.invalidToken, "The token \(what).") }
}

extension JWS: Redacting {
  /// Its algorithm and its key id.
  public var shownParts: KeyValuePairs<String, String> {
    ["algorithm": algorithm.rawValue, "keyID": keyID ?? "nil", "type": type ?? "nil"]
  }
}
