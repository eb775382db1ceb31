import AuthCore
import AuthCrypto
import Testing

@testable import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files of a manifest: what a write adds, when a file is rewritten, and what another process adds meanwhile.
@Suite struct RecordManifestTests {
  let directory = TemporaryDirectory()
  var path: String { directory.path + "/manifest" }
  private static let key = SymmetricKey(data: [UInt8](repeating: 7, count: 32))

  func manifest() -> RecordManifest { RecordManifest(path, key: Self.key) }

  static func entry(_ number: Int, _ state: UInt8, isOnly: Bool = true) -> ManifestShard.Entry {
    .init(
      RecordPlace(room: "records", file: "ab\(number)"), RecordState([UInt8](repeating: state, count: 16)),
      isOnly: isOnly)
  }

  func add(
    _ manifest: RecordManifest, _ entry: ManifestShard.Entry, synchronising: Bool = true,
    present: [ManifestShard.Entry] = []
  ) throws {
    try manifest.add(entry, synchronising: synchronising) { () throws(AuthError) in present }
  }

  func inode() -> UInt64 {
    var status = stat()
    return lstat(path + "/ab", &status) == 0 ? UInt64(status.st_ino) : 0
  }

  var size: Int { TemporaryDirectory.read(path + "/ab").count }

  @Test func theFirstEntryFollowsThePresentRecords() throws {
    let (one, two) = (Self.entry(1, 1), Self.entry(2, 2))
    #expect(try manifest().shard("ab") == nil)
    try add(manifest(), two, present: [one])
    let shard = try #require(try manifest().shard("ab"))
    #expect(shard.accepts(one.state, at: one.place) && shard.accepts(two.state, at: two.place))
    #expect(shard.sequence == 4, "the sequence goes on with the entries of the new file")
    #expect(try manifest().parts() == ["ab"])
    #expect(try manifest().sequences() == ["ab": 4])
  }

  @Test func aReservationListsThePresentRecords() throws {
    let one = Self.entry(1, 1)
    try manifest().reserve("ab") { () throws(AuthError) in [one] }
    #expect(try manifest().shard("ab")?.accepts(one.state, at: one.place) == true)
    let reserved = size
    #expect(reserved > 2_048)
    try manifest().reserve("ab") { () throws(AuthError) in [] }
    #expect(size == reserved, "the present entries stay")
    #expect(try manifest().shard("ab")?.accepts(one.state, at: one.place) == true)
    try add(manifest(), Self.entry(2, 2))
    #expect(size == reserved, "the entry takes the reserved space")
    #expect(try manifest().shard("ab")?.accepts(Self.entry(2, 2).state, at: Self.entry(2, 2).place) == true)
  }

  /// Two processes add entries in turn, and each sees those of the other.
  @Test func processesSeeEachOthersEntries() throws {
    let (one, other) = (manifest(), manifest())
    for turn in 1..<60 {
      try add(turn % 2 == 0 ? one : other, Self.entry(turn % 5, UInt8(turn)))
      for manifest in [one, other] {
        let shard = try #require(try manifest.shard("ab"))
        let last = Self.entry(turn % 5, UInt8(turn))
        #expect(shard.accepts(last.state, at: last.place) && shard.sequence >= UInt64(turn))
      }
    }
  }

  /// Only a file that is four times as large as it needs to be is rewritten, and only before a record is written.
  @Test func rewritesWhatHasGrown() throws {
    let manifest = manifest()
    try add(manifest, Self.entry(0, 1))
    var file = inode()
    while size <= 8_192 {
      try add(manifest, Self.entry(0, 2))
      #expect(inode() == file)
    }
    try add(manifest, Self.entry(0, 3), synchronising: false)
    #expect(inode() == file, "not after a record was written")
    try add(manifest, Self.entry(1, 4), synchronising: true)
    #expect(inode() != file && size < 400)
    for entry in [Self.entry(0, 3), Self.entry(1, 4)] {
      #expect(try self.manifest().shard("ab")?.accepts(entry.state, at: entry.place) == true)
    }
    #expect(try self.manifest().shard("ab")?.sequence ?? 0 > 80, "the sequence goes on")
    // Sixty places need a large file: it is not rewritten at each write.
    for number in 0..<60 { try add(manifest, Self.entry(number, 5)) }
    while size < 9_000 { for number in 0..<60 { try add(manifest, Self.entry(number, 6)) } }
    file = inode()
    for number in 0..<60 { try add(manifest, Self.entry(number, 7)) }
    #expect(inode() == file)
  }
}
