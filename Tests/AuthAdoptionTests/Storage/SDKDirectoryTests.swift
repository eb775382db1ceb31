import AuthAdoption
import AuthCore
import AuthStorage
import SDKFiles
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Copies of preferences and keychain items in files.
@Suite struct SDKDirectoryTests {
  /// A directory with the binary property list that Python's `plistlib` wrote.
  private func vectors() throws -> String {
    let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Vectors/sdk-storage/preferences.plist")
    let path = FileManager.default.temporaryDirectory.path + "/sdk-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try FileManager.default.copyItem(atPath: source.path, toPath: path + "/preferences.plist")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + "/preferences.plist")
    return path
  }

  @Test func readsABinaryPropertyListOfAnotherWriter() async throws {
    let path = try vectors()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let storage = SDKDirectory(path)
    #expect(try await storage.preferenceNames().count == 12)
    #expect(try await storage.preference("@as_device_id") == .text("A1B2C3D4-0000-4000-8000-00000000ABCD"))
    guard case .data(let selected)? = try await storage.preference("com.turnkey.sdk.selectedSession") else {
      Issue.record("no data")
      return
    }
    #expect(selected == Array(#""trading""#.utf8))
    #expect(try await storage.preference("nested") == .other)
    #expect(try await storage.preference("missing") == nil)
    #expect(try await storage.keys().isEmpty)
  }

  @Test func removesOnePreferenceAndKeepsTheTypesOfTheOthers() async throws {
    let path = try vectors()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let storage = SDKDirectory(path)
    try await storage.removePreference("trading")
    #expect(try await storage.preferenceNames().count == 11)
    let bytes = Array(try Data(contentsOf: URL(filePath: path + "/preferences.plist")))
    #expect(Array(bytes.prefix(8)) == Array("bplist00".utf8))
    #expect(try await storage.preference("@as_device_id") == .text("A1B2C3D4-0000-4000-8000-00000000ABCD"))
    struct Typed: Decodable {
      let launches: Int
      let ratio: Double
      let isOn: Bool
      let installed: Date
      let nested: [String: [String: Data]]
      let AppleLanguages: [String]
    }
    let typed = try PropertyListDecoder().decode(Typed.self, from: Data(bytes))
    #expect(typed.launches == 42 && typed.ratio == 0.5 && typed.isOn && typed.AppleLanguages == ["en-GB", "de"])
    #expect(typed.installed.timeIntervalSince1970 == 1_741_064_767)
    #expect(typed.nested["a"]?["b"] == Data([0, 1]))
  }

  @Test func findsAndRemovesPasswordsAndKeys() async throws {
    let scalar = Secret([UInt8](repeating: 7, count: 32))
    let files = try SDKFiles(
      preferences: [:], passwords: [("s", "a", "1"), ("s", "b", "2"), ("t", "a", "3")],
      keys: [("tag", "label", scalar)])
    let storage = files.storage
    #expect(try await storage.passwords(service: "s", account: nil).map(\.account) == ["a", "b"])
    #expect(try await storage.passwords(service: nil, account: "a").map { $0.value.revealText() } == ["1", "3"])
    try await storage.remove(try #require(try await storage.passwords(service: "s", account: "a").first))
    #expect(try await storage.passwords(service: nil, account: nil).count == 2)

    let key = try #require(try await storage.keys().first)
    #expect(key.tag == "tag" && key.label == "label" && key.publicKey.count == 33)
    #expect(try await storage.sign([1, 2, 3], publicKey: key.publicKey).count == 64)
    await #expect(throws: AuthError(.keyUnavailable, "")) {
      try await storage.sign([1], publicKey: [UInt8](repeating: 2, count: 33))
    }
    try await storage.removeKey(key.publicKey)
    #expect(try await storage.keys().isEmpty)
  }

  @Test func refusesFilesOfAnotherFormAndReadsNothingFromNone() async throws {
    let files = try SDKFiles(preferences: [:])
    for name in ["preferences.plist", "keychain.json"] {
      try Data("[1".utf8).write(to: URL(filePath: files.path + "/" + name))
    }
    await #expect(throws: AuthError(.storeCorrupt, "")) { try await files.storage.preferenceNames() }
    await #expect(throws: AuthError(.storeCorrupt, "")) { try await files.storage.keys() }
    let none = SDKDirectory("/nonexistent/sdk")
    #expect(try await none.preferenceNames().isEmpty)
    #expect(try await none.passwords(service: nil, account: nil).isEmpty)
  }
}
