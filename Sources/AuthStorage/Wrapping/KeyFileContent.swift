import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The content of a wrapping key file: the wrapping keys, the current key first, and what is known about the
/// directories that they serve. It is stored as a `KeyFile`, whose list of pairs contains notes.
struct KeyFileContent: Sendable {
  /// The wrapping keys; the first wraps new keys.
  private(set) var keys: [Secret]
  /// Notes about directories, with names that begin with `note/`, and the digests of what each wrapping key wraps, with
  /// names that begin with `use/`. A key without digests was made by an earlier version of this package: what it wraps
  /// is not known, so it is never removed.
  private var pairs: [KeyFile.Replaced] = []

  private static let digestSize = 16

  /// Creates the content of a new file with one key.
  init(_ key: Secret) {
    keys = []
    add(key)
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
    pairs = file.replaced
  }

  /// The stored form.
  var encoded: Secret { KeyFile(wrapping: "", keys: Secret(joining: keys), replaced: pairs).encoded }

  /// Whether the current key is registered for nothing, as after a rotation that failed, and is not the one with this
  /// name.
  func isCurrentUnused(except name: String) -> Bool {
    guard let current = keys.first.map(Self.name), current != name else { return false }
    return value("use/" + current)?.isEmpty == true
  }

  /// Adds a key, which becomes the current key.
  mutating func add(_ key: Secret) {
    keys.insert(key, at: 0)
    set([], "use/" + Self.name(of: key))
  }

  /// Registers that a key wraps `wrapped`.
  mutating func register(_ wrapped: [UInt8], of key: Secret) {
    let name = "use/" + Self.name(of: key)
    guard let digests = value(name) else { return }
    set(digests + Self.digest(of: wrapped), name)
  }

  /// Removes the registration of `wrapped`, and the key with that name if it wraps nothing else and is not the current
  /// key. The directories of one key file each have their own registration, so that a rotation in one directory never
  /// removes the key of another.
  mutating func discard(_ wrapped: [UInt8], of name: String) {
    guard let digests = value("use/" + name) else { return }
    let digest = Self.digest(of: wrapped)
    var rest: [UInt8] = []
    for start in stride(from: 0, to: digests.count, by: Self.digestSize) {
      let one = digests[start..<min(start + Self.digestSize, digests.count)]
      if !one.elementsEqual(digest) { rest += one }
    }
    set(rest, "use/" + name)
    guard rest.isEmpty, let current = keys.first, Self.name(of: current) != name else { return }
    keys.removeAll { Self.name(of: $0) == name }
    pairs.removeAll { $0.wrapping == "use/" + name }
  }

  /// Returns the note with the given name; nil if there is no such note.
  func note(_ name: String) -> [UInt8]? { value("note/" + name) }

  /// Stores a note, and replaces an earlier one with the same name. An empty note removes it.
  mutating func set(note: [UInt8], named name: String) {
    if note.isEmpty { pairs.removeAll { $0.wrapping == "note/" + name } } else { set(note, "note/" + name) }
  }

  private func value(_ name: String) -> [UInt8]? { pairs.first { $0.wrapping == name }?.keys }

  private mutating func set(_ value: [UInt8], _ name: String) {
    let pair = KeyFile.Replaced(wrapping: name, keys: value)
    if let index = pairs.firstIndex(where: { $0.wrapping == name }) { pairs[index] = pair } else { pairs.append(pair) }
  }

  /// Returns the name of a key: the identity in hexadecimal.
  static func name(of key: Secret) -> String { Hex.encode(SealingKey(key).identity) }

  private static func digest(of wrapped: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: wrapped).prefix(digestSize)) }
}
