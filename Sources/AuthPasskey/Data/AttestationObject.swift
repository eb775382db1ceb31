import AuthCore
import AuthCrypto

/// A registration's attestation object: the authenticator data and a statement about the authenticator (WebAuthn Level
/// 3 §6.5).
struct AttestationObject: Sendable {
  /// The statement's format: `none`, `packed`.
  let format: String
  /// The statement.
  let statement: CBORValue
  /// The authenticator data's bytes.
  let authenticatorData: [UInt8]

  /// Without a statement.
  init(authenticatorData: [UInt8]) {
    format = "none"
    statement = .map([CBORValue.Pair]())
    self.authenticatorData = authenticatorData
  }

  /// With a statement by the credential itself: `signature` is its own, over the authenticator data and the client
  /// data's hash (§8.2).
  init(authenticatorData: [UInt8], algorithm: Int, signature: [UInt8]) {
    format = "packed"
    statement = .map(["alg": .integer(Int64(algorithm)), "sig": .bytes(signature)])
    self.authenticatorData = authenticatorData
  }

  var encoded: [UInt8] {
    CBORValue.map(["fmt": .text(format), "attStmt": statement, "authData": .bytes(authenticatorData)]).encoded
  }

  /// The object in `bytes`. Indefinite lengths and other orders are accepted, since browsers pass the bytes on
  /// unchanged.
  ///
  /// - Throws: `malformed_response`.
  init(encoded bytes: [UInt8]) throws(AuthError) {
    let malformed = AuthError(.malformedResponse, "The attestation object is malformed.")
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
