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
    guard compact.utf8.count <= maximumByteCount else {
      throw Self.malformed("is larger than \(maximumByteCount) bytes")
    }
    // A copy only of a text that is not in one piece.
    var text = compact
    let parts = try text.withUTF8 { Self.parts(of: $0) }.get()
    guard let header = (try? JSONValue(parsing: parts.head, depthLimit: 8))?.objectValue else {
      throw Self.malformed("has a header that is no JSON object without duplicate members")
    }
    self.header = header
    algorithm = try Self.algorithm(of: header)
    keyID = try Self.text("kid", of: header)
    type = try Self.text("typ", of: header)
    payload = parts.payload
    signature = parts.signature
    signingInput = parts.signingInput
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

  private struct Parts {
    let head: [UInt8]
    let payload: [UInt8]
    let signature: [UInt8]
    let signingInput: [UInt8]
  }

  private static func parts(of text: UnsafeBufferPointer<UInt8>) -> Result<Parts, AuthError> {
    guard let first = text.firstIndex(of: 0x2E), let second = text[(first + 1)...].firstIndex(of: 0x2E),
      !text[(second + 1)...].contains(0x2E), first > 0, second + 1 < text.count
    else { return .failure(malformed("does not consist of three parts")) }
    func decoded(_ range: Range<Int>) -> [UInt8]? {
      Base64URL.decode(utf8: UnsafeBufferPointer(rebasing: text[range]))
    }
    guard let head = decoded(0..<first), let payload = decoded(first + 1..<second),
      let signature = decoded(second + 1..<text.count)
    else { return .failure(malformed("is not unpadded base64url")) }
    return .success(Parts(head: head, payload: payload, signature: signature, signingInput: Array(text[..<second])))
  }

  /// Says what is wrong with a token, and nothing of what is in it.
  static func malformed(_ what: String) -> AuthError { AuthError(.invalidToken, "The token \(what).") }

  private static func algorithm(of header: JSONObject) throws(AuthError) -> JWSAlgorithm {
    for name in ["crit", "b64", "zip"] where header[name] != nil {
      throw malformed("has the header \(name), which is not supported")
    }
    guard let algorithm = header["alg"]?.stringValue.flatMap(JWSAlgorithm.init(rawValue:)) else {
      throw malformed("has no alg, or one that is not supported")
    }
    return algorithm
  }

  private static func text(_ name: String, of header: JSONObject) throws(AuthError) -> String? {
    guard let value = header[name] else { return nil }
    guard let text = value.stringValue else { throw malformed("has a header \(name) that is no string") }
    return text
  }
}
