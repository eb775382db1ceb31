public import AuthCore

/// The inventory of a storage directory: the number of its readable records, and the list of its unreadable records.
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
