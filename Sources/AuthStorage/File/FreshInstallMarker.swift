import AuthCore

/// Detects the first start after an installation by a marker file. When an app is removed, the system deletes the
/// app's files but keeps its keychain items.
struct FreshInstallMarker: Sendable {
  private static let name = "installed"
  private let directory: String
  private let isChecked = Checked()

  private final class Checked: Sendable {
    let value = Locked(false)
  }

  /// Creates a marker in a directory of the app; nil if no marker is used.
  ///
  /// - Parameters:
  ///   - directory: an absolute path in the app's container.
  ///   - accessGroup: the access group that shares the items; nil for this app alone.
  ///   - isWanted: whether to use a marker; nil uses a marker only without an access group. With an access group, an
  ///     extension that starts for the first time in a separate container would delete the items of the other
  ///     members of the group.
  init?(directory: String, accessGroup: String?, isWanted: Bool?) {
    guard isWanted ?? (accessGroup == nil) else { return nil }
    self.directory = directory
  }

  /// Calls `clear` if the marker does not exist, then creates the marker. If the process ends between the two steps,
  /// the next start calls `clear` again. No item is lost, because items are stored only after the marker exists.
  ///
  /// - Throws: a storage code, for example if the directory of the marker cannot be examined.
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
