/// The keys of a directory that this process has loaded, with the key file that contained them and its stamp.
struct LoadedKeys: Sendable {
  let keys: VaultKeys
  let file: KeyFile
  let stamp: POSIXStamp
  /// What the wrapping's notes say about the key file.
  let anchor: FileStorage.Anchor
  /// The list of the directory's records; nil for a directory without one.
  let manifest: RecordManifest?
}
