import AuthCore

extension FileStorage {
  /// The directory's keys; nil when it has none and none are to be made.
  func keys(creating: Bool) throws(AuthError) -> VaultKeys? {
    if let keys = cachedKeys.withLock({ $0 }) { return keys }
    guard let root = try POSIXDirectory.open(directory, creating: creating) else { return nil }
    var keys = try loadKeys(root)
    if keys == nil, creating { keys = try makeKeys(root) }
    cachedKeys.withLock { $0 = keys }
    return keys
  }

  private func loadKeys(_ root: POSIXDirectory) throws(AuthError) -> VaultKeys? {
    guard var bytes = try root.read(WrappingKeyFile.name, limit: 4096) else {
      // Another process may have made the key and a record since: then the second look finds the key.
      guard try holdsRecords(root) else { return nil }
      guard let late = try root.read(WrappingKeyFile.name, limit: 4096) else {
        throw AuthError(
          .storeCorrupt,
          "\(root.path) holds records but not the file '\(WrappingKeyFile.name)' that opens them; restore it, or remove "
            + "the records.", underlying: "key file missing")
      }
      return VaultKeys(wrappingKey: try WrappingKeyFile.decode(late, path: root.path + "/" + WrappingKeyFile.name))
    }
    defer { Wiping.wipe(&bytes) }
    return VaultKeys(wrappingKey: try WrappingKeyFile.decode(bytes, path: root.path + "/" + WrappingKeyFile.name))
  }

  private func holdsRecords(_ root: POSIXDirectory) throws(AuthError) -> Bool {
    for name in try root.names() where Self.stores.contains(String(name.prefix { $0 != "-" })) {
      let names = try root.subdirectory(name, creating: false)?.names() ?? []
      if names.contains(where: { $0.hasSuffix(RecordPlace.suffix) }) { return true }
    }
    return false
  }

  /// Makes the key file; where somebody else was faster, theirs counts.
  private func makeKeys(_ root: POSIXDirectory) throws(AuthError) -> VaultKeys? {
    var bytes = WrappingKeyFile.encode(random.bytes(32))
    defer { Wiping.wipe(&bytes) }
    let aside = "key-" + Hex.encode(random.bytes(8)) + ".new"
    _ = try root.create(WrappingKeyFile.name, bytes, aside: aside, probe: probe)
    return try loadKeys(root)
  }
}
