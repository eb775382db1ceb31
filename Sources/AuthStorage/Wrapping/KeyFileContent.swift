import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The content of a wrapping key file: the wrapping keys, the current key first, and what is known about the
/// directories that they serve. It is stored as a `KeyFile`, whose list of pairs contains the notes.
struct KeyFileContent: Sendable {
  /// The wrapping keys; the first wraps new keys.
  private(set) var keys: [Secret]
  /// The notes of directories, by name.
  private(set) var notes: [String: [UInt8]]
  /// For each wrapping key, by its name, the digests of what it wraps; nil for a key that an earlier version of this
  /// package made: what that key wraps is not known, so it is never removed.
  private var uses: [String: Set<[UInt8]>]

  private static let noteMark = "note/"
  private static let useMark = "use/"
  private static let digestSize = 16

  /// Creates the content of a new file with one key.
  init(_ key: Secret) {
    keys = [key]
    notes = [:]
    uses = [Self.name(of: key): []]
  }

  /// Decodes a file.
  ///
  /// - Throws: `store_corrupt` or `store_version` if the file is not valid.
  init(decoding bytes: [UInt8], path: String) throws(AuthError) {
    let file = try KeyFile(decoding: bytes, path: path)
    var stored = file.keys.revealBytes()
    defer { Wiping.wipe(&stored) }
    guard file.wrapping.isEmpty, !stored.isEmpty, stored.count % 32 == 0 else {
      throw AuthError(
        .storeCorrupt, "\(path) contains no wrapping key. The file was not changed. Restore it from a backup.")
    }
    keys = stride(from: 0, to: stored.count, by: 32).map { Secret(stored[$0..<$0 + 32]) }
    notes = [:]
    uses = [:]
    for pair in file.replaced {
      if pair.wrapping.hasPrefix(Self.noteMark) {
        notes[String(pair.wrapping.dropFirst(Self.noteMark.count))] = pair.keys
      } else if pair.wrapping.hasPrefix(Self.useMark) {
        let digests = stride(from: 0, to: pair.keys.count, by: Self.digestSize).map {
          Array(pair.keys[$0..<min($0 + Self.digestSize, pair.keys.count)])
        }
        uses[String(pair.wrapping.dropFirst(Self.useMark.count))] = Set(digests)
      }
    }
  }

  /// The stored form.
  var encoded: Secret {
    let notes = notes.sorted { $0.key < $1.key }.map {
      KeyFile.Replaced(wrapping: Self.noteMark + $0.key, keys: $0.value)
    }
    let uses = uses.sorted { $0.key < $1.key }.map { name, digests in
      KeyFile.Replaced(
        wrapping: Self.useMark + name, keys: digests.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 })
    }
    return KeyFile(wrapping: "", keys: Secret(joining: keys), replaced: notes + uses).encoded
  }

  /// Adds a key, which becomes the current key.
  mutating func add(_ key: Secret) {
    keys.insert(key, at: 0)
    uses[Self.name(of: key)] = []
  }

  /// Registers that a key wraps `wrapped`.
  mutating func register(_ wrapped: [UInt8], of key: Secret) {
    uses[Self.name(of: key)]?.insert(Self.digest(of: wrapped))
  }

  /// Removes the registration of `wrapped`, and the key with that name if it wraps nothing else and is not the current
  /// key. The directories of one key file each have their own registration, so that a rotation in one directory never
  /// removes the key of another.
  mutating func discard(_ wrapped: [UInt8], of name: String) {
    uses[name]?.remove(Self.digest(of: wrapped))
    guard let rest = uses[name], rest.isEmpty, let current = keys.first, Self.name(of: current) != name else { return }
    keys.removeAll { Self.name(of: $0) == name }
    uses[name] = nil
  }

  mutating func add(notes added: [String: [UInt8]]) { notes.merge(added) { $1 } }

  /// Returns the name of a key: the identity in hexadecimal.
  static func name(of key: Secret) -> String { Hex.encode(SealingKey(key).identity) }

  private static func digest(of wrapped: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: wrapped).prefix(digestSize)) }
}
