public import AuthCore
import AuthCrypto
public import AuthStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The notes about directories in the TPM's non-volatile memory, one NV index for each. The content of an index, with
/// sizes in bytes: start of the SHA-256 of the name (16) ‖ size of the note (1) ‖ note (at most 64) ‖ zeros.
///
/// A process that may use the TPM can change an index; a process that can only write to the storage directory cannot.
extension TPMWrapping: StateAnchoring {
  /// The number of indices that are tried for a name. The hash of the name determines the first one.
  private static let attempts: UInt32 = 8
  private static let nameSize = 16
  private static let limit = 64
  /// The range of NV indices that belongs to owners (TCG registry of reserved TPM 2.0 handles).
  private static let (first, mask): (UInt32, UInt32) = (0x0180_0000, 0x003F_FFFF)

  /// Returns the note with the given name; nil if the TPM has no such note.
  ///
  /// - Throws: `key_unavailable` when the TPM cannot be reached.
  public func note(_ name: String) throws(AuthError) -> [UInt8]? {
    for (index, hash) in Self.indices(name) {
      guard let content = try tpm.readIndex(index) else { return nil }
      guard content.starts(with: hash), content.count > Self.nameSize else { continue }
      let size = Int(content[Self.nameSize])
      return Array(content.dropFirst(Self.nameSize + 1).prefix(size))
    }
    return nil
  }

  /// Stores a note of at most 64 bytes.
  ///
  /// - Returns: false if the TPM has no space for it, or if its owner has set an authorisation value.
  /// - Throws: `key_unavailable` when the TPM cannot be reached, `internal` for a longer note.
  @discardableResult
  public func store(_ note: [UInt8], named name: String) throws(AuthError) -> Bool {
    guard note.count <= Self.limit else {
      throw AuthError(
        .internalError,
        "A note of \(note.count) bytes does not fit into an NV index. Report this to Latchkey's "
          + "maintainers.")
    }
    for (index, hash) in Self.indices(name) {
      if let content = try tpm.readIndex(index), !content.starts(with: hash) { continue }
      return try tpm.writeIndex(index, hash + [UInt8(note.count)] + note)
    }
    return false
  }

  /// In the storage directory, because a TPM has too little memory for a manifest.
  public var manifestPlace: ManifestPlace { .storage }

  static func indices(_ name: String) -> [(index: UInt32, hash: [UInt8])] {
    let hash = Array(SHA256.hash(data: Array("latchkey note \(name)".utf8)))
    let start = hash.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return (0..<attempts).map { (first | (start &+ $0) & mask, Array(hash.prefix(nameSize))) }
  }
}
