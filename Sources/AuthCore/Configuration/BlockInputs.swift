/// The inputs of a provider instance besides its block: the environment variables for the block's keys, and the secrets
/// to which the block refers. If these inputs have changed, a reload makes a new instance even if the block is the
/// same.
struct BlockInputs: Sendable, Equatable {
  private let variables: [String: Secret]
  private let secrets: [SecretReference: Secret]

  init(_ block: ProviderBlock, sources: ConfigurationSources) {
    let prefix = EnvironmentName.name(of: "$.providers.\(block.id)") + "_"
    variables = sources.environment.filter { $0.key.hasPrefix(prefix) }.mapValues { Secret($0) }
    var secrets: [SecretReference: Secret] = [:]
    for reference in Self.references(.object(block.settings)) {
      // A secret that cannot be resolved is left out here. The error is thrown when the instance is created.
      secrets[reference] = try? sources.resolve(reference, at: "$")
    }
    self.secrets = secrets
  }

  private static func references(_ value: JSONValue) -> [SecretReference] {
    if let reference = SecretReference(value) { return [reference] }
    if let object = value.objectValue { return object.members.flatMap { references($0.value) } }
    return value.arrayValue?.flatMap { references($0) } ?? []
  }
}
