public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A call with this device's key, in two halves. The first half determines the message to sign; the second half sends
/// the signature. Between the halves, an app can show its own biometric prompt, and sign the message with the key that
/// the prompt unlocks. Otherwise the key store signs, and asks the user if the key's policy requires it.
///
/// Complete a prepared signature only once, because the server accepts a message only once.
public struct PreparedSignature<Answer: Sendable>: Sendable {
  /// The key that must sign.
  public let key: KeyReference
  /// The message to sign, by ECDSA over P-256 with SHA-256; empty if the server requires no signature.
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

  /// Lets the key store sign the message, which may ask the user, and runs the second half.
  ///
  /// - Returns: the result of the call.
  /// - Throws: `cancelled` if the user declines; `key_unavailable` if the key cannot be used; the errors of the second
  ///   half.
  public func complete() async throws(AuthError) -> Answer {
    guard !message.isEmpty else { return try await finish("") }
    return try await finish(try DeviceKeyFormat.signature(try await keys.sign(message, with: key)))
  }

  /// Runs the second half with a signature that was made elsewhere. The signature is ignored if `message` is empty.
  ///
  /// - Parameter signature: r‖s, 64 bytes, by `key` over `message`.
  /// - Returns: the result of the call.
  /// - Throws: `signature_invalid`, before anything is sent, for a signature over another message or by another key;
  ///   the errors of the second half.
  public func complete(signature: [UInt8]) async throws(AuthError) -> Answer {
    guard !message.isEmpty else { return try await finish("") }
    guard DeviceKeyFormat.verifies(signature, of: message, by: key.publicKey) else {
      throw AuthError(
        .signatureInvalid, "The signature is not valid for this key and message. Sign `message` with `key`.")
    }
    return try await finish(try DeviceKeyFormat.signature(signature))
  }
}
