import AuthCore
import AuthCrypto
import AuthSandboxKit

/// The signing keys of the three simulated enclaves (T77, T78, T79).
struct TurnkeyEnclaves: Sendable {
  /// Signs export and import bundles.
  let signer: P256.Signing.PrivateKey
  /// Signs session JWTs.
  let notarizer: P256.Signing.PrivateKey
  /// Signs verification tokens, and the keys to which clients encrypt codes.
  let tlsFetcher: P256.Signing.PrivateKey

  init(keyring: inout SandboxKeyring) throws(AuthError) {
    signer = try keyring.signingKey("turnkey.signer")
    notarizer = try keyring.signingKey("turnkey.notarizer")
    tlsFetcher = try keyring.signingKey("turnkey.tlsFetcher")
  }

  static func publicHex(_ key: P256.Signing.PrivateKey) -> String { Hex.encode(key.publicKey.x963Representation) }

  /// Makes a session's JWT. As at the vendor, the ES256 signature is made over the SHA-256 digest of the signing input,
  /// which ECDSA hashes a second time (T79).
  func sessionToken(_ claims: JSONObject) throws(TurnkeyFailure) -> String {
    let header: JSONValue = ["alg": "ES256", "typ": "JWT"]
    let input =
      Base64URL.encode(header.serialized) + "." + Base64URL.encode(JSONValue.object(claims).serialized)
    let digest = Array(SHA256.hash(data: Array(input.utf8)))
    return input + "." + Base64URL.encode(try Self.sign(digest, with: notarizer).rawRepresentation)
  }

  /// The claims of a session's JWT from this sandbox, even if it has expired; nil for any other token.
  func sessionClaims(of token: String) -> JSONObject? {
    do {
      let jws = try JWS(compact: token)
      guard jws.algorithm == .es256 else { return nil }
      let digest = Array(SHA256.hash(data: jws.signingInput))
      let signature = try P256.Signing.ECDSASignature(rawRepresentation: jws.signature)
      guard notarizer.publicKey.isValidSignature(signature, for: digest) else { return nil }
      return try JSONValue(parsing: jws.payload).objectValue
    } catch {
      return nil
    }
  }

  /// A signed envelope around `data` (T78).
  static func envelope(_ data: JSONValue, signedBy key: P256.Signing.PrivateKey) throws(TurnkeyFailure) -> String {
    let bytes = data.serialized
    let envelope: JSONValue = [
      "version": "v1.0.0", "data": .string(Hex.encode(bytes)),
      "dataSignature": .string(Hex.encode(try sign(bytes, with: key).derRepresentation)),
      "enclaveQuorumPublic": .string(publicHex(key)),
    ]
    return envelope.serializedText
  }

  private static func sign(
    _ bytes: [UInt8], with key: P256.Signing.PrivateKey
  ) throws(TurnkeyFailure) -> P256.Signing.ECDSASignature {
    do {
      return try key.signature(for: bytes)
    } catch {
      throw .failed
    }
  }
}

extension SandboxKeyring {
  /// The P-256 key with the given name, created if missing. The entry is the scalar in hex.
  ///
  /// - Throws: `store_corrupt` when the entry is not a P-256 key.
  mutating func signingKey(_ name: String) throws(AuthError) -> P256.Signing.PrivateKey {
    let text = entry(name) { Hex.encode(P256.Signing.PrivateKey().rawRepresentation) }
    do {
      guard let scalar = Hex.decode(text) else { throw CryptoError.invalidEncoding }
      return try P256.Signing.PrivateKey(rawRepresentation: scalar)
    } catch {
      throw AuthError(
        .storeCorrupt,
        "\(name) in the sandbox's key file is not a P-256 key. Delete the file; the sandbox then makes new keys and "
          + "ids.")
    }
  }
}
