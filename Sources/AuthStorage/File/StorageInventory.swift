public import AuthCore

/// The inventory of a directory, without the records' contents.
public struct StorageInventory: Sendable {
  /// How many records can be read.
  public var readable = 0
  /// How many of these are in the form of an earlier version.
  public var earlier = 0
  /// The records that cannot be read, by their paths: `store_corrupt` or `store_version`, with the kind of damage.
  public var unreadable: [(path: String, error: AuthError)] = []
  /// The files in quarantine, by their paths.
  public var quarantined: [String] = []
}
