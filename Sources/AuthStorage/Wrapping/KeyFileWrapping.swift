public import AuthCore

/// Wraps the keys of a storage directory with a key from a file outside that directory. The file can be on another
/// volume or in memory (`/run`), or the service manager can pass it to the service.
///
/// The file must belong to this user, and no other user may have access to it (mode 0600); any other file is refused. A
/// missing file is created. A missing directory is not created, because its volume may not be mounted. The directory
/// must be accessible only to this user. Use one key file for one storage directory.
public struct KeyFileWrapping: KeyWrapping {
  /// The kind of the wrapping: `key-file`.
  public var id: String { "key-file" }
  private let directory: String
  private let name: String
  private let random: any RandomSource

  /// Creates a wrapping with the key file at an absolute path.
  ///
  /// - Throws: `invalid_configuration` if the path is not absolute, does not name a file, or names a file in `/`.
  public init(path: String, random: any RandomSource = SystemRandomSource()) throws(AuthError) {
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw AuthError(
        .invalidConfiguration,
        "The path '\(path)' of the key file must be absolute, and its directory must not be '/'. Set another path.")
    }
    directory = String(path[..<slash])
    name = String(path[path.index(after: slash)...])
    self.random = random
    guard !["", ".", ".."].contains(name) else {
      throw AuthError(
        .invalidConfiguration, "The path '\(path)' of the key file must end in a file name. Add the file's name.")
    }
  }

  /// Wraps `keys` with the current key of the file, and creates the file if it does not exist. If `old` is not nil,
  /// wraps `keys` with a new key, which becomes the current key of the file.
  ///
  /// - Throws: `key_unavailable` if the directory of the file does not exist, or a storage code if the file cannot be
  ///   read or written.
  public func wrap(_ keys: Secret, replacing old: [UInt8]?) throws(AuthError) -> [UInt8] {
    guard let root = try POSIXDirectory.open(directory) else {
      throw AuthError(
        .keyUnavailable,
        "The directory \(directory) of the wrapping key does not exist. Mount its volume, or create it with mode 0700.")
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

  /// Unwraps a directory's keys with the key of the file that wrapped them.
  ///
  /// - Throws: `key_unavailable` if the file does not exist or does not contain that key, `store_corrupt` if the file
  ///   or the wrapped keys are damaged, or another storage code.
  public func unwrap(_ wrapped: [UInt8]) throws(AuthError) -> Secret {
    let wrapped = try WrappedKey(decoding: wrapped)
    guard let root = try POSIXDirectory.open(directory),
      let key = try read(root).first(where: { Self.identity($0) == wrapped.name })
    else { throw gone() }
    return try wrapped.open(with: key)
  }

  /// Removes from the file the key that wrapped these keys, unless it is the current key. Does nothing if the directory
  /// of the file does not exist.
  ///
  /// - Throws: `store_corrupt` if the wrapped keys are damaged, or another storage code if the file cannot be read or
  ///   written.
  public func discard(_ wrapped: [UInt8]) throws(AuthError) {
    let wrapped = try WrappedKey(decoding: wrapped)
    guard let root = try POSIXDirectory.open(directory) else { return }
    let known = try read(root)
    let kept = known.prefix(1) + known.dropFirst().filter { Self.identity($0) != wrapped.name }
    if kept.count < known.count { try write(Array(kept), in: root) }
  }

  /// Reads the file's keys, the current key first; returns an empty list if the file does not exist.
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
      "\(path) is missing or does not contain the wrapping key. The records are kept. Restore the file to read them "
        + "again.")
  }
}
