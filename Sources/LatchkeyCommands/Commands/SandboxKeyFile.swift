import AuthCore
import AuthSandbox
import AuthStorage

/// The file that keeps a sandbox's names and keys between runs.
struct SandboxKeyFile: Sendable {
  let directory: String?
  private let name = "sandbox-keys.json"
  /// The file of a sandbox with all vendors has about 10 KiB.
  private static let limit = 1 << 20

  init(directory: String?) {
    self.directory = directory.map { path in
      let end = path.lastIndex { $0 != "/" }
      return end.map { String(path[...$0]) } ?? path
    }
  }

  /// The names and keys that an earlier run wrote; an empty keyring without a directory, or if the file does not exist.
  ///
  /// - Throws: `store_permissions` when the directory or the file cannot be read, is a link, or is accessible to other
  ///   users; `store_corrupt` when the content is not a keyring.
  func read() throws(AuthError) -> SandboxKeyring {
    guard let directory else { return SandboxKeyring() }
    let content = try named { () throws(AuthError) in
      try POSIXDirectory.open(directory)?.read(name, limit: Self.limit)
    }
    guard let content else { return SandboxKeyring() }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: content)
    } catch {
      throw AuthError(
        .storeCorrupt, "\(directory)/\(name) is not valid JSON: \(error). Delete it to start with a new sandbox.")
    }
    return try SandboxKeyring(json: json)
  }

  /// Writes the names and keys; does nothing without a directory. A new directory has the mode 0700 from its creation,
  /// and the file 0600, with any umask.
  ///
  /// - Throws: `store_permissions` when the directory cannot be created, is a link, or is accessible to other users, or
  ///   when the file cannot be written.
  func write(_ keyring: SandboxKeyring) throws(AuthError) {
    guard let directory else { return }
    _ = try named { () throws(AuthError) in try POSIXDirectory.openOrMake(directory) }
    try PrivateFile.write(keyring.json.prettyText + "\n", to: directory + "/" + name)
  }

  /// Begins the message of an error with the option.
  private func named<Value>(_ body: () throws(AuthError) -> Value) throws(AuthError) -> Value {
    do throws(AuthError) { return try body() } catch {
      var error = error
      error.message = "--state-dir: " + error.message
      throw error
    }
  }
}
