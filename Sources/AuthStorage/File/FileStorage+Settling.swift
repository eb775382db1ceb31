import AuthCore

/// The names that a write of this process relies on, and that are known to be on the disk.
struct SettledNames: Sendable {
  /// The key file with which the directory was found. If another one replaces it, the names are synchronised again.
  var keyFile: POSIXStamp?
  var rooms: Set<String> = []
}

/// A process that is killed can leave names that are visible, but that are not on the disk yet: a new subdirectory, a
/// replaced key file, a removed record. If the system then crashes, these changes are lost, even if another process has
/// relied on them and has synchronised its own work. So a process synchronises such names before it relies on them.
extension FileStorage {
  /// Opens a subdirectory for writing. At the first write of this process, the names of the subdirectory, of the key
  /// file and of the storage directory itself are synchronised.
  func roomForWriting(_ name: String, in root: POSIXDirectory) throws(AuthError) -> POSIXDirectory {
    let room = try root.subdirectoryOrMake(name)
    let keyFile = loadedKeys.withLock { $0?.stamp }
    let known = settledNames.withLock { settled -> SettledNames in
      if settled.keyFile != keyFile { settled = SettledNames(keyFile: keyFile) }
      return settled
    }
    guard !known.rooms.contains(name) else { return room }
    try root.synchronise()
    if known.rooms.isEmpty { try POSIXDirectory.synchroniseParent(of: directory) }
    settledNames.withLock { settled in
      if settled.keyFile == keyFile { settled.rooms.insert(name) }
    }
    return room
  }

  /// Synchronises the present state of a record, on which a caller will rely that does not write the record.
  func synchronise(_ place: RecordPlace, in root: POSIXDirectory) throws(AuthError) {
    try root.subdirectory(place.room)?.synchronise()
  }

  /// Synchronises the names of all records.
  func synchroniseAll(in root: POSIXDirectory) throws(AuthError) {
    for name in try rooms(in: root) + [Self.quarantineRoom] { try root.subdirectory(name)?.synchronise() }
  }
}
