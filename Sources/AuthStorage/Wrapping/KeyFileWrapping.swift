public import AuthCore

/// Wraps a directory's keys with a key from a file elsewhere: on another volume, in memory (`/run`), or handed to a
/// service by the system that starts it.
///
/// The file must have mode 0600 and belong to this user, else it is refused. A missing file is created, but a missing
/// directory is not, because its volume may not be mounted; the directory must be accessible to this user only. A key
/// file serves one storage directory.
public struct KeyFileWrapping: KeyWrapping {
  /// The kind: `key-file`.
  public var id: String { "key-file" }
  private let directory: String
  private let name: String
  private let random: any RandomSource

  /// The key file at an absolute path.
  ///
  /// - Throws: `invalid_configuration` for a path that is not absolute or does not name a file.
  public init(path: String, random: any RandomSource = SystemRandomSource()) throws(AuthError) {
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw AuthError(
        .invalidConfiguration, "The key file '\(path)' needs an absolute path and a directory other than '/'.")
    }
    directory = String(path[..<slash])
    name = String(path[path.index(after: slash)...])
    self.random = random
    guard !["", ".", ".."].contains(name) else {
      throw AuthError(.invalidConfiguration, "The path '\(path)' does not end in the name of a file.")
    }
  }

  /// Wraps with the file's key, and makes one if there is no key; in place of `old`, with a new one.
  ///
  /// - Throws: `key_unavailable` when its directory is not there, a storage code when the file cannot be read or
  ///   written.
  public func wrap(_ keys: Secret, replacing old: [UInt8]?) throws(AuthError) -> [UInt8] {
    guard let root = try POSIXDirectory.open(directory) else {
      throw AuthError(
        .keyUnavailable,
        "The directory \(directory) of the wrapping key does not exist; mount its volume, or create it with mode 0700.")
    }
    var known = try read(root)
    if known.isEmpty {
      let aside = name + "-" + random.token() + POSIXDirectory.asideSuffix
      _ = try root.create(name, encoded([Secret(random.bytes(32))]), aside: aside) { _ in 0 }
      known = try read(root)
    } else if old != nil {
      known.insert(Secret(random.bytes(32)), at: 0)
      try write(known, in: root)
    }
    guard let key = known.first else { throw gone() }
    return try WrappedKey(wrapping: keys, with: key, name: Self.identity(key), random: random).encoded
  }

  /// Unwraps with the file's key.
  ///
  /// - Throws: `key_unavailable` when the file or the key does not exist, `store_corrupt` for damage.
  public func unwrap(_ wrapped: [UInt8]) throws(AuthError) -> Secret {
    let wrapped = try WrappedKey(decoding: wrapped)
    guard let root = try POSIXDirectory.open(directory),
      let key = try read(root).first(where: { Self.identity($0) == wrapped.name })
    else { throw gone() }
    return try wrapped.open(with: key)
  }

  /// Forgets the key, unless it is the one in use.
  public func discard(_ wrapped: [UInt8]) throws(AuthError) {
    let wrapped = try WrappedKey(decoding: wrapped)
    guard let root = try POSIXDirectory.open(directory) else { return }
    let known = try read(root)
    let kept = known.prefix(1) + known.dropFirst().filter { Self.identity($0) != wrapped.name }
    if kept.count < known.count { try write(Array(kept), in: root) }
  }

  /// The file's keys, the one in use first; empty when there is no file.
  private func read(_ root: POSIXDirectory) throws(AuthError) -> [Secret] {
    guard var bytes = try root.read(name, limit: KeyFile.sizeLimit) else { return [] }
    defer { Wiping.wipe(&bytes) }
    let file = try KeyFile(decoding: bytes, path: path)
    var stored = file.keys.revealBytes()
    defer { Wiping.wipe(&stored) }
    guard file.wrapping.isEmpty, !stored.isEmpty, stored.count % 32 == 0 else {
      throw AuthError(
        .storeCorrupt,
        "\(path) contains no wrapping key. The file was not changed. Restore it from a backup.")
    }
    return stride(from: 0, to: stored.count, by: 32).map { Secret(stored[$0..<$0 + 32]) }
  }

  private func write(_ keys: [Secret], in root: POSIXDirectory) throws(AuthError) {
    try root.replace(name, with: encoded(keys)) { _ in 0 }
  }

  private func encoded(_ keys: [Secret]) -> Secret { KeyFile(wrapping: "", keys: Secret(joining: keys)).encoded }

  private static func identity(_ key: Secret) -> String { Hex.encode(SealingKey(key).identity) }

  private var path: String { directory + "/" + name }

  private func gone() -> AuthError {
    AuthError(
      .keyUnavailable,
      "The wrapping key is not in \(path); put the file back. The records are kept, and can be read again with it.")
  }
}
