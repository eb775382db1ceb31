import AuthCore

@testable import AuthStorage

extension FuzzTarget {
  private static let keys = VaultKeys(generatingWith: SystemRandomSource())

  /// Files that something else wrote: nothing opens, nothing traps, and a session that is read is written as the same.
  static let stores = FuzzTarget(name: "stores") { bytes in
    let place = RecordPlace(room: "sessions", file: "fuzz.sealed")
    require(
      (try? SealedRecord(opening: bytes, with: keys, at: place, path: "fuzz")) == nil,
      "a record opened that was sealed with another key")
    if let file = try? KeyFile(decoding: bytes, path: "fuzz") {
      // One of version 1 is written in the form of this one.
      let again = try? KeyFile(decoding: file.encoded.revealBytes(), path: "fuzz")
      require(again?.encoded == file.encoded, "a key file is written otherwise than it was read")
    }
    _ = try? WrappedKey(decoding: bytes)
    _ = try? StoredKey(decoding: Secret(bytes))
    if let session = try? SessionRecord.decode(Secret(bytes)) {
      require((try? SessionRecord.decode(SessionRecord.encode(session))) == session, "a session is written as another")
    }
  }
}
