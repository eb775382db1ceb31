import AuthCore
import AuthStorage

/// The stores that a configuration's `storage` block requests.
struct StandardStores {
  let sessions: any SessionStore
  let keys: KeyRing
  let records: any RecordStore
  /// The directory of those that are files.
  let files: FileStorage?

  /// - Throws: `invalid_configuration` naming the key and the known kinds.
  init(
    _ configuration: AuthConfiguration, plugins: [StoragePlugin], clock: any AuthClock, random: any RandomSource
  ) throws(AuthError) {
    let storage = configuration.storage
    let backEnds = try BackEnds(
      storage, plugins, sources: configuration.sources, system: StorageSystem(clock: clock, random: random))
    if storage.sessions != "memory" || storage.keys == "file" {
      files = try Self.files(configuration, backEnds, clock: clock, random: random)
    } else {
      files = nil
    }
    switch (storage.sessions, files) {
    case ("memory", _):
      sessions = MemorySessionStore(clock: clock)
      records = MemoryRecordStore(clock: clock)
    case ("file", let files?):
      sessions = FileSessionStore(files)
      records = FileRecordStore(files)
    case (let kind, let files?):
      guard let store = backEnds.sessionStores[kind] else {
        throw Self.unknown("sessions", kind, ["file", "memory"] + backEnds.sessionStores.keys.sorted())
      }
      sessions = store
      records = FileRecordStore(files)
    default: throw Self.unknown("sessions", storage.sessions, ["file", "memory"])
    }
    // One store generates keys; the others keep the keys that were made before it was chosen usable.
    var stores: [any KeyStore] = []
    if let files { stores.append(FileKeyStore(files)) }
    // Keys outlive the process exactly when the sessions that are bound to them do.
    if files == nil || storage.keys == "memory" { stores.append(MemoryKeyStore(random: random)) }
    stores += backEnds.keyStores(records)
    let wanted = storage.keys == "automatic" ? (storage.sessions == "memory" ? "memory" : "file") : storage.keys
    if wanted == "memory", !stores.contains(where: { $0.id == "memory" }) {
      stores.append(MemoryKeyStore(random: random))
    }
    guard let primary = stores.first(where: { $0.id == wanted }) else {
      throw Self.unknown("keys", storage.keys, ["automatic", "file", "memory"] + backEnds.keyStores(records).map(\.id))
    }
    keys = KeyRing(primary, others: stores.filter { $0.id != primary.id })
  }

  private static func files(
    _ configuration: AuthConfiguration, _ backEnds: BackEnds, clock: any AuthClock, random: any RandomSource
  ) throws(AuthError) -> FileStorage {
    let storage = configuration.storage
    var directory = storage.directory
    if directory == nil { directory = try StorageDirectory.standard(in: configuration.sources.environment) }
    var former: [any KeyWrapping] = []
    for kind in storage.formerWrappingKeys {
      if let wrapping = try wrapping(kind, "formerWrappingKeys", storage, backEnds) { former.append(wrapping) }
    }
    return FileStorage(
      directory: directory ?? "", clock: clock, random: random,
      wrapping: try wrapping(storage.wrappingKey, "wrappingKey", storage, backEnds), formerWrappings: former)
  }

  /// nil: the keys are in the directory itself.
  private static func wrapping(
    _ kind: String, _ key: String, _ storage: StorageConfiguration, _ backEnds: BackEnds
  ) throws(AuthError) -> (any KeyWrapping)? {
    switch kind {
    case "file": return nil
    case "key-file":
      guard let path = storage.keyFile else {
        throw AuthError(.invalidConfiguration, "$.storage.keyFile is missing; it must be the path of the key file.")
      }
      return try KeyFileWrapping(path: path)
    default:
      guard let wrapping = backEnds.wrappings.first(where: { $0.id == kind }) else {
        throw unknown(key, kind, ["file", "key-file"] + backEnds.wrappings.map(\.id))
      }
      return wrapping
    }
  }

  private static func unknown(_ key: String, _ kind: String, _ known: [String]) -> AuthError {
    let list = known.map { "'\($0)'" }.joined(separator: ", ")
    return AuthError(
      .invalidConfiguration,
      "$.storage.\(key) is '\(kind)'; this build knows \(list). Other kinds need a storage plug-in: link its product "
        + "and pass the plug-in.")
  }
}

/// The parts of the storage plug-ins.
private struct BackEnds {
  private let all: [StorageBackEnd]

  init(
    _ storage: StorageConfiguration, _ plugins: [StoragePlugin], sources: ConfigurationSources, system: StorageSystem
  ) throws(AuthError) {
    for name in storage.blocks.keys.sorted() where !plugins.contains(where: { $0.id == name }) {
      let known = plugins.map { "'\($0.id)'" }.joined(separator: ", ")
      throw AuthError(
        .invalidConfiguration,
        "$.storage.\(name) configures a storage plug-in that is not linked; "
          + (plugins.isEmpty ? "no plug-in is linked." : "linked are \(known)."))
    }
    var all: [StorageBackEnd] = []
    for plugin in plugins { all.append(try plugin.open(storage, sources: sources, system: system)) }
    self.all = all
  }

  var sessionStores: [String: any SessionStore] {
    all.reduce(into: [:]) { $0.merge($1.sessionStores) { known, _ in known } }
  }

  var wrappings: [any KeyWrapping] { all.compactMap(\.wrapping) }

  func keyStores(_ records: any RecordStore) -> [any KeyStore] { all.compactMap { $0.makeKeyStore?(records) } }
}
