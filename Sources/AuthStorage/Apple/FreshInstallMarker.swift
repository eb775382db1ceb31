#if canImport(Security)
  import AuthCore

  /// Detects the first start after an installation. The keychain keeps its items when an app is removed; the app's
  /// files are deleted.
  struct FreshInstallMarker: Sendable {
    private static let name = "installed"
    private let directory: String
    private let isChecked = Checked()

    private final class Checked: Sendable {
      let value = Locked(false)
    }

    /// A marker in a directory of the app.
    ///
    /// - Parameter isWanted: whether to use a marker; nil uses one if no access group shares the items. An
    ///   extension that starts for the first time in its own container would clear what the other members of its group
    ///   stored.
    init?(directory: String, accessGroup: String?, isWanted: Bool?) {
      guard isWanted ?? (accessGroup == nil) else { return nil }
      self.directory = directory
    }

    /// Calls `clear` if there is no marker yet, then makes it. If the process ends in between, the next start clears
    /// again: nothing is stored before the marker is there.
    ///
    /// - Throws: a storage code, also if the marker cannot be looked for.
    func check(_ clear: () throws(AuthError) -> Void) throws(AuthError) {
      if isChecked.value.withLock({ $0 }) { return }
      let root = try POSIXDirectory.openOrMake(directory)
      if try root.stamp(Self.name) == nil {
        try clear()
        _ = try root.create(Self.name, Secret([]), aside: Self.name + POSIXDirectory.asideSuffix) { _ in 0 }
      }
      isChecked.value.withLock { $0 = true }
    }
  }
#endif
