public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Storage keys, wrapped with a 32-byte key by AES-256-GCM. The format, with sizes in bytes:
/// name of the wrapping key, with its length prefix ‖ nonce (12) ‖ ciphertext ‖ tag (16).
///
/// The associated data is the name with its length prefix.
public struct WrappedKey: Sendable {
  /// The name of the wrapping key.
  public let name: String
  private let box: [UInt8]

  private static let nonceSize = 12
  private static let tagSize = 16

  /// Wraps `keys` with a 32-byte key of that name.
  ///
  /// - Throws: `internal` if the encryption fails.
  public init(
    wrapping keys: Secret, with wrappingKey: Secret, name: String, random: any RandomSource
  ) throws(AuthError) {
    var plain = keys.revealBytes()
    defer { Wiping.wipe(&plain) }
    do {
      let sealed = try AES.GCM.seal(
        plain, using: wrappingKey.withBytes { SymmetricKey(data: $0) },
        nonce: AES.GCM.Nonce(data: random.bytes(Self.nonceSize)), authenticating: LengthPrefixed.encode(name))
      box = Array(sealed.nonce) + Array(sealed.ciphertext) + Array(sealed.tag)
    } catch {
      throw AuthError(
        .internalError,
        "The storage keys could not be encrypted. The stored keys were not changed. Report this to "
          + "Latchkey's maintainers.",
        underlying: "\(error)")
    }
    self.name = name
  }

  /// Decodes the stored form.
  ///
  /// - Throws: `store_corrupt` if the bytes are truncated or the name is not UTF-8.
  public init(decoding bytes: [UInt8]) throws(AuthError) {
    var reader = LengthPrefixedReader(bytes)
    guard let name = reader.text(), reader.rest.count > Self.nonceSize + Self.tagSize else {
      throw Self.corrupt("wrapped keys: truncated")
    }
    self.name = name
    box = Array(reader.rest)
  }

  /// The stored form.
  public var encoded: [UInt8] { LengthPrefixed.encode(name) + box }

  /// Unwraps a directory's keys.
  ///
  /// - Throws: `store_corrupt` if the wrapped keys cannot be opened with this key.
  public func open(with wrappingKey: Secret) throws(AuthError) -> Secret {
    let tagStart = box.count - Self.tagSize
    do {
      let sealed = try AES.GCM.SealedBox(
        nonce: AES.GCM.Nonce(data: box[..<Self.nonceSize]), ciphertext: box[Self.nonceSize..<tagStart],
        tag: box[tagStart...])
      var plain = Array(
        try AES.GCM.open(
          sealed, using: wrappingKey.withBytes { SymmetricKey(data: $0) }, authenticating: LengthPrefixed.encode(name)))
      defer { Wiping.wipe(&plain) }
      return Secret(plain)
    } catch {
      throw Self.corrupt("wrapped keys: do not authenticate")
    }
  }

  private static func corrupt(_ reason: String) -> AuthError {
    AuthError(
      .storeCorrupt,
      "The wrapped storage keys are damaged, or were wrapped by another key. Restore them from a backup: the file "
        + "'key' of the storage directory, or the table 'vault' of the database.",
      underlying: reason)
  }
}
