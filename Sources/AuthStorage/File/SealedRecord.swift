package import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The form of a record on disk:
/// magic (6) ‖ version ‖ its complement ‖ key id (8) ‖ generation (8) ‖ nonce (12) ‖ ciphertext ‖ tag (16).
///
/// AES-256-GCM with a fresh random nonce; the associated data is the header up to the nonce, the room (which store, and
/// the namespace in it) and the file's name, so that a record opens only in its own place. The complement tells a
/// flipped bit from a later version.
///
/// Version 1 seals the value alone. Since version 2 the value follows its length (4), and zeros pad both to a multiple
/// of 256 bytes, so that file sizes reveal little about the content.
package struct SealedRecord {
  /// The sealed value.
  package let value: Secret
  /// A session's generation, or a record's version, which grow with every write; 1 where neither is used.
  package let generation: UInt64
  /// The version of the form that it was read in; writes use the latest version.
  let version: UInt8
  /// The path of the file that it was read from; empty for a record that is to be written.
  private let path: String

  /// The version of the form that is written; all earlier ones can be read.
  static let version: UInt8 = 2
  private static let padding = 256
  private static let magic = Array("LKSEAL".utf8)
  private static let headerSize = 6 + 2 + 8 + 8
  private static let nonceSize = 12
  private static let tagSize = 16

  package init(value: Secret, generation: UInt64) {
    self.value = value
    self.generation = generation
    version = Self.version
    path = ""
  }

  /// Decodes the value.
  ///
  /// - Throws: what `decode` throws, with the file and what to do about it in the message: a good seal may hold what
  ///   another program, or a fault of this one, has written.
  package func decoded<Value>(by decode: (Secret) throws(AuthError) -> Value) throws(AuthError) -> Value {
    do throws(AuthError) {
      return try decode(value)
    } catch {
      var error = error
      error.message = "\(path): \(error.message)"
      if error.code == .storeCorrupt {
        error.message += " The file was not changed. Restore it from a backup, or remove it."
      }
      throw error
    }
  }

  /// The bytes to store at `place`.
  package func sealed(with keys: VaultKeys, at place: RecordPlace, random: any RandomSource) throws(AuthError)
    -> [UInt8]
  {
    let header =
      Self.magic + [Self.version, ~Self.version] + keys.primary.identity + LengthPrefixed.bigEndian(generation)
    var plain = padded()
    defer { Wiping.wipe(&plain) }
    do {
      let box = try AES.GCM.seal(
        plain, using: keys.primary.sealing, nonce: AES.GCM.Nonce(data: random.bytes(Self.nonceSize)),
        authenticating: header + place.associatedData)
      return header + box.nonce + box.ciphertext + box.tag
    } catch {
      throw AuthError(.internalError, "A record could not be sealed.", underlying: "\(error)")
    }
  }

  /// The identity of the key that seals the record in `bytes`; nil when the header is not of a known format.
  package static func keyIdentity(of bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= headerSize, bytes.starts(with: magic), bytes[6] == ~bytes[7] else { return nil }
    return Array(bytes[8..<16])
  }

  /// The record in `bytes`.
  ///
  /// - Throws: `store_version` for a later form; `store_corrupt` for anything else that does not open, with the kind of
  ///   damage in `underlying`. The file stays as it is.
  package init(opening bytes: [UInt8], with keys: VaultKeys, at place: RecordPlace, path: String) throws(AuthError) {
    func corrupt(_ reason: String) -> AuthError {
      AuthError(
        .storeCorrupt,
        "\(path) cannot be opened (\(reason)). It was not changed. Restore it from a backup, or remove it.",
        underlying: reason)
    }
    guard bytes.count >= 8 else { throw corrupt("truncated") }
    guard bytes.starts(with: Self.magic) else { throw corrupt("not a record") }
    guard bytes[6] == ~bytes[7], bytes[6] > 0 else { throw corrupt("damaged header") }
    guard bytes[6] <= Self.version else {
      throw AuthError(
        .storeVersion,
        "\(path) has version \(bytes[6]); this build reads up to \(Self.version). It was not changed. Use the build "
          + "that wrote it.")
    }
    let bodyStart = Self.headerSize + Self.nonceSize
    guard bytes.count >= bodyStart + Self.tagSize else { throw corrupt("truncated") }
    guard let key = keys.sealingKey(identity: bytes[8..<16]) else { throw corrupt("sealed with another key") }
    let header = Array(bytes[..<Self.headerSize])
    let tagStart = bytes.count - Self.tagSize
    var plain: [UInt8]
    do {
      let box = try AES.GCM.SealedBox(
        nonce: AES.GCM.Nonce(data: bytes[Self.headerSize..<bodyStart]), ciphertext: bytes[bodyStart..<tagStart],
        tag: bytes[tagStart...])
      plain = Array(try AES.GCM.open(box, using: key.sealing, authenticating: header + place.associatedData))
    } catch {
      throw corrupt("does not authenticate")
    }
    defer { Wiping.wipe(&plain) }
    guard let content = bytes[6] == 1 ? plain[...] : Self.unpadded(plain) else { throw corrupt("padded wrongly") }
    value = Secret(content)
    generation = LengthPrefixed.number(header.suffix(8), as: UInt64.self)
    version = bytes[6]
    self.path = path
  }

  private func padded() -> [UInt8] {
    let size = (4 + value.count + Self.padding - 1) / Self.padding * Self.padding
    // Allocated in its final size: a buffer that grows would leave a copy behind.
    var plain = [UInt8](repeating: .zero, count: size)
    plain.replaceSubrange(0..<4, with: LengthPrefixed.bigEndian(UInt32(truncatingIfNeeded: value.count)))
    value.withBytes { bytes in plain.withUnsafeMutableBytes { $0[4...].copyBytes(from: bytes) } }
    return plain
  }

  static func unpadded(_ plain: [UInt8]) -> ArraySlice<UInt8>? {
    let length = Int(LengthPrefixed.number(plain.prefix(4), as: UInt32.self))
    guard length <= plain.count - 4 else { return nil }
    return plain[4..<4 + length]
  }
}
