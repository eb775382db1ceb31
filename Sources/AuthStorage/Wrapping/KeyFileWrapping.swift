public import AuthCore

/// Wraps the keys of a storage directory with a key from a file outside that directory. The file can be on another
/// volume or in memory (`/run`), or the service manager can pass it to the service.
///
/// The file must belong to this user, and no other user may have access to it (mode 0600); any other file is refused. A
/// missing file is created. A missing directory is not created, because its volume may not be mounted. The directory
/// must be accessible only to this user. Several storage directories can use one key file. For each of these
/// directories, the key file also contains a note about the directory's own file `key`. With this note, the storage
/// detects whether an older version of `key` was restored.
public struct KeyFileWrapping: StateAnchoring {
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

  /// Wraps `keys` with the current key of the file, and creates the file if it does not exist. If `old`, the earlier
  /// wrapped keys, is not nil, makes an unused key the current key of the file and wraps `keys` with it.
  ///
  /// - Throws: `key_unavailable` if the directory of the file does not exist, `invalid_configuration` if the file
  ///   contains the keys of a storage directory, `store_locked` if another process holds the lock of the file's
  ///   directory for too long, or a storage code if the file cannot be read or written.
  public func wrap(_ keys: Secret, replacing old: [UInt8]?) throws(AuthError) -> [UInt8] {
    guard let root = try POSIXDirectory.open(directory) else {
      throw AuthError(
        .keyUnavailable,
        "The directory \(directory) of the wrapping key does not exist. Mount its volume, or create it with mode 0700.")
    }
    // The keys of a storage directory have the same format as wrapping keys.
    guard try name == KeyFile.name ? !root.names().contains(where: Self.isInStorage) : true else {
      throw AuthError(
        .invalidConfiguration,
        "\(path) contains the keys of a storage directory, so it cannot contain wrapping keys. Set "
          + "storage.wrappingKey.keyFile to a path in another directory.")
    }
    return try root.locked { () throws(AuthError) -> [UInt8] in
      try root.removeAsides(name + "-")
      if try read(root) == nil {
        let aside = name + "-" + random.token() + POSIXDirectory.asideSuffix
        _ = try root.create(name, KeyFileContent(Secret(random.bytes(32))).encoded, aside: aside) { _ in 0 }
      }
      guard var content = try read(root) else { throw gone() }
      if let old, try !content.isCurrentUnused(except: WrappedKey(decoding: old).name) {
        content.add(Secret(random.bytes(32)))
      }
      guard let key = content.keys.first else { throw gone() }
      let wrapped = try WrappedKey(
        wrapping: keys, with: key, name: KeyFileContent.name(of: key), random: random
      ).encoded
      content.register(wrapped, of: key)
      // A key that a service manager provides is in a directory that can only be read. The package cannot remove such a
      // key, so it does not register what the key wraps.
      if old != nil || root.isWritable {
        // A new directory may fill the file only to half of its size limit. The other half is for further notes about
        // the directories that are already in the file.
        try write(content, in: root, upTo: old == nil ? Self.sizeLimit / 2 : Self.sizeLimit)
      }
      return wrapped
    }
  }

  /// Unwraps a directory's keys with the key of the file that wrapped them.
  ///
  /// - Throws: `key_unavailable` if the file does not exist or does not contain that key, `store_corrupt` if the file
  ///   or the wrapped keys are damaged, or another storage code.
  public func unwrap(_ wrapped: [UInt8]) throws(AuthError) -> Secret {
    let wrapped = try WrappedKey(decoding: wrapped)
    guard let root = try POSIXDirectory.open(directory),
      let key = try read(root)?.keys.first(where: { KeyFileContent.name(of: $0) == wrapped.name })
    else { throw gone() }
    return try wrapped.open(with: key)
  }

  /// Removes from the file the key that wrapped these keys, unless it is the current key, or wraps the keys of another
  /// directory. Does nothing if the file does not exist. Never removes a key that an earlier version of this package
  /// made, because the file does not say what such a key wraps.
  ///
  /// - Throws: `store_corrupt` if the wrapped keys are damaged, `store_locked` as `wrap` does, or another storage code
  ///   if the file cannot be read or written.
  public func discard(_ wrapped: [UInt8]) throws(AuthError) {
    let name = try WrappedKey(decoding: wrapped).name
    try change { $0.discard(wrapped, of: name) }
  }

  /// Returns the note with the given name; nil if no note was stored, or if the file does not exist.
  ///
  /// - Throws: `store_corrupt` if the file is damaged, or another storage code.
  public func note(_ name: String) throws(AuthError) -> [UInt8]? {
    guard let root = try POSIXDirectory.open(directory) else { return nil }
    return try read(root)?.note(name)
  }

  /// Stores a note under the given name.
  ///
  /// - Returns: false if the file does not exist, or if its directory can only be read.
  /// - Throws: the errors of `discard`.
  @discardableResult
  public func store(_ note: [UInt8], named name: String) throws(AuthError) -> Bool {
    guard let root = try POSIXDirectory.open(directory), root.isWritable, try root.stamp(self.name) != nil else {
      return false
    }
    try change { $0.set(note: note, named: name) }
    return true
  }

  /// Next to the file, in a directory whose name is the file's name, a dot and the manifest's name.
  public var manifestPlace: ManifestPlace { .next(to: path + ".") }

  /// Changes the file under the lock of its directory. Does nothing if the file does not exist.
  private func change(_ change: (inout KeyFileContent) -> Void) throws(AuthError) {
    guard let root = try POSIXDirectory.open(directory) else { return }
    try root.locked { () throws(AuthError) in
      guard var content = try read(root) else { return }
      let before = content.encoded
      change(&content)
      if content.encoded != before { try write(content, in: root) }
    }
  }

  private func read(_ root: POSIXDirectory) throws(AuthError) -> KeyFileContent? {
    guard var bytes = try root.read(name, limit: Self.sizeLimit) else { return nil }
    defer { Wiping.wipe(&bytes) }
    return try KeyFileContent(decoding: bytes, path: path)
  }

  /// Whether an entry of a directory shows that the directory is a storage directory.
  private static func isInStorage(_ name: String) -> Bool { name == "locks" || FileStorage.isRoom(name) }

  /// The maximum size of the file, in bytes. A directory is added only to a file of at most half that size.
  private static let sizeLimit = 1 << 20

  private func write(
    _ content: KeyFileContent, in root: POSIXDirectory, upTo limit: Int = sizeLimit
  ) throws(AuthError) {
    let encoded = content.encoded
    guard encoded.count <= limit else {
      throw AuthError(
        .storeFull,
        "\(path) has notes about too many storage directories. Nothing was changed. Set storage.wrappingKey.keyFile of "
          + "the next directories to another file.")
    }
    try root.replace(name, with: encoded) { _ in 0 }
  }

  private var path: String { directory + "/" + name }

  private func gone() -> AuthError {
    AuthError(
      .keyUnavailable,
      "\(path) is missing or does not contain the wrapping key. The records are kept. Restore the file to read them "
        + "again.")
  }
}
