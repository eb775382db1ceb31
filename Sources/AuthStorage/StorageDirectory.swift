public import AuthCore

/// Where state lives when the configuration names no directory.
public enum StorageDirectory {
  /// `$XDG_STATE_HOME/latchkey`, else `$HOME/.local/state/latchkey`.
  ///
  /// A relative `XDG_STATE_HOME` is ignored, as the XDG Base Directory Specification (0.8) has it.
  ///
  /// - Parameter environment: the process's variables, passed in.
  /// - Throws: `invalid_configuration` when neither variable gives an absolute path.
  public static func standard(in environment: [String: String]) throws(AuthError) -> String {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return join(state, "latchkey") }
    if let home = environment["HOME"], home.hasPrefix("/") { return join(home, ".local/state/latchkey") }
    throw AuthError(
      .invalidConfiguration,
      "There is no directory to keep state in: set storage.directory, or XDG_STATE_HOME or HOME to an absolute path.")
  }

  private static func join(_ directory: String, _ name: String) -> String {
    var directory = Substring(directory)
    while directory.hasSuffix("/") { directory = directory.dropLast() }
    return directory + "/" + name
  }
}
