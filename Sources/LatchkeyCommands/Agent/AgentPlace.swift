import AuthCore
import AuthCrypto

/// Where the agent of a configuration has its socket.
struct AgentPlace: Sendable, Equatable {
  /// The directory of the socket, which only this user can access.
  let directory: String
  /// The directory that must exist and belong to this user before `directory` is created; nil for any.
  let base: String?
  /// The configuration's name: clients with another configuration file, storage, provider or profile, or with
  /// other values of the variables that the configuration reads, have another one.
  let configuration: String

  /// The file names of the socket, of the lock that the agent holds, and of the lock that starts an agent.
  var socketName: String { "agent-\(configuration).sock" }
  var lockName: String { "agent-\(configuration).lock" }
  var startLockName: String { "agent-\(configuration).start" }
  var socketPath: String { directory + "/" + socketName }

  /// What an agent serves.
  struct Subject: Sendable, Equatable {
    /// The configuration file, without symbolic links.
    let configurationPath: String
    /// The kind of the session store, and the storage directory.
    let sessions: String
    let storageDirectory: String
    /// The provider and the profile that the caller chose in place of the file's; nil for none.
    let provider: String?
    let profile: String?
    /// The variables of the environment that the configuration reads, with their values.
    var variables: [String: String] = [:]
  }

  /// The place of the agent of a subject.
  ///
  /// - Parameters:
  ///   - runtimeDirectory: `$XDG_RUNTIME_DIR`; nil if it is not set. A relative path is ignored (XDG Base Directory
  ///     Specification 0.8). Without it, the socket is in the storage directory.
  ///   - pathLimit: how many bytes the path of a socket may have.
  /// - Throws: `invalid_configuration` for a path that is too long for a socket.
  init(
    of subject: Subject, runtimeDirectory: String?, pathLimit: Int = UnixSocket.pathLimit
  ) throws(AuthError) {
    var base = runtimeDirectory.flatMap { $0.hasPrefix("/") ? $0 : nil }
    while let path = base, path.hasSuffix("/"), path != "/" { base = String(path.dropLast()) }
    self.base = base
    directory = base.map { $0 + "/latchkey" } ?? (subject.storageDirectory + "/agent")
    configuration = Self.name(of: subject)
    guard socketPath.utf8.count <= pathLimit else {
      throw AuthError(
        .invalidConfiguration,
        "The path of the agent's socket has \(socketPath.utf8.count) bytes, but the system allows \(pathLimit): "
          + "\(socketPath). Set XDG_RUNTIME_DIR to a directory with a shorter path, which only this user can access.")
    }
  }

  /// A digest of the subject. Each part has its length before it, so that no two subjects have the same text.
  private static func name(of subject: Subject) -> String {
    let parts =
      [
        "1", subject.configurationPath, subject.sessions, subject.storageDirectory, subject.provider ?? "",
        subject.profile ?? "",
      ] + subject.variables.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
    return Hex.encode(Array(SHA256.hash(data: Array(text.utf8))).prefix(8))
  }
}
