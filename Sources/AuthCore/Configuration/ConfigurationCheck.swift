/// The result of a strict check of a configuration: all its faults, in each of the checked profiles.
public struct ConfigurationCheck: Sendable {
  /// The block of a provider instance, and whether its keys were checked.
  public struct Block: Sendable, Hashable {
    /// The instance's name.
    public let id: ProviderID
    /// The provider's type.
    public let type: String
    /// Whether a plug-in for `type` was given. If not, the block's keys are not checked.
    public let isLinked: Bool
  }

  /// All faults; empty for a valid configuration.
  public let faults: [ConfigurationFault]
  /// The blocks, in the file's order.
  public let blocks: [Block]
  /// The profiles that were checked; nil stands for the file without a profile.
  public let profiles: [String?]

  /// Checks a configuration strictly, with each of its profiles. It does not create provider instances.
  ///
  /// - Parameters:
  ///   - json: the file's text.
  ///   - plugins: the providers whose blocks can be read.
  ///   - profile: the only profile to check; nil for the one in `AUTH_PROFILE`, or, if that is unset, for every
  ///     profile.
  ///   - sources: the environment variables, the files, and the directory for relative paths.
  public init(
    parsing json: some Sequence<UInt8>, plugins: [ProviderPlugin], profile: String? = nil,
    sources: ConfigurationSources = ConfigurationSources()
  ) {
    var faults: [ConfigurationFault] = []
    var blocks: [Block] = []
    func add(_ found: [ConfigurationFault]) {
      for fault in found where !faults.contains(fault) { faults.append(fault) }
    }
    var profiles: [String?] = []
    do throws(AuthError) {
      let root = try AuthConfiguration.object(parsing: json)
      let chosen = profile ?? sources.variable("AUTH_PROFILE")
      profiles = chosen.map { [$0] } ?? ConfigurationProfile.names(in: root)
      for name in profiles {
        do throws(AuthError) {
          let profile = try ConfigurationProfile(name, of: root, sources: sources)
          let read = Self.read(profile, plugins, sources)
          add(read.faults.map { profile.located($0) })
          for block in read.blocks where !blocks.contains(block) { blocks.append(block) }
        } catch {
          add([ConfigurationFault(error, in: "$.profiles")])
        }
      }
    } catch {
      add([ConfigurationFault(error, in: "$")])
    }
    self.faults = faults
    self.blocks = blocks
    self.profiles = profiles
  }

  private static func read(
    _ profile: ConfigurationProfile, _ plugins: [ProviderPlugin], _ sources: ConfigurationSources
  ) -> (faults: [ConfigurationFault], blocks: [Block]) {
    let log = ConfigurationLog(.checking)
    var blocks: [Block] = []
    do throws(AuthError) {
      let configuration = try AuthConfiguration(profile, provider: nil, sources: sources, log: log)
      for block in configuration.providers {
        let plugin = plugins.first { $0.type == block.type }
        blocks.append(Block(id: block.id, type: block.type, isLinked: plugin != nil))
        plugin?.check(block, sources: sources, log: log)
        guard plugin != nil else { continue }
        let names = configuration.providers.map(\.id.rawValue)
        for other in block.tokenSource?.referredProviders ?? [] where configuration.block(other) == nil {
          log.note(
            ConfigurationFault(
              "$.providers.\(block.id).tokenProvider",
              "refers to '\(other)', but $.providers has no such block; add it",
              nearest: NearestName.find(other.rawValue, in: names)))
        }
      }
    } catch {
      log.note(ConfigurationFault(error, in: "$"))
    }
    return (log.faults, blocks)
  }
}
