import AuthCore

/// One law for providers: a name that stays, what it says, and a check that throws where it is broken.
struct ProviderLaw: Sendable {
  let id: String
  let statement: String
  /// Without it, the law has nothing to say.
  let capability: ProviderCapability?
  let check: @Sendable (ConformanceTrial) async throws -> Void

  init(
    _ id: String, _ statement: String, needs capability: ProviderCapability? = nil,
    _ check: @escaping @Sendable (ConformanceTrial) async throws -> Void
  ) {
    self.id = id
    self.statement = statement
    self.capability = capability
    self.check = check
  }
}

/// The value, or why there is nothing to check.
func applicable<Value>(_ value: Value?, _ reason: String) throws -> Value {
  guard let value else { throw NotApplicable(reason) }
  return value
}

/// The value, or a broken law.
func required<Value>(_ value: Value?, _ what: String) throws -> Value {
  guard let value else { throw BrokenLaw(reason: what) }
  return value
}
