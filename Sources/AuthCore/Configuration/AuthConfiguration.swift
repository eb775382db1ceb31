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
  /// Where sessions, keys and records are stored.
  public var storage: StorageConfiguration
  /// How requests are sent.
  public var transport: TransportConfiguration
  /// The environment variables and files that the configuration refers to.
  public var sources: ConfigurationSources

  /// A configuration from a JSON text.
  ///
  /// - Parameters:
  ///   - json: the text, in UTF-8.
  ///   - provider: takes precedence over `AUTH_PROVIDER`, which takes precedence over the text.
  ///   - profile: takes precedence over `AUTH_PROFILE`, which takes precedence over the text's own `profile`.
  ///   - sources: the environment, the files, and the directory at which relative paths start.
  /// - Throws: `invalid_configuration` with the path and the remedy of every fault in `fieldErrors`.
  public init(
    parsing json: some Sequence<UInt8>, provider: ProviderID? = nil, profile: String? = nil,
    sources: ConfigurationSources = ConfigurationSources()
  ) throws(AuthError) {
    try self.init(Self.object(parsing: json), provider: provider, profile: profile, sources: sources)
  }

  /// A configuration from a JSON object.
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

  /// A configuration whose faults are noted in `log`; valid placeholders replace the faulty values.
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
    for fault in Self.sharedVariables(of: providers) { log.note(fault) }
    let chosen = provider?.rawValue ?? named ?? (providers.count == 1 ? providers[0].id.rawValue : nil)
    self.provider = ProviderID(chosen ?? "")
    guard let chosen else {
      // A value that is not a string was noted already.
      if isNamed { return }
      log.note(ConfigurationFault("$.provider", "is missing; name one of the blocks under $.providers"))
      return
    }
    for id in [ProviderID(chosen)] + fallback where block(id) == nil && !providers.isEmpty { log.note(unknown(id)) }
  }

  /// Parses bytes as a JSON object.
  static func object(parsing json: some Sequence<UInt8>) throws(AuthError) -> JSONObject {
    let text = ContiguousArray(json)
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONValue(parsing: text)
    } catch {
      throw AuthError(.invalidConfiguration, "The configuration is not valid JSON: \(error.located(in: text)).")
    }
    guard let object = root.objectValue else {
      throw AuthError(.invalidConfiguration, "The configuration must be a JSON object.")
    }
    return object
  }

  /// The block of an instance, or nil.
  public func block(_ id: ProviderID) -> ProviderBlock? { providers.first { $0.id == id } }

  /// The same configuration with another provider selected.
  ///
  /// - Throws: `invalid_configuration` if there is no block with that id.
  public func selecting(_ id: ProviderID) throws(AuthError) -> AuthConfiguration {
    guard block(id) != nil else {
      throw ConfigurationFault.error([unknown(id)]) ?? AuthError(.invalidConfiguration, unknown(id).message)
    }
    var configuration = self
    configuration.provider = id
    return configuration
  }

  /// A fault for each instance whose environment variables have the same names as another's: one variable would change
  /// both.
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
          "$.providers.\(block.id)", "has the same environment variables (\(name)_…) as '\(owner)'; rename one of them")
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
