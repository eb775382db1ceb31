/// Where the manifest of a storage directory is stored. See Storage.md.
public enum ManifestPlace: Sendable, Equatable {
  /// In a directory whose absolute path is this text, followed by the manifest's name. A process that can write only
  /// to the storage directory cannot change it.
  case next(to: String)
  /// In the storage directory. A note contains a digest of its state, and is renewed at most once an hour.
  case storage
}
