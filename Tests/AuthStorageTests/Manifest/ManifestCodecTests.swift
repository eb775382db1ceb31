import AuthCore
import AuthCrypto
import Testing

@testable import AuthStorage

/// The file of a part: what is cut off, changed, exchanged or written by another program ends the list.
@Suite struct ManifestCodecTests {
  private static let key = SymmetricKey(data: [UInt8](repeating: 7, count: 32))
  private let codec = ManifestCodec(key, part: "ab")

  /// The sizes of the file after each entry, and the file.
  private func file(_ count: Int = 5) -> (ends: [Int], shards: [ManifestShard], bytes: [UInt8]) {
    var (bytes, content) = codec.encode(ManifestShard(sequence: 41))
    var (ends, shards) = ([content.end], [content.shard])
    for number in 0..<count {
      let place = RecordPlace(room: "records", file: "ab0\(number % 3)")
      let state = number == 4 ? .absent : ManifestShardTests.state(UInt8(number + 1))
      bytes += codec.append(.init(place, state, isOnly: number % 2 == 0), to: &content)
      ends.append(content.end)
      shards.append(content.shard)
    }
    #expect(content.end == bytes.count)
    return (ends, shards, bytes)
  }

  /// The bytes were computed by another program from the description of the form.
  @Test func hasTheDescribedForm() throws {
    var (bytes, content) = codec.encode(ManifestShard(sequence: 41))
    let tag = (0..<16).map { UInt8($0) }
    let entries: [(String, String, RecordState, Bool)] = [
      ("records", "ab01", RecordState(tag), false), ("records", "ab01", RecordState(tag.reversed()), true),
      ("sessions", "ab02", .absent, true),
    ]
    for (room, file, state, isOnly) in entries {
      bytes += codec.append(.init(RecordPlace(room: room, file: file), state, isOnly: isOnly), to: &content)
    }
    let form = """
      4c4b4d414e4901fe00000000000000290797ff6f236182b76a39093d32c27f47\
      0000002400000102030405060708090a0b0c0d0e0f000000077265636f7264730000000461623031\
      4fdef8e47569eacb75880bad349ae0df\
      00000024010f0e0d0c0b0a09080706050403020100000000077265636f7264730000000461623031\
      673c87d471b5af3a132de664635fa8fe\
      0000002503000000000000000000000000000000000000000873657373696f6e730000000461623032\
      a141bcd989fd077b09dc9cb04bf63648
      """
    #expect(Hex.encode(bytes) == form)
    #expect(codec.decode(bytes)?.shard == content.shard)
    // A body that ends after the state is no entry, also with a valid code.
    var other = ManifestCodec(Self.key, part: "ab").encode(ManifestShard(sequence: 41))
    let short = LengthPrefixed.encode([UInt8](repeating: 1, count: 17))
    let code = HMAC<SHA256>.authenticationCode(for: other.bytes[16..<32] + short, using: Self.key)
    other.bytes += short + Array(code).prefix(16)
    #expect(codec.decode(other.bytes)?.end == 32)
  }

  @Test func readsBackAndContinues() throws {
    let (_, shards, bytes) = file()
    var content = try #require(codec.decode(bytes))
    #expect(content.shard == shards.last && content.end == bytes.count)
    #expect(content.shard.sequence == 46)
    let more = codec.append(.init(ManifestShardTests.place, .absent, isOnly: true), to: &content)
    #expect(try #require(codec.decode(bytes + more)).shard == content.shard)
    let rewritten = codec.encode(content.shard)
    let again = try #require(codec.decode(rewritten.bytes))
    #expect(again.end == rewritten.bytes.count && again.shard == rewritten.content.shard)
    #expect(again.shard.sequence > content.shard.sequence)
  }

  @Test func aCutOffFileEndsWithItsLastWholeEntry() {
    let (ends, shards, bytes) = file()
    for count in bytes.indices {
      let content = codec.decode(Array(bytes[..<count]))
      let whole = ends.lastIndex { $0 <= count }
      #expect(content?.end == whole.map { ends[$0] }, "\(count) bytes")
      #expect(content?.shard == whole.map { shards[$0] }, "\(count) bytes")
    }
  }

  @Test func whatFollowsTheLastEntryIsIgnored() throws {
    let (_, shards, bytes) = file()
    for tail in [[UInt8](repeating: 0, count: 100), [0, 0, 0], [255, 255, 255, 255], Array(bytes.suffix(60))] {
      let content = try #require(codec.decode(bytes + tail))
      #expect(content.end == bytes.count && content.shard == shards.last)
    }
  }

  @Test func aChangedBitEndsTheList() {
    let (ends, _, bytes) = file()
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      let before = ends.lastIndex { $0 <= index }
      #expect(codec.decode(changed)?.end == before.map { ends[$0] }, "byte \(index)")
    }
  }

  @Test func entriesAreBoundToTheirPlaceInTheFile() {
    let (ends, shards, bytes) = file()
    let entries = (1..<ends.count).map { Array(bytes[ends[$0 - 1]..<ends[$0]]) }
    let head = Array(bytes[..<ends[0]])
    #expect(codec.decode(head + entries[1])?.shard == shards[0], "an entry is missing")
    #expect(codec.decode(head + entries[0] + entries[0])?.shard == shards[1], "an entry is repeated")
    #expect(codec.decode(head + entries[0] + entries[2] + entries[1])?.shard == shards[1], "entries are exchanged")
  }

  @Test func anotherKeyOrPartReadsNothing() {
    let bytes = file().bytes
    #expect(ManifestCodec(SymmetricKey(data: [UInt8](repeating: 8, count: 32)), part: "ab").decode(bytes) == nil)
    #expect(ManifestCodec(Self.key, part: "ac").decode(bytes) == nil)
    #expect(codec.decode([]) == nil)
  }
}
