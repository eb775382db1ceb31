package import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A sealed record. Its format on disk, with sizes in bytes:
/// magic (6) ‖ version (1) ‖ bitwise complement of the version (1) ‖ key id (8) ‖ generation (8) ‖ nonce (12) ‖
/// ciphertext ‖ tag (16).
///
/// The cipher is AES-256-GCM with a new random nonce for each write. The associated data is the header up to the nonce,
/// the room (the subdirectory of the store and namespace) and the file's name, so that a record can be opened only in
/// its place. The complement distinguishes a damaged version from a later version.
///
/// Version 1 seals only the value. Version 2 seals the length of the value (4), the value, and zeros as padding to a
/// multiple of 256 bytes, so that file sizes reveal little about the content.
package struct SealedRecord {
  /// The value in plain text.
  package let value: Secret
  /// The generation of a session, or the version of a record of a record store; 1 for every other record.
  package let generation: UInt64
  /// The format version of the file that the record was read from; for a record to be written, the current version.
  let version: UInt8
  /// The path of the file that the record was read from; empty for a record to be written.
  private let path: String

  /// The format version that is written. All earlier versions can be read.
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
  /// - Throws: the error of `decode`, with the record's path and the remedy added to its message. A valid seal does not
  ///   ensure a valid value: another program, or a defect of this program, may have written the value.
  package func decoded<Value>(by decode: (Secret) throws(AuthError) -> Value) throws(AuthError) -> Value {
    do throws(AuthError) {
      return try decode(value)
    } catch {
      var error = error
      error.message = "\(path): \(error.message)"
      if error.code == .storeCorrupt {
        error.message += " The record was not changed. Restore it from a backup, or remove it."
      }
      throw error
    }
  }

  /// Seals the record and returns the bytes to store at `place`.
  ///
  /// - Throws: `internal` if the encryption fails.
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
      throw AuthError(
        .internalError,
        "A record could not be encrypted, and was not written. Report this to Latchkey's maintainers.",
        underlying: "\(error)")
    }
  }

  /// Returns the id of the key that seals the record in `bytes`; nil if the header does not have a known format.
  package static func keyIdentity(of bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= headerSize, bytes.starts(with: magic), bytes[6] == ~bytes[7] else { return nil }
    return Array(bytes[8..<16])
  }

  /// Opens the record in `bytes`.
  ///
  /// - Throws: `store_version` for a later format version; `store_corrupt` if the record cannot be opened for another
  ///   reason, with the kind of damage in `underlying`.
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
        "\(path) has version \(bytes[6]); this build reads versions up to \(Self.version). It was not changed. Use the "
          + "build that wrote it.")
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
    // Allocate the array with its final size, because a buffer that grows leaves a copy of the plain text in memory.
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
