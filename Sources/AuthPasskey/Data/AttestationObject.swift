import AuthCore
import AuthCrypto

/// The attestation object of a registration: the authenticator data and a statement about the authenticator
/// (WebAuthn Level 3 §6.5).
struct AttestationObject: Sendable {
  /// The statement's format, such as `none` or `packed`.
  let format: String
  /// The statement, in the format that `format` determines.
  let statement: CBORValue
  /// The encoded authenticator data.
  let authenticatorData: [UInt8]

  /// Creates an object without a statement (format `none`).
  init(authenticatorData: [UInt8]) {
    format = "none"
    statement = .map([CBORValue.Pair]())
    self.authenticatorData = authenticatorData
  }

  /// Creates an object with self attestation (format `packed`). `signature` is the signature of the credential's key
  /// over the authenticator data and the client data hash (§8.2).
  init(authenticatorData: [UInt8], algorithm: Int, signature: [UInt8]) {
    format = "packed"
    statement = .map(["alg": .integer(Int64(algorithm)), "sig": .bytes(signature)])
    self.authenticatorData = authenticatorData
  }

  /// The object in CBOR.
  var encoded: [UInt8] {
    CBORValue.map(["fmt": .text(format), "attStmt": statement, "authData": .bytes(authenticatorData)]).encoded
  }

  /// Reads an object in CBOR. Indefinite lengths and any order of members are accepted, because browsers forward the
  /// bytes of an authenticator unchanged.
  ///
  /// - Throws: `malformed_response` if the object is not valid CBOR, or if a member is missing or has another type.
  init(encoded bytes: [UInt8]) throws(AuthError) {
    let malformed = AuthError(
      .malformedResponse,
      "The attestation object is not a CBOR map with fmt, attStmt and authData. Pass attestationObject exactly as the "
        + "authenticator returned it, decoded from base64url.")
    let value: CBORValue
    do throws(CryptoError) {
      value = try CBORValue(encoded: bytes, strictness: .wellFormed)
    } catch {
      throw malformed
    }
    guard let format = value["fmt"]?.textValue, let statement = value["attStmt"], statement.mapValue != nil,
      let data = value["authData"]?.bytesValue
    else { throw malformed }
    self.format = format
    self.statement = statement
    authenticatorData = data
  }
}
