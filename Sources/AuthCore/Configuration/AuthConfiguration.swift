/// Which provider signs users in, and how: read strictly, from JSON.
///
/// ```json
/// {"provider": "turnkey", "fallback": ["old"],
///  "providers": {"turnkey": {"organizationId": "…"}, "old": {"type": "privy", "appId": "…"}},
///  "storage": {"sessions": "file", "keys": "automatic", "directory": "…"}, "transport": {}}
/// ```
public struct AuthConfiguration: Sendable {
  /// The provider that signs users in.
  public var provider: ProviderID
  /// Providers whose sessions stay usable until their user signs in with `provider`.
  public var fallback: [ProviderID]
  /// The blocks, in the file's order.
  public var providers: [ProviderBlock]
  /// Where things are kept.
  public var storage: StorageConfiguration
  /// How requests are sent.
  public var transport: TransportConfiguration
  /// What it refers to outside itself.
  public var sources: ConfigurationSources

  /// A configuration from a JSON text.
  ///
  /// - Parameters:
  ///   - json: the text, in UTF-8.
  ///   - provider: wins over `AUTH_PROVIDER`, which wins over the text.
  ///   - profile: wins over `AUTH_PROFILE`, which wins over the text's own `profile`.
  ///   - sources: environment, files, and what relative paths are relative to.
  /// - Throws: `invalid_configuration` with the path and the remedy of every fault in `fieldErrors`.
  public init(
    parsing json: some Sequence<UInt8>, provider: ProviderID? = nil, profile: String? = nil,
    sources: ConfigurationSources = ConfigurationSources()
  ) throws(AuthError) {
    try self.init(Self.object(parsing: json), provider: provider, profile: profile, sources: sources)
  }

  /// A configuration from a JSON object.
  ///
  /// - Throws: what `init(parsing:provider:profile:sources:)` throws.
  public init(
    _ object: JSONObject, provider: ProviderID? = nil, profile: String? = nil,
    sources: ConfigurationSources = ConfigurationSources()
  ) throws(AuthError) {
    let profile = try ConfigurationProfile(profile, of: object, sources: sources)
    let log = ConfigurationLog(.checking)
    try self.init(profile, provider: provider, sources: sources, log: log)
    if let error = ConfigurationFault.error(log.faults.map { profile.located($0) }) { throw error }
  }

  /// A configuration whose faults are in `log`, the faulty places filled by what would have been right.
  init(
    _ profile: ConfigurationProfile, provider: ProviderID?, sources: ConfigurationSources, log: ConfigurationLog
  ) throws(AuthError) {
    var reader = ConfigurationReader(profile.object, path: "$", sources: sources, log: log)
    reader.leave("profile", "profiles")
    let isNamed = reader.has("provider")
    let named = try reader.optionalString("provider", "the provider that signs users in")
    fallback = try reader.strings(
      "fallback", "providers whose sessions stay usable until their user signs in with the selected one"
    ).map { ProviderID($0) }
    providers = try ProviderBlock.read(&reader)
    storage = try StorageConfiguration(try reader.object("storage", "where sessions and keys are kept"), sources, log)
    transport = try TransportConfiguration(try reader.object("transport", "how requests are sent"), sources, log)
    self.sources = sources
    try reader.finish()
    let chosen = provider?.rawValue ?? named ?? (providers.count == 1 ? providers[0].id.rawValue : nil)
    self.provider = ProviderID(chosen ?? "")
    guard let chosen else {
      // What is there and no text was noted already.
      if isNamed { return }
      log.note(ConfigurationFault("$.provider", "is missing; name one of the blocks under $.providers"))
      return
    }
    for id in [ProviderID(chosen)] + fallback where block(id) == nil && !providers.isEmpty { log.note(unknown(id)) }
  }

  /// The JSON object that a text is.
  static func object(parsing json: some Sequence<UInt8>) throws(AuthError) -> JSONObject {
    let text = ContiguousArray(json)
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONValue(parsing: text)
    } catch {
      throw AuthError(.invalidConfiguration, "The configuration is no valid JSON: \(error.located(in: text)).")
    }
    guard let object = root.objectValue else {
      throw AuthError(.invalidConfiguration, "The configuration must be a JSON object.")
    }
    return object
  }

  /// The block of an instance.
  public func block(_ id: ProviderID) -> ProviderBlock? { providers.first { $0.id == id } }

  /// The same configuration with another provider selected.
  public func selecting(_ id: ProviderID) throws(AuthError) -> AuthConfiguration {
    guard block(id) != nil else {
      throw ConfigurationFault.error([unknown(id)]) ?? AuthError(.invalidConfiguration, unknown(id).message)
    }
    var configuration = self
    configuration.provider = id
    return configuration
  }

  private func unknown(_ id: ProviderID) -> ConfigurationFault {
    let names = providers.map(\.id.rawValue)
    let nearest = NearestName.find(id.rawValue, in: names)
    let others = nearest == nil ? "; there are \(names.joined(separator: ", "))" : ""
    return ConfigurationFault("$.providers", "has no block '\(id)'" + others, nearest: nearest)
  }
}

/// One provider instance of a configuration; its own keys are read by its plug-in.
public struct ProviderBlock: Sendable, Equatable {
  /// The instance's name.
  public let id: ProviderID
  /// Which plug-in serves it; the id unless the block says otherwise.
  public let type: String
  /// Where its tokens come from, where it needs any.
  public let tokenSource: TokenSource?
  /// The keys that are the plug-in's.
  let settings: JSONObject

  static func read(_ reader: inout ConfigurationReader) throws(AuthError) -> [ProviderBlock] {
    guard let blocks = reader.value("providers", "a block for each provider, by its id")?.objectValue, !blocks.isEmpty
    else { return try reader.refused("providers", "an object with a block for each provider", []) }
    var result: [ProviderBlock] = []
    for member in blocks.members {
      let key = "providers.\(member.name)"
      let path = "\(reader.path).\(key)"
      guard var settings = member.value.objectValue else {
        _ = try reader.refused(key, "an object", ())
        continue
      }
      guard !member.name.isEmpty, !member.name.contains(where: \.isWhitespace), !member.name.hasControlCharacter else {
        _ = try reader.refused(key, "under a name without blanks", ())
        continue
      }
      let type = (settings["type"] ?? .string(member.name)).stringValue
      guard let name = type, !name.trimmingBlanks.isEmpty, !name.hasControlCharacter else {
        _ = try reader.refused("\(key).type", "a text", ())
        continue
      }
      var source: TokenSource?
      if let value = settings["tokenProvider"] {
        source = try TokenSource(value, path: "\(path).tokenProvider", sources: reader.sources, log: reader.log)
      }
      settings["type"] = nil
      settings["tokenProvider"] = nil
      result.append(ProviderBlock(id: ProviderID(member.name), type: name, tokenSource: source, settings: settings))
    }
    return result
  }

  /// A reader of the plug-in's keys.
  public func reader(sources: ConfigurationSources) -> ConfigurationReader {
    reader(sources: sources, log: nil)
  }

  func reader(sources: ConfigurationSources, log: ConfigurationLog?) -> ConfigurationReader {
    ConfigurationReader(settings, path: "$.providers.\(id)", sources: sources, log: log)
  }
}

/// Where sessions, keys and records are kept. Whatever is an object in the block belongs to a kind that a product of its
/// own brings.
public struct StorageConfiguration: Sendable, Hashable {
  /// `file` or `memory`; further kinds by products of their own.
  public var sessions: String
  /// `automatic` (the best there is), `file`, `memory`; further kinds by products of their own.
  public var keys: String
  /// The directory of file stores; nil for the system's default.
  public var directory: String?
  /// What wraps the keys of that directory: `file` (nothing: they lie in it), `key-file` (a file elsewhere); further
  /// kinds by products of their own.
  public var wrappingKey: String
  /// What may have wrapped them before.
  public var formerWrappingKeys: [String]
  /// The file of `key-file`.
  public var keyFile: String?
  /// The blocks of the kinds that products of their own bring, by their names.
  public var blocks: [String: JSONObject]

  init(
    _ block: ConfigurationReader?, _ sources: ConfigurationSources, _ log: ConfigurationLog
  ) throws(AuthError) {
    var reader = block ?? ConfigurationReader([:], path: "$.storage", sources: sources, log: log)
    sessions = try reader.optionalString("sessions", "`file` (the default) or `memory`") ?? "file"
    keys =
      try reader.optionalString("keys", "`automatic` (the best there is; the default), `file`, `memory`, `tpm`")
      ?? "automatic"
    directory = try reader.optionalString(
      "directory", "the directory of file stores; the system's place for state by default"
    ).map { sources.absolute($0) }
    wrappingKey =
      try reader.optionalString(
        "wrappingKey",
        "what wraps that directory's keys: `file` (nothing; the default), `key-file`, `secret-service`, `tpm`")
      ?? "file"
    formerWrappingKeys = try reader.strings("formerWrappingKeys", "what may have wrapped them before")
    keyFile = try reader.optionalString("keyFile", "the file of `key-file`").map { sources.absolute($0) }
    blocks = [:]
    for name in reader.names where reader.isObject(name) { blocks[name] = reader.value(name)?.objectValue }
    try reader.finish()
  }
}

/// How requests are sent.
public struct TransportConfiguration: Sendable, Hashable {
  /// How long one exchange may take, in seconds.
  public var timeoutSeconds: Int
  /// How often a request that may be repeated is tried in all.
  public var attempts: Int
  /// A PEM file with roots to trust besides the system's: a sandbox's own certificate.
  public var additionalRoots: String?
  /// By host, the public keys that its certificate may have: `sha256//…`, at least two (one is the backup).
  public var pinnedPublicKeys: [String: [String]]
  /// `http://host:port` of a proxy for everything but loopback; nil for none. The environment is not read.
  public var proxy: String?

  init(
    _ block: ConfigurationReader?, _ sources: ConfigurationSources, _ log: ConfigurationLog
  ) throws(AuthError) {
    var reader = block ?? ConfigurationReader([:], path: "$.transport", sources: sources, log: log)
    timeoutSeconds = try reader.integer(
      "timeoutSeconds", "how long one exchange may take, in seconds", default: 20, in: 1...600)
    attempts = try reader.integer(
      "attempts", "how often a request that may be repeated is tried in all", default: 3, in: 1...10)
    additionalRoots = try reader.optionalString(
      "additionalRoots", "a PEM file with certificates to trust besides the system's"
    ).map { sources.absolute($0) }
    proxy = try reader.optionalString("proxy", "`http://host:port` of a proxy for everything but loopback")
    pinnedPublicKeys = [:]
    let summary = "by host, the public keys that its certificate may have, as `sha256//…`; one is the backup"
    if var pins = try reader.object("pinnedPublicKeys", summary) {
      for host in pins.names { pinnedPublicKeys[host] = try pins.strings(host) }
    }
    try reader.finish()
  }
}
