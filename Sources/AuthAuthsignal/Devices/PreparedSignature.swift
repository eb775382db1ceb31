public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A call of this device's key in two halves: the first is made and the server's message known, the second wants one
/// signature. Between them an app can show a biometric prompt of its own, say what is about to be signed, and let the
/// prompt's own object sign; or let the key store ask as the key's policy has it.
///
/// One is completed once: the server takes a message once.
public struct PreparedSignature<Answer: Sendable>: Sendable {
  /// The key that has to sign.
  public let key: KeyReference
  /// What has to be signed, by ECDSA over P-256 with SHA-256; empty where the server wants nothing signed.
  public let message: [UInt8]
  private let keys: KeyRing
  private let finish: @Sendable (_ signature: String) async throws(AuthError) -> Answer

  init(
    _ text: String, key: KeyReference, keys: KeyRing,
    finish: @escaping @Sendable (_ signature: String) async throws(AuthError) -> Answer
  ) {
    self.key = key
    message = Array(text.utf8)
    self.keys = keys
    self.finish = finish
  }

  /// Signs in the key's store, which may ask the person, and makes the second half.
  ///
  /// - Throws: `cancelled` when the person says no, `key_unavailable`; what the second half throws.
  public func complete() async throws(AuthError) -> Answer {
    guard !message.isEmpty else { return try await finish("") }
    return try await finish(try DeviceKeyFormat.signature(try await keys.sign(message, with: key)))
  }

  /// Makes the second half with a signature that was made elsewhere.
  ///
  /// - Parameter signature: r‖s, 64 bytes, by the very key.
  /// - Throws: `signature_invalid`, before anything is sent, for a signature of something else; what the second half
  ///   throws.
  public func complete(signature: [UInt8]) async throws(AuthError) -> Answer {
    guard !message.isEmpty else { return try await finish("") }
    guard DeviceKeyFormat.verifies(signature, of: message, by: key.publicKey) else {
      throw AuthError(.signatureInvalid, "The signature is not this key's over the prepared message.")
    }
    return try await finish(try DeviceKeyFormat.signature(signature))
  }
}
