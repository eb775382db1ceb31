import AuthCore
import AuthRuntime
import AuthSandbox
import AuthStorage
import AuthTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file that keeps a sandbox's names and keys between runs.
struct SandboxKeyFile: Sendable {
  let directory: String?

  private var path: String? { directory.map { $0 + "/sandbox-keys.json" } }

  /// The names and keys that an earlier run wrote; an empty keyring without a directory, or if the file does not exist.
  ///
  /// - Throws: `store_permissions` when the file cannot be read, `store_corrupt` when its content is not a keyring.
  func read() throws(AuthError) -> SandboxKeyring {
    guard let path, FileManager.default.fileExists(atPath: path) else { return SandboxKeyring() }
    guard let content = FileManager.default.contents(atPath: path) else {
      throw AuthError(
        .storePermissions,
        "--state-dir: \(path) cannot be read. Make it readable for this user, or use another directory.")
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: Array(content))
    } catch {
      throw AuthError(.storeCorrupt, "\(path) is not valid JSON: \(error). Delete it to start with a new sandbox.")
    }
    return try SandboxKeyring(json: json)
  }

  /// Writes the names and keys; does nothing without a directory.
  ///
  /// - Throws: `store_permissions` when the directory cannot be created, or the file cannot be written.
  func write(_ keyring: SandboxKeyring) throws(AuthError) {
    guard let directory, let path else { return }
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    } catch {
      throw AuthError(
        .storePermissions, "--state-dir: the directory \(directory) cannot be created. Check its parent's permissions.")
    }
    try PrivateFile.write(keyring.json.prettyText + "\n", to: path)
  }
}
