public import AuthCore

/// The storage directory that is used if the configuration does not set `storage.directory`.
public enum StorageDirectory {
  /// Returns `$XDG_STATE_HOME/latchkey`. If `XDG_STATE_HOME` is not set, returns `$HOME/.local/state/latchkey` or, in
  /// an app's container, `$HOME/Library/Application Support/latchkey`.
  ///
  /// A relative `XDG_STATE_HOME` is ignored, as the XDG Base Directory Specification (0.8) requires. On iOS and related
  /// systems, and in the App Sandbox of macOS, `HOME` is the app's container, in which an app can create files only in
  /// `Documents`, `Library` and `tmp`.
  ///
  /// - Parameters:
  ///   - environment: the environment variables of the process.
  ///   - isContained: whether `HOME` is an app's container; nil to find out.
  /// - Throws: `invalid_configuration` if neither variable contains an absolute path.
  public static func standard(
    in environment: [String: String], isContained: Bool? = nil
  ) throws(AuthError) -> String {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return join(state, "latchkey") }
    if let home = environment["HOME"], home.hasPrefix("/") {
      let isContained = isContained ?? (hasContainers || environment["APP_SANDBOX_CONTAINER_ID"] != nil)
      return join(home, isContained ? "Library/Application Support/latchkey" : ".local/state/latchkey")
    }
    throw AuthError(
      .invalidConfiguration,
      "No directory for state is set. Set storage.directory, or set XDG_STATE_HOME or HOME to an absolute path.")
  }

  /// Whether every app of this system has a container.
  private static var hasContainers: Bool {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      true
    #else
      false
    #endif
  }

  private static func join(_ directory: String, _ name: String) -> String {
    var directory = Substring(directory)
    while directory.hasSuffix("/") { directory = directory.dropLast() }
    return directory + "/" + name
  }
}
