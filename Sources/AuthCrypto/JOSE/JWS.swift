public import AuthCore

/// A signed message in its compact form (RFC 7515 §7.1), taken apart strictly. Not yet verified: nothing in it may be
/// believed before `verify` has returned.
public struct JWS: Sendable {
  /// The protected header.
  public let header: JSONObject
  /// `alg`.
  public let algorithm: JWSAlgorithm
  /// `kid`.
  public let keyID: String?
  /// `typ`.
  public let type: String?
  /// What was signed.
  public let payload: [UInt8]
  /// The signature in JOSE's form.
  public let signature: [UInt8]
  /// The bytes that the signature covers: header and payload as they came, with the dot between.
  public let signingInput: [UInt8]

  /// The largest token that is read unless the caller says otherwise.
  public static let defaultMaximumByteCount = 8192

  /// Takes a compact serialisation apart.
  ///
  /// - Throws: `invalid_token` for anything but three parts of unpadded base64url (the payload alone may be empty),
  ///   a header object without duplicate members, a known `alg` and neither `crit`, `b64` nor `zip`: none of their
  ///   extensions is known here, and what is marked critical must be refused (RFC 7515 §4.1.11).
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
  /// - Throws: `invalid_token` when the key is not one for the header's `alg`, `signature_invalid` when it does not
  ///   verify.
  public func verify(with key: VerificationKey) throws(AuthError) {
    guard key.fits(algorithm) else { throw Self.malformed("has an alg that its key is not for") }
    guard key.isValidSignature(signature, for: signingInput, by: algorithm) else {
      throw AuthError(.signatureInvalid, "The token's signature does not verify.")
    }
  }

  /// Says what is wrong with a token, and nothing of what is in it.
  static func malformed(_ what: String) -> AuthError { AuthError(.invalidToken, "The token \(what).") }
}

extension JWS: Redacting {
  /// How it is signed, and by which key.
  public var shownParts: KeyValuePairs<String, String> {
    ["algorithm": algorithm.rawValue, "keyID": keyID ?? "nil", "type": type ?? "nil"]
  }
}
