import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The path of a new directory, which is removed with its contents when the test releases this object.
final class TemporaryDirectory: Sendable {
  let path = "/tmp/latchkey-app-sessions-" + SystemRandomSource().token()

  init() throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
