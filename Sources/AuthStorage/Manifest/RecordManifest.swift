import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The list of what the records of a directory contain, in a separate directory: one file for each part (see
/// `ManifestShard`). A record that is not in the list is an older copy, or was removed by another program.
///
/// A part is listed from the first write in it. If the manifest is complete, a part that is not listed has no records.
/// Changes of a part need its write lock; reads need no lock.
final class RecordManifest: Sendable {
  private struct Known: Sendable {
    let content: ManifestCodec.Content
    let stamp: POSIXStamp
  }

  /// The absolute path of the manifest's directory.
  let directory: String
  /// The last checkpoint that this process has read or written; nil for a manifest next to the wrapping key, and before
  /// the first checkpoint.
  let checkpoint: Locked<ManifestCheckpoint?>
  /// Whether every record is listed: a part that is not listed has no records.
  let isComplete: Bool
  private let key: SymmetricKey
  private let known: Locked<[String: Known]> = Locked([:])
  /// The file of each part whose name is known to be on the disk. Once it contains a part, so is the directory's name.
  private let settled: Locked<[String: POSIXFileID]> = Locked([:])

  /// The size in bytes of the largest valid file.
  private static let sizeLimit = 16 << 20
  /// A file is rewritten when it is larger than this, and four times as large as its content needs.
  private static let rewriteSize = 8_192

  /// The space in bytes that is reserved for the next entries of a part.
  private static let reserved = 2_048

  init(_ directory: String, key: SymmetricKey, isComplete: Bool = false, checkpoint: ManifestCheckpoint? = nil) {
    self.directory = directory
    self.key = key
    self.isComplete = isComplete
    self.checkpoint = Locked(checkpoint)
  }

  /// Returns the sequence of each listed part.
  func sequences() throws(AuthError) -> [String: UInt64] {
    var sequences: [String: UInt64] = [:]
    for part in try parts() { sequences[part] = try shard(part, rereading: true)?.sequence }
    return sequences
  }

  /// Returns the name of the part of a place; nil for a file that is not named as this package names its records.
  static func part(of place: RecordPlace) -> String? {
    let part = place.file.prefix(2)
    return part.utf8.count == 2 && part.allSatisfy { "0123456789abcdef".contains($0) } ? String(part) : nil
  }

  /// Returns the accepted states of a part; nil if the part is not listed yet and may have records.
  ///
  /// - Parameter rereading: whether the file is read even if its stamp has not changed. The time in a stamp is too
  ///   coarse to tell two changes within a few milliseconds apart.
  /// - Throws: `store_corrupt` if the file is damaged, or another storage code.
  func shard(_ part: String, rereading: Bool = false) throws(AuthError) -> ManifestShard? {
    let unlisted = isComplete ? ManifestShard() : nil
    guard let root = try POSIXDirectory.open(directory) else {
      try check(nil, part)
      // Without its volume, the manifest cannot be read. A process that has the keys reads on.
      return POSIXDirectory.isThere(POSIXDirectory.parent(of: directory)) ? unlisted : nil
    }
    return try content(part, in: root, rereading: rereading)?.shard ?? unlisted
  }

  /// Returns the names of the listed parts.
  func parts() throws(AuthError) -> [String] {
    guard let root = try POSIXDirectory.open(directory) else { return [] }
    return try root.names().filter { Self.part(of: RecordPlace(room: "", file: $0)) == $0 }
  }

  /// Adds an entry. If the part is not listed yet and may have records, `present` lists them first. The caller must
  /// hold the part's write lock.
  ///
  /// - Parameter synchronising: whether the entry must survive a power failure.
  /// - Throws: a storage code.
  func add(
    _ entry: ManifestShard.Entry, synchronising: Bool, present: () throws(AuthError) -> [ManifestShard.Entry]
  ) throws(AuthError) {
    guard let part = Self.part(of: entry.place) else { return }
    let root = try openOrMake()
    let codec = ManifestCodec(key, part: part)
    guard var content = try content(part, in: root, rereading: true) else {
      var shard = ManifestShard()
      if !isComplete { for one in try present() { shard.apply(one) } }
      shard.apply(entry)
      return try rewrite(shard, part, codec, in: root)
    }
    if content.end > Self.rewriteSize, synchronising {
      var shard = content.shard
      shard.apply(entry)
      if codec.encode(shard).bytes.count * 4 < content.end, try rewriteIfRoom(shard, part, codec, in: root) { return }
    }
    try settle(part, in: root)
    let start = content.end
    let bytes = codec.append(entry, to: &content)
    let stamp = try root.overwrite(part, from: start, with: bytes, synchronising: synchronising)
    let added = Known(content: content, stamp: stamp)
    known.withLock { $0[part] = added }
  }

  /// Reserves space for the next entries of a part, so that a full disk does not prevent them. A part that is not
  /// listed yet is listed. The caller must hold the part's write lock.
  ///
  /// - Throws: `store_full` if the disk has too little space, or another storage code.
  func reserve(
    _ part: String, present: () throws(AuthError) -> [ManifestShard.Entry]
  ) throws(AuthError) {
    let root = try openOrMake()
    guard let content = try content(part, in: root, rereading: true) else {
      var shard = ManifestShard()
      if !isComplete { for one in try present() { shard.apply(one) } }
      try rewrite(shard, part, ManifestCodec(key, part: part), in: root)
      return try reserve(part, present: present)
    }
    try settle(part, in: root)
    // Zeros are not an entry. The next entries replace them, and so need no more space.
    let zeros = [UInt8](repeating: 0, count: Self.reserved)
    try root.overwrite(part, from: content.end, with: zeros, synchronising: false)
  }

  /// Opens the manifest's directory, and creates it if it does not exist. The directory that contains it is not
  /// created, because its volume may not be mounted.
  private func openOrMake() throws(AuthError) -> POSIXDirectory {
    if let root = try POSIXDirectory.open(directory) { return root }
    guard let slash = directory.lastIndex(of: "/"), let parent = try POSIXDirectory.open(String(directory[..<slash]))
    else {
      throw AuthError(
        .keyUnavailable,
        "The directory of the manifest \(directory) does not exist, so no record was changed. Mount its volume.")
    }
    return try parent.subdirectoryOrMake(String(directory[directory.index(after: slash)...]))
  }

  /// Synchronises the name of a part's file, if this process has not done so. A process that replaced the file may have
  /// been killed before it synchronised the name. After a crash of the system, the earlier file would be back, without
  /// the entries that are added now.
  private func settle(_ part: String, in root: POSIXDirectory) throws(AuthError) {
    let id = try root.stamp(part)?.id
    guard id == nil || settled.withLock({ $0[part] }) != id else { return }
    try root.synchronise()
    if settled.withLock({ $0.isEmpty }) { try POSIXDirectory.synchroniseParent(of: directory) }
    settled.withLock { $0[part] = id }
  }

  /// Rewrites a part; returns false if the disk has no room for a second copy of the file.
  private func rewriteIfRoom(
    _ shard: ManifestShard, _ part: String, _ codec: ManifestCodec, in root: POSIXDirectory
  ) throws(AuthError) -> Bool {
    do throws(AuthError) {
      try rewrite(shard, part, codec, in: root)
      return true
    } catch {
      guard error.code == .storeFull else { throw error }
      return false
    }
  }

  private func rewrite(
    _ shard: ManifestShard, _ part: String, _ codec: ManifestCodec, in root: POSIXDirectory
  ) throws(AuthError) {
    try root.replace(part, with: Secret(codec.encode(shard).bytes)) { _ in 0 }
    known.withLock { $0[part] = nil }
  }

  /// Returns the content of a part, which is read again if the file has changed. A writer always reads it: its entry
  /// must follow the last one.
  private func content(
    _ part: String, in root: POSIXDirectory, rereading: Bool
  ) throws(AuthError) -> ManifestCodec.Content? {
    guard let stamp = try root.stamp(part) else {
      try check(nil, part)
      return nil
    }
    if !rereading, let known = known.withLock({ $0[part] }), known.stamp == stamp { return known.content }
    guard let (bytes, read) = try root.readStamped(part, limit: Self.sizeLimit) else { return nil }
    guard let content = ManifestCodec(key, part: part).decode(bytes) else {
      throw AuthError(
        .storeCorrupt,
        "\(root.path)/\(part) is damaged. No record was changed. Restore this file from a backup that belongs to the "
          + "present records, or run 'latchkey storage accept' to accept the present records.",
        underlying: "manifest: damaged header")
    }
    try check(content.shard.sequence, part)
    let found = Known(content: content, stamp: read)
    known.withLock { $0[part] = found }
    return content
  }

  /// Checks that a part is not older than in the checkpoint.
  private func check(_ sequence: UInt64?, _ part: String) throws(AuthError) {
    guard let floor = checkpoint.withLock({ $0?.sequences[part] }), floor > sequence ?? 0 else { return }
    throw AuthError(
      .storeRolledBack,
      "\(directory)/\(part), which lists records, \(sequence == nil ? "was removed" : "is an older copy"). Nothing was "
        + "changed. Restore the latest state of the storage directory.", underlying: "manifest: older part")
  }
}
