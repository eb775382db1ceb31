/// The algorithm of a key in a key store.
public enum KeyAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// ECDSA over P-256 with SHA-256; signatures are the 64 bytes r‖s, public keys 33 bytes, compressed (SEC 1 §2.3.3).
  case p256 = "p256"
  /// Ed25519 (RFC 8032); signatures are 64 bytes, public keys 32.
  case ed25519 = "ed25519"
}
