import AuthCore
import AuthStorage

/// The store in ROOT/home/app/state, with its keys wrapped by ROOT/volume/wrapping-key or not wrapped.
struct Place {
  let wrapping: String
  let storage: FileStorage
  var sessions: FileSessionStore { FileSessionStore(storage) }
  var records: FileRecordStore { FileRecordStore(storage) }
  var keys: FileKeyStore { FileKeyStore(storage) }

  /// Opens the store as a new process does, with nothing in memory.
  ///
  /// - Parameter wrapping: `key-file`, `plain`, or `plain-again` for plain keys after wrapped ones.
  init(root: String, wrapping: String, random: any RandomSource = SystemRandomSource()) throws(AuthError) {
    let keyFile = try KeyFileWrapping(path: root + "/volume/wrapping-key", random: random)
    self.wrapping = wrapping
    storage = FileStorage(
      directory: root + "/home/app/state", clock: StandingClock(), random: random, lockTimeout: .seconds(5),
      wrapping: wrapping == "key-file" ? keyFile : nil, formerWrappings: wrapping == "plain-again" ? [keyFile] : [])
  }
}
