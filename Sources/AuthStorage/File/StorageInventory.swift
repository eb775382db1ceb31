public import AuthCore

/// What lies in a directory, without a word of what is in it.
public struct StorageInventory: Sendable {
  /// How many records can be read.
  public var readable = 0
  /// How many of these have the form of an earlier version.
  public var earlier = 0
  /// The records that cannot be read, by their paths: `store_corrupt` or `store_version`, with the kind of damage.
  public var unreadable: [(path: String, error: AuthError)] = []
  /// The files that were put aside, by their paths.
  public var quarantined: [String] = []
}
