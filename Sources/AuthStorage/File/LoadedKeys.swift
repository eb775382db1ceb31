/// The keys of a directory that this process has loaded, with the key file that contained them and its stamp.
struct LoadedKeys: Sendable {
  let keys: VaultKeys
  let file: KeyFile
  let stamp: POSIXStamp
  /// Whether a wrapping has a note about the key file: see `FileStorage.checkAnchor(of:_:isWrapped:)`.
  let isAnchored: Bool
  /// The list of the directory's records; nil for a directory without one.
  let manifest: RecordManifest?
}
