import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A directory that is deleted with the test.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/latchkey-test-" + SystemRandomSource().uuid()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and gives its path.
  @discardableResult
  func write(_ text: String, to name: String, permissions: Int = 0o600) throws -> String {
    let file = path + "/" + name
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: permissions]
    guard FileManager.default.createFile(atPath: file, contents: Data(text.utf8), attributes: attributes) else {
      throw AuthError(.storePermissions, "The test's file cannot be written.")
    }
    return file
  }
}
