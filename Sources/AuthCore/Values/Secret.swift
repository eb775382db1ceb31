/// Bytes that must not be printed or logged, such as a token, a code or a key.
///
/// The bytes of a secret are not printed: `description` and `debugDescription` are `<redacted>`, and mirrors, which
/// `dump` uses, have no children. A secret is not `Codable`. The time of a comparison does not depend on the content.
/// Copies share one buffer, which is wiped when the last copy is released. The bytes are read only with a call whose
/// name begins with `withBytes` or `reveal`, so that a search finds every place that reads them.
public struct Secret: Sendable {
  private let storage: SecretStorage

  /// Creates a secret with a copy of `bytes`. The caller's own copy is not wiped.
  public init(_ bytes: some Sequence<UInt8>) {
    storage = SecretStorage(bytes)
  }

  /// Creates a secret with the UTF-8 of `text`.
  public init(_ text: String) {
    storage = SecretStorage(text.utf8)
  }

  /// Creates a secret by joining several secrets. Their bytes are not copied to any other place.
  package init(joining parts: [Secret]) {
    storage = SecretStorage(joining: parts)
  }

  /// The number of bytes.
  public var count: Int { storage.bytes.count }

  /// Whether the secret has no bytes.
  public var isEmpty: Bool { storage.bytes.isEmpty }

  /// Passes the bytes to `body`; they are valid only during the call.
  ///
  /// - Throws: the error of `body`.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(storage.bytes))
  }

  /// Returns a copy of the bytes. The caller is responsible for the copy: it is not wiped.
  public func revealBytes() -> [UInt8] { Array(storage.bytes) }

  /// Returns the bytes as text, with invalid UTF-8 replaced. The caller is responsible for the copy: it is not wiped.
  public func revealText() -> String { String(decoding: storage.bytes, as: UTF8.self) }
}

extension Secret: Equatable {
  /// Whether both secrets have the same bytes. The time of the comparison depends only on the lengths.
  public static func == (left: Secret, right: Secret) -> Bool {
    ConstantTime.equal(UnsafeRawBufferPointer(left.storage.bytes), UnsafeRawBufferPointer(right.storage.bytes))
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `<redacted>`.
  public var description: String { "<redacted>" }
  /// Always `<redacted>`.
  public var debugDescription: String { "<redacted>" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}

/// The buffer that copies of a secret share. It is wiped when the last copy is released.
///
/// `@unchecked Sendable`: the buffer is written only in the initialiser and in `deinit`, when no other task can read
/// it.
private final class SecretStorage: @unchecked Sendable {
  let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ source: some Sequence<UInt8>) {
    let copied = source.withContiguousStorageIfAvailable { source in
      let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: source.count)
      _ = bytes.initialize(from: source)
      return bytes
    }
    if let copied {
      bytes = copied
      return
    }
    var copy = Array(source)
    bytes = .allocate(capacity: copy.count)
    _ = bytes.initialize(from: copy)
    Wiping.wipe(&copy)
  }

  init(joining parts: [Secret]) {
    bytes = .allocate(capacity: parts.reduce(0) { $0 + $1.count })
    var rest = UnsafeMutableRawBufferPointer(bytes)
    for part in parts {
      part.withBytes { rest.copyMemory(from: $0) }
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[part.count...])
    }
  }

  deinit {
    Wiping.wipe(UnsafeMutableRawBufferPointer(bytes))
    bytes.deallocate()
  }
}
