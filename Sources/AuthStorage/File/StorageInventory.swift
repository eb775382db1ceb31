public import AuthCore

/// The inventory of a storage directory: how many of its records can be read, and which cannot.
public struct StorageInventory: Sendable {
  /// The number of records that can be read.
  public var readable = 0
  /// The number of readable records in an earlier format version.
  public var earlier = 0
  /// The paths of the records that cannot be read, with the error of each: `store_corrupt` or `store_version`.
  public var unreadable: [(path: String, error: AuthError)] = []
  /// The paths of the files in the quarantine.
  public var quarantined: [String] = []
}
