import AuthCore
import AuthStorage

/// The stores that a configuration's `storage` block requests.
struct StandardStores {
  let sessions: any SessionStore
  let keys: KeyRing
  let records: any RecordStore
  /// The records of this host alone, in files; nil unless the sessions are in a store that several hosts share.
  let hostRecords: (any RecordStore)?
  /// The storage directory; nil when nothing is kept in files.
  let files: FileStorage?

  /// Creates the stores of a configuration.
  ///
  /// - Throws: `invalid_configuration` for an unknown kind of store or wrapping key (the message names the setting and
  ///   the supported kinds), for a missing or invalid setting of a wrapping key, for the block of a plug-in that is not
  ///   linked, or when the environment does not name a directory for files; the errors of the storage plug-ins.
  init(
    _ configuration: AuthConfiguration, plugins: [StoragePlugin], clock: any AuthClock, random: any RandomSource,
    observer: any AuthObserver = SilentObserver()
  ) throws(AuthError) {
    let storage = configuration.storage
    let environment = configuration.sources.environment
    let keepsFiles = storage.sessions != "memory" || storage.keys == "file"
    var directory = storage.directory
    if keepsFiles, directory == nil { directory = try StorageDirectory.standard(in: environment) }
    let backEnds = try BackEnds(
      storage, plugins, sources: configuration.sources,
      system: StorageSystem(clock: clock, random: random, directory: directory, observer: observer))
    files =
      try keepsFiles
      ? Self.files(storage, environment, directory ?? "", backEnds, clock: clock, random: random) : nil
    let shared = try backEnds.shared(storage.sessions) { (kind, key) throws(AuthError) in
      try Self.wrapping(kind, key, storage, environment, backEnds)
    }
    switch (storage.sessions, files) {
    case ("memory", _): sessions = MemorySessionStore(clock: clock)
    case ("file", let files?): sessions = FileSessionStore(files)
    default:
      guard let store = shared?.sessions ?? backEnds.sessionStores[storage.sessions] else {
        let kinds = ["file", "memory"] + backEnds.sessionStores.keys.sorted() + backEnds.sharedKinds
        throw Self.unknown("$.storage.sessions", storage.sessions, kinds)
      }
      sessions = store
    }
    let fileRecords = files.map { FileRecordStore($0) }
    let kind = storage.records ?? storage.sessions
    if kind == "memory" {
      records = MemoryRecordStore(clock: clock)
    } else if let shared, kind == storage.sessions {
      records = shared.records
    } else if let fileRecords, kind == "file" || storage.records == nil {
      records = fileRecords
    } else if kind == "file" {
      throw AuthError(
        .invalidConfiguration,
        "$.storage.records is 'file', but nothing else is stored in files. Set storage.sessions or storage.keys to "
          + "'file'.")
    } else {
      throw Self.unknown("$.storage.records", kind, ["file", "memory"] + backEnds.sharedKinds)
    }
    hostRecords = shared == nil ? nil : fileRecords
    // One store generates new keys. The others are opened so that the keys that they generated earlier can still be
    // used.
    var stores: [any KeyStore] = []
    if let files { stores.append(FileKeyStore(files)) }
    // Without files, the sessions are in memory, and by default their keys are in memory as well.
    if files == nil || storage.keys == "memory" { stores.append(MemoryKeyStore(random: random)) }
    stores += backEnds.keyStores(records)
    if let shared { stores.append(shared.keys) }
    // By default, keys are stored with their sessions if these are in memory or in a shared store, so that each host
    // that reads a session can use its keys, and in files otherwise.
    let automatic = shared?.keys.id ?? (storage.sessions == "memory" ? "memory" : "file")
    let wanted = storage.keys == "automatic" ? automatic : storage.keys
    if wanted == "memory", !stores.contains(where: { $0.id == "memory" }) {
      stores.append(MemoryKeyStore(random: random))
    }
    guard let primary = stores.first(where: { $0.id == wanted }) else {
      throw Self.unknown(
        "$.storage.keys", storage.keys,
        ["automatic", "file", "memory"] + stores.map(\.id).filter { $0 != "file" && $0 != "memory" })
    }
    keys = KeyRing(primary, others: stores.filter { $0.id != primary.id })
  }

  private static func files(
    _ storage: StorageConfiguration, _ environment: [String: String], _ directory: String, _ backEnds: BackEnds,
    clock: any AuthClock, random: any RandomSource
  ) throws(AuthError) -> FileStorage {
    var former: [any KeyWrapping] = []
    for kind in storage.formerWrappingKeys {
      if let wrapping = try optionalWrapping(kind, "formerWrappingKeys", storage, environment, backEnds) {
        former.append(wrapping)
      }
    }
    return FileStorage(
      directory: directory, clock: clock, random: random,
      wrapping: try optionalWrapping(storage.wrappingKey, "wrappingKey", storage, environment, backEnds),
      formerWrappings: former)
  }

  /// Returns the wrapping of a kind; nil for `file`, whose keys are in the directory itself.
  private static func optionalWrapping(
    _ kind: String, _ key: String, _ storage: StorageConfiguration, _ environment: [String: String],
    _ backEnds: BackEnds
  ) throws(AuthError) -> (any KeyWrapping)? {
    switch kind {
    case "file": return nil
    case "key-file":
      guard let path = storage.keyFile else {
        throw AuthError(
          .invalidConfiguration,
          "$.storage.keyFile is missing; the wrapping key 'key-file' needs the path of the key file.")
      }
      return try KeyFileWrapping(path: path)
    default: return try wrapping(kind, "$.storage." + key, storage, environment, backEnds)
    }
  }

  /// Returns the wrapping of a kind that needs no key file.
  private static func wrapping(
    _ kind: String, _ path: String, _ storage: StorageConfiguration, _ environment: [String: String],
    _ backEnds: BackEnds
  ) throws(AuthError) -> any KeyWrapping {
    if kind == "command" { return try CommandWrapping(storage.wrappingCommand, environment: environment) }
    guard let wrapping = backEnds.wrappings.first(where: { $0.id == kind }) else {
      throw unknown(path, kind, ["file", "key-file", "command"] + backEnds.wrappings.map(\.id))
    }
    return wrapping
  }

  private static func unknown(_ key: String, _ kind: String, _ known: [String]) -> AuthError {
    let list = known.map { "'\($0)'" }.joined(separator: ", ")
    return AuthError(
      .invalidConfiguration,
      "\(key) is '\(kind)'; this build supports \(list). Other kinds come from storage plug-ins in separate products: "
        + "link the product, and pass its plug-in as the argument 'storage' of AuthClient.")
  }
}

/// The stores and wrappings of the storage plug-ins.
private struct BackEnds {
  private let all: [StorageBackEnd]
  private let kinds: [String]

  init(
    _ storage: StorageConfiguration, _ plugins: [StoragePlugin], sources: ConfigurationSources, system: StorageSystem
  ) throws(AuthError) {
    for name in storage.blocks.keys.sorted() where !plugins.contains(where: { $0.id == name }) {
      let known = plugins.map { "'\($0.id)'" }.joined(separator: ", ")
      throw AuthError(
        .invalidConfiguration,
        "$.storage.\(name) configures a storage plug-in that is not linked; "
          + (plugins.isEmpty ? "no plug-in is linked. " : "this program links only \(known). ")
          + "Link the plug-in, or remove the block.")
    }
    var all: [StorageBackEnd] = []
    for plugin in plugins { all.append(try plugin.open(storage, sources: sources, system: system)) }
    self.all = all
    kinds = plugins.map(\.id)
  }

  var sessionStores: [String: any SessionStore] {
    all.reduce(into: [:]) { $0.merge($1.sessionStores) { known, _ in known } }
  }

  /// Creates the shared stores of the plug-in `kind`; returns nil if no such plug-in is linked, or the plug-in has no
  /// shared stores.
  func shared(
    _ kind: String, _ makeWrapping: StorageBackEnd.MakeWrapping
  ) throws(AuthError) -> SharedStores? {
    guard let index = kinds.firstIndex(of: kind), let make = all[index].makeShared else { return nil }
    return try make(makeWrapping)
  }

  /// The plug-ins that have shared stores.
  var sharedKinds: [String] { kinds.indices.filter { all[$0].hasSharedStores }.map { kinds[$0] } }

  var wrappings: [any KeyWrapping] { all.compactMap(\.wrapping) }

  func keyStores(_ records: any RecordStore) -> [any KeyStore] { all.compactMap { $0.makeKeyStore?(records) } }
}
