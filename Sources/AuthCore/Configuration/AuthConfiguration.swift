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
  ///   - provider: wins over `AUTH_PROVIDER`, which wins over the text.
  ///   - sources: environment, files, and what relative paths are relative to.
  /// - Throws: `invalid_configuration` with a path and a remedy.
  public init(
    parsing json: some Sequence<UInt8>, provider: ProviderID? = nil,
    sources: ConfigurationSources = ConfigurationSources()
  ) throws(AuthError) {
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONValue(parsing: json)
    } catch {
      throw AuthError(.invalidConfiguration, "The configuration is no valid JSON: \(error).")
    }
    guard let object = root.objectValue else {
      throw AuthError(.invalidConfiguration, "The configuration must be a JSON object.")
    }
    try self.init(object, provider: provider, sources: sources)
  }

  /// A configuration from a JSON object.
  public init(
    _ object: JSONObject, provider: ProviderID? = nil, sources: ConfigurationSources = ConfigurationSources()
  ) throws(AuthError) {
    var reader = ConfigurationReader(object, path: "$", sources: sources)
    let named = try reader.optionalString("provider")
    fallback = try reader.strings("fallback").map { ProviderID($0) }
    providers = try ProviderBlock.read(&reader)
    storage = try StorageConfiguration(try reader.object("storage"), sources: sources)
    transport = try TransportConfiguration(try reader.object("transport"), sources: sources)
    self.sources = sources
    try reader.finish()
    let override = sources.environment["AUTH_PROVIDER"].flatMap { $0.isEmpty ? nil : $0 }
    if let chosen = provider?.rawValue ?? override ?? named {
      self.provider = ProviderID(chosen)
    } else if providers.count == 1 {
      self.provider = providers[0].id
    } else {
      throw AuthError(.invalidConfiguration, "$.provider is missing; name one of the blocks under $.providers.")
    }
    for id in [self.provider] + fallback where block(id) == nil { throw unknownProvider(id) }
  }

  /// The block of an instance.
  public func block(_ id: ProviderID) -> ProviderBlock? { providers.first { $0.id == id } }

  /// The same configuration with another provider selected.
  public func selecting(_ id: ProviderID) throws(AuthError) -> AuthConfiguration {
    guard block(id) != nil else { throw unknownProvider(id) }
    var configuration = self
    configuration.provider = id
    return configuration
  }

  private func unknownProvider(_ id: ProviderID) -> AuthError {
    let names = providers.map(\.id.rawValue)
    let nearest = NearestName.find(id.rawValue, in: names)
    return AuthError(
      .invalidConfiguration,
      "$.providers has no block '\(id)'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "; there are \(names.joined(separator: ", "))."))
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
    guard let blocks = reader.value("providers")?.objectValue, !blocks.isEmpty else {
      throw reader.wrong("providers", "an object with a block for each provider")
    }
    var result: [ProviderBlock] = []
    for member in blocks.members {
      let path = "\(reader.path).providers.\(member.name)"
      guard var settings = member.value.objectValue else {
        throw AuthError(.invalidConfiguration, "\(path) must be an object.")
      }
      let type = settings["type"] ?? .string(member.name)
      guard let name = type.stringValue else {
        throw AuthError(.invalidConfiguration, "\(path).type must be a text.")
      }
      var source: TokenSource?
      if let value = settings["tokenProvider"] {
        source = try TokenSource(value, path: "\(path).tokenProvider", sources: reader.sources)
      }
      settings["type"] = nil
      settings["tokenProvider"] = nil
      result.append(ProviderBlock(id: ProviderID(member.name), type: name, tokenSource: source, settings: settings))
    }
    return result
  }

  /// A reader of the plug-in's keys.
  public func reader(sources: ConfigurationSources) -> ConfigurationReader {
    ConfigurationReader(settings, path: "$.providers.\(id)", sources: sources)
  }
}

/// Where sessions, keys and records are kept.
public struct StorageConfiguration: Sendable, Hashable {
  /// `file` or `memory`; further kinds by products of their own.
  public var sessions: String
  /// `automatic` (the best there is), `file`, `memory`; further kinds by products of their own.
  public var keys: String
  /// The directory of file stores; nil for the system's default.
  public var directory: String?

  init(_ block: ConfigurationReader?, sources: ConfigurationSources) throws(AuthError) {
    var reader = block ?? ConfigurationReader([:], path: "$.storage", sources: sources)
    sessions = try reader.optionalString("sessions") ?? "file"
    keys = try reader.optionalString("keys") ?? "automatic"
    let named = sources.environment["AUTH_STORAGE_DIRECTORY"].flatMap { $0.isEmpty ? nil : $0 }
    let written = try reader.optionalString("directory")
    directory = (named ?? written).map { sources.absolute($0) }
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

  init(_ block: ConfigurationReader?, sources: ConfigurationSources) throws(AuthError) {
    var reader = block ?? ConfigurationReader([:], path: "$.transport", sources: sources)
    timeoutSeconds = try reader.integer("timeoutSeconds", default: 20, in: 1...600)
    attempts = try reader.integer("attempts", default: 3, in: 1...10)
    additionalRoots = try reader.optionalString("additionalRoots").map { sources.absolute($0) }
    proxy = try reader.optionalString("proxy")
    pinnedPublicKeys = [:]
    if var pins = try reader.object("pinnedPublicKeys") {
      for host in pins.names { pinnedPublicKeys[host] = try pins.strings(host) }
    }
    try reader.finish()
  }
}
