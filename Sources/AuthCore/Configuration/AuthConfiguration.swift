/// The configuration of a client: which provider signs users in, and with which settings. It is read strictly from
/// JSON, so that a misspelled key is an error.
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
  /// The blocks of the provider instances, in the file's order.
  public var providers: [ProviderBlock]
  /// Where sessions, keys and records are stored.
  public var storage: StorageConfiguration
  /// How requests are sent.
  public var transport: TransportConfiguration
  /// The environment variables and files that the configuration refers to.
  public var sources: ConfigurationSources

  /// Reads a configuration from a JSON text.
  ///
  /// - Parameters:
  ///   - json: the text, in UTF-8.
  ///   - provider: the provider to select; nil for the one in `AUTH_PROVIDER`, or else in the text.
  ///   - profile: the profile to use; nil for the one in `AUTH_PROFILE`, or else in the text's `profile`.
  ///   - sources: the environment variables, the files, and the directory for relative paths.
  /// - Throws: `invalid_configuration` for a string that is not a JSON object, for a wrong profile, and for faults in
  ///   the configuration. In the last case, `fieldErrors` contains the path and the remedy of every fault.
  public init(
    parsing json: some Sequence<UInt8>, provider: ProviderID? = nil, profile: String? = nil,
    sources: ConfigurationSources = ConfigurationSources()
  ) throws(AuthError) {
    try self.init(Self.object(parsing: json), provider: provider, profile: profile, sources: sources)
  }

  /// Reads a configuration from a JSON object.
  ///
  /// - Throws: the errors of `init(parsing:provider:profile:sources:)`.
  public init(
    _ object: JSONObject, provider: ProviderID? = nil, profile: String? = nil,
    sources: ConfigurationSources = ConfigurationSources()
  ) throws(AuthError) {
    let profile = try ConfigurationProfile(profile, of: object, sources: sources)
    let log = ConfigurationLog(.checking)
    try self.init(profile, provider: provider, sources: sources, log: log)
    if let error = ConfigurationFault.error(log.faults.map { profile.located($0) }) { throw error }
  }

  /// Reads a configuration and records its faults in `log`. Valid placeholders replace the faulty values, so that the
  /// reading continues.
  ///
  /// - Throws: `invalid_configuration` for a fault without a placeholder, which ends the reading.
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
    storage = try StorageConfiguration(
      try reader.object("storage", "where sessions, keys and records are stored"), sources, log)
    transport = try TransportConfiguration(try reader.object("transport", "how requests are sent"), sources, log)
    self.sources = sources
    try reader.finish()
    for fault in Self.sharedVariables(of: providers) { log.note(fault) }
    let chosen = provider?.rawValue ?? named ?? (providers.count == 1 ? providers[0].id.rawValue : nil)
    self.provider = ProviderID(chosen ?? "")
    guard let chosen else {
      // If `provider` is present but is not a string, its fault is already recorded.
      if isNamed { return }
      log.note(ConfigurationFault("$.provider", "is missing; name one of the blocks under $.providers"))
      return
    }
    for id in [ProviderID(chosen)] + fallback where block(id) == nil && !providers.isEmpty { log.note(unknown(id)) }
  }

  /// Parses bytes as a JSON object.
  ///
  /// - Throws: `invalid_configuration` with the line and column of a syntax error, or if the value is not an object.
  static func object(parsing json: some Sequence<UInt8>) throws(AuthError) -> JSONObject {
    let text = ContiguousArray(json)
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONValue(parsing: text)
    } catch {
      throw AuthError(.invalidConfiguration, "The configuration is not valid JSON: \(error.located(in: text)).")
    }
    guard let object = root.objectValue else {
      throw AuthError(.invalidConfiguration, "The configuration must be a JSON object: {\"providers\": {…}}.")
    }
    return object
  }

  /// The block of an instance; nil if the configuration has no such block.
  public func block(_ id: ProviderID) -> ProviderBlock? { providers.first { $0.id == id } }

  /// A copy of the configuration in which the provider `id` is selected.
  ///
  /// - Throws: `invalid_configuration` if the configuration has no block `id`.
  public func selecting(_ id: ProviderID) throws(AuthError) -> AuthConfiguration {
    guard block(id) != nil else {
      throw ConfigurationFault.error([unknown(id)]) ?? AuthError(.invalidConfiguration, unknown(id).message)
    }
    var configuration = self
    configuration.provider = id
    return configuration
  }

  /// A fault for each instance whose environment variables have the same names as those of an earlier instance, because
  /// one variable would change both instances. For example, `my-app` and `my_app` both have `AUTH_PROVIDERS_MY_APP_…`.
  private static func sharedVariables(of providers: [ProviderBlock]) -> [ConfigurationFault] {
    var owners: [String: ProviderID] = [:]
    var faults: [ConfigurationFault] = []
    for block in providers {
      let name = EnvironmentName.name(of: "$.providers.\(block.id)")
      guard let owner = owners[name] else {
        owners[name] = block.id
        continue
      }
      faults.append(
        ConfigurationFault(
          "$.providers.\(block.id)",
          "has the same environment variables (\(name)_…) as '\(owner)'; rename one of the two blocks")
      )
    }
    return faults
  }

  private func unknown(_ id: ProviderID) -> ConfigurationFault {
    let names = providers.map(\.id.rawValue)
    let nearest = NearestName.find(id.rawValue, in: names)
    let others = nearest == nil ? "; the blocks are \(names.joined(separator: ", "))" : ""
    return ConfigurationFault("$.providers", "has no block '\(id)'" + others, nearest: nearest)
  }
}

extension AuthConfiguration: Redacting {
  /// The names of the providers.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "provider": provider.rawValue, "fallback": fallback.map(\.rawValue).joined(separator: " "),
      "providers": providers.map(\.id.rawValue).joined(separator: " "),
    ]
  }
}
