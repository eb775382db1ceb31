/// What a provider instance was made of beside its block: the environment variables over the block's keys and the secrets
/// behind its references. An instance made of other inputs is another one, though its block is the same.
struct BlockInputs: Sendable, Equatable {
  private let variables: [String: Secret]
  private let secrets: [SecretReference: Secret]

  init(_ block: ProviderBlock, sources: ConfigurationSources) {
    let prefix = EnvironmentName.name(of: "$.providers.\(block.id)") + "_"
    variables = sources.environment.filter { $0.key.hasPrefix(prefix) }.mapValues { Secret($0) }
    var secrets: [SecretReference: Secret] = [:]
    for reference in Self.references(.object(block.settings)) {
      // One that cannot be resolved is told when the instance is made.
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
