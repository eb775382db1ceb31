import AuthCore

/// A parsed and accepted protected header. Several tokens can share one header.
final class JWSHeader: Sendable {
  let members: JSONObject
  let algorithm: JWSAlgorithm
  let keyID: String?
  let type: String?

  /// Parses the decoded bytes of a header.
  ///
  /// - Throws: `invalid_token` unless the header is an object without duplicate members, at most 8 levels deep, with a
  ///   supported `alg`, without `crit`, `b64` or `zip`, and with strings as `kid` and `typ`. The extensions `b64` and
  ///   `zip` are not supported, and RFC 7515 §4.1.11 requires that an unsupported critical extension is refused.
  init(parsing bytes: UnsafeBufferPointer<UInt8>) throws(AuthError) {
    guard let members = (try? JSONValue(parsing: bytes, depthLimit: 8))?.objectValue else {
      throw JWS.malformed("has a header that is not a JSON object, repeats a member, or is nested too deeply")
    }
    self.members = members
    algorithm = try Self.algorithm(of: members)
    keyID = try Self.text("kid", of: members)
    type = try Self.text("typ", of: members)
  }

  private static func algorithm(of header: JSONObject) throws(AuthError) -> JWSAlgorithm {
    for name in ["crit", "b64", "zip"] where header[name] != nil {
      throw JWS.malformed("has the header parameter \(name), which is not supported")
    }
    guard let algorithm = header["alg"]?.stringValue.flatMap(JWSAlgorithm.init(rawValue:)) else {
      throw JWS.malformed("has a missing or unsupported alg")
    }
    return algorithm
  }

  private static func text(_ name: String, of header: JSONObject) throws(AuthError) -> String? {
    guard let value = header[name] else { return nil }
    guard let text = value.stringValue else { throw JWS.malformed("has a \(name) that is not a string") }
    return text
  }
}
