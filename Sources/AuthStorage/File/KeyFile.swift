import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file that contains a directory's keys, plain or wrapped. Its format, with sizes in bytes:
/// magic (8) ‖ version (1) ‖ bitwise complement of the version (1) ‖ kind of the wrapping ‖ keys ‖ from version 3, the
/// name of the manifest ‖ from version 4, 1 if the manifest is complete (1) ‖ replaced pairs of kind and keys ‖
/// checksum (8).
///
/// A directory with a manifest (see `RecordManifest`) has version 4, so that an earlier version of this package, which
/// does not write the manifest, refuses the directory. Any other directory has version 2. In version 3, the key of the
/// manifest was derived from the naming key.
///
/// Kinds, keys and the name have length prefixes; the kind of plain keys is empty. The replaced pairs are those that
/// the file contained before and whose wrapping keys may still exist; an empty kind stands for the ids of former plain
/// keys, which a rotation still has to remove. The checksum is the start of the SHA-256 of all bytes before it.
///
/// Version 1 contained a single key of 32 bytes after the complement, and the checksum covered only that key.
struct KeyFile: Sendable {
  /// The kind of the wrapping that unwraps the keys; empty if the keys are not wrapped.
  let wrapping: String
  /// The keys, wrapped by `wrapping`; plain if `wrapping` is empty.
  let keys: Secret
  /// The name of the manifest that lists the records; nil for a directory without a manifest.
  let manifest: String?
  /// Whether the manifest lists every record. If so, a record that it does not list was not written here.
  let isComplete: Bool
  /// The wrapped keys that the file contained before.
  let replaced: [Replaced]
  private let version: UInt8

  /// Wrapped keys that this file contained before and whose wrapping key may still exist; with an empty kind, the ids
  /// of keys that were stored without a wrapping and that a rotation has not removed yet.
  struct Replaced: Sendable {
    let wrapping: String
    let keys: [UInt8]

    static func plain(_ keys: [SealingKey]) -> Replaced { Replaced(wrapping: "", keys: keys.flatMap(\.identity)) }
  }

  /// Whether a key was stored without a wrapping before the keys of this file were wrapped.
  func wasPlain(_ key: SealingKey) -> Bool {
    replaced.contains { pair in
      pair.wrapping.isEmpty
        && stride(from: 0, to: pair.keys.count, by: key.identity.count).contains { start in
          pair.keys[start...].starts(with: key.identity)
        }
    }
  }

  /// Whether a rotation that began a manifest, or that wrapped plain keys, has not ended.
  var isUnfinished: Bool { replaced.contains { $0.wrapping.isEmpty } || (hasManifestKey && !isComplete) }

  /// Whether the directory has no manifest of the present version.
  var isEarlier: Bool { manifest == nil || !hasManifestKey }

  /// Whether the file has version 1, whose keys have another format.
  var isVersionOne: Bool { version == 1 }

  /// Whether the keys contain a key of the manifest.
  var hasManifestKey: Bool { version >= 4 }

  /// The name of the file in the directory.
  static let name = "key"
  /// The latest format version, for a directory with a manifest.
  static let version: UInt8 = 4
  /// The size in bytes of the largest valid key file.
  static let sizeLimit = 65_536
  private static let magic = Array("LATCHKEY".utf8)
  private static let headerSize = 8 + 2
  private static let checkSize = 8

  init(
    wrapping: String, keys: Secret, manifest: String? = nil, isComplete: Bool = false, replaced: [Replaced] = []
  ) {
    self.wrapping = wrapping
    self.keys = keys
    self.manifest = manifest
    self.isComplete = isComplete
    self.replaced = replaced
    version = Self.version(manifest)
  }

  /// The version in which a file is written.
  private static func version(_ manifest: String?) -> UInt8 { manifest == nil ? 2 : version }

  /// Whether a string is the name of a manifest that this package makes. Any other name could lead to another
  /// directory.
  static func isManifestName(_ name: String) -> Bool {
    name.utf8.count == 25 && name.hasPrefix("manifest-")
      && name.dropFirst(9).allSatisfy { "0123456789abcdef".contains($0) }
  }

  /// Returns the file with other replaced keys.
  func with(replaced: [Replaced]) -> KeyFile {
    KeyFile(wrapping: wrapping, keys: keys, manifest: manifest, isComplete: isComplete, replaced: replaced)
  }

  var encoded: Secret {
    let former = replaced.flatMap { LengthPrefixed.encode($0.wrapping) + LengthPrefixed.encode($0.keys) }
    let size = LengthPrefixed.bigEndian(UInt32(truncatingIfNeeded: keys.count))
    let version = Self.version(manifest)
    let head = Self.magic + [version, ~version] + LengthPrefixed.encode(wrapping) + size
    let name = manifest.map { LengthPrefixed.encode($0) + [isComplete ? 1 : 0] } ?? []
    let content = Secret(joining: [Secret(head), keys, Secret(name + former)])
    return Secret(joining: [content, content.withBytes { Secret(Self.check($0)) }])
  }

  /// Decodes a key file. `path` is its path, for error messages.
  ///
  /// - Throws: `store_version` for a later version, `store_corrupt` for any other invalid content.
  init(decoding bytes: [UInt8], path: String) throws(AuthError) {
    func corrupt(_ reason: String) -> AuthError {
      AuthError(
        .storeCorrupt,
        "\(path) is not a valid key file (\(reason)). The file was not changed. Restore it from a backup.",
        underlying: reason)
    }
    guard bytes.starts(with: Self.magic), bytes.count >= Self.headerSize else { throw corrupt("not a key file") }
    guard bytes[8] == ~bytes[9], bytes[8] > 0 else { throw corrupt("damaged header") }
    guard bytes[8] <= Self.version else {
      throw AuthError(
        .storeVersion,
        "\(path) has version \(bytes[8]); this build reads versions up to \(Self.version). "
          + "Update this program.")
    }
    guard bytes.count >= Self.headerSize + Self.checkSize else { throw corrupt("truncated") }
    let body = bytes[Self.headerSize..<bytes.count - Self.checkSize]
    version = bytes[8]
    let isVersionOne = version == 1
    let checked = isVersionOne ? body : bytes.dropLast(Self.checkSize)
    guard ConstantTime.equal(Self.check(checked), Array(bytes.suffix(Self.checkSize))) else {
      throw corrupt("damaged or cut off")
    }
    if isVersionOne {
      guard body.count == 32 else { throw corrupt("no 32-byte key") }
      wrapping = ""
      keys = Secret(body)
      manifest = nil
      isComplete = false
      replaced = []
      return
    }
    var reader = LengthPrefixedReader(body)
    guard let wrapping = reader.text(), var keys = reader.bytes() else { throw corrupt("no keys") }
    defer { Wiping.wipe(&keys) }
    let manifest = version >= 3 ? reader.text() : nil
    guard version < 3 || manifest.map(Self.isManifestName) == true else { throw corrupt("no name of a manifest") }
    var isComplete = false
    if version >= 4 {
      guard let flag = reader.rest.first, flag < 2 else { throw corrupt("no state of the manifest") }
      isComplete = flag == 1
      reader = LengthPrefixedReader(reader.rest.dropFirst())
    }
    var replaced: [Replaced] = []
    while !reader.rest.isEmpty {
      guard let wrapping = reader.text(), let keys = reader.bytes() else { throw corrupt("no list of former keys") }
      replaced.append(Replaced(wrapping: wrapping, keys: keys))
    }
    self.wrapping = wrapping
    self.keys = Secret(keys)
    self.manifest = manifest
    self.isComplete = isComplete
    self.replaced = replaced
  }

  private static func check(_ bytes: some DataProtocol) -> [UInt8] { Array(SHA256.hash(data: bytes).prefix(checkSize)) }
}
