public import AuthCore

/// The storage directory that is used if the configuration does not set `storage.directory`.
public enum StorageDirectory {
  /// Returns `$XDG_STATE_HOME/latchkey`, or `$HOME/.local/state/latchkey` if `XDG_STATE_HOME` is not set.
  ///
  /// A relative `XDG_STATE_HOME` is ignored, as the XDG Base Directory Specification (0.8) requires.
  ///
  /// - Parameter environment: the environment variables of the process.
  /// - Throws: `invalid_configuration` if neither variable contains an absolute path.
  public static func standard(in environment: [String: String]) throws(AuthError) -> String {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return join(state, "latchkey") }
    if let home = environment["HOME"], home.hasPrefix("/") { return join(home, ".local/state/latchkey") }
    throw AuthError(
      .invalidConfiguration,
      "No directory for state is set. Set storage.directory, or set XDG_STATE_HOME or HOME to an absolute path.")
  }

  private static func join(_ directory: String, _ name: String) -> String {
    var directory = Substring(directory)
    while directory.hasSuffix("/") { directory = directory.dropLast() }
    return directory + "/" + name
  }
}
