/// Bytes that are wiped when the last copy of this value is released, such as the body of a request or a response.
///
/// An array that was taken out of it gets its own buffer when it is changed. Until then, both share the buffer, and the
/// bytes are wiped only if the array was released before.
struct WipedBytes: Sendable {
  /// `@unchecked Sendable`: `bytes` changes only while one value refers to the object, and in `deinit`.
  private final class Storage: @unchecked Sendable {
    var bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
    deinit { Wiping.wipe(&bytes) }
  }

  private var storage: Storage

  init(_ bytes: [UInt8]) { storage = Storage(bytes) }

  /// The bytes.
  var bytes: [UInt8] {
    get { storage.bytes }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.bytes) }
      yield &storage.bytes
    }
  }
}
