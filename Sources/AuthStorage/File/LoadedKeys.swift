/// A directory's keys as a process knows them, and the key file that they were read from.
struct LoadedKeys: Sendable {
  let keys: VaultKeys
  let file: KeyFile
  let stamp: POSIXStamp
}
