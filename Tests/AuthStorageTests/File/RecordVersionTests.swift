import AuthCore
import AuthStorage
import Testing

/// The versions of a record are counted from a random start of 48 bits, which is not 0.
@Suite struct RecordVersionTests {
  private let directory = TemporaryDirectory()

  /// A random source whose bytes are all the same.
  private struct Same: RandomSource {
    let byte: UInt8
    func fill(_ buffer: UnsafeMutableRawBufferPointer) { for index in buffer.indices { buffer[index] = byte } }
  }

  @Test func versionsCountUpFromARandomStart() async throws {
    for (byte, first) in [(0, 1), (0xFF, 1 << 48)] as [(UInt8, UInt64)] {
      let store = FileRecordStore(FileStorage(directory: directory.path + "/\(byte)", random: Same(byte: byte)))
      #expect(try await store.write(Secret("a"), for: "key", expecting: nil) == first)
      #expect(try await store.write(Secret("b"), for: "key", expecting: first) == first + 1)
      #expect(try await store.read("key")?.version == first + 1)
    }
  }
}
