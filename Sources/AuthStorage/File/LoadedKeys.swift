/// A directory's keys as this process has read them, and the key file that they came from.
struct LoadedKeys: Sendable {
  let keys: VaultKeys
  let file: KeyFile
  let stamp: POSIXStamp
}
