import AuthCore

/// One law for providers: a stable name, a statement, and a check that throws where the law is broken.
struct ProviderLaw: Sendable {
  let id: String
  let statement: String
  /// The capability that the law needs to apply.
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

/// The value; throws the reason why the law does not apply.
func applicable<Value>(_ value: Value?, _ reason: String) throws -> Value {
  guard let value else { throw NotApplicable(reason) }
  return value
}

/// The value; throws a broken law if it is nil. `what` states the expectation.
func required<Value>(_ value: Value?, _ what: String) throws -> Value {
  guard let value else { throw BrokenLaw(expected: what) }
  return value
}
