public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A call with this device's key in two halves. In the first half, the server's message is fetched. The second half
/// needs one signature. In between, an app can show its own biometric prompt, say what is about to be signed, and let
/// the prompt's own object sign. Or the key store asks the user, as the key's policy requires.
///
/// It can be completed once: the server accepts a message once.
public struct PreparedSignature<Answer: Sendable>: Sendable {
  /// The key that must sign.
  public let key: KeyReference
  /// The message to sign, by ECDSA over P-256 with SHA-256; empty where the server requires no signature.
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

  /// Signs in the key's store, which may ask the user, and runs the second half.
  ///
  /// - Throws: `cancelled` when the user declines, `key_unavailable`, and what the second half throws.
  public func complete() async throws(AuthError) -> Answer {
    guard !message.isEmpty else { return try await finish("") }
    return try await finish(try DeviceKeyFormat.signature(try await keys.sign(message, with: key)))
  }

  /// Runs the second half with a signature that was made elsewhere.
  ///
  /// - Parameter signature: r‖s, 64 bytes, by this key.
  /// - Throws: `signature_invalid`, before anything is sent, for a signature over another message or by another key,
  ///   and what the second half throws.
  public func complete(signature: [UInt8]) async throws(AuthError) -> Answer {
    guard !message.isEmpty else { return try await finish("") }
    guard DeviceKeyFormat.verifies(signature, of: message, by: key.publicKey) else {
      throw AuthError(.signatureInvalid, "The signature is not by this key over the prepared message.")
    }
    return try await finish(try DeviceKeyFormat.signature(signature))
  }
}
