import AuthCore
import AuthCrypto

/// The pinned public keys of the vendor's enclaves. Only content that is signed by these keys is trusted.
///
/// The keys are uncompressed points in lower-case hex, except the default of `legacyVerification`, which is compressed;
/// the vendor publishes them in these forms. A configuration can override them for another environment or a sandbox.
public struct TurnkeyKeys: Sendable, Hashable {
  /// The key that signs session JWTs.
  public var notarizer: String
  /// The key that signs verification tokens and the keys that one-time codes are encrypted to.
  public var tlsFetcher: String
  /// The key that signs export and import bundles.
  public var signer: String
  /// The key that signs the verification tokens of the first version of the one-time code calls.
  public var legacyVerification: String

  /// The production keys (tkhq/sdk, `packages/crypto/src/constants.ts`).
  public static let production = TurnkeyKeys(
    notarizer: "04d498aa87ac3bf982ac2b5dd9604d0074905cfbda5d62727c5a237b895e6749205e9f7cd566909c4387f6ca25c308445"
      + "c60884b788560b785f4a96ac33702a469",
    tlsFetcher: "046b4f88421f76b6ba418afc2ea1d8ced671337d7db6b80478a60d8531bf8f17fa9a512f0fef96fc0c9b4cd9dff70b34"
      + "992e520ce04c79d931f6ff6296b547d201",
    signer: "04cf288fe433cc4e1aa0ce1632feac4ea26bf2f5a09dcfe5a42c398e06898710330f0572882f4dbdf0f5304b8fc8703acd6"
      + "9adca9a4bbf7f5d00d20a5e364b2569")

  /// The production value of `legacyVerification`, a compressed point (tkhq/go-sdk, `pkg/crypto/constants.go`).
  private static let legacyProduction = "037e1d0aecd22e33bf831bcb905d31971013b83d2b3ebb718fba4e58fa5a93019d"

  /// Takes the keys as given, without a check.
  init(notarizer: String, tlsFetcher: String, signer: String, legacyVerification: String? = nil) {
    self.legacyVerification = legacyVerification ?? Self.legacyProduction
    self.notarizer = notarizer
    self.tlsFetcher = tlsFetcher
    self.signer = signer
  }

  /// The production keys, with the block's overrides.
  ///
  /// - Throws: `invalid_configuration` for a value that is not an uncompressed point of P-256, and for an unknown
  ///   member.
  init(reading block: ConfigurationReader?) throws(AuthError) {
    self = .production
    guard var reader = block else { return }
    notarizer = try Self.key("notarizer", "the key that signs session tokens", &reader) ?? notarizer
    tlsFetcher =
      try Self.key("tlsFetcher", "the key that signs verification tokens and the keys for one-time codes", &reader)
      ?? tlsFetcher
    signer = try Self.key("signer", "the key that signs export and import bundles", &reader) ?? signer
    legacyVerification =
      try Self.key("legacyVerification", "the key that signs the first version's verification tokens", &reader)
      ?? legacyVerification
    try reader.finish()
  }

  private static func key(
    _ name: String, _ summary: String, _ reader: inout ConfigurationReader
  ) throws(AuthError) -> String? {
    guard let text = try reader.optionalString(name, summary) else { return nil }
    guard let bytes = Hex.decode(text), bytes.count == 65, point(text) != nil else {
      return try reader.refused(
        name, "an uncompressed P-256 public key: 130 hexadecimal digits beginning with 04", nil)
    }
    return Hex.encode(bytes)
  }

  /// The public key with this compressed or uncompressed point in hex; nil if the string is not a point of P-256.
  static func point(_ hex: String) -> P256.Signing.PublicKey? {
    guard let bytes = Hex.decode(hex) else { return nil }
    do {
      return bytes.count == 33
        ? try P256.Signing.PublicKey(compressedRepresentation: bytes)
        : try P256.Signing.PublicKey(x963Representation: bytes)
    } catch {
      return nil
    }
  }
}
