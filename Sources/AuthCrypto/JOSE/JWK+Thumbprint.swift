import AuthCore

#if canImport(CryptoKit)
  import CryptoKit
#endif

extension JWK {
  /// The SHA-256 thumbprint (RFC 7638), in base64url; nil for a symmetric key, because an attacker could use its
  /// thumbprint to test guesses of the key.
  public var thumbprint: String? {
    guard !key.isSymmetric else { return nil }
    let members = requiredMembers.members.sorted { $0.name < $1.name }.map { ($0.name, $0.value) }
    return Base64URL.encode(SHA256.hash(data: JSONValue.object(JSONObject(members)).serialized))
  }
}
