import AuthCore
import AuthTesting
import Testing

@testable import AuthStorage

/// The format of the key file, byte by byte.
@Suite struct KeyFileTests {
  private static func reason(_ bytes: [UInt8]) -> String? {
    do throws(AuthError) {
      _ = try KeyFile(decoding: bytes, path: "key")
      return nil
    } catch {
      return error.underlying ?? error.message
    }
  }

  @Test func namesTheDamage() {
    let magic = Array("LATCHKEY".utf8)
    let cases: [([UInt8], String)] = [
      ([2], "not a key file"), ([2, 253], "truncated"), ([2, 252], "damaged header"), ([0, 255], "damaged header"),
      ([5, 250], "key has version 5; this build reads versions up to 4. Update this program."),
      ([4, 251], "truncated"),
      ([2, 253, 0, 0, 0, 0, 0, 0, 0], "truncated"), ([2, 253, 0, 0, 0, 0, 0, 0, 0, 0], "damaged or cut off"),
    ]
    for (rest, reason) in cases { #expect(Self.reason(magic + rest) == reason) }
    #expect(Self.reason(Array("LATCHKEX".utf8) + [2, 253]) == "not a key file")
  }

  @Test func keysReadBack() throws {
    let former = [KeyFile.Replaced(wrapping: "former", keys: [1, 2]), KeyFile.Replaced(wrapping: "tpm", keys: [])]
    let bytes = KeyFile(wrapping: "key-file", keys: Secret([7, 8, 9]), replaced: former).encoded.revealBytes()
    let file = try KeyFile(decoding: bytes, path: "key")
    #expect(file.wrapping == "key-file" && file.keys == Secret([7, 8, 9]) && !file.isVersionOne)
    #expect(file.replaced.map(\.wrapping) == ["former", "tpm"] && file.replaced.map(\.keys) == [[1, 2], []])
  }

  /// A build that does not write the manifest must refuse a directory that has one.
  @Test func onlyAFileWithAManifestHasTheLatestVersion() throws {
    let plain = KeyFile(wrapping: "key-file", keys: Secret([7]), replaced: [.init(wrapping: "tpm", keys: [1])])
    #expect(plain.encoded.revealBytes()[8...9] == [2, 253])
    #expect(try KeyFile(decoding: plain.encoded.revealBytes(), path: "key").manifest == nil)
    let name = "manifest-0123456789abcdef"
    for isComplete in [false, true] {
      let listed = KeyFile(
        wrapping: "key-file", keys: Secret([7]), manifest: name, isComplete: isComplete, replaced: plain.replaced
      ).encoded.revealBytes()
      #expect(listed[8...9] == [4, 251])
      let file = try KeyFile(decoding: listed, path: "key")
      #expect(file.manifest == name && file.wrapping == "key-file" && file.keys == Secret([7]))
      #expect(file.isComplete == isComplete && file.hasManifestKey)
      #expect(file.replaced.map(\.wrapping) == ["tpm"] && file.encoded.revealBytes() == listed)
    }
    let unnamed = KeyFile(wrapping: "key-file", keys: Secret([7]), manifest: "").encoded.revealBytes()
    #expect(Self.reason(unnamed) == "no name of a manifest")
  }

  @Test func limitsTheSizeOfAKeyFile() throws {
    let directory = TemporaryDirectory()
    for (size, reason) in [(65_536, "not a key file"), (65_537, nil)] {
      TemporaryDirectory.write(directory.path + "/key", [UInt8](repeating: 0, count: size))
      let error = #expect(throws: AuthError.self) { try FileStorage(directory: directory.path).keys() }
      #expect(error?.code == .storeCorrupt)
      #expect(error?.underlying == reason)
    }
  }

  @Test func limitsTheSizeOfARecord() async throws {
    let directory = TemporaryDirectory()
    let records = FileRecordStore(FileStorage(directory: directory.path))
    try await records.replace(Secret("value"), for: "key")
    let file = try #require(TemporaryDirectory.files(below: directory.path + "/records").first)
    for (size, reason) in [(16_777_216, "not a record"), (16_777_217, nil)] {
      TemporaryDirectory.write(file, [UInt8](repeating: 0, count: size))
      let error = await #expect(throws: AuthError.self) { try await records.read("key") }
      #expect(error?.code == .storeCorrupt)
      #expect(error?.underlying == reason)
    }
  }
}
