package import AuthCore
import AuthCrypto

/// Content that an enclave has signed for a client, in the envelope
/// `{version, data, dataSignature, enclaveQuorumPublic}`, where `data` is the hex of a JSON text (T78).
package enum EnclaveBundle {
  /// The only supported version of the envelope.
  private static let version = "v1.0.0"

  /// Verifies an envelope and returns its content.
  ///
  /// - Parameters:
  ///   - text: the envelope as received.
  ///   - signer: the pinned key, as an uncompressed point in lower-case hex.
  ///   - setting: the member of `keys` in the configuration that overrides this key, for messages.
  /// - Throws: `signature_invalid` unless the envelope names the pinned key and this key signed `data`,
  ///   `malformed_response` for a string that is not an envelope of the supported version with JSON as its content.
  package static func open(_ text: String, signer: String, setting: String) throws(AuthError) -> JSONValue {
    let envelope = try parse(Array(text.utf8), else: "is not valid JSON. Request a new one, and do not change it")
    guard try envelope.requiredString("version") == version else {
      throw malformed("has a version other than \(version). Update this package")
    }
    guard try envelope.requiredString("enclaveQuorumPublic").lowercased() == signer else {
      throw AuthError(
        .signatureInvalid,
        "The enclave's bundle does not name the pinned key keys.\(setting). If you use another environment of the "
          + "vendor, set keys.\(setting) to its key; otherwise, do not use the bundle.")
    }
    guard let data = Hex.decode(try envelope.requiredString("data")),
      let signature = Hex.decode(try envelope.requiredString("dataSignature"))
    else {
      throw malformed("has a 'data' or 'dataSignature' that is not in hex. Request a new one, and do not change it")
    }
    guard let key = TurnkeyKeys.point(signer), isValid(signature, for: data, key) else {
      throw AuthError(
        .signatureInvalid,
        "The pinned key keys.\(setting) did not sign the enclave's bundle. Do not use the bundle; request a new one.")
    }
    return try parse(data, else: "has a valid signature, but its content is not JSON. Update this package")
  }

  private static func isValid(_ signature: [UInt8], for data: [UInt8], _ key: P256.Signing.PublicKey) -> Bool {
    do {
      return key.isValidSignature(try P256.Signing.ECDSASignature(derRepresentation: signature), for: data)
    } catch {
      return false
    }
  }

  private static func parse(_ bytes: [UInt8], else problem: String) throws(AuthError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: bytes)
    } catch {
      throw malformed(problem)
    }
  }

  private static func malformed(_ problem: String) -> AuthError {
    AuthError(.malformedResponse, "The enclave's bundle \(problem).")
  }
}
