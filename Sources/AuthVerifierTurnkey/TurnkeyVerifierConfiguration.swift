import AuthCore
import AuthCrypto
import AuthVerifier

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a backend needs of a Turnkey block.
struct TurnkeyVerifierConfiguration: Sendable {
  /// The API's base URL, to which signed requests are forwarded.
  let apiBaseURL: URL
  /// The key that signs session JWTs (T79).
  let notarizer: JWS.VerificationKey
  /// Whether a session JWT must come with a proof of possession of the session's key.
  let requiresProof: Bool
  /// Whether signed requests are accepted.
  let acceptsSignedRequests: Bool

  /// Reads `apiBaseURL` and `keys.notarizer`, and of `verifier`: `requireProof`, `signedRequests`.
  init(_ block: VerifierBlock) throws(AuthError) {
    var shared = block.shared
    apiBaseURL = try shared.baseURL("apiBaseURL", default: "https://api.turnkey.com")
    var text = Self.production
    if var keys = try shared.object("keys") { text = try keys.optionalString("notarizer") ?? text }
    let point = Hex.decode(text).flatMap { bytes in try? P256.Signing.PublicKey(x963Representation: bytes) }
    guard let point else { throw shared.wrong("keys.notarizer", "an uncompressed point of P-256 in hex") }
    notarizer = .p256(point)
    var own = block.own
    requiresProof = try own.bool("requireProof", default: false)
    acceptsSignedRequests = try own.bool("signedRequests", default: false)
    try own.finish()
  }

  /// The production key (T79; tkhq/sdk, `packages/crypto/src/constants.ts`).
  private static let production =
    "04d498aa87ac3bf982ac2b5dd9604d0074905cfbda5d62727c5a237b895e6749205e9f7cd566909c4387f6ca25c308445c60884b788560b7"
    + "85f4a96ac33702a469"
}
