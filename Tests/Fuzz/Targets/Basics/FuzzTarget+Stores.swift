import AuthCore
import FuzzTargets

@testable import AuthStorage

extension FuzzTarget {
  private static let keys = VaultKeys(generatingWith: SystemRandomSource())

  /// Files that another program wrote: no sealed record opens, no parser traps, and a session that is read is written
  /// as the same session.
  static let stores = FuzzTarget(name: "stores") { bytes in
    let place = RecordPlace(room: "sessions", file: "fuzz.sealed")
    require(
      (try? SealedRecord(opening: bytes, with: keys, at: place, path: "fuzz")) == nil,
      "a record that was sealed with another key was opened")
    if let file = try? KeyFile(decoding: bytes, path: "fuzz") {
      // A key file of version 1 is written in the current version, so the comparison is between two written files.
      let again = try? KeyFile(decoding: file.encoded.revealBytes(), path: "fuzz")
      require(again?.encoded == file.encoded, "a key file changes when it is read and written again")
    }
    let manifest = ManifestCodec(keys.manifestKey, part: "ab")
    require(manifest.decode(bytes) == nil, "a manifest of another key was read")
    if let checkpoint = ManifestCheckpoint(decoding: bytes) {
      require(ManifestCheckpoint(decoding: checkpoint.encoded) == checkpoint, "a checkpoint changes when it is written")
    }
    if let content = try? KeyFileContent(decoding: bytes, path: "fuzz") {
      let again = try? KeyFileContent(decoding: content.encoded.revealBytes(), path: "fuzz")
      require(again?.encoded == content.encoded, "a wrapping key file changes when it is read and written again")
    }
    _ = try? WrappedKey(decoding: bytes)
    _ = try? StoredKey(decoding: Secret(bytes))
    if let session = try? SessionRecord.decode(Secret(bytes)) {
      require((try? SessionRecord.decode(SessionRecord.encode(session))) == session, "the session read back differs")
    }
  }
}
