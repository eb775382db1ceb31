import AuthCore

/// The state of a manifest that is stored in the storage directory: the sequence of each part at a time. A note next to
/// the wrapping key, with the name of the manifest, contains the digest of this file. If a part is older than its
/// sequence here, an earlier version of that part was restored.
///
/// The file: time (8, seconds since 1970) ‖ for each part, its name with a length prefix ‖ sequence (8).
struct ManifestCheckpoint: Sendable, Equatable {
  /// The time in seconds since 1970 at which the checkpoint was made.
  let time: UInt64
  /// The sequence of each listed part.
  let sequences: [String: UInt64]

  /// The time in seconds after which a write makes a new checkpoint. The memory of a TPM wears with each write.
  static let interval: UInt64 = 3_600
  /// The name of the file in the manifest's directory.
  static let file = "checkpoint"
  private static let sizeLimit = 65_536

  /// The stored form.
  var encoded: [UInt8] {
    var bytes = LengthPrefixed.bigEndian(time)
    for (part, sequence) in sequences.sorted(by: { $0.key < $1.key }) {
      bytes += LengthPrefixed.encode(part)
      bytes += LengthPrefixed.bigEndian(sequence)
    }
    return bytes
  }

  init(time: UInt64, sequences: [String: UInt64]) {
    self.time = time
    self.sequences = sequences
  }

  /// Decodes the stored form, whose digest was compared with the note.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    time = LengthPrefixed.number(bytes.prefix(8), as: UInt64.self)
    var (reader, sequences) = (LengthPrefixedReader(bytes.dropFirst(8)), [String: UInt64]())
    while !reader.rest.isEmpty {
      guard let part = reader.text(), reader.rest.count >= 8 else { return nil }
      sequences[part] = LengthPrefixed.number(reader.rest.prefix(8), as: UInt64.self)
      reader = LengthPrefixedReader(reader.rest.dropFirst(8))
    }
    self.sequences = sequences
  }

  /// Reads the checkpoint of a manifest; nil if none was made yet.
  ///
  /// - Throws: `store_rolled_back` if the note has another digest, or a storage code.
  static func read(
    _ manifest: String, in root: POSIXDirectory, _ anchor: any StateAnchoring
  ) throws(AuthError) -> ManifestCheckpoint? {
    // The note is read first: a checkpoint that another process writes in the meantime is announced before it is
    // written.
    for _ in 0..<attempts {
      let before = try anchor.note(manifest) ?? []
      let bytes = try root.subdirectory(manifest)?.read(file, limit: sizeLimit)
      if accepts(before, bytes) { return bytes.flatMap { ManifestCheckpoint(decoding: $0) } }
      guard try anchor.note(manifest) ?? [] != before else { break }
    }
    throw AuthError(
      .storeRolledBack,
      "The list of the records in \(root.path)/\(manifest) is older than the note next to the wrapping key. Nothing "
        + "was changed. Restore the latest state of the storage directory.", underlying: "manifest: older")
  }

  private static let attempts = 4

  /// Writes the checkpoint and its note. The caller must hold the lock for it.
  ///
  /// - Throws: `key_unavailable` if the place of the note cannot be reached, or a storage code.
  func write(
    _ manifest: String, in root: POSIXDirectory, _ anchor: any StateAnchoring
  ) throws(AuthError) {
    let directory = try root.subdirectoryOrMake(manifest)
    // The present file may be the work of a process that was killed, as in `FileStorage.announce(_:_:in:)`.
    try directory.synchronise()
    let present = try NotedDigest.of(directory.read(Self.file, limit: Self.sizeLimit))
    let next = NotedDigest.of(encoded)
    // Both are valid until the file is replaced.
    guard try anchor.store(present + next, named: manifest) else { return }
    try directory.replace(Self.file, with: Secret(encoded)) { _ in 0 }
    try anchor.store(next, named: manifest)
  }

  /// Whether a note belongs to a file. An empty note is the first one: no checkpoint was made yet.
  private static func accepts(_ note: [UInt8], _ bytes: [UInt8]?) -> Bool {
    note.isEmpty ? bytes == nil : NotedDigest.isListed(NotedDigest.of(bytes), in: note)
  }
}
